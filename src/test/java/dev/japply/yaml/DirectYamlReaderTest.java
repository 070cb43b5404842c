package dev.japply.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.input.ScalarGenerator;
import dev.japply.input.YamlGenerator;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads documents directly and by the general rules. Whatever is read directly must have the same
/// nodes and values, with the same positions, and must be refused by neither.
@Tag("generated")
class DirectYamlReaderTest {
  /// Texts that have a meaning in YAML, to put into documents.
  private static final List<String> MARKS =
      List.of(
          ":", ": ", " ", "  ", "\n", "\n\n", "#", " # c", "-", "- ", "?", "? ", "'", "''", "\"",
          "\\", "|", "|-\n", ">+\n", "[", "]", "{", "}", ",", "\t", "&a ", "*a", "!t ", "---\n",
          "...\n", "%", "@", "é", "😀", "\r", "\u0085", "\u2028", "\u0001", "\ufeff", "\u007f");

  private final List<String> different = new ArrayList<>();
  private int direct;
  private int values;

  @Test
  void readsTheUsualForms() {
    String text =
        """
        # c

        --- # begin
        a: b # c
        "q": 'it'
        none:
        list:
        - x
        -
        - k: v # c
          l:
            - - 1
              - two words
        deeper:
          text: |
            one

              two
          last: |-
            three
          kept: |+
            four

        folded: >
          five
          six
        plain: seven
          eight
        twice: "a \\
          b"
        flow: [a, "b", {c: d, 'e':1}, []]
        more: {
          x: y,   # c
          z: [],
        }
        http://x:y: é
        """;
    assertThat(DirectNodeReader.read(text, 1)).isNotNull();
    check(text);
    assertThat(different).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# c\n",
        "a: &x b\n",
        "a: *x\n",
        "a: !!str b\n",
        "? a\n: b\n",
        "a:\tb\n",
        "%YAML 1.1\n",
        "a: b\n---\nc: d\n",
        "a: b\n...\n",
        "a: b\n  c: d\n",
        "a: [b\n",
        "a: b: c\n",
        "a: 'b\n",
        "- a\nb: c\n",
        "a: \u0001\n",
        "- \u2028b\n",
        "-\u2028b\n",
        "a: -\u0085b\n",
        "a:\n  - b\n  c: d\n"
      })
  void leavesTheRestToTheGeneralReader(String text) {
    assertThat(DirectNodeReader.read(text, 1)).isNull();
  }

  @Test
  void generatedScalars() {
    var generator = new ScalarGenerator(Long.getLong("japply.seed", 3));
    compare(generator::stream, Cases.of(300_000));
    assertThat(direct).isGreaterThan(Cases.of(300_000) / 20);
  }

  @Test
  void generatedStreams() {
    var generator = new YamlGenerator(Long.getLong("japply.seed", 3));
    compare(generator::stream, Cases.of(20_000));
    compare(generator::damaged, Cases.of(20_000));
    compare(generator::soup, Cases.of(20_000));
  }

  @Test
  void damagedManifests() throws IOException {
    var random = new Random(Long.getLong("japply.seed", 3));
    List<String> texts = manifests();
    compare(() -> damaged(texts.get(random.nextInt(texts.size())), random), Cases.of(200_000));
    assertThat(direct).isGreaterThan(Cases.of(200_000) / 4);
  }

  @Test
  void mostManifestsAreUsual() throws IOException {
    List<String> texts = manifests();
    texts.forEach(this::check);
    assertThat(different).isEmpty();
    assertThat(direct).isGreaterThan(texts.size() * 9 / 10);
    assertThat(values).isGreaterThan(texts.size() * 8 / 10);
  }

  /// Returns the documents of the manifests among the test resources.
  private static List<String> manifests() throws IOException {
    var texts = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/resources"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".yaml")).sorted().toList()) {
        String text = SourceText.decode(Files.readAllBytes(file));
        for (String document : text.split("\n---\n", -1)) {
          texts.add(document + "\n");
        }
      }
    }
    return texts;
  }

  /// Returns a part of `text` with a few marks put in, or characters taken out.
  private static String damaged(String text, Random random) {
    List<String> lines = text.lines().toList();
    int from = random.nextInt(lines.size());
    int to = Math.min(lines.size(), from + 1 + random.nextInt(12));
    var damaged =
        new StringBuilder(String.join("\n", lines.subList(from, to)).stripIndent()).append('\n');
    for (int i = random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(damaged.length());
      if (random.nextBoolean()) {
        damaged.insert(at, MARKS.get(random.nextInt(MARKS.size())));
      } else {
        damaged.delete(at, Math.min(damaged.length() - 1, at + 1 + random.nextInt(3)));
      }
    }
    return damaged.toString();
  }

  private void compare(Supplier<String> texts, int count) {
    Stream.generate(texts).limit(count).map(DirectYamlReaderTest::decoded).forEach(this::check);
    assertThat(different.stream().limit(20)).as("%d differences", different.size()).isEmpty();
  }

  private static String decoded(String text) {
    return SourceText.decode(text.getBytes(StandardCharsets.UTF_8));
  }

  private void check(String text) {
    YamlNode read = DirectNodeReader.read(text, 7);
    if (read == null) {
      return;
    }
    direct++;
    compare(text, shown(read), general(text));
    Positions value = DirectValueReader.read("m.yaml", text, 7);
    if (value != null) {
      values++;
      compare(text, shown(value), generalValue(text));
    }
  }

  private void compare(String text, String here, String there) {
    if (!here.equals(there)) {
      different.add(text + "\n## directly:\n" + here + "\n## by the general rules:\n" + there);
    }
  }

  private static String general(String text) {
    var notices = new ArrayList<DocumentWarning>();
    try {
      YamlNode root = YamlParser.parseAny(text, 7, notices::add).orElse(null);
      return notices.isEmpty() ? shown(root) : notices.toString();
    } catch (SyntaxFailure e) {
      return e.toString();
    }
  }

  private static String generalValue(String text) {
    var notices = new ArrayList<DocumentWarning>();
    var document =
        new Document("m.yaml", Document.Form.YAML, text, new TextPosition(7, 1), Substitution.NONE);
    try {
      PositionedValue root = document.read(notices::add).orElseThrow();
      return notices.isEmpty()
          ? shown(Positions.of("m.yaml", root, root.value()))
          : notices.toString();
    } catch (SyntaxFailure e) {
      return e.toString();
    }
  }

  private static String shown(Positions positions) {
    var text = new StringBuilder(GoJson.write(positions.value())).append('\n');
    show(positions, positions.value(), FieldPath.root(), text);
    return text.toString();
  }

  private static void show(Positions positions, Value value, FieldPath path, StringBuilder text) {
    text.append(path).append(' ').append(positions.find(FieldPath.root(), path));
    text.append(' ').append(positions.lines(FieldPath.root(), path)).append('\n');
    switch (value) {
      case MapValue map ->
          map.entries().forEach((key, field) -> show(positions, field, path.key(key), text));
      case ListValue list -> {
        for (int i = 0; i < list.size(); i++) {
          show(positions, list.items().get(i), path.index(i), text);
        }
      }
      default -> text.append(value.getClass().getSimpleName()).append('\n');
    }
  }

  private static String shown(@Nullable YamlNode node) {
    if (node == null) {
      return "none";
    }
    String own = "%s %d-%d ".formatted(node.place(), node.start(), node.end());
    return own
        + switch (node) {
          case Scalar scalar -> scalar.style() + scalar.tag() + "<" + scalar.text() + ">\n";
          case Sequence list ->
              list.isFlow() + "[\n" + String.join("", shown(list.items())) + "]\n";
          case Mapping map ->
              map.isFlow()
                  + "{\n"
                  + String.join(
                      "",
                      map.pairs().stream()
                          .map(pair -> shown(pair.key()) + shown(pair.value()))
                          .toList())
                  + "}\n";
          case Alias alias -> "*" + alias.name() + "\n";
        };
  }

  private static List<String> shown(List<YamlNode> nodes) {
    return nodes.stream().map(DirectYamlReaderTest::shown).toList();
  }
}
