package dev.japply.kyaml;

import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.object.Gvk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
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
      return new String(table.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FieldTable of(String text) {
    var lists = new LinkedHashMap<String, List<FieldSpec>>();
    var references = new LinkedHashMap<String, List<FieldSpec>>();
    var clusterScoped = new HashSet<Gvk>();
    for (String line : text.lines().toList()) {
      String[] parts = line.split(" ", -1);
      var field = new FieldSpec(new KindPattern(gvk(parts[2])), parts[3], parts.length > 4);
      switch (parts[0]) {
        case "clusterScoped" -> clusterScoped.add(gvk(parts[2]));
        case "nameReference" ->
            references.computeIfAbsent(parts[1], none -> new ArrayList<>()).add(field);
        default -> lists.computeIfAbsent(parts[0], none -> new ArrayList<>()).add(field);
      }
    }
    Map<Topic, FieldList> topics = new EnumMap<>(Topic.class);
    for (Topic topic : Topic.values()) {
      topics.put(topic, new FieldList(lists.getOrDefault(topic.key(), List.of())));
    }
    List<Reference> known =
        references.entrySet().stream()
            .map(entry ->
                new Reference(
                    new KindPattern(gvk(entry.getKey())), new FieldList(entry.getValue())))
            .toList();
    return new FieldTable(new FieldConfig(topics, known), clusterScoped);
  }

  private static Gvk gvk(String text) {
    String[] parts = text.split("/", -1);
    return new Gvk(parts[0], parts[1], parts[2]);
  }
}
