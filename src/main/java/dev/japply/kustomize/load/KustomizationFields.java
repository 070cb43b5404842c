package dev.japply.kustomize.load;

import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.GeneratorEntry.GeneratorOptions;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.kyaml.KindOrder;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
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

  /// The field `openapi`: the types that determine how patches merge lists.
  ///
  /// @param path the file with the types; null if Kubernetes' own types apply
  /// @param version the version of Kubernetes' own types; null if it is not set
  public record OpenApiField(@Nullable TextEntry path, @Nullable TextEntry version) {

    static OpenApiField read(FieldReader map) {
      Map<String, String> fields = map.textMap("openapi");
      return new OpenApiField(entry(map, fields.get("path")), entry(map, fields.get("version")));
    }

    private static @Nullable TextEntry entry(FieldReader map, @Nullable String text) {
      return text == null ? null : new TextEntry(text, map.place("openapi"));
    }
  }

  /// The order of the objects in the output.
  ///
  /// @param order `legacy` or `fifo`, as written
  /// @param kinds the order of kinds; null if the default order applies
  public record SortOptions(String order, @Nullable KindOrder kinds, Origin place) {

    static SortOptions read(FieldReader map) {
      return new SortOptions(
          map.text("order"), map.map("legacySortOptions", SortOptions::kinds), map.place());
    }

    private static KindOrder kinds(FieldReader map) {
      return new KindOrder(texts(map.texts("orderFirst")), texts(map.texts("orderLast")));
    }

    private static List<String> texts(List<TextEntry> entries) {
      return entries.stream().map(TextEntry::text).toList();
    }
  }

  /// An entry of `replicas`.
  ///
  /// @param lines the lines of the entry
  public record ReplicaEntry(String name, long count, Origin place, DecidingLines lines) {

    public ReplicaEntry with(List<LineRange> more) {
      return new ReplicaEntry(name, count, place, lines.where(more));
    }

    public static ReplicaEntry read(FieldReader map) {
      return new ReplicaEntry(map.text("name"), map.number("count"), map.place(), lines(map));
    }

    private static DecidingLines lines(FieldReader map) {
      return DecidingLines.of(map.lines("count"), map.lines("name"));
    }
  }

  /// An entry of `images`: the changes of images with that name.
  ///
  /// @param lines the lines of the entry
  public record ImageEntry(
      String name,
      String newName,
      String newTag,
      String digest,
      String tagSuffix,
      Origin place,
      DecidingLines lines) {

    public ImageEntry with(List<LineRange> more) {
      DecidingLines all = lines.where(more);
      return new ImageEntry(name, newName, newTag, digest, tagSuffix, place, all);
    }

    public static ImageEntry read(FieldReader map) {
      return new ImageEntry(
          map.text("name"),
          map.text("newName"),
          map.text("newTag"),
          map.text("digest"),
          map.text("tagSuffix"),
          map.place(),
          lines(map));
    }

    private static DecidingLines lines(FieldReader map) {
      return DecidingLines.of(
          map.lines("newName", "newTag", "digest", "tagSuffix"), map.lines("name"));
    }
  }

  /// An entry of `labels`.
  ///
  /// @param claims the value of `includeVolumeClaimTemplates`; null if the entry does not have it
  public record LabelEntry(
      Map<String, String> pairs,
      boolean includeSelectors,
      boolean includeTemplates,
      @Nullable Boolean claims,
      FieldList fields,
      Origin place,
      KeyLines lines) {

    private static final String CLAIMS = "includeVolumeClaimTemplates";

    static LabelEntry read(FieldReader map) {
      FieldListLines fields =
          map.fieldListLines("fields", "includeSelectors", "includeTemplates", CLAIMS);
      return new LabelEntry(
          map.textMap("pairs"),
          map.flag("includeSelectors"),
          map.flag("includeTemplates"),
          map.has(CLAIMS) ? map.flag(CLAIMS) : null,
          fields.fields(),
          map.place(),
          map.keyLines("pairs").with(fields));
    }

    /// A field of the objects of some kinds, as it is written in kustomizations.
    public static FieldSpec field(FieldReader map) {
      var kinds = new Gvk(map.text("group"), map.text("version"), map.text("kind"));
      return new FieldSpec(new KindPattern(kinds), map.text("path"), map.flag("create"));
    }
  }

  /// An entry of `patches`.
  ///
  /// @param path the file of the patch; empty if the patch is inline
  /// @param patch the patch; empty if it is in a file
  /// @param target selects the objects; null if the patch itself identifies its object
  /// @param mayRename whether the patch may change the name of its object
  /// @param mayChangeKind whether the patch may change the kind of its object
  /// @param patchPlace the position of the text of `patch`
  /// @param lines the lines of the entry without `patch`
  public record PatchEntry(
      String path,
      String patch,
      @Nullable ResourceSelector target,
      boolean mayRename,
      boolean mayChangeKind,
      Origin place,
      Origin patchPlace,
      List<LineRange> lines) {
    public static PatchEntry read(FieldReader map) {
      Options options = map.map("options", Options::read);
      return new PatchEntry(
          map.text("path"),
          map.text("patch"),
          map.map("target", ResourceSelector::read),
          options != null && options.name(),
          options != null && options.kind(),
          map.place(),
          map.textPlace("patch"),
          map.lines("target", "path", "options"));
    }

    private record Options(boolean name, boolean kind) {
      static Options read(FieldReader map) {
        return new Options(map.flag("allowNameChange"), map.flag("allowKindChange"));
      }
    }
  }

  /// An entry of `vars`: a name and the field that contains its value.
  ///
  /// @param lines all lines of the entry
  public record VarEntry(
      String name,
      Gvk kinds,
      String objectName,
      String namespace,
      String fieldPath,
      Origin place,
      List<LineRange> lines) {
    private static final String NAME = "metadata.name";

    private record Reference(Gvk kinds, String name, String namespace) {
      static Reference read(FieldReader map) {
        String[] apiVersion = map.text("apiVersion").split("/", -1);
        String group = map.text("group");
        String version = map.text("version");
        if (apiVersion.length == 2) {
          group = apiVersion[0];
          version = apiVersion[1];
        } else if (apiVersion.length == 1 && !apiVersion[0].isEmpty()) {
          version = apiVersion[0];
        }
        return new Reference(
            new Gvk(group, version, map.text("kind")), map.text("name"), map.text("namespace"));
      }
    }

    static VarEntry read(FieldReader map) {
      Reference reference = map.map("objref", Reference::read);
      String path = map.map("fieldref", field -> field.text("fieldPath"));
      Reference object = reference == null ? new Reference(new Gvk("", "", ""), "", "") : reference;
      return new VarEntry(
          map.text("name"),
          object.kinds(),
          object.name(),
          object.namespace(),
          path == null || path.isEmpty() ? NAME : path,
          map.place(),
          map.lines());
    }
  }

  /// Selects the objects for a patch. Empty parts select all. The others, except for the selectors,
  /// are regular expressions that must match the whole text.
  public record ResourceSelector(
      Gvk kinds,
      String namespace,
      String name,
      String labelSelector,
      String annotationSelector,
      Origin place) {

    public static ResourceSelector read(FieldReader map) {
      return new ResourceSelector(
          new Gvk(map.text("group"), map.text("version"), map.text("kind")),
          map.text("namespace"),
          map.text("name"),
          map.text("labelSelector"),
          map.text("annotationSelector"),
          map.place());
    }
  }
}
