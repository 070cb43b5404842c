/// Kustomizations that are built by japply and by kustomize itself: generated ones, and those of
/// kustomize's own tests.
package dev.japply.kustomize.generated;
