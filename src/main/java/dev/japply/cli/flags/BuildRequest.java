package dev.japply.cli.flags;

import dev.japply.input.UrlTimeout;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.Folder.Restriction;
import java.util.List;

/// What is to be built.
///
/// @param folder the folder of the kustomization, or its address in a repository
/// @param restriction which files may be loaded
/// @param differences where not to do as kustomize
/// @param fetching how that is got which is elsewhere
/// @param command the program that builds in place of japply, and its arguments; empty for none
public record BuildRequest(
    String folder,
    Restriction restriction,
    Differences differences,
    Fetching fetching,
    List<String> command) {
  public BuildRequest {
    command = List.copyOf(command);
  }

  /// How that is got which is not on this machine.
  ///
  /// @param timeout how long a URL may take
  /// @param offline whether nothing is fetched
  record Fetching(UrlTimeout timeout, boolean offline) {}
}
