package dev.japply.pkg;

/// Where a package comes from.
///
/// @param repo the address of the git repository
/// @param directory the directory in it, from `/`
/// @param ref the tag, branch or commit that is wanted
public record Upstream(String repo, String directory, String ref) {

  /// The same at another version.
  public Upstream at(String other) {
    return new Upstream(repo, directory, other);
  }

  /// The directory without slashes around it; empty for the whole repository.
  public String path() {
    return directory.replaceAll("^/+|/+$", "");
  }
}
