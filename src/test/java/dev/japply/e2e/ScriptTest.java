package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.Cases;
import dev.japply.e2e.Actor.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Runs the scripts: kubectl and japply do the same on the same server, and the outcome is compared
/// after each step. `make test` runs the scripts with the most commands and flags for their length,
/// `make verify` all of them; `-Djapply.script=REGEX` runs those alone whose names it matches.
@Tag("sampled")
@UsesTestCluster
@Order(1)
class ScriptTest {
  /// More than there are processors at work: much of a script is waiting.
  private static final int AT_ONCE = 4;

  /// How many scripts `make test` runs.
  private static final int FEW = 17;

  private final TestCluster server;
  @TempDir private Path directory;

  ScriptTest(TestCluster server) {
    this.server = server;
  }

  @TestFactory
  Stream<DynamicTest> scripts() {
    Predicate<String> only = Pattern.compile(System.getProperty("japply.script", "")).asPredicate();
    List<Script> scripts =
        Cases.all() || System.getProperties().containsKey("japply.script")
            ? Script.all()
            : few(Script.all());
    assertThat(scripts).isNotEmpty();
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    var acts = new ArrayList<Future<?>>();
    var tests = new ArrayList<DynamicTest>();
    for (Script script : scripts) {
      if (only.test(script.name())) {
        Future<?> act = pool.submit(() -> act(script));
        acts.add(act);
        tests.add(test(script, act));
      }
    }
    return tests.stream().onClose(() -> end(pool, acts));
  }

  /// Ends the scripts that no test has waited for, as when one of them runs again alone: they write
  /// to the directory, which is deleted then.
  private static void end(ExecutorService pool, List<Future<?>> acts) {
    acts.forEach(act -> act.cancel(/* mayInterruptIfRunning= */ false));
    pool.close();
  }

  /// One after the other, the script with the most topics for its length that no earlier one has.
  private static List<Script> few(List<Script> scripts) {
    var few = new ArrayList<Script>();
    var topics = new HashSet<String>();
    while (few.size() < Math.min(FEW, scripts.size())) {
      Script next =
          Collections.max(scripts, Comparator.comparingDouble(script -> gain(script, topics)));
      few.add(next);
      topics.addAll(next.topics());
    }
    return few;
  }

  private static double gain(Script script, Set<String> known) {
    long topics = script.topics().stream().filter(topic -> !known.contains(topic)).count();
    return topics / (double) (Actor.Tool.values().length + script.runs());
  }

  private static DynamicTest test(Script script, Future<?> acted) {
    return dynamicTest(
        script.name() + ": " + script.about(),
        () -> {
          try {
            acted.get();
          } catch (ExecutionException e) {
            throw e.getCause();
          }
        });
  }

  private @Nullable Void act(Script script) throws IOException {
    assertThat(script.steps()).isNotEmpty();
    var stage = new Stage(actor(Tool.KUBECTL), actor(Tool.JAPPLY), actor(Tool.COMPAT));
    script.steps().forEach(step -> stage.play(step.on(server.minor())));
    return null;
  }

  private Actor actor(Tool tool) throws IOException {
    return Actor.of(server, tool, Files.createTempDirectory(directory, tool.name()));
  }
}
