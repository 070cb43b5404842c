package dev.japply.kustomize;

import dev.japply.kustomize.load.Folder.Restriction;
import java.nio.file.Path;

/// How to build.
///
/// @param working what relative paths start from
/// @param restriction which files a kustomization may load
public record BuildOptions(Path working, Restriction restriction) {}
