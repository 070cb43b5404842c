package dev.japply.plan;

import dev.japply.digest.Sha256;
import dev.japply.object.Gvk;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretMask;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

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

  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  /// A whole object, sealed.
  MapValue object(ObjectKey key, MapValue tree) {
    if (salt.isEmpty()) {
      return tree;
    }
    String at = key.toString();
    return SecretMask.covers(Gvk.of(tree)) ? secret(at, tree) : searchedMap(at, tree);
  }

  /// A patch of an object, sealed. Its maps and their keys stay, so that it can be said what it is
  /// about.
  ///
  /// @param desired the object as it is to be
  /// @param live the object as it is
  MapValue patch(ObjectKey key, MapValue body, MapValue desired, MapValue live) {
    if (salt.isEmpty()) {
      return body;
    }
    String at = key.toString();
    if (SecretMask.covers(Gvk.of(desired))) {
      return secret(at, body);
    }
    return holdsSecrets(desired) || holdsSecrets(live)
        ? (MapValue) hidden(at, body)
        : searchedMap(at, body);
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

  private Value searched(String at, Value value) {
    return switch (value) {
      case MapValue map when SecretMask.holdsValues(map) -> secret(at, map);
      case MapValue map -> searchedMap(at, map);
      case ListValue list -> {
        var items = new ArrayList<Value>();
        list.items().forEach(item -> items.add(searched(at + "/" + items.size(), item)));
        yield new ListValue(items);
      }
      case Value.ScalarValue scalar -> scalar;
      case NullValue nothing -> nothing;
    };
  }

  private MapValue searchedMap(String at, MapValue map) {
    return each(
        map,
        (key, value) ->
            key.equals(LastApplied.KEY)
                ? hidden(at + "/" + key, value)
                : searched(at + "/" + key, value));
  }

  /// Of a Secret every annotation is hidden: any may repeat a value.
  private MapValue secret(String at, MapValue map) {
    return each(
        map,
        (key, value) -> {
          String place = at + "/" + key;
          return key.equals(METADATA)
              ? metadata(place, value)
              : SecretMask.open(key) ? value : hidden(place, value);
        });
  }

  private Value metadata(String at, Value metadata) {
    return metadata instanceof MapValue map
        ? each(map, (key, value) -> key.equals(ANNOTATIONS) ? hidden(at + "/" + key, value) : value)
        : hidden(at, metadata);
  }

  private Value hidden(String at, Value value) {
    return switch (value) {
      case MapValue map -> each(map, (key, inner) -> hidden(at + "/" + key, inner));
      case NullValue nothing -> nothing;
      case ListValue list -> Value.text(digest(at, list));
      case Value.ScalarValue scalar -> Value.text(digest(at, scalar));
    };
  }

  private static MapValue each(MapValue map, BiFunction<String, Value, Value> change) {
    var entries = new LinkedHashMap<String, Value>();
    map.entries().forEach((key, value) -> entries.put(key, change.apply(key, value)));
    return new MapValue(entries);
  }

  /// The digest of the value at the place `at`.
  public String digest(String at, Value value) {
    String known = value instanceof StringValue(String text) ? standIns.get(text) : null;
    return known != null ? known : digest(salt + "\n" + at + "\n" + GoJson.write(value));
  }

  /// `sha256:` and the digest of `text` in hexadecimal.
  static String digest(String text) {
    return "sha256:" + Sha256.hex(text);
  }
}
