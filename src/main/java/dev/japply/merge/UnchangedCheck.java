package dev.japply.merge;

import dev.japply.merge.ManifestFields.Undescribed;
import dev.japply.object.FieldSet;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
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
///     new UnchangedCheck("my-operator", type)
///         .doubt((MapValue) Json.parse(manifestJson), (MapValue) Json.parse(liveJson))
///         .map(found -> found.path() + ": " + found.reason())
///         .orElse("live matches the manifest");
/// ```
///
/// Defaults of the server, fields of other managers and the order of a map's keys do not count. The
/// check is certain only in one direction: without a doubt, an apply changes neither a value nor an
/// owner. With a doubt it may still change nothing, for example if a quantity has another form.
/// What admission would do with the manifest is not known.
///
/// @param manager the field manager
/// @param type the type of the object
/// @param served whether the server still serves an API version of the object's group, as `apps/v1`
public record UnchangedCheck(String manager, Schema type, Predicate<String> served) {
  private static final Set<String> METADATA =
      Set.of("name", "namespace", "labels", "annotations", "finalizers", "ownerReferences");

  /// Entries of managed fields that show that a custom resource's metadata had an empty value,
  /// which the server stores and no read shows.
  private static final Set<String> BARE = Set.of("f:labels", "f:annotations", "f:finalizers");

  /// Creates a check for objects whose fields were all written in the API version of the manifest;
  /// others are a doubt.
  public UnchangedCheck(String manager, Schema type) {
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
  public Optional<Doubt> doubt(MapValue manifest, MapValue live) {
    try {
      checkManagers(manifest, live);
      checkForm(manifest, live);
      OwnedFields own = OwnedFields.of(live, manager);
      FieldSet fields = ManifestFields.read(manifest, type);
      checkOwners(fields, own);
      compareMaps(body(manifest), live, type, FieldPath.root());
      return Optional.empty();
    } catch (Found found) {
      return Optional.of(new Doubt(found.path, found.reason));
    } catch (Undescribed unknown) {
      return Optional.of(new Doubt(unknown.path(), "the schema does not describe it"));
    }
  }

  /// The first doubt ends the check.
  private static final class Found extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient FieldPath path;
    private final String reason;

    Found(FieldPath path, String reason) {
      super(reason, null, false, false);
      this.path = path;
      this.reason = reason;
    }
  }

  private static void doubtIf(boolean wrong, FieldPath path, String reason) {
    if (wrong) {
      throw new Found(path, reason);
    }
  }

  private void checkManagers(MapValue manifest, MapValue live) {
    FieldPath fields = FieldPath.root().key("metadata").key("managedFields");
    String version = manifest.text("apiVersion");
    List<MapValue> entries = ManagedFields.of(live).entries();
    List<MapValue> own =
        entries.stream()
            .filter(entry -> entry.text("manager").equals(manager))
            .filter(entry -> entry.text("operation").equals("Apply"))
            .filter(entry -> entry.text("subresource").isEmpty())
            .toList();
    doubtIf(own.size() != 1, fields, manager + " has not applied the object");
    doubtIf(
        !own.getFirst().text("apiVersion").equals(version),
        fields,
        manager + " has applied another API version");
    for (MapValue entry : entries) {
      String other = entry.text("apiVersion");
      doubtIf(
          !other.equals(version) && !served.test(other),
          fields,
          "an entry has the API version " + other);
    }
    doubtIf(
        live.map("metadata").map("annotations").has(LastApplied.KEY),
        FieldPath.root().key("metadata").key("annotations").key(LastApplied.KEY),
        "the object was applied client-side");
  }

  /// Checks for values that the server stores in another form than it shows.
  private void checkForm(MapValue manifest, MapValue live) {
    FieldPath metadata = FieldPath.root().key("metadata");
    for (String key : manifest.map("metadata").entries().keySet()) {
      doubtIf(!METADATA.contains(key), metadata.key(key), "the server maintains it");
    }
    for (String key : List.of("status", "stringData")) {
      doubtIf(manifest.has(key), FieldPath.root().key(key), "it is not stored as it is sent");
    }
    if (live.text("kind").equals("Secret") && live.text("apiVersion").equals("v1")) {
      checkTexts(live.map("data"), FieldPath.root().key("data"));
    }
    if (!type.isStrategic()) {
      for (String key : List.of("labels", "annotations")) {
        checkTexts(live.map("metadata").map(key), metadata.key(key));
      }
      boolean bare =
          ManagedFields.of(live).entries().stream()
              .map(entry -> entry.map("fieldsV1").map("f:metadata"))
              .anyMatch(fields ->
                  BARE.stream()
                      .anyMatch(key -> fields.get(key) instanceof MapValue map && map.isEmpty()));
      doubtIf(bare, metadata, "it had an empty value");
    }
  }

  private static void checkTexts(MapValue texts, FieldPath path) {
    texts
        .entries()
        .forEach((key, text) ->
            doubtIf(text.equals(new StringValue("")), path.key(key), "it may be stored as null"));
  }

  private void checkOwners(FieldSet fields, OwnedFields own) {
    doubtIf(fields.nodes().isEmpty(), FieldPath.root(), "the manifest sets no fields");
    if (!fields.equals(own.fields())) {
      FieldPath path =
          fields.leaves().stream()
              .filter(leaf -> !own.owns(leaf))
              .findFirst()
              .or(() -> other(fields, own))
              .orElse(FieldPath.root());
      throw new Found(
          path, own.owns(path) ? "it is not in the manifest" : manager + " does not own it");
    }
  }

  private static Optional<FieldPath> other(FieldSet fields, OwnedFields own) {
    List<FieldPath> manifest = fields.leaves();
    return own.paths().stream().filter(leaf -> !manifest.contains(leaf)).findFirst();
  }

  private static MapValue body(MapValue manifest) {
    MapValue metadata = manifest.map("metadata").without("name").without("namespace");
    MapValue body = manifest.without("apiVersion").without("kind").without("metadata");
    return metadata.isEmpty() ? body : body.with("metadata", metadata);
  }

  private static void compare(Value manifest, Node live, @Nullable Schema type, FieldPath path) {
    doubtIf(manifest instanceof NullValue, path, "it is null");
    if (!ManifestFields.isOneValue(manifest, type)) {
      if (manifest instanceof MapValue map && !map.isEmpty()) {
        compareMaps(map, live, type, path);
        return;
      }
      if (manifest instanceof ListValue list && !list.isEmpty() && type != null) {
        compareItems(list, live, type, path);
        return;
      }
    }
    doubtIf(!manifest.equals(live), path, "live has another value");
  }

  private static void compareMaps(
      MapValue manifest, Node live, @Nullable Schema type, FieldPath path) {
    doubtIf(!(live instanceof MapValue), path, "live has no such field");
    for (Map.Entry<String, Value> entry : manifest.entries().entrySet()) {
      FieldPath at = path.key(entry.getKey());
      compare(
          entry.getValue(),
          ((MapValue) live).get(entry.getKey()),
          ManifestFields.entry(type, entry.getKey(), at),
          at);
    }
  }

  /// Compares items by their keys. Their order counts, too.
  private static void compareItems(ListValue manifest, Node live, Schema type, FieldPath path) {
    doubtIf(!(live instanceof ListValue), path, "live has no such field");
    List<Value> stored = ((ListValue) live).items();
    var numbers = new HashMap<String, Integer>();
    for (int i = 0; i < stored.size(); i++) {
      String key = ManifestFields.key(stored.get(i), type, path.index(i));
      doubtIf(numbers.put(key, i) != null, path, "two live items have the same keys");
    }
    Schema items = type.items().orElse(null);
    int last = -1;
    for (int i = 0; i < manifest.size(); i++) {
      FieldPath at = path.index(i);
      Value item = manifest.items().get(i);
      Integer number = numbers.get(ManifestFields.key(item, type, at));
      doubtIf(number == null, at, "live has no such item");
      doubtIf(number == null || number <= last, at, "live has the items in another order");
      last = number == null ? last : number;
      compare(item, stored.get(last), items, at);
    }
  }
}
