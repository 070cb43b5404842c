package dev.japply.kustomize.generated;

import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.build.BuildOptions.CustomLists;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.kyaml.KustomizePatch.ListItems;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.report.OutputFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Builds as `japply build --compat=kustomize` does, or without `--compat`.
final class JapplyBuild {
  private static final Differences NONE = Differences.kustomize();

  private JapplyBuild() {}

  static Built build(Path directory) {
    return build(directory, Restriction.ROOT_ONLY);
  }

  static Built build(Path directory, Restriction restriction) {
    return build(directory, restriction, NONE);
  }

  /// Builds without `--compat`.
  static Built own(Path directory) {
    return build(directory, Restriction.ROOT_ONLY, Differences.japply());
  }

  /// Builds with one difference from kustomize at a time, by its name.
  static Map<String, Built> byDifference(Path directory) {
    var built = new TreeMap<String, Built>();
    single()
        .forEach((name, difference) ->
            built.put(name, build(directory, Restriction.ROOT_ONLY, difference)));
    return built;
  }

  private static Map<String, Differences> single() {
    Differences own = Differences.japply();
    return Map.of(
        "unmatched", NONE.with(own.unmatched()),
        "customLists", with(own.customLists(), NONE.items(), NONE.faults()),
        "items", with(NONE.customLists(), own.items(), NONE.faults()),
        "foldedTexts",
            new Differences(
                NONE.unmatched(),
                NONE.customLists(),
                NONE.items(),
                own.foldedTexts(),
                NONE.embeddedTexts(),
                NONE.faults()),
        "embeddedTexts",
            new Differences(
                NONE.unmatched(),
                NONE.customLists(),
                NONE.items(),
                NONE.foldedTexts(),
                own.embeddedTexts(),
                NONE.faults()),
        "faults", with(NONE.customLists(), NONE.items(), own.faults()));
  }

  private static Differences with(CustomLists lists, ListItems items, Faults faults) {
    return new Differences(
        NONE.unmatched(), lists, items, NONE.foldedTexts(), NONE.embeddedTexts(), faults);
  }

  private static Built build(Path directory, Restriction restriction, Differences differences) {
    try {
      KustomizationBuild.Result built =
          KustomizationBuild.run(
              directory.toString(),
              new BuildOptions(
                  Path.of(""), restriction, ByteLimit.DEFAULT, differences, RemoteLoader.NONE));
      return new Built(false, text(built), texts(built.warnings()));
    } catch (JapplyException e) {
      return new Built(true, texts(e.problems()), "");
    }
  }

  private static String text(KustomizationBuild.Result built) {
    var yaml = new OutputFormat.Yaml(/* managedFields= */ true);
    var text = new StringBuilder();
    for (KubeObject object : built.objects()) {
      text.append(text.isEmpty() ? "" : yaml.separator())
          .append(yaml.print(List.of(object.tree())).text());
    }
    return text.toString();
  }

  private static String texts(List<Problem> problems) {
    return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }
}
