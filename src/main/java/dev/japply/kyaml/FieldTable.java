package dev.japply.kyaml;

import dev.japply.kyaml.FieldConfig.Reference;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.object.Gvk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The table of the fields that kustomize's transformers change, and of the kinds that have no
/// namespace. `make kustomize-tables` makes it out of the kustomize that kubectl has inside.
///
/// @param clusterScoped the kinds without a namespace
public record FieldTable(FieldConfig config, Set<Gvk> clusterScoped) {

  /// The table in the program.
  public static FieldTable load() {
    return of(text("fields.txt"));
  }

  /// The text of the table of how lists merge, for `schema.BuiltinSchemas`.
  static String schema() {
    return text("schema.txt");
  }

  private static String text(String name) {
    try (InputStream table = FieldTable.class.getResourceAsStream(name)) {
      if (table == null) {
        throw new IllegalStateException("the program lacks its " + name);
      }
      // It is ASCII; to read it as UTF-8 takes longer.
      return new String(table.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FieldTable of(String text) {
    var kinds = new HashMap<String, KindPattern>(); // most kinds have several lines
    var paths = new HashMap<String, List<String>>(); // so have most paths
    var lists = new HashMap<String, List<FieldSpec>>();
    var references = new LinkedHashMap<String, List<FieldSpec>>();
    var clusterScoped = new HashSet<Gvk>();
    for (String line : text.strip().split("\n", -1)) {
      String[] words = line.split(" ", -1);
      KindPattern kind = kinds.computeIfAbsent(words[2], FieldTable::kind);
      if (words[0].equals("clusterScoped")) {
        clusterScoped.add(kind.kinds());
        continue;
      }
      List<FieldSpec> list =
          words[0].equals("nameReference")
              ? references.computeIfAbsent(words[1], none -> new ArrayList<>())
              : lists.computeIfAbsent(words[0], none -> new ArrayList<>());
      List<String> keys = paths.computeIfAbsent(words[3], FieldSpec::split);
      list.add(new FieldSpec(kind, words[3], keys, words.length > 4));
    }
    Map<Topic, FieldList> topics = new EnumMap<>(Topic.class);
    for (Topic topic : Topic.values()) {
      topics.put(topic, new FieldList(lists.getOrDefault(topic.key(), List.of())));
    }
    var known = new ArrayList<Reference>();
    references.forEach(
        (kind, fields) -> known.add(new Reference(kind(kind), new FieldList(fields))));
    return new FieldTable(FieldConfig.settled(topics, known), clusterScoped);
  }

  private static KindPattern kind(String text) {
    String[] parts = text.split("/", -1);
    return new KindPattern(new Gvk(parts[0], parts[1], parts[2]));
  }
}
