package dev.japply.plan;

import dev.japply.golang.Sha256;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretWalk;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// Replaces values of Secrets, copies of them in other objects, and the last-applied annotation by
/// salted digests in plan files. Equal values stay equal, so two such objects can be compared.
///
/// A digest covers the salt, the object, the path and the value, so equal values at two paths get
/// different digests. With the salt, a guessed value can still be verified.
///
/// @param salt a different text for each plan; empty if nothing is replaced
/// @param standIns placeholders for unknown values, with the digests of these values; a placeholder
///   has the digest of its value
public record SecretDigests(String salt, Map<String, String> standIns) {
  private static final String MANAGED_FIELDS = "managedFields";

  /// Replaces nothing.
  public static final SecretDigests NONE = new SecretDigests("");

  public SecretDigests {
    standIns = Map.copyOf(standIns);
  }

  public SecretDigests(String salt) {
    this(salt, Map.of());
  }

  /// Returns an object with secret values replaced.
  ///
  /// @param live the live object; missing if it does not exist
  public MapValue object(KubeObject desired, MapValue tree, Node live) {
    if (salt.isEmpty()) {
      return tree;
    }
    SecretCopies copies = SecretCopies.of(desired, live);
    MapValue sealed = walk(copies).object(desired.key().toString(), tree);
    if (copies.isEmpty() || !sealed.map("metadata").has(MANAGED_FIELDS)) {
      return sealed;
    }
    MapValue metadata = sealed.map("metadata");
    Value managed = unnamed((Value) metadata.get(MANAGED_FIELDS), copies);
    return sealed.with("metadata", metadata.with(MANAGED_FIELDS, managed));
  }

  /// Returns managed fields without items whose keys have copies of secret values.
  private Value unnamed(Value fields, SecretCopies copies) {
    return switch (fields) {
      case MapValue map -> {
        var entries = new LinkedHashMap<String, Value>();
        map.entries()
            .forEach((key, value) -> entries.put(unnamed(key, copies), unnamed(value, copies)));
        yield new MapValue(entries);
      }
      case ListValue list -> list.map(item -> unnamed(item, copies));
      default -> fields;
    };
  }

  private String unnamed(String key, SecretCopies copies) {
    Value text = Value.text(key);
    return copies.areIn(text) ? "v:" + GoJson.write(Value.text(digest(MANAGED_FIELDS, text))) : key;
  }

  /// Returns a patch with secret values replaced. Its maps and keys stay, to show which fields it
  /// changes.
  public MapValue patch(KubeObject desired, MapValue body, MapValue live) {
    if (salt.isEmpty()) {
      return body;
    }
    String at = desired.key().toString();
    SecretWalk walk = walk(SecretCopies.of(desired, live));
    if (SecretWalk.isSecret(desired.gvk())) {
      return walk.secret(at, body);
    }
    return SecretWalk.isInvolvedIn(desired.tree()) || SecretWalk.isInvolvedIn(live)
        ? (MapValue) walk.all(at, body)
        : walk.object(at, body);
  }

  public String manifest(ObjectKey key, MapValue tree) {
    return digest(key.toString(), tree);
  }

  private SecretWalk walk(SecretCopies copies) {
    return new SecretWalk(this::digested, copies::areIn);
  }

  private Value digested(SecretWalk.Part part) {
    return switch (part.sort()) {
      case VALUE, COPY -> Value.text(digest(part.at(), part.value()));
      case NULL -> part.value();
      case LAST_APPLIED, OTHER_LAST_APPLIED, ANNOTATION ->
          new SecretWalk(this::digested).all(part.at(), part.value());
    };
  }

  public String digest(String at, Value value) {
    String known = value instanceof StringValue(String text) ? standIns.get(text) : null;
    return known != null ? known : digest(salt + "\n" + at + "\n" + GoJson.write(value));
  }

  /// `sha256:` and the digest of `text` in hexadecimal.
  public static String digest(String text) {
    return "sha256:" + Sha256.hex(text);
  }
}
