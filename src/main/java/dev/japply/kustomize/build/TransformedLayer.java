package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.load.ResourceSet;
import dev.japply.kyaml.FieldConfig;

/// What the transformers of a kustomization work on.
///
/// @param config which fields they change
/// @param folder where the files of patches are
record TransformedLayer(ResourceSet resources, FieldConfig config, Folder folder) {}
