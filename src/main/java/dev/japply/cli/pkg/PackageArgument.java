package dev.japply.cli.pkg;

import dev.japply.cli.flags.UsageException;
import java.nio.file.Path;
import java.util.List;

/// A package that an argument names: `DIRECTORY@VERSION`.
///
/// @param directory its directory; the current one if none is named
/// @param version the tag, branch or commit; empty where none is named
record PackageArgument(Path directory, String version) {

  /// The only argument of a command, if there is one.
  static PackageArgument parse(String command, List<String> arguments) {
    if (arguments.size() > 1) {
      throw UsageException.extra(command, arguments.subList(1, arguments.size()));
    }
    String argument = arguments.isEmpty() ? "" : arguments.getFirst();
    int at = argument.lastIndexOf('@');
    String version = at < 0 ? "" : argument.substring(at + 1);
    if (at >= 0 && version.isEmpty()) {
      throw UsageException.of(command, "must specify a version behind @");
    }
    String directory = at < 0 ? argument : argument.substring(0, at);
    return new PackageArgument(Path.of(directory.isEmpty() ? "." : directory), version);
  }
}
