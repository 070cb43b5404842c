package dev.japply.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Tests, run until the first one fails.
final class Trial implements TestExecutionListener {
  private final CancellationToken cancelled = CancellationToken.create();
  private volatile Optional<String> failed = Optional.empty();
  private final AtomicInteger passed = new AtomicInteger();

  /// The test that failed first; empty when all passed. Its class comes to the front of `tests`,
  /// since what catches one bug of a package often catches the next.
  static Optional<String> run(Planted classes, List<String> tests) {
    var trial = new Trial();
    Thread.currentThread().setContextClassLoader(classes);
    for (String test : List.copyOf(tests)) {
      trial.run(classes, test);
      if (trial.failed.isPresent()) {
        tests.remove(test);
        tests.addFirst(test);
        return trial.failed;
      }
    }
    if (trial.passed.get() == 0) {
      throw new IllegalStateException("no test ran of " + tests);
    }
    return Optional.empty();
  }

  private void run(Planted classes, String test) {
    try {
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(classes.loadClass(test)))
              .build();
      LauncherFactory.create()
          .execute(
              LauncherExecutionRequestBuilder.request(request)
                  .listeners(this)
                  .cancellationToken(cancelled)
                  .build());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } catch (LinkageError | RuntimeException e) {
      failed = Optional.of(test + " (" + e + ")");
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.FAILED && failed.isEmpty()) {
      failed = Optional.of(name(test));
      cancelled.cancel();
    } else if (test.isTest() && result.getStatus() == Status.SUCCESSFUL) {
      passed.incrementAndGet();
    }
  }

  private static String name(TestIdentifier test) {
    var name = new ArrayList<String>();
    test.getSource()
        .ifPresent(source -> {
          if (source instanceof MethodSource method) {
            name.add(simple(method.getClassName()) + "." + method.getMethodName());
          } else if (source instanceof ClassSource type) {
            name.add(simple(type.getClassName()));
          }
        });
    return name.isEmpty() ? test.getDisplayName() : name.getFirst();
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
