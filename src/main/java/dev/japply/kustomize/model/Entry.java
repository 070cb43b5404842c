package dev.japply.kustomize.model;

import dev.japply.problem.Origin;

/// A text in a kustomization.
public record Entry(String text, Origin place) {}
