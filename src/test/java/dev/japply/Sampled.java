package dev.japply;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A parameterized test with many similar rows that each need a server: `make test` runs every
/// fourth row, beginning with the first, `make verify` all.
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sampled.Rows.class)
public @interface Sampled {
  /// Skips the other rows.
  final class Rows implements ExecutionCondition {
    private static final int DISTANCE = 4;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      String id = context.getUniqueId();
      int row = id.lastIndexOf("invocation:#");
      if (Cases.all() || row < 0 || !id.endsWith("]")) {
        return ConditionEvaluationResult.enabled("");
      }
      int number = Integer.parseInt(id.substring(row + "invocation:#".length(), id.length() - 1));
      return (number - 1) % DISTANCE == 0
          ? ConditionEvaluationResult.enabled("")
          : ConditionEvaluationResult.disabled("make verify has more rows of tables");
    }
  }
}
