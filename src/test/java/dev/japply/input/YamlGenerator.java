package dev.japply.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Writes YAML streams at random: trees in every style that manifests use, with scalars of every
/// type. The same seed gives the same streams.
public final class YamlGenerator {
  private static final String[] WORDS = {
    "y",
    "no",
    "On",
    "off",
    "true",
    "NULL",
    "~",
    "null",
    "foo",
    "a b",
    "x:y",
    "a#b",
    "-x",
    "$(X)",
    "0",
    "-0",
    "7",
    "0755",
    "0o17",
    "08",
    "0x1f",
    "0b11",
    "1_000",
    "-5",
    "+5",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "1.0",
    "1.50",
    ".5",
    "1e3",
    "1e21",
    "1e-7",
    "1e400",
    "9".repeat(308),
    "9".repeat(309),
    "-" + "9".repeat(309),
    "0x" + "f".repeat(400),
    "0" + "7".repeat(400),
    "12e03",
    "1:30",
    "2001-01-01",
    "100m",
    "1Gi",
    "v1",
    "10.0.0.1",
    "/a/b",
    "https://x:80/y?z=1",
    "<<x",
    "=",
    "a,b",
    "50%",
    "\u00e9",
    "\u65e5\u672c",
    "\ud83d\ude00",
    "a\\b",
    "it's",
    "a\"b"
  };
  private static final String[] QUOTED = {
    "\"\"", "''", "\"yes\"", "'0755'", "\"a\\nb\"", "\"\\u00e9\\t\"", "'it''s'", "\"# no\"", "': '"
  };
  private static final String[] TAGGED = {
    "!!str 12", "!!int \"7\"", "!!float 3", "!!bool 'on'", "!!binary aGk=", "!foo 1", "!!null"
  };
  private static final String[] KEYS = {
    "a",
    "b",
    "c",
    "name",
    "app.kubernetes.io/name",
    "1",
    "0755",
    "1.5",
    "yes",
    "n",
    "'on'",
    "\"q\"",
    "x y"
  };
  private static final String SOUP = "aby01e.-+_:#,[]{}&*!|>'\"%@`?~<=\\x \n ";

  private final Random random;
  private int anchors;

  public YamlGenerator(long seed) {
    this.random = new Random(seed);
  }

  /// A stream of a few documents.
  public String stream() {
    return repeat(1 + random.nextInt(3), this::document)
        .collect(Collectors.joining(pick("---\n", "--- # next\n", "---\n---\n", "---  \n")));
  }

  /// A document that is a plain scalar in a map, made of characters that mean something in numbers.
  String number() {
    String text =
        repeat(
                1 + random.nextInt(7),
                () -> pick("0", "1", "7", "9", ".", "e", "E", "-", "+", "_", "x", "b", "o", "f"))
            .collect(Collectors.joining());
    return "k: " + text + "\n";
  }

  /// Characters that mean something to YAML, in no order.
  public String soup() {
    return repeat(
            1 + random.nextInt(14),
            () -> String.valueOf(SOUP.charAt(random.nextInt(SOUP.length()))))
        .collect(Collectors.joining());
  }

  /// A stream with one character taken out, doubled or replaced.
  public String damaged() {
    var text = new StringBuilder(stream());
    int at = random.nextInt(text.length());
    switch (random.nextInt(3)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.insert(at, text.charAt(at));
      default -> text.setCharAt(at, SOUP.charAt(random.nextInt(SOUP.length())));
    }
    return text.toString();
  }

  private String document() {
    anchors = 0;
    return chance(10) ? "# nothing\n" : map(0, 3);
  }

  private String map(int indent, int depth) {
    String pad = " ".repeat(indent);
    var lines = new ArrayList<String>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      boolean merge = anchors > 0 && chance(15);
      lines.add(merge ? pad + "<<: {m: 1, b: 2}\n" : pad + pick(KEYS) + ":" + value(indent, depth));
    }
    return String.join(chance(10) ? "\n" : "", lines);
  }

  private String list(int indent, int depth) {
    String pad = " ".repeat(indent);
    return repeat(1 + random.nextInt(3), () -> pad + "-" + value(indent, depth))
        .collect(Collectors.joining(chance(10) ? pad + "# comment\n" : ""));
  }

  /// What follows a `:` or a `-`, with the end of the line.
  private String value(int indent, int depth) {
    int step = indent + 1 + random.nextInt(3);
    return switch (random.nextInt(depth > 0 ? 9 : 5)) {
      case 0, 1, 2 -> " " + scalar() + pick("", "", " ", "  # c") + "\n";
      case 3 -> " " + flow(2) + "\n";
      case 4 -> block(step);
      case 5, 6 -> (chance(10) ? anchor() : "") + "\n" + map(step, depth - 1);
      default -> "\n" + list(step, depth - 1);
    };
  }

  private String anchor() {
    anchors++;
    return " &a" + anchors;
  }

  private String scalar() {
    return switch (random.nextInt(8)) {
      case 0 -> pick(QUOTED);
      case 1 -> pick(TAGGED);
      case 2 -> anchor().strip() + " " + pick(WORDS);
      case 3 -> anchors > 0 ? "*a" + (1 + random.nextInt(anchors)) : pick(WORDS);
      default -> pick(WORDS);
    };
  }

  private String block(int indent) {
    String pad = " ".repeat(indent);
    String lines =
        repeat(
                1 + random.nextInt(3),
                () -> pad + pick("x", "a: b", "# no", "  y", "- z") + "\n" + pick("", "", "\n"))
            .collect(Collectors.joining());
    return " " + pick("|", ">") + pick("", "-", "+") + "\n" + pad + "first\n" + lines;
  }

  private String flow(int depth) {
    List<String> items =
        repeat(random.nextInt(4), () -> depth > 0 && chance(30) ? flow(depth - 1) : pick(QUOTED))
            .toList();
    if (chance(50)) {
      return "[" + String.join(pick(", ", ","), items) + pick("", "") + "]";
    }
    return items.stream()
        .map(item -> pick(KEYS) + ": " + item)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private <T> java.util.stream.Stream<T> repeat(int times, Supplier<T> part) {
    return IntStream.range(0, times).mapToObj(i -> part.get()).toList().stream();
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
