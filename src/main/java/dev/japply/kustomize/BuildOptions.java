package dev.japply.kustomize;

import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.kustomize.transform.Unmatched;
import java.nio.file.Path;

/// How to build.
///
/// @param working what relative paths start from
/// @param restriction which files a kustomization may load
/// @param unmatched what becomes of patches whose target selects nothing
public record BuildOptions(Path working, Restriction restriction, Unmatched unmatched) {}
