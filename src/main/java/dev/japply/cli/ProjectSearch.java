package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.ParsedLine;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.Project;
import dev.japply.input.ProjectFinder;
import dev.japply.plan.Difference;
import dev.japply.problem.ByteLimit;
import java.nio.file.Path;
import java.util.Optional;

/// Which project a command line is for.
final class ProjectSearch {
  private static final String OFF = "off";

  private ProjectSearch() {}

  /// The project; empty when there is none, or none is wanted.
  ///
  /// @throws dev.japply.problem.JapplyException when its file cannot be read
  static Optional<Project> find(ParsedLine line, Command command, Console console) {
    String named = line.value("--project").orElse("");
    boolean help = line.value("--help").orElse("").equals("true");
    if (help || !command.readsProject() || named.equals(OFF)) {
      return Optional.empty();
    }
    String compat = line.value("--compat").orElse("");
    if (!GlobalFlags.compatibility(compat, console).allows(Difference.READS_PROJECT_FILE)) {
      if (!named.isEmpty()) {
        throw new UsageException(
            "--project cannot be used with --compat=kubectl, which reads no project file");
      }
      return Optional.empty();
    }
    var finder =
        new ProjectFinder(
            Path.of("").toAbsolutePath(),
            console.home(),
            ByteLimit.parse(console.variable(ByteLimit.VARIABLE)),
            console::warn);
    return named.isEmpty() ? finder.find() : Optional.of(finder.named(named));
  }
}
