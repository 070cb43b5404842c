package dev.japply.cli.build;

import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.kustomize.transform.Unmatched;
import dev.japply.manifest.UrlTimeout;

/// What is to be built.
///
/// @param folder the folder of the kustomization, or its address in a repository
/// @param restriction which files may be loaded
/// @param unmatched what becomes of patches whose target selects nothing
/// @param fetching how that is got which is elsewhere
public record BuildRequest(
    String folder, Restriction restriction, Unmatched unmatched, Fetching fetching) {

  /// How that is got which is not on this machine.
  ///
  /// @param timeout how long a URL may take
  /// @param offline whether nothing is fetched
  public record Fetching(UrlTimeout timeout, boolean offline) {}
}
