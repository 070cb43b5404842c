package dev.japply.cli;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import java.io.InputStream;
import java.util.List;

/// Reads objects from files, URLs and standard input.
public interface Manifests {

  /// The objects that `files` hold.
  ///
  /// @throws dev.japply.problem.JapplyException when a name leads nowhere
  Found read(Files files, InputStream stdin);

  /// Which files: the values of `-f`.
  ///
  /// @param names paths, patterns, URLs, and `-` for standard input
  /// @param recursive whether directories below directories are read, too
  record Files(List<String> names, boolean recursive) {
    public Files {
      names = List.copyOf(names);
    }
  }

  /// The objects in the order in which they were written, and what is wrong with the rest.
  record Found(List<KubeObject> objects, List<Problem> problems) {
    public Found {
      objects = List.copyOf(objects);
      problems = List.copyOf(problems);
    }
  }
}
