package dev.japply.cli.flags;

import dev.japply.cli.flags.PrintCase.End;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The templates of a file, one a line, and what kubectl's printers answer to them, which stands in
/// another file: below each template the answers, `+` before the output and `!` before the error,
/// and before that the [Variant]s that are answered so. Long answers are left out.
///
/// @param kind how `-o` calls such templates; the files are called so, too
record PrintAnswers(String kind) {
  private static final int LONG = 300;

  /// How a template is printed.
  enum Variant {
    /// For the first object.
    ONE("1"),
    /// For the first object, when fields that are missing are errors.
    STRICT("s"),
    /// For the second object.
    TWO("2"),
    /// For both.
    LIST("l"),
    /// For the first object, as JSON.
    JSON("j");

    private final String letter;

    Variant(String letter) {
      this.letter = letter;
    }

    private List<MapValue> printed(List<MapValue> objects) {
      return switch (this) {
        case ONE, STRICT, JSON -> objects.subList(0, 1);
        case TWO -> objects.subList(1, 2);
        case LIST -> objects;
      };
    }
  }

  Stream<String> templates() throws IOException {
    return resource(kind + ".txt").lines().filter(line -> !line.startsWith("# "));
  }

  /// The templates and the answers that are kept of them.
  List<String> kept() throws IOException {
    return resource(kind + ".answers").lines().toList();
  }

  /// The same with the answers that `ends` gives.
  List<String> answered(Function<PrintCase, End> ends) throws IOException {
    List<MapValue> objects = objects();
    var lines = new ArrayList<String>();
    for (String template : templates().toList()) {
      lines.add(template);
      lines.addAll(answers(template, objects, ends));
    }
    return lines;
  }

  /// The answers that `ends` gives to one template for the two `objects`.
  List<String> answers(String template, List<MapValue> objects, Function<PrintCase, End> ends) {
    var answers = new LinkedHashMap<String, String>();
    for (Variant variant : variants(template)) {
      String answer = line(ends.apply(question(variant, template, objects)));
      if (answer.length() <= LONG) {
        answers.merge(answer, variant.letter, String::concat);
      }
    }
    return answers.entrySet().stream()
        .map(answer -> "  " + answer.getValue() + " " + answer.getKey())
        .toList();
  }

  /// In JSON, kubectl escapes the replacement character.
  private List<Variant> variants(String template) {
    var all = new ArrayList<>(List.of(Variant.values()));
    if (!kind.equals("jsonpath") || template.contains("\\xff")) {
      all.remove(Variant.JSON);
    }
    return all;
  }

  private PrintCase question(Variant variant, String template, List<MapValue> objects) {
    String format = (variant == Variant.JSON ? "jsonpath-as-json" : kind) + "=";
    return new PrintCase(
        format + unfolded(template), variant != Variant.STRICT, variant.printed(objects));
  }

  /// Without what kubectl adds to find mistakes in a template.
  private static String line(End end) {
    int debug = end.output().indexOf("Error executing template:");
    String output = debug < 0 ? end.output() : end.output().substring(0, debug);
    return "+" + visible(output) + (end.error().isEmpty() ? "" : " ! " + visible(end.error()));
  }

  private static String visible(String text) {
    return text.codePoints()
        .mapToObj(c -> c == '\n' ? "⏎" : Character.toString(c < ' ' ? 0x2400 + c : c))
        .collect(Collectors.joining());
  }

  static String unfolded(String template) {
    return template.replace("⏎", "\n");
  }

  static List<MapValue> objects() throws IOException {
    return PrintCase.objects(resource("objects.txt"));
  }

  static String resource(String name) throws IOException {
    try (InputStream stream = PrintAnswers.class.getResourceAsStream("/dev/japply/print/" + name)) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
