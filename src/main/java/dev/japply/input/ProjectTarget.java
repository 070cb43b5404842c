package dev.japply.input;

import dev.japply.input.Project.FlagDefault;
import dev.japply.problem.Origin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A cluster of a project, and the manifests for it.
///
/// @param name the unique name
/// @param context the context of the kubeconfig
/// @param clusterId the uid that the namespace `kube-system` must have; empty if any may
/// @param labels the labels for selectors, in the order of the file
/// @param input the flag that selects the manifests, `kustomize` or `filename`; null if none does
/// @param namespace the namespace of objects without one; empty for the context's
/// @param substitutes the values of variables in the manifests, in the order of the file
/// @param place position of the target
public record ProjectTarget(
    String name,
    String context,
    String clusterId,
    SequencedMap<String, String> labels,
    @Nullable FlagDefault input,
    String namespace,
    SequencedMap<String, String> substitutes,
    Origin place) {
  public ProjectTarget {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    substitutes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(substitutes));
  }
}
