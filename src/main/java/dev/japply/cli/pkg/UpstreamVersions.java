package dev.japply.cli.pkg;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FetchCache;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.Git;
import dev.japply.kpt.git.GitCache;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.PackageDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The versions that the upstream of a package has.
public final class UpstreamVersions {
  /// Variables that make git and ssh fail instead of prompting.
  private static final Map<String, String> UNATTENDED =
      Map.of(
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_ASKPASS", "false",
          "SSH_ASKPASS", "false",
          "GIT_SSH_COMMAND", "ssh -oBatchMode=yes");

  private UpstreamVersions() {}

  /// Returns the tags that are versions of a package.
  ///
  /// @param text the directory of the package, empty for the current one, or its place upstream
  /// @throws dev.japply.problem.JapplyException if there is no package, or git fails
  public static List<String> of(Console console, Cancellation cancellation, String text) {
    Path directory = Path.of(text.isEmpty() ? "." : text);
    Upstream upstream =
        Files.isDirectory(directory)
            ? upstream(new PackageDirectory(directory))
            : Upstream.parse(text);
    var environment = new HashMap<>(console.environment());
    environment.putAll(UNATTENDED);
    return new GitRepository(
            new Git(environment, cancellation),
            new GitCache(FetchCache.directory(console)),
            upstream.repo())
        .branchesAndTags()
        .versions(upstream.path());
  }

  private static Upstream upstream(PackageDirectory directory) {
    return LocalPackage.kptfile(directory, LocalPackage.read(directory)).upstream();
  }
}
