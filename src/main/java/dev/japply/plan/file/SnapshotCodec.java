package dev.japply.plan.file;

import static dev.japply.plan.file.PlanDocument.PlanValue.list;
import static dev.japply.plan.file.PlanDocument.PlanValue.map;
import static dev.japply.plan.file.PlanDocument.PlanValue.text;
import static dev.japply.plan.file.PlanDocument.PlanValue.time;
import static dev.japply.plan.file.PlanDocument.PlanValue.wrong;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanDocument.PlanValue;
import dev.japply.plan.file.Snapshot.Entry;
import dev.japply.plan.file.Snapshot.Made;
import dev.japply.plan.file.Snapshot.Place;
import dev.japply.plan.file.Snapshot.SealedObject;
import dev.japply.plan.file.Snapshot.TypeRecord;
import dev.japply.schema.SchemaCodec;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.function.Function;

/// Converts snapshots to trees and back. `docs/snapshot.schema.json` describes the format.
public final class SnapshotCodec {
  public static final PlanDocument FORM =
      new PlanDocument(
          "Snapshot",
          "snapshot",
          "japply snapshot -f … --out FILE",
          "take it again",
          "`japply diff --live` compares manifests with it");

  private SnapshotCodec() {}

  public static MapValue toTree(Snapshot snapshot) {
    Made made = snapshot.made();
    return FORM.end(
        FORM.begin()
            .with("created", Value.text(made.created().toString()))
            .with("by", Value.text(made.by()))
            .with("cluster", PlanFileCodec.tree(made.target()))
            .with("namespace", Value.text(snapshot.namespace()))
            .with("salt", Value.text(snapshot.digests().salt()))
            .with("types", ListValue.of(snapshot.types(), SnapshotCodec::tree))
            .with("schemas", ListValue.of(snapshot.schemas(), SchemaCodec::encode))
            .with("objects", ListValue.of(snapshot.entries(), SnapshotCodec::tree)));
  }

  /// Converts a tree from [#toTree] back to a snapshot.
  ///
  /// @throws dev.japply.problem.JapplyException if the tree is not a snapshot or was edited
  public static Snapshot read(MapValue tree) {
    FORM.check(tree);
    return new Snapshot(
        new Made(
            time(tree, "created"), text(tree, "by"), PlanFileCodec.target(map(tree, "cluster"))),
        text(tree, "namespace"),
        new SecretDigests(text(tree, "salt")),
        all(tree, "types", SnapshotCodec::type),
        all(tree, "schemas", SnapshotCodec::schema),
        all(tree, "objects", SnapshotCodec::entry));
  }

  private static <T> List<T> all(MapValue tree, String key, Function<MapValue, T> reading) {
    return list(tree, key).items().stream()
        .map(item -> {
          if (item instanceof MapValue map) {
            return reading.apply(map);
          }
          throw wrong(key);
        })
        .toList();
  }

  private static Gvk gvk(MapValue tree) {
    text(tree, "apiVersion");
    text(tree, "kind");
    return Gvk.of(tree);
  }

  private static Value tree(TypeRecord type) {
    MapValue tree = type.gvk().tree();
    return type.isServed()
        ? tree.with("plural", Value.text(type.plural()))
            .with("namespaced", Value.bool(type.namespaced()))
        : tree;
  }

  private static TypeRecord type(MapValue tree) {
    return tree.has("plural")
        ? new TypeRecord(gvk(tree), text(tree, "plural"), PlanValue.bool(tree, "namespaced"))
        : new TypeRecord(gvk(tree), "", false);
  }

  private static SchemaDocument schema(MapValue tree) {
    try {
      return SchemaCodec.decode(tree);
    } catch (IllegalArgumentException e) {
      throw wrong("schemas");
    }
  }

  private static Value tree(Entry entry) {
    Place place = entry.place();
    MapValue tree = place.gvk().tree();
    tree =
        place.namespace().isEmpty() ? tree : tree.with("namespace", Value.text(place.namespace()));
    tree = tree.with("name", Value.text(place.name()));
    SealedObject object = entry.object();
    if (object == null) {
      return tree;
    }
    tree = tree.with("live", object.live());
    return object.lastApplied() instanceof MapValue config
        ? tree.with("lastApplied", config)
        : tree;
  }

  private static Entry entry(MapValue tree) {
    String namespace = tree.has("namespace") ? text(tree, "namespace") : "";
    var place = new Place(gvk(tree), namespace, text(tree, "name"));
    if (!tree.has("live")) {
      return new Entry(place, null);
    }
    Node config = tree.has("lastApplied") ? map(tree, "lastApplied") : MISSING;
    return new Entry(place, new SealedObject(map(tree, "live"), config));
  }
}
