package dev.japply.manifest.document;

import dev.japply.manifest.document.Located.Place;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.lang.ref.SoftReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The places of the fields of one document. Only its text is kept; it is read again when a place
/// is asked for, which happens for the few objects that have a problem.
public final class Positions {
  private final String source;
  private final Supplier<Located> reader;
  private SoftReference<@Nullable Located> root = new SoftReference<>(null);

  /// The places in a document of `source`.
  ///
  /// @param reader reads it, again and again
  public Positions(String source, Supplier<Located> reader) {
    this.source = source;
    this.reader = reader;
  }

  /// The place of a field.
  ///
  /// @param base where in the document the object stands
  /// @param path the field in the object
  public Origin find(FieldPath base, FieldPath path) {
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
    return new Origin(source, place.line(), place.column());
  }

  private synchronized Located root() {
    Located known = root.get();
    if (known == null) {
      known = reader.get();
      root = new SoftReference<>(known);
    }
    return known;
  }
}
