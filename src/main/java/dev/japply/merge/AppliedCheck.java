package dev.japply.merge;

import dev.japply.merge.AppliedFieldSet.Undescribed;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldSet;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.object.OwnedFields;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Check whether a server-side apply of a manifest would change a live object: whether the object
/// still is as a manager has applied it.
///
/// ```java
/// Schema type =
///     BuiltinSchemas.load()
///         .document("apps", "v1")
///         .flatMap(types -> types.object("apps", "v1", "Deployment"))
///         .orElseThrow();
/// String result =
///     new AppliedCheck("my-operator", type)
///         .whyNotUnchanged((MapValue) Json.parse(manifestJson), (MapValue) Json.parse(liveJson))
///         .map(found -> found.path() + ": " + found.reason())
///         .orElse("live matches the manifest");
/// ```
///
/// Defaults of the server, fields of other managers and the order of a map's keys do not count. The
/// check is certain only in one direction: without a doubt, an apply changes neither a value nor an
/// owner. With a doubt it may still change nothing. What admission would do with the manifest is
/// not known.
///
/// The server stores some values in another form: `0.5` as `500m`, no empty list, and the claim
/// templates of a StatefulSet with their defaults. An apply of them changes nothing if no other
/// manager owns the field or has applied the object since.
///
/// @param manager the field manager
/// @param type the type of the object
/// @param served whether the server still serves an API version of the object's group, as `apps/v1`
public record AppliedCheck(String manager, Schema type, Predicate<String> served) {
  private static final FieldPath ROOT = FieldPath.root();
  private static final String METADATA = "metadata";
  private static final FieldPath MANAGERS = ROOT.key(METADATA).key("managedFields");
  private static final String VERSION = "apiVersion";
  private static final String CREATED = "creationTimestamp";
  private static final String STATUS = "status";
  private static final String TEXTS = "stringData";

  /// Kinds whose generation the server raises for an empty list or map that it then does not store:
  /// it compares the old object and the new one as they are in memory.
  private static final Set<String> COUNTING_EMPTY =
      Set.of("NetworkPolicy", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration");

  private static final Set<Value> EMPTY = Set.of(MapValue.EMPTY, ListValue.EMPTY);

  /// Values that a built-in type does not store, if they are not there. Empty lists and maps are
  /// others.
  private static final Set<Value> ZERO =
      Set.of(Value.NULL, new StringValue(""), Value.number(0), Value.bool(false));

  private static final Set<String> OWNED_METADATA =
      Set.of("name", "namespace", "labels", "annotations", "finalizers", "ownerReferences");

  private static final Set<String> IDENTITY =
      Set.of("name", "namespace", CREATED, "resourceVersion", "uid", "managedFields");

  /// Creates a check for objects whose fields were all written in the API version of the manifest;
  /// others are a doubt.
  public AppliedCheck(String manager, Schema type) {
    this(manager, type, version -> false);
  }

  /// A reason to apply the manifest.
  ///
  /// @param path the field, with items by their number in the manifest; the root if the reason is
  ///   about the whole object
  /// @param reason in a few words, without values
  public record Doubt(FieldPath path, String reason) {}

  /// Returns the first reason to apply `manifest`; empty if an apply would certainly change
  /// nothing.
  ///
  /// @param live the live object, with its managed fields
  public Optional<Doubt> whyNotUnchanged(MapValue manifest, MapValue live) {
    try {
      checkManagers(manifest, live);
      MapValue sent = sent(manifest);
      checkForm(sent);
      OwnedFields own = OwnedFields.of(live, manager);
      checkOwners(AppliedFieldSet.read(sent, type), own);
      var comparison = new Comparison(manifest.text(VERSION), live, manager, type.isStrategic());
      if (!sent.equals(manifest)) {
        comparison.checkLatest(manifest.has(STATUS) ? ROOT.key(STATUS) : ROOT.key(METADATA));
      }
      MapValue body = body(sent);
      if (ServerNormalization.isSecret(live)) {
        comparison.compareTexts(body.map(TEXTS));
        body = body.without(TEXTS);
      }
      comparison.compareMaps(body, live, type, KeyedPath.TOP);
      return Optional.empty();
    } catch (DoubtException found) {
      return Optional.of(new Doubt(found.path, found.reason));
    } catch (Undescribed unknown) {
      return Optional.of(new Doubt(unknown.path(), "the schema does not describe it"));
    }
  }

  /// The first doubt ends the check.
  private static final class DoubtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient FieldPath path;
    private final String reason;

    DoubtException(FieldPath path, String reason) {
      super(reason, null, false, false);
      this.path = path;
      this.reason = reason;
    }
  }

  private static void doubtIf(boolean wrong, FieldPath path, String reason) {
    if (wrong) {
      throw new DoubtException(path, reason);
    }
  }

  private static boolean isOf(String manager, MapValue entry) {
    return FieldManagers.manager(entry).applies(manager);
  }

  private void checkManagers(MapValue manifest, MapValue live) {
    String version = manifest.text(VERSION);
    List<MapValue> entries = ManagedFields.of(live).entries();
    List<MapValue> own = entries.stream().filter(entry -> isOf(manager, entry)).toList();
    doubtIf(
        entries.isEmpty() && !isBare(live),
        MANAGERS,
        "no manager has an entry, so the server will make one for all");
    doubtIf(own.size() > 1, MANAGERS, manager + " has two entries");
    doubtIf(
        own.stream().anyMatch(entry -> !entry.text(VERSION).equals(version)),
        MANAGERS,
        manager + " has applied another API version");
    for (MapValue entry : entries) {
      String other = entry.text(VERSION);
      doubtIf(
          !other.equals(version) && !served.test(other),
          MANAGERS,
          "an entry has the API version " + other);
    }
    checkAnnotation(manifest, live);
  }

  /// Checks that the object needs no migration from client-side apply. For kubectl's manager, the
  /// server keeps the annotation equal to the manifest.
  private void checkAnnotation(MapValue manifest, MapValue live) {
    String annotations = "annotations";
    FieldPath path = ROOT.key(METADATA).key(annotations).key(LastApplied.KEY);
    ManagedFields fields = ManagedFields.of(live);
    if (!live.map(METADATA).map(annotations).has(LastApplied.KEY)) {
      return;
    }
    doubtIf(
        !fields.annotators(Operation.UPDATE).isEmpty(), path, "the object was applied client-side");
    if (manager.equals(ManagedFields.SERVER_SIDE)) {
      doubtIf(fields.annotators(Operation.APPLY).isEmpty(), path, "no manager owns it");
      doubtIf(
          !LastApplied.text(live).equals(LastApplied.encodeAsIs(manifest)),
          path,
          "it is not the manifest");
    }
  }

  /// Whether an object has only its identity.
  private static boolean isBare(MapValue live) {
    MapValue rest = live.without(VERSION).without("kind").without(METADATA);
    return rest.isEmpty() && IDENTITY.containsAll(live.map(METADATA).entries().keySet());
  }

  /// Returns the manifest without what the server never stores: a status of a type that has one,
  /// which has writes of its own, and the null that generators write as the time of creation.
  private MapValue sent(MapValue manifest) {
    boolean dropped = type.isStrategic() && type.field(STATUS).isPresent();
    MapValue sent = dropped ? manifest.without(STATUS) : manifest;
    MapValue metadata = sent.map(METADATA);
    return metadata.get(CREATED) instanceof NullValue
        ? sent.with(METADATA, metadata.without(CREATED))
        : sent;
  }

  /// Checks for values that the server does not store as they are sent.
  private static void checkForm(MapValue manifest) {
    FieldPath metadata = ROOT.key(METADATA);
    for (String key : manifest.map(METADATA).entries().keySet()) {
      doubtIf(!OWNED_METADATA.contains(key), metadata.key(key), "the server maintains it");
    }
    doubtIf(manifest.has(STATUS), ROOT.key(STATUS), "it is not stored as it is sent");
  }

  /// A manager without fields has no entry.
  private void checkOwners(FieldSet fields, OwnedFields own) {
    doubtIf(
        own.fields().nodes().isEmpty() && !fields.nodes().isEmpty(),
        MANAGERS,
        manager + " has not applied the object");
    if (!fields.equals(own.fields())) {
      FieldPath path =
          fields.leaves().stream()
              .filter(leaf -> !own.owns(leaf))
              .findFirst()
              .or(() -> other(fields, own))
              .orElse(ROOT);
      throw new DoubtException(
          path, own.owns(path) ? "it is not in the manifest" : manager + " does not own it");
    }
  }

  private static Optional<FieldPath> other(FieldSet fields, OwnedFields own) {
    return own.paths().stream().filter(leaf -> fields.at(leaf).isEmpty()).findFirst();
  }

  private static MapValue body(MapValue manifest) {
    MapValue metadata = manifest.map(METADATA).without("name").without("namespace");
    MapValue body = manifest.without(VERSION).without("kind").without(METADATA);
    return metadata.isEmpty() ? body : body.with(METADATA, metadata);
  }

  /// A field.
  ///
  /// @param path with items by their number in the manifest
  /// @param keyed with items by their keys
  private record KeyedPath(FieldPath path, FieldPath keyed) {
    private static final KeyedPath TOP = new KeyedPath(ROOT, ROOT);

    KeyedPath key(String key) {
      return new KeyedPath(path.key(key), keyed.key(key));
    }

    KeyedPath item(int number, String key) {
      return new KeyedPath(path.index(number), FieldSet.path(keyed, key).orElse(keyed));
    }
  }

  /// The comparison of a manifest with the live object.
  private static final class Comparison {
    private final String version;
    private final MapValue object;
    private final String manager;
    private final boolean builtIn;
    private final boolean dropsEmpty;
    private @Nullable FieldSet others;

    /// @param version the API version of the manifest
    /// @param object the live object
    /// @param builtIn whether the server drops empty values
    Comparison(String version, MapValue object, String manager, boolean builtIn) {
      this.version = version;
      this.object = object;
      this.manager = manager;
      this.builtIn = builtIn;
      this.dropsEmpty = !COUNTING_EMPTY.contains(object.text("kind"));
    }

    /// Checks that no other manager has applied the object since. Entries of applies come first,
    /// the latest one last.
    void checkLatest(FieldPath path) {
      List<MapValue> applied =
          ManagedFields.of(object).entries().stream()
              .filter(entry -> entry.text("operation").equals("Apply"))
              .toList();
      doubtIf(
          applied.isEmpty() || !isOf(manager, applied.getLast()),
          path,
          "another manager has applied the object since");
    }

    /// Checks that a value that the server stores in another form changes nothing.
    private void checkRewritten(KeyedPath place) {
      checkLatest(place.path());
      if (others == null) {
        List<MapValue> entries =
            ManagedFields.of(object).entries().stream()
                .filter(entry -> !isOf(manager, entry))
                .toList();
        // The field may have another name in another version.
        doubtIf(
            !entries.stream().allMatch(entry -> entry.text(VERSION).equals(version)),
            place.path(),
            "an entry has another API version");
        others =
            entries.stream()
                .flatMap(entry -> ManagedFields.fields(entry).stream())
                .reduce(FieldSet.EMPTY, FieldSet::union)
                .normal();
      }
      doubtIf(others.meets(place.keyed()), place.path(), "another manager owns it, too");
    }

    /// Compares texts of a Secret, which are stored as data.
    void compareTexts(MapValue texts) {
      MapValue data = object.map("data");
      for (Map.Entry<String, Value> entry : texts.entries().entrySet()) {
        KeyedPath place = KeyedPath.TOP.key(TEXTS).key(entry.getKey());
        boolean same =
            entry.getValue() instanceof StringValue(String text)
                && data.text(entry.getKey()).equals(base64(text));
        doubtIf(!same, place.path(), "live has another value");
        checkRewritten(place);
      }
    }

    private static String base64(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void compare(Value manifest, Node live, @Nullable Schema type, KeyedPath place) {
      if (!AppliedFieldSet.isOneValue(manifest, type)) {
        if (manifest instanceof MapValue map && (!map.isEmpty() || live instanceof MapValue)) {
          compareMaps(map, live, type, place);
          return;
        }
        if (manifest instanceof ListValue list
            && (!list.isEmpty() || live instanceof ListValue)
            && type != null) {
          compareItems(list, live, type, place);
          return;
        }
      }
      if (isRewritten(manifest, live, type, place)) {
        checkRewritten(place);
        return;
      }
      doubtIf(manifest instanceof NullValue, place.path(), "it is null");
      doubtIf(!manifest.equals(live), place.path(), "live has another value");
    }

    /// Whether the server stores the value of the manifest as the live one.
    private boolean isRewritten(Value manifest, Node live, @Nullable Schema type, KeyedPath place) {
      boolean emptyIsNothing = builtIn && (dropsEmpty || place.path().isWithin(ROOT.key(METADATA)));
      if (live instanceof Value stored) {
        return !manifest.equals(stored)
            && new WholeValue(emptyIsNothing).isStoredAs(manifest, stored, type);
      }
      return (builtIn && ZERO.contains(manifest)) || (emptyIsNothing && EMPTY.contains(manifest));
    }

    void compareMaps(MapValue manifest, Node live, @Nullable Schema type, KeyedPath place) {
      doubtIf(!(live instanceof MapValue), place.path(), "live has no such field");
      for (Map.Entry<String, Value> entry : manifest.entries().entrySet()) {
        KeyedPath at = place.key(entry.getKey());
        compare(
            entry.getValue(),
            ((MapValue) live).get(entry.getKey()),
            AppliedFieldSet.entry(type, entry.getKey(), at.path()),
            at);
      }
    }

    /// Compares items by their keys. Their order counts, too.
    private void compareItems(ListValue manifest, Node live, Schema type, KeyedPath place) {
      FieldPath path = place.path();
      doubtIf(!(live instanceof ListValue), path, "live has no such field");
      List<Value> stored = ((ListValue) live).items();
      var numbers = new HashMap<String, Integer>();
      for (int i = 0; i < stored.size(); i++) {
        String key = AppliedFieldSet.key(stored.get(i), type, path.index(i));
        doubtIf(numbers.put(key, i) != null, path, "two live items have the same keys");
      }
      Schema items = type.items().orElse(null);
      int last = -1;
      for (int i = 0; i < manifest.size(); i++) {
        FieldPath at = path.index(i);
        Value item = manifest.items().get(i);
        String key = AppliedFieldSet.key(item, type, at);
        Integer number = numbers.get(key);
        doubtIf(number == null, at, "live has no such item");
        doubtIf(number == null || number <= last, at, "live has the items in another order");
        last = number == null ? last : number;
        compare(item, stored.get(last), items, place.item(i, key));
      }
    }
  }
}
