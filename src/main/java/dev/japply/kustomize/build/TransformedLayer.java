package dev.japply.kustomize.build;

import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kyaml.FieldConfig;

/// The input of a kustomization's transformers.
///
/// @param config the fields that they change
/// @param directory the base directory for the files of patches
record TransformedLayer(ResMap resources, FieldConfig config, FileLoader directory) {}
