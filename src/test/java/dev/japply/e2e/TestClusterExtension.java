package dev.japply.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// Starts the one cluster of this JVM when the first test asks for it, which JUnit closes at the
/// end. A cluster with nodes is the class's own, and ends with it: even one without requests takes
/// time of the processor.
final class TestClusterExtension implements ExecutionCondition, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(TestClusterExtension.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> missing =
        nodes(context) > 0 && ClusterKind.chosen() != ClusterKind.BUILT
            ? Optional.of("only the cluster that e2e/build makes has nodes that are played")
            : ClusterKind.chosen().missing();
    return missing
        .map(why -> ConditionEvaluationResult.disabled("no cluster: " + why))
        .orElseGet(() -> ConditionEvaluationResult.enabled("there is a cluster"));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCluster.class;
  }

  @Override
  public TestCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    int nodes = nodes(context);
    return (nodes > 0 ? ofClass(context) : context.getRoot())
        .getStore(NAMESPACE)
        .computeIfAbsent(nodes, key -> start(nodes), TestCluster.class);
  }

  private static ExtensionContext ofClass(ExtensionContext context) {
    ExtensionContext at = context;
    while (at.getTestMethod().isPresent()) {
      at = at.getParent().orElseThrow();
    }
    return at;
  }

  private static int nodes(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getTestClass(), UsesTestCluster.class)
        .map(UsesTestCluster::nodes)
        .orElse(0);
  }

  private static TestCluster start(int nodes) {
    try {
      return TestCluster.start(ClusterKind.chosen(), ClusterKind.programs(), nodes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
