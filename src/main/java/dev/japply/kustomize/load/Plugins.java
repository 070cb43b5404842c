package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;

/// Errors for generators and transformers that a build cannot run.
public final class Plugins {
  private static final String INSTEAD =
      "--kustomize-command hands the build to an installed kustomize";

  private Plugins() {}

  /// Checks that an object describes a generator or transformer that kustomize has inside.
  ///
  /// @throws JapplyException when it is another program
  public static void requireBuiltin(BuiltResource config, String field) {
    Gvk gvk = config.id().gvk();
    if (!gvk.group().isEmpty() || !gvk.version().equals("builtin")) {
      throw config.failure(
          "the field %s names '%s', which only another program can carry out"
              .formatted(field, config.kind()),
          "write an object of apiVersion: builtin; " + INSTEAD);
    }
  }

  /// The kind is none of those that the field may name.
  public static JapplyException unknown(BuiltResource config, String field) {
    boolean chart = config.kind().equals("HelmChartInflationGenerator");
    return config.failure(
        chart
            ? "the field %s names a Helm chart, which is not supported".formatted(field)
            : "unable to load builtin %s for the field %s".formatted(config.kind(), field),
        chart ? INSTEAD : "correct its kind");
  }
}
