package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.object.SecretWalk;
import dev.japply.object.SecretWalk.Change;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.Snapshot.SealedObject;
import dev.japply.problem.Origin;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Replaces the values of Secrets in live objects by digests. The last-applied configuration is
/// kept with digests of its own, so that it can still be merged.
///
/// An annotation becomes the map `{"digest": …}`, so that it is not taken for one whose text is a
/// digest. A text in the `stringData` of a Secret gets the digest that it has once it is stored in
/// `data`.
public record SnapshotRedactor(SecretDigests digests) {
  static final String DIGEST = "digest";

  /// Returns the object without values of Secrets and without copies of them.
  public SealedObject sealed(MapValue live, KubeObject desired) {
    MapValue config =
        LastApplied.read(live).config() instanceof MapValue applied ? applied : MapValue.EMPTY;
    SecretCopies copies = SecretCopies.of(desired, live);
    if (copies.isEmpty() && !holdsSecrets(live) && !holdsSecrets(config)) {
      return new SealedObject(live, MISSING);
    }
    ObjectKey key = KubeObject.of(live, Origin.NONE).key();
    var places = new SecretWalk(new Sealing(key, live, config), copies::areIn);
    return new SealedObject(
        places.changed(key.toString(), live),
        config.isEmpty() ? MISSING : places.changed(key.toString(), config));
  }

  private static boolean holdsSecrets(MapValue object) {
    return SecretMask.covers(Gvk.of(object)) || !SecretWalk.secretsIn(object).isEmpty();
  }

  String digest(ObjectKey key, String at, Value value) {
    return isText(key, at) && value instanceof StringValue(String text)
        ? digests.digest(key + "/data/" + at.substring(texts(key).length()), encoded(text))
        : digests.digest(at, value);
  }

  /// Checks whether `at` is the path of a text in `stringData` of the Secret `key`.
  static boolean isText(ObjectKey key, String at) {
    return at.startsWith(texts(key));
  }

  private static String texts(ObjectKey key) {
    return key + "/stringData/";
  }

  /// Returns a text in base64, as `data` has it.
  static Value encoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Value.text(Base64.getEncoder().encodeToString(bytes));
  }

  /// Replaces secret values by digests in an object, its last-applied configuration, and
  /// annotations that may repeat them.
  private final class Sealing implements Change {
    private final ObjectKey key;
    private final MapValue live;
    private final MapValue config;

    Sealing(ObjectKey key, MapValue live, MapValue config) {
      this.key = key;
      this.live = live;
      this.config = config;
    }

    @Override
    public Value value(String at, Value value) {
      return Value.text(digest(key, at, value));
    }

    @Override
    public Value copy(String at, Value value, Node other) {
      return Value.text(digests.digest(at, value));
    }

    @Override
    public Value annotation(String at, String name, Value value) {
      boolean isDigested =
          !(value instanceof StringValue(String text))
              || (name.equals(LastApplied.KEY) && !text.isEmpty())
              || SecretValues.of(live, config).isIn(text);
      return isDigested ? MapValue.of(DIGEST, Value.text(digests.digest(at, value))) : value;
    }
  }
}
