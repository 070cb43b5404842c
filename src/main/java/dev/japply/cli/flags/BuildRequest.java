package dev.japply.cli.flags;

import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import java.util.List;

/// A request to build a kustomization.
///
/// @param directory the directory of the kustomization, or its URL in a repository
/// @param restriction the files that may be loaded
/// @param differences the intended differences from kustomize
/// @param fetching the options for remote files
/// @param command the external program that builds, with its arguments; empty for none
public record BuildRequest(
    String directory,
    Restriction restriction,
    Differences differences,
    Fetching fetching,
    List<String> command) {
  public BuildRequest {
    command = List.copyOf(command);
  }

  /// Returns the same request for another directory.
  public BuildRequest in(String other) {
    return new BuildRequest(other, restriction, differences, fetching, command);
  }

  /// Options for remote files.
  ///
  /// @param offline whether to fetch nothing
  record Fetching(UrlTimeout timeout, boolean offline) {}
}
