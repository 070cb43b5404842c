package dev.japply.kyaml;

import dev.japply.kyaml.FieldConfig.Topic;
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
/// @param config the fields
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
    var lines = new Lines(text);
    var lists = new HashMap<String, List<FieldSpec>>();
    var references = new LinkedHashMap<KindPattern, List<FieldSpec>>();
    var clusterScoped = new HashSet<Gvk>();
    while (lines.next()) {
      KindPattern kind = lines.kind(2);
      if (lines.isWord(0, "clusterScoped")) {
        clusterScoped.add(kind.kinds());
        continue;
      }
      var field = new FieldSpec(kind, lines.word(3), lines.count() > 4);
      List<FieldSpec> list =
          lines.isWord(0, "nameReference")
              ? references.computeIfAbsent(lines.kind(1), none -> new ArrayList<>())
              : lists.computeIfAbsent(lines.word(0), none -> new ArrayList<>());
      list.add(field);
    }
    Map<Topic, FieldList> topics = new EnumMap<>(Topic.class);
    for (Topic topic : Topic.values()) {
      topics.put(topic, new FieldList(lists.getOrDefault(topic.key(), List.of())));
    }
    var known = new ArrayList<Reference>();
    references.forEach((kind, fields) -> known.add(new Reference(kind, new FieldList(fields))));
    return new FieldTable(FieldConfig.settled(topics, known), clusterScoped);
  }

  /// The lines of the table, and the words of the current one. A kind that is repeated is not
  /// parsed again: each build reads the table, in code that is not compiled yet.
  private static final class Lines {
    private static final int MOST_WORDS = 5;

    private final String text;
    private final Map<String, KindPattern> kinds = new HashMap<>();

    /// The start of each word of the line, and of the one after the last.
    private final int[] starts = new int[MOST_WORDS + 1];

    private int count;
    private int end = -1;

    Lines(String text) {
      this.text = text;
    }

    /// Goes to the next line. Returns false if there is none.
    boolean next() {
      int start = end + 1;
      end = text.indexOf('\n', start);
      if (end < 0) {
        return false;
      }
      count = 0;
      for (int at = start; at <= end; at = starts[count]) {
        starts[count] = at;
        int space = text.indexOf(' ', at);
        count++;
        starts[count] = (space < 0 || space > end ? end : space) + 1;
      }
      return true;
    }

    int count() {
      return count;
    }

    String word(int at) {
      return text.substring(starts[at], starts[at + 1] - 1);
    }

    boolean isWord(int at, String word) {
      return starts[at + 1] - 1 - starts[at] == word.length() && text.startsWith(word, starts[at]);
    }

    KindPattern kind(int at) {
      String word = word(at);
      KindPattern known = kinds.get(word);
      if (known == null) {
        int version = word.indexOf('/') + 1;
        int kind = word.indexOf('/', version) + 1;
        known =
            new KindPattern(
                new Gvk(
                    word.substring(0, version - 1),
                    word.substring(version, kind - 1),
                    word.substring(kind)));
        kinds.put(word, known);
      }
      return known;
    }
  }
}
