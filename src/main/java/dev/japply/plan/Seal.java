package dev.japply.plan;

import dev.japply.golang.Sha256;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretWalk;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.Map;

/// Puts digests in place of what a plan file must not show: the values of Secrets, also of those
/// within other objects, and the last-applied annotation, which repeats them. What is equal before
/// is equal afterwards, so two sealed objects can be compared as the objects could.
///
/// A digest is that of the salt, the object, the place and the value: equal values at two places do
/// not look equal. Whoever has the salt can still find out by trying whether a value is one that he
/// thinks of.
///
/// @param salt other for each plan; empty where nothing is put in place of anything
/// @param standIns texts that stand for values which nobody has, and the digests of these values: a
///   text is sealed as what it stands for
public record Seal(String salt, Map<String, String> standIns) {
  /// Leaves all as it is.
  public static final Seal NONE = new Seal("");

  public Seal {
    standIns = Map.copyOf(standIns);
  }

  /// A seal of that salt.
  public Seal(String salt) {
    this(salt, Map.of());
  }

  /// A whole object, sealed.
  ///
  /// @param desired the object as it is to be
  /// @param live the object as it is; missing if there is none
  public MapValue object(KubeObject desired, MapValue tree, Node live) {
    if (salt.isEmpty()) {
      return tree;
    }
    return places(SecretCopies.of(desired, live)).changed(desired.key().toString(), tree);
  }

  /// A patch of an object, sealed. Its maps and their keys stay, so that it can be said what it is
  /// about.
  ///
  /// @param desired the object as it is to be
  /// @param live the object as it is
  public MapValue patch(KubeObject desired, MapValue body, MapValue live) {
    if (salt.isEmpty()) {
      return body;
    }
    String at = desired.key().toString();
    SecretWalk places = places(SecretCopies.of(desired, live));
    if (SecretMask.covers(desired.gvk())) {
      return places.secret(at, body);
    }
    return holdsSecrets(desired.tree()) || holdsSecrets(live)
        ? (MapValue) places.hidden(at, body)
        : places.searchedMap(at, body);
  }

  /// The digest of a manifest.
  public String manifest(ObjectKey key, MapValue tree) {
    return digest(key.toString(), tree);
  }

  /// Whether a Secret with values stands anywhere in `value`.
  public static boolean holdsSecrets(Value value) {
    return switch (value) {
      case MapValue map ->
          SecretMask.holdsValues(map)
              || map.entries().values().stream().anyMatch(Seal::holdsSecrets);
      case ListValue list -> list.items().stream().anyMatch(Seal::holdsSecrets);
      case Value.ScalarValue scalar -> false;
      case NullValue nothing -> false;
    };
  }

  private SecretWalk places(SecretCopies copies) {
    return new SecretWalk(new Digesting(this), copies::areIn);
  }

  /// Puts digests in place of values.
  private record Digesting(Seal seal) implements SecretWalk.Change {
    @Override
    public Value value(String at, Value value) {
      return Value.text(seal.digest(at, value));
    }

    @Override
    public Value annotation(String at, String key, Value value) {
      return new SecretWalk(this).hidden(at, value);
    }
  }

  /// The digest of the value at the place `at`.
  public String digest(String at, Value value) {
    String known = value instanceof StringValue(String text) ? standIns.get(text) : null;
    return known != null ? known : digest(salt + "\n" + at + "\n" + GoJson.write(value));
  }

  /// `sha256:` and the digest of `text` in hexadecimal.
  public static String digest(String text) {
    return "sha256:" + Sha256.hex(text);
  }
}
