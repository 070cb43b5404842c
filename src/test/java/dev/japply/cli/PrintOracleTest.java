package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.cli.PrintCase.End;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What templates make of objects is what kubectl's own printers make of them, errors included.
@UsesOracle
class PrintOracleTest {
  private static final long SEED = 20260102;
  private static final int COUNT = 6_000;

  @Test
  void printsPathsAsKubectl() throws IOException {
    compare(lines("jsonpath.txt").map(text -> "jsonpath=" + text));
  }

  @Test
  void printsPathsInJsonAsKubectl() throws IOException {
    compare(
        lines("jsonpath.txt")
            .filter(text -> !text.contains("\\xff")) // kubectl escapes the replacement character
            .map(text -> "jsonpath-as-json=" + text));
  }

  @Test
  void printsTemplatesAsKubectl() throws IOException {
    compare(lines("go-template.txt").map(text -> "go-template=" + text));
  }

  @Test
  void printsGeneratedTemplatesAsKubectl() throws IOException {
    List<MapValue> objects = PrintCase.objects(resource("objects.txt"));
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

  private static void compare(Stream<String> formats) throws IOException {
    List<MapValue> objects = PrintCase.objects(resource("objects.txt"));
    var cases = new ArrayList<PrintCase>();
    formats.forEach(format -> {
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

  private static Stream<String> lines(String name) throws IOException {
    return resource(name)
        .lines()
        .filter(line -> !line.startsWith("# "))
        .map(line -> line.replace("⏎", "\n"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream =
        PrintOracleTest.class.getResourceAsStream("/dev/japply/print/" + name)) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
