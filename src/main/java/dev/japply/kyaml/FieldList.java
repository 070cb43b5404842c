package dev.japply.kyaml;

import dev.japply.problem.JapplyException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The fields that a transformer changes.
public record FieldList(List<FieldSpec> fields) {
  static final FieldList NONE = new FieldList(List.of());

  public FieldList {
    fields = List.copyOf(fields);
  }

  /// These and `more`, without those that are covered already.
  ///
  /// @throws JapplyException when a field is to be created by one and not by the other
  public FieldList with(FieldList more) {
    if (more.fields.isEmpty() || more.equals(this)) {
      return this;
    }
    var all = new ArrayList<>(fields);
    for (FieldSpec field : more.fields) {
      FieldSpec known = all.stream().filter(one -> one.covers(field)).findFirst().orElse(null);
      if (known == null) {
        all.add(field);
      } else if (known.create() != field.create()) {
        throw new JapplyException(
            "conflicting fieldspecs: " + field.path() + " is to be created by one alone",
            "give both the same create");
      }
    }
    return new FieldList(all);
  }

  /// In kustomize's order of kinds.
  public FieldList sorted() {
    Comparator<FieldSpec> order =
        (a, b) -> KindOrder.INSTANCE.compare(a.kinds().kinds(), b.kinds().kinds());
    return new FieldList(fields.stream().sorted(order).toList());
  }
}
