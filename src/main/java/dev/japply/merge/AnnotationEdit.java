package dev.japply.merge;

import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.KeyDefaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The effect of an edit of the last-applied annotation on later applies.
///
/// An apply deletes each field that was applied last and is no longer in the manifest. The edit
/// itself changes no field. Its effect is computed by merging two possible next manifests: the one
/// that was applied last, unchanged, and the one that the edited annotation contains.
///
/// @param changes the changes by kind, and in the order of the fields
public record AnnotationEdit(List<Change> changes) {
  public AnnotationEdit {
    changes = List.copyOf(changes);
  }

  private static final Set<String> IDENTITY =
      Set.of("apiVersion", "kind", "metadata.name", "metadata.namespace");

  /// The effect on one field.
  public enum Kind {
    /// It left the annotation: it keeps its live value when the manifest leaves it out, where it
    /// would have been deleted.
    RELEASED,
    /// The field is added to the annotation and is live: the next apply of a manifest without it,
    /// such as the one that was applied last, deletes it.
    DELETED,
    /// The field is added to the annotation and is not live. From now on it is deleted if another
    /// client sets it and the manifest does not contain it.
    OWNED,
    /// The value is different, which has no effect: the merge checks that a field exists, not its
    /// value.
    VALUE
  }

  /// One field.
  ///
  /// @param path its path, such as `spec.template.spec.containers[name=web].image`
  /// @param live its value on the server; `Missing` when it has none
  public record Change(Kind kind, FieldPath path, Node live) {
    @Override
    public String toString() {
      return kind + " " + path;
    }
  }

  /// Returns the effect of replacing `before` by `after`.
  ///
  /// @param before the last applied object according to the old annotation
  /// @param after the last applied object according to the new annotation
  /// @throws MergeException if the documents do not fit the schema
  public static AnnotationEdit of(
      MapValue before, MapValue after, MapValue live, @Nullable Schema schema) {
    return new Comparison(before, after, live, schema).result();
  }

  /// The documents and the changes found so far.
  private static final class Comparison {
    private final MapValue before;
    private final MapValue after;
    private final MapValue live;
    private final @Nullable Schema schema;
    private final List<Change> changes = new ArrayList<>();
    private final List<FieldPath> reported = new ArrayList<>();

    Comparison(MapValue before, MapValue after, MapValue live, @Nullable Schema schema) {
      this.before = before;
      this.after = after;
      this.live = live;
      this.schema = schema;
    }

    AnnotationEdit result() {
      MapValue kept = applied(after, after);
      var released = difference(kept, applied(before, after)).gone();
      MapValue unchanged = applied(before, before);
      var deleted = difference(unchanged, applied(after, before)).gone();
      TreeDifference left =
          difference(ServerNormalization.owned(before), ServerNormalization.owned(after));
      TreeDifference came =
          difference(ServerNormalization.owned(after), ServerNormalization.owned(before));
      add(Kind.RELEASED, released, kept);
      add(Kind.RELEASED, left.gone(), Missing.MISSING);
      add(Kind.DELETED, deleted, unchanged);
      add(Kind.OWNED, came.gone(), Missing.MISSING);
      add(Kind.VALUE, came.changed(), Missing.MISSING);
      return new AnnotationEdit(changes);
    }

    /// Returns the live object after an apply of `manifest`.
    private MapValue applied(MapValue lastApplied, MapValue manifest) {
      return ThreeWayMerge.merge(
              new MergeRequest(lastApplied, manifest, live, schema, Options.DEFAULT))
          .result();
    }

    private TreeDifference difference(MapValue from, MapValue to) {
      Schema type = CustomResourceSchema.orThis(schema);
      return TreeDifference.between(from, to, type);
    }

    /// @param live the object that has the fields; missing if none of them is live
    private void add(Kind kind, List<FieldPath> paths, Node live) {
      Node named = live instanceof MapValue map ? KeyDefaults.in(map, schema) : live;
      for (FieldPath path : paths) {
        boolean identity = IDENTITY.contains(path.toString());
        if (!identity && reported.stream().noneMatch(path::overlaps)) {
          changes.add(new Change(kind, path, path.in(named)));
        }
      }
      reported.addAll(paths);
    }
  }
}
