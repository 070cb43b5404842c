package dev.japply.cli;

import dev.japply.cli.flags.Console;
import dev.japply.input.Project;
import dev.japply.input.ProjectFinder;
import dev.japply.problem.WarningId;
import java.nio.file.Path;
import java.util.Optional;

/// The search for a project file.
final class ProjectSearch {
  /// The value that disables the project file.
  static final String OFF = "off";

  private ProjectSearch() {}

  /// The project; empty if there is none.
  ///
  /// @param named the name of its file; empty for the one that is here or above
  /// @throws dev.japply.problem.JapplyException when its file cannot be read
  static Optional<Project> find(String named, Console console) {
    var finder =
        new ProjectFinder(
            Path.of("").toAbsolutePath(),
            console.home(),
            console.byteLimit(),
            warning -> console.warn(WarningId.PROJECT_FILE, warning));
    return named.isEmpty() ? finder.find() : Optional.of(finder.named(named));
  }
}
