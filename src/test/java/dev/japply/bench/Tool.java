package dev.japply.bench;

import java.util.List;
import java.util.Locale;

/// The programs that are compared.
enum Tool {
  JAPPLY,
  KUBECTL,
  HELM;

  boolean has(Step step) {
    return switch (step) {
      case CREATED, UNCHANGED, HALF, FEW, VERSION, HELP, COMPLETION -> true;
      case DIFF, BUILD, NESTED, FIRST -> this != HELM;
      case PLAN, WHY -> this == JAPPLY;
    };
  }

  /// Whether it reports object by object, so that its output tells what it has done.
  boolean tellsEachObject() {
    return this != HELM;
  }

  /// The arguments after the program.
  List<String> arguments(Step step, String namespace, String directory) {
    if (step == Step.VERSION) {
      return this == KUBECTL ? List.of("version", "--client") : List.of("version");
    }
    if (step == Step.HELP) {
      return List.of(this == HELM ? "upgrade" : "apply", "--help");
    }
    if (step == Step.COMPLETION) {
      return List.of("completion", "bash");
    }
    if (this == HELM) {
      String verb = step == Step.CREATED ? "install" : "upgrade";
      return List.of(verb, "release", directory, "--namespace", namespace);
    }
    if (step == Step.BUILD || step == Step.NESTED) {
      return List.of("kustomize", directory);
    }
    String verb = step.shows() ? step.toString() : "apply";
    return List.of(verb, "--namespace", namespace, "-f", directory);
  }

  /// The argument for server-side apply, which is Helm's default.
  List<String> serverSide() {
    return this == HELM ? List.of() : List.of("--server-side");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
