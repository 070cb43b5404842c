package dev.japply.merge;

import dev.japply.merge.MergeRequest.Options;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an edit of the last-applied annotation means for the applies that follow.
///
/// An apply deletes what was applied last and is not in the manifest any more. The edit itself
/// changes no field. What it does change is found by the merge itself, with two manifests that may
/// come next: the one that was applied last, unchanged, and the one that the edit makes of it.
///
/// @param changes by kind, and in the order of the fields
public record AnnotationEdit(List<Change> changes) {
  public AnnotationEdit {
    changes = List.copyOf(changes);
  }

  /// What becomes of a field.
  public enum Kind {
    /// It left the annotation: it keeps its live value when the manifest leaves it out, where it
    /// would have been deleted.
    RELEASED,
    /// It came into the annotation, and is live: the next apply of a manifest without it, as that
    /// which was applied last is, deletes it.
    DELETED,
    /// It came into the annotation, and is not live: from now on it is deleted when somebody sets
    /// it and the manifest does not have it.
    OWNED,
    /// Its value is another one, which means nothing: the merge looks at what is there, not at its
    /// value.
    VALUE
  }

  /// One field.
  ///
  /// @param field the field as text: `spec.template.spec.containers[name=web].image`
  /// @param path the same without the keys of list items
  /// @param live its value on the server; `Missing` when it has none
  public record Change(Kind kind, String field, FieldPath path, Node live) {}

  /// What it means to turn `before` into `after`.
  ///
  /// @param before what was applied last, by the old annotation
  /// @param after the same by the new one
  /// @throws MergeException when the documents do not fit the schema
  public static AnnotationEdit of(
      MapValue before, MapValue after, MapValue live, @Nullable Schema schema) {
    return new Comparison(before, after, live, schema).result();
  }

  /// The documents, and what was found so far.
  private static final class Comparison {
    private final MapValue before;
    private final MapValue after;
    private final MapValue live;
    private final @Nullable Schema schema;
    private final List<Change> changes = new ArrayList<>();
    private final List<TreePath> told = new ArrayList<>();

    Comparison(MapValue before, MapValue after, MapValue live, @Nullable Schema schema) {
      this.before = before;
      this.after = after;
      this.live = live;
      this.schema = schema;
    }

    AnnotationEdit result() {
      MapValue kept = applied(after, after);
      var released = difference(kept, applied(before, after)).gone();
      var deleted = difference(applied(before, before), applied(after, before)).gone();
      TreeDifference left = difference(StoredForm.owned(before), StoredForm.owned(after));
      TreeDifference came = difference(StoredForm.owned(after), StoredForm.owned(before));
      add(Kind.RELEASED, released, true);
      add(Kind.RELEASED, left.gone(), false);
      add(Kind.DELETED, deleted, true);
      add(Kind.OWNED, came.gone(), false);
      add(Kind.VALUE, came.changed(), false);
      return new AnnotationEdit(changes);
    }

    /// The live object after an apply of `manifest`.
    private MapValue applied(MapValue lastApplied, MapValue manifest) {
      return ThreeWayMerge.merge(
              new MergeRequest(lastApplied, manifest, live, schema, Options.DEFAULT))
          .result();
    }

    private TreeDifference difference(MapValue from, MapValue to) {
      Schema type = CustomResourceSchema.orThis(schema);
      return TreeDifference.between(from, to, type);
    }

    private void add(Kind kind, List<TreePath> paths, boolean isLive) {
      for (TreePath path : paths) {
        boolean identity = path.isIdentity();
        if (!identity && told.stream().noneMatch(other -> other.overlaps(path))) {
          Node value = isLive ? path.value() : Missing.MISSING;
          changes.add(new Change(kind, path.text(), path.path(), value));
        }
      }
      told.addAll(paths);
    }
  }
}
