package dev.japply.kustomize.load;

import dev.japply.kustomize.load.Provenance.Maker;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Records the origin and the transformations of objects in annotations. As in kustomize,
/// transformers can read them during the build. They are removed at its end unless `buildMetadata`
/// requests them.
///
/// @param here the directory of the kustomization; null if nothing is recorded
public record OriginAnnotations(@Nullable Provenance here, String file) {
  /// The annotation for the origin of an object.
  public static final String ORIGIN = "config.kubernetes.io/origin";

  /// The annotation for the transformations of an object.
  public static final String TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";

  private static final String ANNOTATIONS = "annotations";

  /// Notes that an object was read from that file; where it is written in the kustomization, from
  /// that.
  public void read(BuiltResource resource, @Nullable String path) {
    if (here != null) {
      Provenance provenance = here.append(path == null ? file : path);
      resource.comeFrom(provenance);
      annotate(resource, ORIGIN, provenance.text());
    }
  }

  /// Notes that an object was generated, unless something is noted already.
  ///
  /// @param config the object that describes the generator; null when a field does
  public void generated(BuiltResource resource, String kind, @Nullable BuiltResource config) {
    if (here != null && !resource.texts(ANNOTATIONS).containsKey(ORIGIN)) {
      annotate(resource, ORIGIN, text(kind, config));
    }
  }

  /// Notes that the objects were changed.
  ///
  /// @param config the object that describes the transformer; null when a field does
  public void transformed(ResMap resources, String kind, @Nullable BuiltResource config) {
    if (here == null) {
      return;
    }
    String text = text(kind, config);
    for (BuiltResource resource : resources.all()) {
      Map<String, String> known = resource.texts(ANNOTATIONS);
      if (known.containsKey(ORIGIN)) {
        annotate(resource, TRANSFORMATIONS, known.getOrDefault(TRANSFORMATIONS, "") + asItem(text));
      } else {
        annotate(resource, ORIGIN, text);
      }
    }
  }

  private String text(String kind, @Nullable BuiltResource config) {
    Provenance provenance = config == null ? null : config.provenance();
    if (config != null && provenance != null) {
      return provenance.text(new Maker(config.kind(), config.name(), config.namespace()));
    }
    Provenance directory = here == null ? Provenance.ROOT : here;
    return directory.append(file).text(new Maker(kind, "", ""));
  }

  private static String asItem(String text) {
    return "- "
        + text.lines().map(line -> "  " + line + "\n").collect(Collectors.joining()).substring(2);
  }

  /// Sets one annotation; all annotations are rewritten for it.
  static void annotate(BuiltResource resource, String key, String text) {
    var annotations = new LinkedHashMap<String, Value>();
    resource.texts(ANNOTATIONS).forEach((name, value) -> annotations.put(name, Value.text(value)));
    annotations.put(key, Value.text(text));
    MapValue tree = resource.tree();
    MapValue metadata = tree.map("metadata").with(ANNOTATIONS, new MapValue(annotations));
    resource.follow(tree.with("metadata", metadata));
  }
}
