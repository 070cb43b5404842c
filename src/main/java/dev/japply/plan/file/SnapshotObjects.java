package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretWalk;
import dev.japply.object.SecretWalk.Change;
import dev.japply.plan.file.Snapshot.SealedObject;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Replaces the digests of a snapshot by values, or by placeholders if no manifest has the value.
/// Equal values stay equal and different ones different, so a merge has the same result as with the
/// live objects.
final class SnapshotObjects {
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

  private final DigestLookup known;
  private final Map<String, String> standIns = new HashMap<>();

  SnapshotObjects(DigestLookup known) {
    this.known = known;
  }

  /// Returns the placeholders with the digests that they replace.
  Map<String, String> standIns() {
    return standIns;
  }

  /// Returns the object with values or placeholders, ready to be merged.
  MapValue opened(SealedObject sealed) {
    ObjectKey key = KubeObject.of(sealed.live(), Origin.NONE).key();
    var opening = new Opening(key);
    MapValue live = opening.changed(sealed.live());
    Node config =
        sealed.lastApplied() instanceof MapValue applied ? opening.changed(applied) : MISSING;
    String values = String.join(" ", opening.values);
    String text =
        config instanceof MapValue applied
            ? GoJson.writeInOrder(new Annotating(key, values, "").changed(applied)) + "\n"
            : "";
    return new Annotating(key, values, text).changed(live);
  }

  private String standIn(String text, String digest) {
    standIns.put(text, digest);
    return text;
  }

  private static String decoded(String data) {
    try {
      return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return data;
    }
  }

  private final class Opening implements Change {
    private final ObjectKey key;

    private final List<String> values = new ArrayList<>();

    Opening(ObjectKey key) {
      this.key = key;
    }

    MapValue changed(MapValue tree) {
      return new SecretWalk(this, this::isSealedCopy).changed(key.toString(), tree);
    }

    private boolean isSealedCopy(Node value) {
      return known.haveCopiesIn(key)
          && value instanceof StringValue(String text)
          && DIGEST.matcher(text).matches();
    }

    @Override
    public Value copy(String at, Value value, Node other) {
      String digest = ((StringValue) value).value();
      Value opened = known.find(digest).orElseGet(() -> Value.text(standIn(digest, digest)));
      if (opened instanceof StringValue(String text)) {
        values.add(text);
      }
      return opened;
    }

    @Override
    public Value value(String at, Value value) {
      Value opened = open(at, value);
      if (opened instanceof StringValue(String text)) {
        values.add(text);
      }
      return opened;
    }

    private Value open(String at, Value value) {
      if (!(value instanceof StringValue(String digest))) {
        return value;
      }
      boolean text = SnapshotRedactor.isText(key, at);
      Optional<Value> found = known.find(digest);
      if (found.isPresent()) {
        return text && found.get() instanceof StringValue(String data)
            ? Value.text(decoded(data))
            : found.get();
      }
      if (text) {
        return value;
      }
      boolean data = at.startsWith(key + "/data/");
      Value shown = data ? SnapshotRedactor.encoded(digest) : value;
      standIn(((StringValue) shown).value(), digest);
      return shown;
    }

    @Override
    public Value annotation(String at, String name, Value value) {
      return value;
    }
  }

  /// Opens annotations.
  private final class Annotating implements Change {
    private final ObjectKey key;
    private final String values;
    private final String applied;

    /// @param values all values of the object
    /// @param applied the text of the last-applied annotation; empty if no manifest has it
    Annotating(ObjectKey key, String values, String applied) {
      this.key = key;
      this.values = values;
      this.applied = applied;
    }

    MapValue changed(MapValue tree) {
      return new SecretWalk(this).changed(key.toString(), tree);
    }

    @Override
    public Value value(String at, Value value) {
      return value;
    }

    @Override
    public Value annotation(String at, String name, Value value) {
      if (!(value instanceof MapValue sealed)) {
        return value;
      }
      String digest = sealed.text(SnapshotRedactor.DIGEST);
      return known.find(digest).orElseGet(() -> Value.text(standIn(text(name, digest), digest)));
    }

    /// Returns the value for an annotation. A placeholder repeats a secret value if the annotation
    /// did, so that it stays hidden.
    private String text(String name, String digest) {
      if (name.equals(LastApplied.KEY) && !applied.isEmpty()) {
        return applied;
      }
      return digest + " " + values;
    }
  }
}
