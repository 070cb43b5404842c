package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.diff.Secrets;
import dev.japply.object.SecretMask;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.TerminalText;
import dev.japply.report.IndentedJson.ReadableJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.stream.Collectors;

/// The changed fields of an object with their values, in one sentence. All readers of a CI system
/// see it. So it has no values at all if the report shows Secrets.
final class FieldChangeText {
  private static final int FIELDS = 5;

  /// The maximum length of a value; longer values are truncated where they are equal.
  private static final int WIDTH = 60;

  private FieldChangeText() {}

  /// Returns the changes, such as `spec.replicas 2 → 3; and 7 more`; empty if there are none.
  ///
  /// @param secrets whether the fields have values of Secrets
  static String of(List<FieldExplanation> fields, Secrets secrets) {
    String changes =
        fields.stream()
            .limit(FIELDS)
            .map(field -> TerminalText.line(of(field, secrets, WIDTH)))
            .collect(Collectors.joining("; "));
    int more = fields.size() - FIELDS;
    return more > 0 ? changes + "; and " + more + " more" : changes;
  }

  /// @param width the maximum length of a value
  static String of(FieldExplanation field, Secrets secrets, int width) {
    return switch (secrets) {
      case SHOWN -> field.path();
      case MASKED -> {
        var values = field.values();
        List<String> shown =
            Excerpts.of(width, List.of(text(values.live()), text(values.result())));
        yield field.path() + " " + shown.getFirst() + " \u2192 " + shown.getLast();
      }
    };
  }

  private static String text(Node node) {
    return switch (node) {
      case Missing none -> "none";
      case StringValue masked when masked.value().startsWith(SecretMask.HIDDEN) -> masked.value();
      case Value value -> ReadableJson.of(value);
    };
  }
}
