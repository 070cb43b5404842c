package dev.japply.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Starts the one cluster of this JVM when the first test asks for it; JUnit closes it at the end.
final class TestClusterExtension implements ExecutionCondition, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(TestClusterExtension.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return ClusterKind.chosen()
        .missing()
        .map(why -> ConditionEvaluationResult.disabled("no cluster: " + why))
        .orElseGet(() -> ConditionEvaluationResult.enabled("there is a cluster"));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCluster.class;
  }

  @Override
  public TestCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(TestCluster.class, key -> start(), TestCluster.class);
  }

  private static TestCluster start() {
    try {
      return TestCluster.start(ClusterKind.chosen(), ClusterKind.programs());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
