package dev.japply.plan.file;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretWalk;
import dev.japply.object.SecretWalk.Change;
import dev.japply.plan.SecretDigests;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The values of the manifests by their digests in a snapshot.
final class DigestLookup {
  private final SnapshotRedactor digests;
  private final Map<String, Value> values = new HashMap<>();
  private final Set<ObjectKey> copying = new HashSet<>();

  DigestLookup(SecretDigests digests) {
    this.digests = new SnapshotRedactor(digests);
  }

  /// Adds the values of a manifest whose namespace is set.
  void add(KubeObject desired) {
    ObjectKey key = desired.key();
    if (!desired.copies().isEmpty()) {
      copying.add(key);
    }
    new SecretWalk(new Noting(key), desired.copies()::areIn)
        .changed(key.toString(), desired.tree());
  }

  /// Checks whether the object has copies of secret values, so that texts in it may be digests.
  boolean haveCopiesIn(ObjectKey key) {
    return copying.contains(key);
  }

  private void note(ObjectKey key, String at, Value value) {
    boolean text = SnapshotRedactor.isText(key, at) && value instanceof StringValue;
    values.put(
        digests.digest(key, at, value),
        text && value instanceof StringValue(String plain)
            ? SnapshotRedactor.encoded(plain)
            : value);
  }

  /// Returns the value with that digest; empty if no manifest has it.
  Optional<Value> find(String digest) {
    return Optional.ofNullable(values.get(digest));
  }

  private final class Noting implements Change {
    private final ObjectKey key;

    Noting(ObjectKey key) {
      this.key = key;
    }

    @Override
    public Value value(String at, Value value) {
      note(key, at, value);
      return value;
    }

    @Override
    public Value copy(String at, Value value, Node other) {
      values.put(digests.digests().digest(at, value), value);
      return value;
    }

    @Override
    public Value annotation(String at, String name, Value value) {
      note(key, at, value);
      return value;
    }
  }
}
