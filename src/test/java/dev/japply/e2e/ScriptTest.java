package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.e2e.Actor.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Runs the scripts: kubectl and japply do the same on the same server, and the outcome is compared
/// after each step. `-Djapply.script=REGEX` runs those alone whose names it matches.
@UsesTestCluster
class ScriptTest {
  private final TestCluster server;
  @TempDir private Path directory;

  ScriptTest(TestCluster server) {
    this.server = server;
  }

  @TestFactory
  Stream<DynamicTest> scripts() {
    Predicate<String> only = Pattern.compile(System.getProperty("japply.script", "")).asPredicate();
    List<Script> scripts = Script.all();
    assertThat(scripts).isNotEmpty();
    return scripts.stream()
        .filter(script -> only.test(script.name()))
        .map(script -> dynamicTest(script.name() + ": " + script.about(), () -> act(script)));
  }

  private void act(Script script) throws IOException {
    assertThat(script.steps()).isNotEmpty();
    var stage = new Stage(actor(Tool.KUBECTL), actor(Tool.JAPPLY), actor(Tool.COMPAT));
    script.steps().forEach(stage::play);
  }

  private Actor actor(Tool tool) throws IOException {
    return Actor.of(server, tool, Files.createTempDirectory(directory, tool.name()));
  }
}
