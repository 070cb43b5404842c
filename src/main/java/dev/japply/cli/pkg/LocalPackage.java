package dev.japply.cli.pkg;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.UsageException;
import dev.japply.kpt.InterruptedUpdate;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.LocalChanges;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.git.PackageDirectory;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.WarningId;
import dev.japply.report.PackageText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The package that the user names.
final class LocalPackage {
  private LocalPackage() {}

  static PackageTree read(PackageDirectory directory) {
    if (!Files.isDirectory(directory.path())) {
      throw failure(directory, "is no directory", "name one with a Kptfile");
    }
    return directory.read();
  }

  /// Its Kptfile.
  ///
  /// @throws JapplyException when there is none
  static Kptfile kptfile(PackageDirectory directory, PackageTree tree) {
    String text = tree.kptfile();
    if (text == null) {
      throw failure(
          directory, "holds no package: there is no Kptfile", "get one with japply pkg get");
    }
    return Kptfile.parse(directory.path().resolve(Kptfile.NAME).toString(), text);
  }

  /// Warns of an interrupted update: the files are a mix of two versions.
  static void warnOfInterrupted(Console console, PackageDirectory directory, PackageTree tree) {
    try {
      directory
          .interrupted()
          .ifPresent(found ->
              console.warn(
                  WarningId.INTERRUPTED_UPDATE,
                  interrupted(directory, found, tree)
                      + "; finish it with japply pkg update --continue"));
    } catch (JapplyException e) {
      console.warn(WarningId.INTERRUPTED_UPDATE, String.valueOf(e.getMessage()));
    }
  }

  /// The state of an update that was interrupted.
  static String interrupted(PackageDirectory directory, InterruptedUpdate found, PackageTree tree) {
    List<String> edited = found.edited(tree);
    return "%s: %s, with %d of %d files written%s"
        .formatted(
            directory.path(),
            PackageText.interrupted(found.goal()),
            found.written(tree),
            found.changes().size(),
            edited.isEmpty() ? "" : " and edits made since in " + LocalChanges.named(edited));
  }

  private static JapplyException failure(PackageDirectory directory, String what, String hint) {
    return new JapplyException(Origin.of(directory.path().toString()), what, hint);
  }

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
}
