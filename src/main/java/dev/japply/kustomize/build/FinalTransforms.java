package dev.japply.kustomize.build;

import dev.japply.golang.Upstream;
import dev.japply.kustomize.load.BuildMetadata;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.KustomizationFields.SortOptions;
import dev.japply.kustomize.load.OriginAnnotations;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.Step;
import dev.japply.kustomize.load.TimestampFormat;
import dev.japply.kyaml.KindOrder;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.tree.KeyOrder;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Transformations that run once, after all layers.
record FinalTransforms(ScalarStyle spelling) {
  private static final String LOCAL = "config.kubernetes.io/local-config";
  private static final String ANNOTATIONS = "annotations";
  private static final String INTERNAL = "internal.config.kubernetes.io/";

  /// The annotation that kustomize sets on objects of Helm charts.
  static final String FROM_CHART = INTERNAL + "helm-generated";

  /// The annotations of kustomize's own notes, which its output never has.
  private static final Set<String> NOTES =
      Set.of(
          INTERNAL + "previousKinds",
          INTERNAL + "previousNames",
          INTERNAL + "previousNamespaces",
          INTERNAL + "prefixes",
          INTERNAL + "suffixes",
          INTERNAL + "allowNameChange",
          INTERNAL + "allowKindChange",
          INTERNAL + "refBy",
          INTERNAL + "generatorBehavior",
          INTERNAL + "needsHashSuffix",
          INTERNAL + "path",
          INTERNAL + "index",
          INTERNAL + "seqindent",
          INTERNAL + "id",
          INTERNAL + "annotations-migration-resource-id",
          FROM_CHART,
          "config.kubernetes.io/path",
          "config.kubernetes.io/index",
          "config.k8s.io/id");

  private static final String LABELS = "labels";

  /// The kustomize whose builds these are.
  private static final Value BUILDER = Value.text("kustomize-" + Upstream.KUSTOMIZE);

  /// Takes out the objects that are only for the build.
  void dropLocal(ResMap resources) {
    for (BuiltResource resource : resources.all()) {
      if (isNameless(resource.tree()) && !resource.kind().endsWith("List")) {
        throw resource.failure(
            "missing metadata.name in object", "a patch or replacement has removed it");
      }
    }
    resources.removeIf(resource -> {
      String local = resource.texts(ANNOTATIONS).get(LOCAL);
      return local != null && !local.equals("false");
    });
    resources.requireUnique("the build"); // kustomize breaks down at duplicates
  }

  /// Whether the name has no text, which a scalar without a tag can also have as a null.
  private boolean isNameless(MapValue tree) {
    return !(tree.map("metadata").get("name") instanceof Value name)
        || (Scalars.isScalar(name) && spelling.text(name).isEmpty());
  }

  /// Sorts the objects.
  ///
  /// @param options as the kustomization has them; null when it has none
  void sort(ResMap resources, @Nullable SortOptions options) {
    if (options != null && !options.order().equals("fifo") && !options.order().equals("legacy")) {
      throw new JapplyException(
          options.place(),
          "the field 'sortOptions.order' must be one of [fifo, legacy]",
          "write one of them");
    }
    if (options != null && options.order().equals("fifo")) {
      if (options.kinds() != null) {
        throw new JapplyException(
            options.place(),
            "the field 'sortOptions.legacySortOptions' is set but the selected sort order is"
                + " 'fifo', not 'legacy'",
            "remove one of them");
      }
      return;
    }
    KindOrder kinds = options == null ? null : options.kinds();
    var sorted = new ArrayList<Sorted>();
    resources.all().forEach(resource -> sorted.add(new Sorted(resource)));
    sorted.sort(order(kinds == null ? KindOrder.INSTANCE : kinds));
    resources.reorder(sorted.stream().map(Sorted::resource).toList());
  }

  private record Sorted(BuiltResource resource, Gvk gvk, String text) {
    Sorted(BuiltResource resource) {
      this(resource, resource.id().gvk(), FinalTransforms.text(resource.id()));
    }
  }

  private static Comparator<Sorted> order(KindOrder kinds) {
    return (a, b) -> {
      Gvk one = a.gvk();
      Gvk other = b.gvk();
      if (one.equals(other)) {
        return KeyOrder.UTF8.compare(a.text(), b.text());
      }
      boolean namespaces =
          one.kind().equals("Namespace")
              && other.kind().equals("Namespace")
              && (one.group().isEmpty() || other.group().isEmpty());
      return namespaces ? kinds.compare(other, one) : kinds.compare(one, other);
    };
  }

  private static String text(ResourceId id) {
    return (id.namespace().isEmpty() ? "~X" : id.namespace())
        + "|"
        + (id.name().isEmpty() ? "~N" : id.name());
  }

  /// Converts all annotations to strings, and formats times, as kustomize prints them. Of the notes
  /// made during the build, only those requested in `metadata` remain.
  void clean(ResMap resources, BuildMetadata metadata) {
    var scalars = new Scalars(spelling);
    for (BuiltResource resource : resources.all()) {
      dropUnrequested(resource, metadata);
      MapValue cleaned = withTexts(resource, metadata);
      resource.follow(cleaned);
      scalars.requireTypes(resource);
      if (spelling.hasTimes()) {
        resource.follow((MapValue) TimestampFormat.printed(cleaned, spelling));
      }
    }
  }

  /// Removes the annotations about the build that are not requested.
  private static void dropUnrequested(BuiltResource resource, BuildMetadata requested) {
    MapValue tree = resource.tree();
    MapValue metadata = tree.map("metadata");
    MapValue annotations = metadata.map(ANNOTATIONS);
    MapValue kept = annotations;
    if (!requested.hasOrigins()) {
      kept = kept.without(OriginAnnotations.ORIGIN);
    }
    if (!requested.hasTransformations()) {
      kept = kept.without(OriginAnnotations.TRANSFORMATIONS);
    }
    if (!kept.equals(annotations)) {
      resource.replace(
          tree.with("metadata", metadata.with(ANNOTATIONS, kept)),
          Step.of(resource.origin(), requested::linesOf));
    }
  }

  private MapValue withTexts(BuiltResource resource, BuildMetadata kept) {
    MapValue tree = resource.tree();
    MapValue metadata = tree.map("metadata");
    Map<String, String> texts = resource.texts(ANNOTATIONS);
    texts.keySet().removeAll(NOTES);
    if (texts.isEmpty()) {
      metadata = metadata.without(ANNOTATIONS);
    } else {
      var annotations = new LinkedHashMap<String, Value>();
      texts.forEach((key, text) -> annotations.put(key, Value.text(text)));
      var cleaned = new MapValue(annotations);
      metadata =
          cleaned.equals(metadata.get(ANNOTATIONS)) && !isSpelledOtherwise()
              ? metadata
              : metadata.with(ANNOTATIONS, cleaned);
    }
    if (kept.hasLabel()) {
      requireMap(resource, metadata.get(LABELS));
      metadata =
          metadata.with(LABELS, metadata.map(LABELS).with(BuildMetadata.MANAGED_BY, BUILDER));
    }
    return metadata.equals(tree.get("metadata")) && !isSpelledOtherwise()
        ? tree
        : tree.with("metadata", metadata);
  }

  private static void requireMap(BuiltResource resource, Node labels) {
    if (!(labels instanceof MapValue || labels instanceof NullValue || labels instanceof Missing)) {
      throw resource.failure(
          "wrong node kind at metadata/labels: a map must be there",
          "managedByLabel of buildMetadata adds a label");
    }
  }

  /// Whether equal values may print otherwise, or not at all.
  private boolean isSpelledOtherwise() {
    return spelling.hasTimes() || spelling.hasTags();
  }
}
