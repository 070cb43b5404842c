package dev.japply.plan;

import dev.japply.diff.SimilarName;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A reference to a field that an object does not have, and that its type does not describe.
///
/// @param nearest the field with the most similar name, at the first step that is unknown; empty if
///   none is similar
public record UnknownField(Optional<String> nearest) {

  /// Returns the unknown field of a reference; empty if the object has it, or can have it.
  ///
  /// @param tree the object
  /// @param type its type; null if only the object counts
  public static Optional<UnknownField> find(String field, MapValue tree, @Nullable Schema type) {
    List<FieldReference.Step> steps;
    try {
      steps = FieldReference.parse(field).steps();
    } catch (JapplyException e) {
      return Optional.empty();
    }
    FieldPath at = FieldPath.root();
    Node node = tree;
    Schema known = type;
    for (FieldReference.Step step : steps) {
      Optional<UnknownField> unknown = unknown(step, at, node, known);
      if (unknown.isPresent()) {
        return unknown;
      }
      at = step.bracketed() ? at.item(Value.text(step.text())) : at.key(step.text());
      node = next(step, node);
      known = next(step, known);
    }
    return Optional.empty();
  }

  private static Optional<UnknownField> unknown(
      FieldReference.Step step, FieldPath at, Node node, @Nullable Schema type) {
    if (step.bracketed() || (node instanceof MapValue map && map.has(step.text()))) {
      return Optional.empty();
    }
    if (node instanceof ScalarValue || node instanceof ListValue) {
      return Optional.of(new UnknownField(Optional.empty()));
    }
    var names = new TreeSet<String>();
    if (type != null) {
      if (type.def().fields().isEmpty() || type.field(step.text()).isPresent()) {
        return Optional.empty();
      }
      names.addAll(type.def().fields().keySet());
    }
    if (node instanceof MapValue map) {
      names.addAll(map.entries().keySet());
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new UnknownField(
                SimilarName.find(names, step.text()).map(name -> at.key(name).toString())));
  }

  private static Node next(FieldReference.Step step, Node node) {
    return switch (node) {
      case MapValue map -> map.get(step.text());
      case ListValue list ->
          step.places(list).stream()
              .findFirst()
              .<Node>map(place -> list.items().get(place))
              .orElse(Missing.MISSING);
      default -> Missing.MISSING;
    };
  }

  private static @Nullable Schema next(FieldReference.Step step, @Nullable Schema type) {
    if (type == null) {
      return null;
    }
    return type.field(step.text())
        .map(Schema.Field::type)
        .or(() -> step.bracketed() ? type.items() : Optional.empty())
        .or(type::additional)
        .orElse(null);
  }

  /// Returns the hint that names the similar field; `otherwise` if there is none.
  public String hint(String otherwise) {
    return nearest.map(name -> "did you mean " + name + "?").orElse(otherwise);
  }
}
