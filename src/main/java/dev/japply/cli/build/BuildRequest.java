package dev.japply.cli.build;

import dev.japply.kustomize.BuildOptions;

/// What `japply build` is asked for.
///
/// @param folder the folder of the kustomization
public record BuildRequest(String folder, BuildOptions options) {}
