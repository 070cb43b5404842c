package dev.japply.kustomize.load;

import dev.japply.problem.Origin;

/// A text in a kustomization.
public record TextEntry(String text, Origin place) {}
