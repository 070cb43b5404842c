package dev.japply;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A parameterized test with many similar rows that each need a server: `make test` runs every
/// fourth row, beginning with the first, `make verify` all.
@Retention(RetentionPolicy.RUNTIME)
@Tag("sampled")
@ExtendWith(Sampled.Rows.class)
public @interface Sampled {
  /// Skips the other rows.
  final class Rows implements ExecutionCondition {
    private static final int DISTANCE = 4;
    private static final Pattern ROW = Pattern.compile("invocation:#(\\d+)]$");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      Matcher row = ROW.matcher(context.getUniqueId());
      return Cases.all() || !row.find() || Integer.parseInt(row.group(1)) % DISTANCE == 1
          ? ConditionEvaluationResult.enabled("")
          : ConditionEvaluationResult.disabled("make verify has more rows of tables");
    }
  }
}
