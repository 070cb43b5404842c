package dev.japply.kustomize.load;

import dev.japply.kustomize.load.KustomizationFields.LabelEntry;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Reference;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the fields that transformers change, from the files of `configurations`, which name them,
/// and of `crds`. The latter contain the types of custom resources by name, as the OpenAPI
/// generators of Go write them. Extensions mark the fields that name other objects and the fields
/// that contain labels or annotations.
public final class FieldConfigReader {
  /// Types that refer to each other twice each have more fields than any memory.
  private static final int MOST = 50_000;

  private final MapValue types;
  private final Map<Topic, List<FieldSpec>> fields = new EnumMap<>(Topic.class);
  private final Map<Gvk, List<FieldSpec>> references = new HashMap<>();
  private final FileContent content;
  private int left = MOST;

  private FieldConfigReader(MapValue types, FileContent content) {
    this.types = types;
    this.content = content;
  }

  /// Returns the fields that a file of `configurations` names.
  ///
  /// @throws JapplyException when it cannot be read, with all that is wrong
  public static FieldConfig configuration(FileContent content) {
    var problems = new ArrayList<Problem>();
    List<FieldReader> maps = KustomizationReader.maps(content, problems);
    if (maps.isEmpty()) {
      return FieldConfig.NONE;
    }
    FieldReader map = maps.getFirst();
    var lists = new EnumMap<Topic, FieldList>(Topic.class);
    for (Topic topic : Topic.values()) {
      lists.put(topic, new FieldList(map.maps(topic.key(), LabelEntry::field)).sorted());
    }
    List<Reference> references = map.maps("nameReference", FieldConfigReader::reference);
    map.finish("");
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    return new FieldConfig(lists, references);
  }

  private static Reference reference(FieldReader map) {
    var kinds = new Gvk(map.text("group"), map.text("version"), map.text("kind"));
    return new Reference(
        new KindPattern(kinds), new FieldList(map.maps("fieldSpecs", LabelEntry::field)));
  }

  /// Returns the fields that the extensions in `content` mark.
  ///
  /// @throws JapplyException if it cannot be read
  public static FieldConfig definitions(FileContent content) {
    Value root = KustomizationReader.value(content).orElse(null);
    if (!(root instanceof MapValue types)) {
      throw new JapplyException(
          Origin.of(content.name()),
          "unable to parse open API definition: it must be a map of types",
          "write what the generators of OpenAPI write, not a CustomResourceDefinition");
    }
    FieldConfig config = FieldConfig.NONE;
    for (var type : types.entries().entrySet()) {
      MapValue properties = properties(type.getValue());
      if (properties.has("kind") && properties.has("apiVersion") && properties.has("metadata")) {
        String kind = type.getKey().substring(type.getKey().lastIndexOf('.') + 1);
        config = config.with(new FieldConfigReader(types, content).fieldsOf(kind, type.getKey()));
      }
    }
    return config;
  }

  private static MapValue properties(Value type) {
    return type instanceof MapValue map && schema(map) instanceof MapValue schema
        ? schema.map("properties")
        : MapValue.EMPTY;
  }

  private static @Nullable Value schema(MapValue type) {
    return type.entries().entrySet().stream()
        .filter(entry -> entry.getKey().equalsIgnoreCase("Schema"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private FieldConfig fieldsOf(String kind, String type) {
    collect(new KindPattern(new Gvk("", "", kind)), type, "", new HashSet<>());
    var lists = new EnumMap<Topic, FieldList>(Topic.class);
    fields.forEach((topic, specs) -> lists.put(topic, new FieldList(specs)));
    return new FieldConfig(
        lists,
        references.entrySet().stream()
            .map(entry ->
                new Reference(new KindPattern(entry.getKey()), new FieldList(entry.getValue())))
            .toList());
  }

  /// @param within the types that lead to this one, which it must not lead to again
  private void collect(KindPattern kind, String type, String path, Set<String> within) {
    if (!(types.get(type) instanceof MapValue found) || !within.add(type)) {
      return;
    }
    properties(found)
        .entries()
        .forEach((name, value) -> {
          if (value instanceof MapValue property) {
            collect(kind, property, path.isEmpty() ? name : path + "/" + name, within);
          }
        });
    within.remove(type);
  }

  private void collect(KindPattern kind, MapValue property, String path, Set<String> within) {
    if (--left < 0) {
      throw new JapplyException(
          Origin.of(content.name()),
          kind.kinds().kind() + " has more than " + MOST + " fields",
          "leave out types that refer to each other so often");
    }
    var spec = new FieldSpec(kind, path, false);
    add(property, "x-kubernetes-annotation", Topic.COMMON_ANNOTATIONS, spec);
    add(property, "x-kubernetes-label-selector", Topic.COMMON_LABELS, spec);
    add(property, "x-kubernetes-identity", Topic.NAME_PREFIX, spec);
    if (isText(property, "x-kubernetes-object-ref-api-version")
        && isText(property, "x-kubernetes-object-ref-kind")) {
      String key = "x-kubernetes-object-ref-name-key";
      String name = isText(property, key) ? property.text(key) : "name";
      var referred =
          new Gvk(
              "",
              property.text("x-kubernetes-object-ref-api-version"),
              property.text("x-kubernetes-object-ref-kind"));
      references
          .computeIfAbsent(referred, none -> new ArrayList<>())
          .add(new FieldSpec(kind, path + "/" + name, false));
    }
    if (!(property.get("$ref") instanceof Missing)) {
      collect(kind, property.text("$ref"), path, within);
    }
  }

  private void add(MapValue property, String extension, Topic topic, FieldSpec spec) {
    if (isText(property, extension)) {
      fields.computeIfAbsent(topic, none -> new ArrayList<>()).add(spec);
    }
  }

  private static boolean isText(MapValue property, String extension) {
    return property.get(extension) instanceof StringValue;
  }
}
