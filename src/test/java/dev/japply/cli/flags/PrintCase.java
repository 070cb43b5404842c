package dev.japply.cli.flags;

import dev.japply.Oracle;
import dev.japply.report.OutputFormat;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Objects to be printed, and the flags that say how.
///
/// @param format the value of `-o`
record PrintCase(String format, boolean allowMissing, List<MapValue> objects) {
  /// Upstream walks maps in an order of its own each time.
  private static final int ATTEMPTS = 40;

  private static final Pattern VALUES =
      Pattern.compile(
          "(range can't iterate over|can't use|non-comparable types?|non-function|(?<=\": ))"
              + "(.*?(?= is not array or slice and cannot be filtered)"
              + "|(?<!\": ).*?(?= to iterate over more|: non| of type|\\. Printing|\\z))",
          Pattern.DOTALL);

  private static final String UNTOLD = "Error executing template: (.*?)\\. Printing more info.*";
  private static final Pattern TOLD =
      Pattern.compile("(error executing jsonpath .*: )" + UNTOLD, Pattern.DOTALL);

  /// What became of a case: the output, and the error behind it.
  record End(String output, String error) {}

  /// What japply prints.
  End ours() {
    try {
      OutputFormat notation = notation();
      OutputFormat.Printed printed = notation.print(objects);
      return new End(withoutValues(printed.text()), withoutValues(printed.problem()));
    } catch (UsageException e) {
      return new End("", String.valueOf(e.getMessage()));
    }
  }

  private OutputFormat notation() {
    return switch (format) {
      case "json" -> new OutputFormat.Json(false);
      case "yaml" -> new OutputFormat.Yaml(false);
      case "kyaml" -> new OutputFormat.Kyaml(false);
      default -> new TemplateFormats(format, "", allowMissing).notation().orElseThrow();
    };
  }

  /// What kubectl prints; where that changes from time to time, what japply prints if kubectl does
  /// so at times. Where kubectl crashes it has no say.
  End theirs(Oracle oracle, End ours) {
    End last = ours;
    for (int i = 0; i < ATTEMPTS; i++) {
      MapValue answer = oracle.ask(List.of(question())).getFirst();
      last = end(answer);
      boolean reordered =
          walksMaps()
              && last.error().equals(ours.error())
              && sorted(last.output()).equals(sorted(ours.output()));
      if (answer.has("panic") || last.equals(ours) || reordered) {
        return ours;
      }
    }
    return last;
  }

  private boolean walksMaps() {
    return format.contains("*") || format.contains("..");
  }

  MapValue question() {
    var texts = new ArrayList<Value>();
    objects.forEach(object -> texts.add(Value.text(GoJson.write(object))));
    return MapValue.of("op", Value.text("print"))
        .with("format", Value.text(format))
        .with("allowMissing", Value.bool(allowMissing))
        .with("objects", new ListValue(texts));
  }

  static End end(MapValue answer) {
    if (answer.has("panic")) {
      return new End("", answer.text("panic"));
    }
    String flags = answer.text("flagsError").replace("\r", "\\r").replace("\n", "\\n");
    String error = flags + answer.text("printError");
    Matcher told = TOLD.matcher(error);
    error = told.matches() ? told.group(1) + told.group(2) : error;
    String output = error.isEmpty() ? answer.text("output") : printed(answer.text("output"));
    return new End(withoutValues(output), withoutValues(error));
  }

  /// The output without the input of a failed template, which japply does not print.
  private static String printed(String output) {
    int input = output.indexOf("Error executing template: ");
    return input < 0 ? output : output.substring(0, input);
  }

  /// Without the values of the object, which japply does not tell in messages.
  private static String withoutValues(String text) {
    return VALUES.matcher(text).replaceAll("$1 VALUE");
  }

  /// The same in whatever order maps are walked.
  private static String sorted(String text) {
    return text.chars().sorted().mapToObj(Character::toString).collect(Collectors.joining());
  }

  static List<MapValue> objects(String lines) {
    return lines.lines().map(line -> (MapValue) Json.parse(line)).toList();
  }
}
