package dev.japply.input;

import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Writes YAML documents at random that are about scalars: every style, with and without text, in
/// nested maps and lists, with whatever may follow: comments, tabs, less indentation, the end of
/// the document. Some are tame, others odd, many of which are no YAML, and must be refused. The
/// same seed gives the same ones.
public final class ScalarGenerator {
  private final Random random;

  /// How many in a hundred choices are odd ones.
  private int oddness;

  public ScalarGenerator(long seed) {
    this.random = new Random(seed);
  }

  /// A stream of one document, or of a few.
  public String stream() {
    oddness = random.nextInt(3) * random.nextInt(8);
    String text = first() + document() + (chance(20) ? "---\n" + document() : "");
    String last = odd("", "...\n", "---\n", "\n\n", "# c", " ", "%");
    // What begins with a brace is read as JSON first.
    return (text.startsWith("{") ? "# c\n" : "") + text + last;
  }

  private String first() {
    return odd(pick("", "---\n", "# c\n", "\n"), "%YAML 1.1\n---\n", "...\n", "\t\n");
  }

  private String document() {
    return switch (random.nextInt(8)) {
      case 0 -> scalar(0) + "\n" + pick("", "---\n");
      case 1 -> flow(3) + odd("\n", "", ": 1\n", " # c\n", "\t\n");
      case 2 -> list(pick("", " ").length(), 3);
      default -> map(0, 4);
    };
  }

  private String map(int indent, int depth) {
    String pad = " ".repeat(indent);
    return repeat(1, 3, () -> comment(indent) + pad + key() + entry(indent, depth));
  }

  private String list(int indent, int depth) {
    String pad = " ".repeat(indent);
    return repeat(
        1,
        3,
        () ->
            comment(indent)
                + pad
                + "-"
                + pick(
                    entry(indent, depth),
                    entry(indent, depth),
                    " " + key() + entry(indent + 2, depth)));
  }

  private String comment(int indent) {
    return chance(8)
        ? " ".repeat(random.nextInt(indent + 3)) + pick("# c\n", "\n", "\t# c\n", " \n")
        : "";
  }

  private String key() {
    return odd(
        pick("a:", "b:", "c:", "kind:", "'q':", "\"d\":", "1:"),
        "? a\n:",
        "?b:",
        "a :",
        "&x k:",
        "!!str t:",
        "<<:",
        "x y:",
        "*x :");
  }

  /// What follows the `:` of a key or a `-` that stands in column `indent`, to the end of the line.
  private String entry(int indent, int depth) {
    int deeper = indent + pick("", " ", "  ", "  ", "    ").length();
    return switch (random.nextInt(depth > 0 ? 8 : 4)) {
      case 0, 1 -> gap() + scalar(deeper) + odd("\n", " # c\n", "\t\n", " \n", "# c\n");
      case 2 -> gap() + block(deeper);
      case 3 -> gap() + flow(2) + odd("\n", " # c\n", "\t\n");
      case 4 -> properties() + "\n" + list(deeper, depth - 1);
      default -> properties() + "\n" + map(deeper, depth - 1);
    };
  }

  private String properties() {
    return odd("", " &x", " !!map", " !t &y", " *x", "\t", " # c");
  }

  private String gap() {
    return odd(" ", "  ", "\t", " \t", "", " &y ", " !!str ", " !e!x ", " !<a> ", " ! ")
        + odd("", "\n" + " ".repeat(random.nextInt(5)));
  }

  private String scalar(int indent) {
    return switch (random.nextInt(4)) {
      case 0 -> single(indent);
      case 1 -> twice(indent);
      case 2 -> block(indent);
      default -> plain(indent);
    };
  }

  private String plain(int indent) {
    String word =
        pick("", "~", "a", "b c", "1", "yes", "x?", "x:y", "a,b", "a]", "<<", "=", "é", "😀");
    return odd(
            pick(word, "?a", "-a", ":a", "a:b", "a#b", "a #b"),
            "{a",
            "*x",
            "?",
            "-",
            ":",
            "? a",
            "a: b",
            "@a",
            "%a",
            "`a",
            "a:",
            "|a")
        + lines(
            indent, () -> odd(pick("a", "b c", "- d", "'e'", "x,"), "# c", "k: v", "...", "..."));
  }

  private String single(int indent) {
    return "'"
        + repeat(
            0,
            2,
            () -> odd(pick("a", "''", "\"", " b", "\\n", ": ", "# c"), "\t", "\u0085", "\u2028"))
        + lines(indent, () -> odd(pick("a", "''", " b ", "# c", "k: v"), "..."))
        + odd("'", "'x", "");
  }

  private String twice(int indent) {
    Supplier<String> piece =
        () ->
            odd(
                pick(
                    "a",
                    "'",
                    "\\\"",
                    " b",
                    "\\n",
                    "\\t",
                    "\\x41",
                    "\\u00e9",
                    "\\U0001F600",
                    "\\L",
                    "\\\n",
                    "\\ ",
                    "# c"),
                "\\/",
                "\\ud83d",
                "\\q",
                "\t",
                "\\xg",
                "\\U00110000");
    return "\""
        + repeat(0, 2, piece)
        + lines(indent, () -> odd(pick("a", "\\", " b\\", "# c", "k: v"), "...", "\\ c"))
        + odd("\"", "\"x", "");
  }

  /// More lines of a scalar that is folded.
  private String lines(int indent, Supplier<String> line) {
    return chance(70)
        ? ""
        : repeat(
            1,
            3,
            () ->
                odd(pick("\n", " \n", "\n\n"), "\n \t\n", "\u2029", "\r")
                    + white(indent)
                    + line.get());
  }

  private String white(int indent) {
    int more = Integer.parseInt(odd(pick("0", "0", "0", "1", "2"), "-1", "-2"));
    return " ".repeat(Math.max(0, indent + more)) + odd("", "\t");
  }

  private String block(int indent) {
    String header =
        pick("|", ">")
            + odd(pick("", "-", "+", "1", "2-", "-1", "2+", "+3"), "0", "9", "--", "x")
            + odd(pick("", " ", " # c"), "\t", "# c", " a");
    if (chance(35)) {
      return header + odd(pick("\n", "\n\n", "\n  \n"), "", "\n      \n\n", "\n\t\n", "\n \n  \n");
    }
    String body = pick("x", "# no", "- z", "a: b", " more", "'q'", "end ");
    return header
        + "\n"
        + repeat(
            1,
            4,
            () ->
                pick("", "", "\n", white(indent) + "\n")
                    + white(indent)
                    + odd(pick(body, "y"), "\tz", "...", "x \u2028 y")
                    + "\n");
  }

  private String flow(int depth) {
    Supplier<String> item =
        () ->
            depth > 0 && chance(25)
                ? flow(depth - 1)
                : odd(
                    pick(
                        "a", "b c", "'q'", "\"d\"", "a?b", "-1", "a:b", "a: b", "'q':1", "1: 2",
                        "x y: z", "&x a", "a: [b]"),
                    "?",
                    "? a",
                    "?a",
                    "a?",
                    "-",
                    ":",
                    ":a",
                    "a:",
                    "\"d\":x",
                    "? a: b",
                    "*x",
                    "!t b",
                    "",
                    "x#y",
                    "|",
                    "> x",
                    "a\n b",
                    "# c\n",
                    "\t");
    String space = odd(pick("", " "), "\n ", "\t", "\n");
    String items =
        IntStream.range(0, random.nextInt(4))
            .mapToObj(i -> space + item.get() + space)
            .collect(Collectors.joining(","));
    return odd(
        pick("[" + items + "]", "{" + items + "}"),
        "[" + items + ",]",
        "{" + items + ", }",
        "[" + items,
        "{" + items + "]");
  }

  private String repeat(int least, int most, Supplier<String> part) {
    int count = least + random.nextInt(most - least + 1);
    return IntStream.range(0, count).mapToObj(i -> part.get()).collect(Collectors.joining());
  }

  /// `usual`, or sometimes one of the others.
  private String odd(String usual, String... others) {
    return chance(oddness) ? pick(others) : usual;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
