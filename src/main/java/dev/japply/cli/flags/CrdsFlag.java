package dev.japply.cli.flags;

import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestSources;
import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import java.util.List;

/// The flag `--crds`, which names more CustomResourceDefinitions than the input has.
public final class CrdsFlag {
  private static final String CRD = "CustomResourceDefinition";

  private final Flag<List<String>> crds;

  public CrdsFlag(Flags flags, String help) {
    crds = flags.add("--crds").rare().label("FILE|DIRECTORY").help(help).texts();
  }

  /// Reads the definitions; empty if the flag is not set.
  ///
  /// @param cancellation ends the wait before a URL is tried again
  /// @throws JapplyException if a source has no definitions
  public List<KubeObject> read(GlobalFlags global, Console console, Cancellation cancellation) {
    if (crds.get().isEmpty()) {
      return List.of();
    }
    ManifestSources sources = console.manifests(cancellation, global.urlTimeout());
    ManifestSet read =
        ManifestReader.read(sources.expand(crds.get(), false, KustomizationPolicy.READ));
    for (Problem problem : read.problems()) {
      if (problem.severity() == Severity.ERROR) {
        throw new JapplyException(problem);
      }
    }
    List<KubeObject> found =
        read.objects().stream().filter(object -> object.gvk().kind().equals(CRD)).toList();
    if (found.isEmpty()) {
      throw new JapplyException(
          Origin.of(String.join(", ", crds.get())),
          "holds no " + CRD,
          "name files that do with --crds");
    }
    return found;
  }
}
