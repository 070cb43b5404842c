package dev.japply.kustomize.load;

import dev.japply.manifest.document.KyamlDocument;
import dev.japply.manifest.document.Located;
import dev.japply.manifest.document.Spelling;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/// The places of the fields of one document, which is read again when one is asked for.
final class Places {
  private final KyamlDocument document;
  private SoftReference<@Nullable Located> root = new SoftReference<>(null);

  Places(KyamlDocument document) {
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
    Located known = root();
    Located.Place place = known.find(whole.numberedIn(known.value()));
    return new Origin(document.source(), place.line(), place.column());
  }

  private synchronized Located root() {
    Located known = root.get();
    if (known == null) {
      known = document.read(new Spelling()).orElseThrow();
      root = new SoftReference<>(known);
    }
    return known;
  }
}
