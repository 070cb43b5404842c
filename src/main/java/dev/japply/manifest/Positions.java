package dev.japply.manifest;

import dev.japply.manifest.document.Document;
import dev.japply.manifest.document.Located;
import dev.japply.manifest.document.Located.Place;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/// The places of the fields of one document. Only its text is kept; it is read again when a place
/// is asked for, which happens for the few objects that have a problem.
final class Positions {
  private final Document document;
  private SoftReference<@Nullable Located> root = new SoftReference<>(null);

  Positions(Document document) {
    this.document = document;
  }

  /// The place of a field.
  ///
  /// @param base where in the document the object stands
  /// @param path the field in the object
  Origin find(FieldPath base, FieldPath path) {
    FieldPath whole = base;
    var steps = path.steps();
    while (steps.hasNext()) {
      whole =
          switch (steps.next()) {
            case FieldPath.Root at -> whole;
            case FieldPath.Key(FieldPath parent, String key) -> whole.key(key);
            case FieldPath.Index(FieldPath parent, int index) -> whole.index(index);
            case FieldPath.Item(FieldPath parent, Value identity) -> whole.item(identity);
          };
    }
    Place place = root().find(whole);
    return new Origin(document.source(), place.line(), place.column());
  }

  private synchronized Located root() {
    Located known = root.get();
    if (known == null) {
      known = document.read(notice -> {}).orElseThrow();
      root = new SoftReference<>(known);
    }
    return known;
  }
}
