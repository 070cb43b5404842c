package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields of a kustomization file.
///
/// <https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/>
public final class KustomizationFields {
  /// The kind of a kustomization that is a component.
  public static final String COMPONENT = "Component";

  private static final String KUSTOMIZATION = "Kustomization";
  private static final String GROUP = "kustomize.config.k8s.io/";

  /// The fields that have another name today.
  private static final Map<String, String> DEPRECATED = deprecated();

  /// The fields that a build does not carry out.
  private static final List<String> UNSUPPORTED =
      List.of("helmCharts", "helmGlobals", "helmChartInflationGenerator");

  private final String kind;
  private final Names names;
  private final Files files;
  private final Plugins plugins;
  private final OpenApiField openApi;
  private final BuildMetadata buildMetadata;
  private final Changes changes;
  private final Substitutions substitutions;
  private final @Nullable SortOptions sortOptions;
  private final Map<String, Origin> places = new LinkedHashMap<>();

  /// The prefix, suffix and namespace for all objects.
  public record Names(String prefix, String suffix, String namespace) {}

  /// The files that it names.
  ///
  /// @param crds files with the definitions of custom resources, as `configurations` in other words
  public record Files(
      List<TextEntry> resources,
      List<TextEntry> components,
      List<TextEntry> configurations,
      List<TextEntry> crds) {}

  /// The objects that describe generators, transformers and validators. Each entry is a file, a
  /// directory or the object itself.
  public record Plugins(
      List<TextEntry> generators, List<TextEntry> transformers, List<TextEntry> validators) {}

  public record Changes(
      List<PatchEntry> patches,
      List<PatchEntry> patchesJson6902,
      List<TextEntry> patchesStrategicMerge,
      List<GeneratorEntry> generators,
      Metadata metadata,
      Containers containers) {}

  /// The labels and annotations that objects get.
  public record Metadata(
      List<LabelEntry> labels,
      Map<String, String> commonLabels,
      Map<String, String> commonAnnotations,
      KeyLines commonLabelLines,
      KeyLines commonAnnotationLines) {}

  /// The images and replica counts of workloads.
  public record Containers(List<ImageEntry> images, List<ReplicaEntry> replicas) {}

  /// The values that it takes from objects for others.
  public record Substitutions(List<ReplacementEntry> replacements, List<VarEntry> vars) {}

  /// Reads the fields of `map`.
  ///
  /// @param problems receives errors and deprecation warnings
  KustomizationFields(FieldReader map, List<Problem> problems) {
    String written = map.text("kind");
    this.kind = written.isEmpty() ? KUSTOMIZATION : written;
    checkVersion(map, problems);
    map.raw("metadata");
    this.names = new Names(map.text("namePrefix"), map.text("nameSuffix"), map.text("namespace"));
    this.files =
        new Files(
            joined(map.texts("resources"), map.texts("bases")),
            map.texts("components"),
            map.texts("configurations"),
            map.texts("crds"));
    this.plugins =
        new Plugins(map.texts("generators"), map.texts("transformers"), map.texts("validators"));
    this.openApi = OpenApiField.read(map);
    this.buildMetadata = BuildMetadata.read(map);
    this.changes = changes(map);
    this.substitutions =
        new Substitutions(
            map.maps("replacements", ReplacementEntry::read), map.maps("vars", VarEntry::read));
    this.sortOptions = map.map("sortOptions", SortOptions::read);
    judgeFields(map, problems);
    for (String field : List.of("namePrefix", "nameSuffix", "namespace", "commonLabels")) {
      places.put(field, map.place(field));
    }
    places.put("commonAnnotations", map.place("commonAnnotations"));
    places.put("", map.place());
  }

  private static void judgeFields(FieldReader map, List<Problem> problems) {
    for (String field : UNSUPPORTED) {
      if (map.raw(field) != null) {
        problems.add(
            Problem.error(
                map.place(field),
                "the field " + field + " is not supported",
                "--kustomize-command hands the build to an installed kustomize"));
      }
    }
    DEPRECATED.forEach((field, instead) -> {
      if (map.has(field)) {
        problems.add(
            Problem.warning(
                WarningId.DEPRECATED_FIELD,
                map.place(field),
                "",
                "'%s' is deprecated".formatted(field),
                "use " + instead));
      }
    });
  }

  private static Map<String, String> deprecated() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("bases", "resources");
    fields.put("commonLabels", "labels");
    fields.put("imageTags", "images");
    fields.put("patchesJson6902", "patches");
    fields.put("patchesStrategicMerge", "patches");
    fields.put("vars", "replacements");
    return fields;
  }

  private void checkVersion(FieldReader map, List<Problem> problems) {
    if (!kind.equals(KUSTOMIZATION) && !kind.equals(COMPONENT)) {
      problems.add(
          Problem.error(map.place("kind"), "kind should be Kustomization or Component", ""));
    }
    String wanted = GROUP + (kind.equals(COMPONENT) ? "v1alpha1" : "v1beta1");
    String version = map.text("apiVersion");
    if (!version.isEmpty() && !version.equals(wanted)) {
      problems.add(
          Problem.error(
              map.place("apiVersion"),
              "apiVersion for %s should be %s".formatted(kind, wanted),
              "write it so, or leave it out"));
    }
  }

  private static Changes changes(FieldReader map) {
    var generators = new ArrayList<GeneratorEntry>();
    GeneratorOptions all = map.map("generatorOptions", GeneratorOptions::read);
    generators.addAll(
        map.maps("configMapGenerator", entry -> GeneratorEntry.read(entry, false, all)));
    generators.addAll(map.maps("secretGenerator", entry -> GeneratorEntry.read(entry, true, all)));
    return new Changes(
        map.maps("patches", PatchEntry::read),
        map.maps("patchesJson6902", PatchEntry::read),
        map.texts("patchesStrategicMerge"),
        generators,
        new Metadata(
            map.maps("labels", LabelEntry::read),
            map.textMap("commonLabels"),
            map.textMap("commonAnnotations"),
            map.keyLines("commonLabels"),
            map.keyLines("commonAnnotations")),
        new Containers(
            joined(map.maps("images", ImageEntry::read), map.maps("imageTags", ImageEntry::read)),
            map.maps("replicas", ReplicaEntry::read)));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }

  public boolean isComponent() {
    return kind.equals(COMPONENT);
  }

  public String kind() {
    return kind;
  }

  public Names names() {
    return names;
  }

  public Files files() {
    return files;
  }

  public Plugins plugins() {
    return plugins;
  }

  public OpenApiField openApi() {
    return openApi;
  }

  public BuildMetadata buildMetadata() {
    return buildMetadata;
  }

  public Changes changes() {
    return changes;
  }

  public Substitutions substitutions() {
    return substitutions;
  }

  /// Returns the order of the output; null if the kustomization does not set it.
  public @Nullable SortOptions sortOptions() {
    return sortOptions;
  }

  /// Returns the position of a field that concerns all objects, or the position of the file for any
  /// other field.
  public Origin place(String field) {
    return places.getOrDefault(field, places.getOrDefault("", Origin.NONE));
  }
}
