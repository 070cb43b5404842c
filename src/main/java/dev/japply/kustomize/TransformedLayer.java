package dev.japply.kustomize;

import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.load.ResourceSet;
import dev.japply.kyaml.FieldConfig;

/// What the transformers of a kustomization work on.
///
/// @param config which fields they change
/// @param folder where the files of patches are
public record TransformedLayer(ResourceSet resources, FieldConfig config, Folder folder) {}
