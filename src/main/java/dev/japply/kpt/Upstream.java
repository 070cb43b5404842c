package dev.japply.kpt;

import dev.japply.problem.MaskedUrl;

/// The upstream of a package.
///
/// @param repo the address of the git repository
/// @param directory the directory in it, starting with `/`
/// @param ref the requested tag, branch or commit
public record Upstream(String repo, String directory, String ref) {

  /// The same at another version.
  public Upstream at(String other) {
    return new Upstream(repo, directory, other);
  }

  /// The address without user and password: as it may be written down and shown.
  public String shown() {
    return MaskedUrl.bare(repo);
  }

  /// Whether the address names a user or a password that is not to be written down.
  public boolean hasCredentials() {
    return !shown().equals(repo);
  }

  /// The directory without slashes around it; empty for the whole repository.
  public String path() {
    return directory.replaceAll("^/+|/+$", "");
  }
}
