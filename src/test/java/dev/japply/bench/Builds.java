package dev.japply.bench;

import dev.japply.bench.Command.Outcome;
import dev.japply.bench.Sample.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Builds of kustomizations by several tools.
final class Builds {
  /// All that are built.
  static final List<Tree> TREES =
      List.of(
          new BuildTree(10),
          new BuildTree(100),
          new BuildTree(1_000),
          new NestedTree(),
          new BuildTree(10_000));

  /// An object in the output.
  static final Pattern OBJECT = Pattern.compile("^kind: ", Pattern.MULTILINE);

  /// kubectl's time grows with the square of the number.
  private static final int MOST_OF_KUBECTL = NestedTree.COUNT;

  private final Path directory;
  private final Command command;
  private final Map<Tree, Path> written = new HashMap<>();

  /// @param directory for the kustomizations
  Builds(Path directory, Command command) {
    this.directory = directory;
    this.command = command;
  }

  /// Those that build it.
  static List<Tool> tools(Tree tree) {
    return tree.what().count() > MOST_OF_KUBECTL
        ? List.of(Tool.JAPPLY)
        : List.of(Tool.JAPPLY, Tool.KUBECTL);
  }

  /// Builds a small one without looking at the clock, and then `tree` with it.
  Sample run(Tree tree, Tool tool, String program) throws IOException {
    build(TREES.getFirst(), tool, program);
    Outcome outcome = build(tree, tool, program);
    return Sample.of(tree.what(), tool, outcome.measured(), Traffic.UNKNOWN);
  }

  private Outcome build(Tree tree, Tool tool, String program) throws IOException {
    if (!written.containsKey(tree)) {
      written.put(tree, tree.writeTo(directory.resolve(String.valueOf(written.size()))));
    }
    var line = new ArrayList<>(List.of(program));
    line.addAll(tool.arguments(tree.what().step(), "", written.get(tree).toString()));
    Outcome outcome = command.run(line, Map.of(), tree.what().step().status());
    for (var wanted : tree.output().entrySet()) {
      long found = wanted.getKey().matcher(outcome.out()).results().count();
      if (found != wanted.getValue()) {
        throw new IOException(
            "%s, %s: %d times \"%s\", which must be %d"
                .formatted(tool, tree.what(), found, wanted.getKey(), wanted.getValue()));
      }
    }
    return outcome;
  }
}
