package dev.japply.bench;

import dev.japply.bench.Command.Outcome;
import dev.japply.bench.Sample.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Builds of a [BuildTree] by several tools.
final class Builds {
  /// How many objects the kustomizations have.
  static final List<Integer> COUNTS = List.of(10, 100, 1_000, 10_000);

  /// kubectl's time grows with the square of the number.
  private static final int MOST_OF_KUBECTL = 1_000;

  private static final Pattern OBJECT = Pattern.compile("^kind: ", Pattern.MULTILINE);
  private static final Pattern REFERENCE =
      Pattern.compile("^ +- configMapRef:\n +name: prod-web-", Pattern.MULTILINE);

  private final BuildTree tree;
  private final Path directory;
  private final Command command;

  /// @param directory for the kustomizations; those that are there already stay
  Builds(int count, Path directory, Command command) {
    this.tree = new BuildTree(count);
    this.directory = directory;
    this.command = command;
  }

  /// Those that build so many objects.
  static List<Tool> tools(int count) {
    return count > MOST_OF_KUBECTL ? List.of(Tool.JAPPLY) : List.of(Tool.JAPPLY, Tool.KUBECTL);
  }

  /// Builds once without looking at the clock, and once with it.
  Sample run(Tool tool, String program) throws IOException {
    build(tool, program, new BuildTree(COUNTS.getFirst()));
    Outcome outcome = build(tool, program, tree);
    var what = new Case(tree.count(), Step.BUILD);
    return Sample.of(what, tool, outcome.measured(), Traffic.UNKNOWN);
  }

  private Outcome build(Tool tool, String program, BuildTree built) throws IOException {
    Path place = directory.resolve(String.valueOf(built.count()));
    Path overlay = Files.exists(place) ? place.resolve("prod") : built.writeTo(place);
    var line = new ArrayList<>(List.of(program));
    line.addAll(tool.arguments(Step.BUILD, "", overlay.toString()));
    Outcome outcome = command.run(line, Map.of(), Step.BUILD.status());
    require(tool, OBJECT, outcome.out(), built.count() + 1);
    require(tool, REFERENCE, outcome.out(), built.deployments());
    return outcome;
  }

  private void require(Tool tool, Pattern pattern, String out, int wanted) throws IOException {
    long found = pattern.matcher(out).results().count();
    if (found != wanted) {
      throw new IOException(
          "%s, %d build: %d times \"%s\", which must be %d"
              .formatted(tool, tree.count(), found, pattern, wanted));
    }
  }
}
