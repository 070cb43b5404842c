package dev.japply.cli.pkg;

import dev.japply.kpt.Kptfile;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.git.PackageDirectory;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.nio.file.Files;

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

  private static JapplyException failure(PackageDirectory directory, String what, String hint) {
    return new JapplyException(Problem.error(Origin.of(directory.path().toString()), what, hint));
  }
}
