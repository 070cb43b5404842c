package dev.japply.kustomize.load;

import dev.japply.kustomize.load.Provenance.Maker;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
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
      resource.follow(annotated(resource, ORIGIN, provenance.text()));
    }
  }

  /// Notes that an object was generated, unless something is noted already.
  ///
  /// @param config the object that describes the generator; null when a field does
  public void generated(BuiltResource resource, String kind, @Nullable BuiltResource config) {
    if (here != null && !resource.texts(ANNOTATIONS).containsKey(ORIGIN)) {
      note(resource, ORIGIN, text(kind, config), config);
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
        String all = known.getOrDefault(TRANSFORMATIONS, "") + asItem(text);
        note(resource, TRANSFORMATIONS, all, config);
      } else {
        note(resource, ORIGIN, text, config);
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

  /// Sets an annotation that names an object, whose lines decide its value.
  private static void note(
      BuiltResource resource, String key, String text, @Nullable BuiltResource config) {
    MapValue annotated = annotated(resource, key, text);
    if (config == null) {
      resource.follow(annotated);
    } else {
      resource.replace(annotated, Step.of(config.origin(), path -> lines(config)));
    }
  }

  private static DecidingLines lines(BuiltResource config) {
    return DecidingLines.joined(
        ResourceId.FIELDS.stream().map(field -> config.allCauses(field, config.steps())).toList());
  }

  /// Returns an object with an annotation; all annotations are rewritten for it.
  private static MapValue annotated(BuiltResource resource, String key, String text) {
    var annotations = new LinkedHashMap<String, Value>();
    resource.texts(ANNOTATIONS).forEach((name, value) -> annotations.put(name, Value.text(value)));
    annotations.put(key, Value.text(text));
    MapValue tree = resource.tree();
    MapValue metadata = tree.map("metadata").with(ANNOTATIONS, new MapValue(annotations));
    return tree.with("metadata", metadata);
  }
}
