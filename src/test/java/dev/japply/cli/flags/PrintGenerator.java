package dev.japply.cli.flags;

import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes templates, many of them malformed, and odd objects at random; the same seed makes the same
/// ones.
final class PrintGenerator {
  private static final int MAX_DEPTH = 3;
  private static final List<String> FIELDS =
      List.of(
          "kind",
          "metadata",
          "name",
          "values",
          "int",
          "null",
          "one",
          "a",
          "list",
          "x",
          "y",
          "words",
          "lists",
          "mixed",
          "numbers",
          "fractions",
          "missing",
          "html",
          "items",
          "emptyList");
  private static final List<String> SELECTIONS =
      List.of(
          "[0]",
          "[-1]",
          "[*]",
          "[1:]",
          "[:2]",
          "[::2]",
          "[0,1]",
          "['a']",
          "['a','x']",
          ".*",
          "..a",
          "[?(@.x)]",
          "[?(@.x==1)]",
          "[?(@>1)]",
          "[?(@.y==\"two\")]",
          "[?(@.x<=@.x)]",
          "[9]",
          "[]");
  private static final List<String> PATH_NOISE =
      List.of(
          "{", "}", "]", "[", "\"", "'", "{end}", "{range}", " ", ".", "..", "@", "$", "\\", "|");
  private static final List<String> FUNCTIONS =
      List.of(
          "len",
          "not",
          "print",
          "println",
          "html",
          "js",
          "urlquery",
          "index",
          "slice",
          "eq",
          "ne",
          "lt",
          "le",
          "gt",
          "ge",
          "and",
          "or",
          "printf",
          "exists",
          "base64decode",
          "call");
  private static final List<String> LITERALS =
      List.of(
          "1",
          "0",
          "-1",
          "2.5",
          "1e3",
          "'a'",
          "\"a\"",
          "\"%v\"",
          "`%d|%s|%q|%x`",
          "true",
          "false",
          "nil",
          "\"\"",
          "0x10",
          "\"name\"",
          "3",
          "\"%5.2f|%-6v|%+d\"");
  private static final List<String> TEMPLATE_NOISE =
      List.of("{{", "}}", "{{end}}", "{{else}}", "|", "(", ")", "$x", ",", ".", "\"", "{{break}}");
  private static final List<String> PIECES =
      List.of(
          "a",
          "B",
          "0",
          "1",
          " ",
          "\n",
          "\t",
          "\"",
          "\\",
          ":",
          "-",
          "#",
          "é",
          "😀",
          "\u00a0",
          "\u2028",
          "\u0007",
          "\u001b",
          "yes",
          "null",
          "1e3",
          "0x1",
          "_",
          ".",
          "/",
          "{",
          "~",
          "<",
          "&",
          "\r",
          "\ufeff",
          "2001-01-01",
          "12:30");

  private final SplittableRandom random;

  PrintGenerator(long seed) {
    this.random = new SplittableRandom(seed);
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String spoiled(String text, List<String> noise) {
    if (random.nextInt(8) > 0) {
      return text;
    }
    int at = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), at + random.nextInt(3));
    return text.substring(0, at) + (random.nextBoolean() ? one(noise) : "") + text.substring(end);
  }

  /// A format with a JSONPath.
  String path() {
    String text =
        Stream.generate(this::action).limit(1 + random.nextInt(3)).collect(Collectors.joining());
    String kind = random.nextInt(5) == 0 ? "jsonpath-as-json=" : "jsonpath=";
    return kind + spoiled(text, PATH_NOISE) + " ";
  }

  private String action() {
    return switch (random.nextInt(6)) {
      case 0 -> one(List.of("text ", "{\"\\n\"}", "{'a'}", "{1}", "{true}"));
      case 1 -> "{range " + steps() + "}" + "{" + steps() + "}," + action() + "{end}";
      default -> "{" + steps() + "}";
    };
  }

  private String steps() {
    return Stream.generate(() -> random.nextInt(3) > 0 ? "." + one(FIELDS) : one(SELECTIONS))
        .limit(1 + random.nextInt(4))
        .collect(Collectors.joining());
  }

  /// A format with a template of Go.
  String template() {
    String text =
        Stream.generate(() -> part(0)).limit(1 + random.nextInt(3)).collect(Collectors.joining());
    return "go-template=" + spoiled(text, TEMPLATE_NOISE) + " ";
  }

  private String part(int depth) {
    int kind = random.nextInt(depth < MAX_DEPTH ? 10 : 4);
    String open = random.nextInt(6) == 0 ? "{{- " : "{{";
    String close = random.nextInt(6) == 0 ? " -}}" : "}}";
    String inner = kind < 4 ? "" : part(depth + 1);
    return switch (kind) {
      case 0 -> one(List.of("text", " a ", "\n"));
      case 1, 2, 3 -> open + pipe(depth) + close;
      case 4 -> open + "if " + pipe(depth) + close + inner + "{{else}}-{{end}}";
      case 5 -> open + "with " + pipe(depth) + close + inner + "{{.}}{{end}}";
      case 6 ->
          open + "range $i, $x := " + pipe(depth) + close + "{{$i}}{{$x}}" + inner + "{{end}}";
      case 7 -> open + "range " + pipe(depth) + close + inner + ",{{else}}none{{end}}";
      case 8 -> open + "$x := " + pipe(depth) + close + inner + "{{$x}}";
      default -> open + "block \"b" + depth + "\" " + pipe(depth) + close + inner + "{{end}}";
    };
  }

  private String pipe(int depth) {
    String call = random.nextInt(3) == 0 ? one(FUNCTIONS) + " " : "";
    int count = call.isEmpty() ? 1 : random.nextInt(4);
    String text =
        call + Stream.generate(() -> operand(depth)).limit(count).collect(Collectors.joining(" "));
    return random.nextInt(4) == 0 ? text + " | " + one(FUNCTIONS) : text;
  }

  private String operand(int depth) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> one(LITERALS);
      case 2 -> ".";
      case 3 -> "$." + one(FIELDS);
      case 4 -> depth < MAX_DEPTH ? "(" + pipe(depth + 1) + ")" : "$";
      default ->
          Stream.generate(() -> "." + one(FIELDS))
              .limit(1 + random.nextInt(3))
              .collect(Collectors.joining());
    };
  }

  /// An object with odd keys and values.
  MapValue object() {
    MapValue map = MapValue.of("apiVersion", Value.text("v1")).with("kind", Value.text("Odd"));
    MapValue metadata = MapValue.of("name", Value.text("o")).with("managedFields", ListValue.EMPTY);
    return map.with("metadata", metadata).with(string(), value(0)).with("values", value(0));
  }

  private Value value(int depth) {
    return switch (random.nextInt(depth < MAX_DEPTH ? 8 : 4)) {
      case 0, 1 -> Value.text(string());
      case 2 -> Json.parse(one(List.of("1", "1.5", "1e21", "-3", "1e-7", "123456789012345678901")));
      case 3 -> Json.parse(one(List.of("null", "true", "false", "[]", "{}")));
      case 4, 5 ->
          new ListValue(Stream.generate(() -> value(depth + 1)).limit(random.nextInt(4)).toList());
      default -> {
        MapValue map = MapValue.EMPTY;
        for (int i = random.nextInt(4); i > 0; i--) {
          map = map.with(string(), value(depth + 1));
        }
        yield map;
      }
    };
  }

  private String string() {
    return Stream.generate(() -> one(PIECES))
        .limit(random.nextInt(6))
        .collect(Collectors.joining());
  }
}
