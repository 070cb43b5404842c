package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.util.List;
import java.util.stream.Collectors;

/// The changed fields of an object with their values, in one sentence.
final class FieldChangeText {
  private static final int FIELDS = 5;

  /// The maximum length of a value; longer values are truncated where they are equal.
  private static final int WIDTH = 60;

  private FieldChangeText() {}

  /// Returns the changes, such as `spec.replicas 2 → 3; and 7 more`; empty if there are none.
  static String of(List<FieldExplanation> fields) {
    String changes =
        fields.stream().limit(FIELDS).map(FieldChangeText::of).collect(Collectors.joining("; "));
    int more = fields.size() - FIELDS;
    return more > 0 ? changes + "; and " + more + " more" : changes;
  }

  private static String of(FieldExplanation field) {
    var values = field.values();
    List<String> shown = Excerpts.of(WIDTH, List.of(text(values.live()), text(values.result())));
    return TerminalText.line(
        field.path() + " " + shown.getFirst() + " \u2192 " + shown.getLast());
  }

  private static String text(Node node) {
    return switch (node) {
      case Missing none -> "none";
      case Value value -> ReadableJson.of(value);
    };
  }
}
