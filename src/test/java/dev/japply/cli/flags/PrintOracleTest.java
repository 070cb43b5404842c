package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.cli.flags.PrintCase.End;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What templates make of objects is what kubectl's own printers make of them, errors included.
@UsesOracle
class PrintOracleTest {
  private static final long SEED = 20260102;
  private static final int COUNT = Cases.few(20_000);

  @Test
  void printsPathsAsKubectl() throws IOException {
    compare(templates("jsonpath").map(text -> "jsonpath=" + text));
  }

  @Test
  void printsPathsInJsonAsKubectl() throws IOException {
    compare(
        templates("jsonpath")
            .filter(text -> !text.contains("\\xff")) // kubectl escapes the replacement character
            .map(text -> "jsonpath-as-json=" + text));
  }

  @Test
  void printsTemplatesAsKubectl() throws IOException {
    compare(templates("go-template").map(text -> "go-template=" + text));
  }

  /// The answers that are kept are what kubectl answers. Where they are not, those that should be
  /// looked at and kept stand in `target`. In `make test` [PrintAnswersTest] compares them with
  /// japply's.
  @Tag("verify")
  @ParameterizedTest
  @ValueSource(strings = {"jsonpath", "go-template"})
  void keptAnswersAreKubectls(String kind) throws IOException {
    var answers = new PrintAnswers(kind);
    List<String> theirs;
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      theirs = answers.answered(each -> each.theirs(oracle, each.ours()));
    }
    if (!theirs.equals(answers.kept())) {
      Files.write(Files.createDirectories(Path.of("target")).resolve(kind + ".answers"), theirs);
    }
    assertThat(answers.kept()).isEqualTo(theirs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "yaml", "kyaml"})
  void keptObjectsAreKubectls(String format) throws IOException {
    String theirs;
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      theirs =
          PrintedObjectsTest.printed(
              format, each -> PrintCase.end(oracle.ask(List.of(each.question())).getFirst()));
    }
    String name = "odd." + format + ".answer";
    if (!theirs.equals(PrintAnswers.resource(name))) {
      Files.writeString(Files.createDirectories(Path.of("target")).resolve(name), theirs);
    }
    assertThat(PrintAnswers.resource(name)).isEqualTo(theirs);
  }

  @Test
  void printsGeneratedTemplatesAsKubectl() throws IOException {
    List<MapValue> objects = PrintAnswers.objects();
    var generator = new PrintGenerator(SEED);
    var cases = new ArrayList<PrintCase>();
    for (int i = 0; i < COUNT; i++) {
      String format = i % 2 == 0 ? generator.path() : generator.template();
      cases.add(new PrintCase(format, i % 3 > 0, i % 5 == 0 ? objects : objects.subList(0, 1)));
    }
    compare(cases);
  }

  @Test
  void printsGeneratedObjectsAsKubectl() {
    var generator = new PrintGenerator(SEED);
    var cases = new ArrayList<PrintCase>();
    for (int i = 0; i < COUNT; i++) {
      String format = i % 3 == 0 ? "json" : "kyaml";
      List<MapValue> objects = List.of(generator.object(), generator.object());
      cases.add(new PrintCase(format, true, objects.subList(0, 1 + i / 3 % 2)));
    }
    compare(cases);
  }

  @Test
  void printsGeneratedNumbersAsKubectl() {
    String format =
        "{{range .data}}{{printf \"%v %g %e %f %.3e %.2f %.5g;\" . . . . . . .}}{{end}}";
    var random = new SplittableRandom(SEED);
    var cases = new ArrayList<PrintCase>();
    for (int i = 0; i < COUNT; i++) {
      MapValue numbers = MapValue.of("any", number(random.nextLong()));
      numbers = numbers.with("short", number(Double.doubleToLongBits(shortNumber(random))));
      MapValue object =
          MapValue.of("apiVersion", Value.text("v1"))
              .with("kind", Value.text("Sample"))
              .with("data", numbers);
      cases.add(new PrintCase("go-template=" + format, true, List.of(object)));
    }
    compare(cases);
  }

  private static Value number(long bits) {
    double number = Double.longBitsToDouble(bits);
    return new FloatValue(Double.isFinite(number) ? number : -0.0);
  }

  /// A number of one to four digits, and as near to one as to the limits of forms.
  private static double shortNumber(SplittableRandom random) {
    int digits = random.nextInt(-9999, 10_000) / (int) Math.pow(10, random.nextInt(4));
    return Double.parseDouble(digits + "e" + random.nextInt(-12, 26));
  }

  private static void compare(Stream<String> formats) throws IOException {
    List<MapValue> objects = PrintAnswers.objects();
    var cases = new ArrayList<PrintCase>();
    Cases.some(formats.toList())
        .forEach(format -> {
          for (boolean allowMissing : new boolean[] {true, false}) {
            cases.add(new PrintCase(format, allowMissing, objects.subList(0, 1)));
            cases.add(new PrintCase(format, allowMissing, objects.subList(1, 2)));
            cases.add(new PrintCase(format, allowMissing, objects));
          }
        });
    compare(cases);
  }

  private static void compare(List<PrintCase> cases) {
    var differences = new ArrayList<String>();
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      List<MapValue> answers = oracle.ask(cases.stream().map(PrintCase::question).toList());
      for (int i = 0; i < cases.size(); i++) {
        PrintCase each = cases.get(i);
        End ours = each.ours();
        End theirs = PrintCase.end(answers.get(i));
        theirs = ours.equals(theirs) ? theirs : each.theirs(oracle, ours);
        if (!ours.equals(theirs)) {
          differences.add(
              "%s %s%n  ours   %s%n  theirs %s"
                  .formatted(each.format(), each.allowMissing(), shown(ours), shown(theirs)));
        }
      }
    }
    assertThat(String.join("\n", differences)).isEmpty();
  }

  private static String shown(End end) {
    return GoJson.write(Value.text(end.output())) + " " + GoJson.write(Value.text(end.error()));
  }

  private static Stream<String> templates(String kind) throws IOException {
    return new PrintAnswers(kind).templates().map(PrintAnswers::unfolded);
  }
}
