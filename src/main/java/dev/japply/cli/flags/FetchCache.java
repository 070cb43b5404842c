package dev.japply.cli.flags;

import dev.japply.problem.JapplyException;
import java.nio.file.Path;
import java.util.List;

/// The cache of fetched repositories.
public final class FetchCache {
  private FetchCache() {}

  /// Returns the directory from an environment variable, including kpt's, or a directory in the
  /// user's cache.
  ///
  /// @throws JapplyException if neither is available
  public static Path directory(Console console) {
    for (String name : List.of("JAPPLY_CACHE_DIR", "KPT_CACHE_DIR")) {
      if (!console.variable(name).isEmpty()) {
        return Path.of(console.variable(name)).resolve("japply").toAbsolutePath();
      }
    }
    String xdg = console.variable("XDG_CACHE_HOME");
    if (xdg.isEmpty() && console.home().isEmpty()) {
      throw new JapplyException(
          "there is no home directory to keep packages in",
          "name a directory with JAPPLY_CACHE_DIR");
    }
    Path root = xdg.isEmpty() ? Path.of(console.home(), ".cache") : Path.of(xdg);
    return root.resolve("japply").resolve("packages").toAbsolutePath();
  }
}
