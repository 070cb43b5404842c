package dev.japply.release;

import dev.japply.release.JobShell.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A place where a repository is, whose CI system runs an example: the jobs of one pull request.
interface Forge extends AutoCloseable {
  /// What the pull request starts in `checkout`, whose newest commit is `commit`.
  Ran review(Path checkout, String commit) throws IOException;

  /// What starts in `checkout` after the merge.
  ///
  /// @param reviewed the newest commit of the pull request
  Ran apply(Path checkout, String reviewed) throws IOException;

  /// The comments on the pull request.
  List<String> comments() throws IOException;

  /// What is kept of reviews.
  List<Path> artifacts() throws IOException;

  @Override
  default void close() {}
}
