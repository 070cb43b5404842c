package dev.japply.kustomize.load;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.Value;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.SecretLines;
import dev.japply.yaml.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads kustomization files.
public final class KustomizationReader {
  private KustomizationReader() {}

  /// The kustomization in `content`.
  ///
  /// @param notes receives the warnings and the unknown fields
  /// @throws JapplyException if it cannot be read, with all errors
  public static KustomizationFields read(FileContent content, List<Problem> notes) {
    var problems = new ArrayList<Problem>();
    FieldReader map = map(content, problems);
    var file = new KustomizationFields(map, problems);
    map.finish("");
    List<Problem> errors =
        problems.stream().filter(problem -> problem.severity() == Severity.ERROR).toList();
    if (!errors.stream().allMatch(FieldReader::isUnknownField)) {
      throw new JapplyException(errors);
    }
    notes.addAll(problems);
    return file;
  }

  /// The map that is the first document of `content`.
  ///
  /// @param problems receives the errors in its fields
  static FieldReader map(FileContent content, List<Problem> problems) {
    PositionedValue root = root(content).orElse(null);
    if (root == null || (root instanceof Fields fields && isEmpty(fields))) {
      throw new JapplyException(
          new Origin(content.name(), 1, 0), "kustomization.yaml is empty", "list its resources");
    }
    if (!(root instanceof Fields fields)) {
      throw new JapplyException(
          new Origin(content.name(), root.place().line(), root.place().column()),
          "invalid Kustomization: it must be a map",
          "write fields, such as resources: [app.yaml]");
    }
    return new FieldReader(content.name(), fields, problems);
  }

  /// Returns whether no field except `apiVersion` and `kind` has a value.
  private static boolean isEmpty(Fields map) {
    return map.fields().entrySet().stream()
        .allMatch(field ->
            field.getKey().equalsIgnoreCase("apiVersion")
                || (field.getKey().equalsIgnoreCase("kind") && isKnown(field.getValue()))
                || (field.getValue().value() instanceof Leaf leaf
                    && (leaf.value() instanceof NullValue || leaf.value().equals(Value.text("")))));
  }

  private static boolean isKnown(PositionedField kind) {
    return kind.value().value() instanceof StringValue(String text)
        && (text.equals("Kustomization") || text.equals("Component"));
  }

  /// Returns the maps of `content`, and allows unknown fields.
  ///
  /// @throws JapplyException if it cannot be read
  public static List<FieldReader> tolerant(FileContent content) {
    return root(content).stream()
        .filter(Fields.class::isInstance)
        .map(
            map -> FieldReader.tolerant(content.name(), (Fields) map, new ArrayList<>(), List.of()))
        .toList();
  }

  /// Returns the maps of `content`: one map, or the items of a list.
  ///
  /// @param problems receives the errors in their fields
  static List<FieldReader> maps(FileContent content, List<Problem> problems) {
    PositionedValue root = root(content).orElse(null);
    List<PositionedValue> all =
        root instanceof Items list ? list.items() : root == null ? List.of() : List.of(root);
    return all.stream()
        .filter(Fields.class::isInstance)
        .map(fields -> new FieldReader(content.name(), (Fields) fields, problems))
        .toList();
  }

  /// The first document of `content`.
  ///
  /// @throws JapplyException when it cannot be read
  public static Optional<Value> value(FileContent content) {
    return root(content).map(PositionedValue::value);
  }

  private static Optional<PositionedValue> root(FileContent content) {
    var roots = new ArrayList<PositionedValue>();
    String text = SourceText.decode(content.bytes());
    Optional<JapplyException> failed =
        DocumentStream.readAsItEnds(content.name(), text, entry -> roots.add(entry.root()))
            .map(failure ->
                new JapplyException(
                    SecretLines.of(text)
                        .unread(
                            failure.place().line(),
                            Problem.error(
                                new Origin(
                                    content.name(),
                                    failure.place().line(),
                                    failure.place().column()),
                                String.valueOf(failure.getMessage()),
                                failure.hint()))));
    if (failed.isPresent()) {
      throw failed.get();
    }
    return roots.stream().findFirst();
  }
}
