package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.load.ResourceSet;
import dev.japply.kyaml.FieldConfig;

/// The input of a kustomization's transformers.
///
/// @param config the fields that they change
/// @param folder the base directory for the files of patches
record TransformedLayer(ResourceSet resources, FieldConfig config, Folder folder) {}
