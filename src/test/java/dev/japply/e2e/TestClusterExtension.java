package dev.japply.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    String programs = System.getProperty(TestCluster.PROPERTY, "");
    if (programs.isEmpty()) {
      return skip(context, "the system property " + TestCluster.PROPERTY + " is not set");
    }
    return Files.isExecutable(Path.of(programs, "japply-e2e"))
        ? ConditionEvaluationResult.enabled("there is a cluster program")
        : skip(context, programs + " holds no program japply-e2e");
  }

  private static ConditionEvaluationResult skip(ExtensionContext context, String why) {
    String message = "skipped " + context.getDisplayName() + ": " + why;
    if (context.getTestMethod().isEmpty()) {
      context.publishReportEntry(message);
      System.err.println(message);
    }
    return ConditionEvaluationResult.disabled(message);
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
      return TestCluster.start(Path.of(System.getProperty(TestCluster.PROPERTY)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
