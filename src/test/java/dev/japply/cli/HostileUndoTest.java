package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Cases;
import dev.japply.ForgedUndo;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Undo files of somebody who wants to do harm, and can make their digests. Each is refused in
/// lines for people, or shown as harmless text, and touches only the objects that it names.
@Timeout(120)
class HostileUndoTest extends WithPlans {
  private static final String TRAP = "\u001b[2J\r\u009b2J\u202e\n::error::forged\nerror: forged";

  private Path undo;
  private List<MapValue> lines = List.of();
  private Map<String, MapValue> after = Map.of();

  @BeforeEach
  void record() throws IOException {
    undo = directory.resolve("undo.jsonl");
    Ran ran =
        japply(
            LESS,
            "apply",
            "-f",
            "-",
            "--concurrency=1",
            "--prune",
            "--all",
            "--prune-allowlist=core/v1/ConfigMap",
            "--undo-file",
            undo.toString());
    assertThat(ran.status()).as("%s", ran).isZero();
    lines = Files.readAllLines(undo).stream().map(line -> (MapValue) Json.parse(line)).toList();
    assertThat(lines).hasSize(10);
    after = new LinkedHashMap<>(cluster.objects);
  }

  /// Shows the file in every way, and takes it back in every way.
  private void checkAll() {
    String file = undo.toString();
    check(japply("", "show", file));
    check(japply("", "show", file, "-o", "json"));
    for (String flags :
        List.of("--dry-run=client", "--dry-run=server", "", "--skip-changed", "--take")) {
      cluster.objects.clear();
      cluster.objects.putAll(after);
      cluster.requests.clear();
      var line = new ArrayList<>(List.of("undo", file, "--yes"));
      line.addAll(flags.isEmpty() ? List.of() : List.of(flags));
      Ran ran = japply("", line.toArray(String[]::new));
      check(ran);
      assertThat(writes())
          .as("%s", ran)
          .allMatch(write -> write.matches("(?s)\\w+ (default/)?(c|s|t|left)( .*)?"));
    }
  }

  /// The plan is on standard error, too.
  private static void check(Ran ran) {
    String problems =
        ran.err()
            .lines()
            .filter(line -> line.matches("(error|Warning): .*"))
            .map(line -> line + "\n")
            .collect(joining());
    ClearLines.check(new Ran(ran.args(), ran.status(), ran.out() + ran.err(), problems));
    assertThat(ran.out().lines().toList()).noneMatch(line -> line.startsWith("::"));
    assertThat((ran.out() + ran.err()).lines().toList())
        .as("%s", ran)
        .noneMatch(line -> line.startsWith("error: forged"));
  }

  private void forge(List<MapValue> forged) throws IOException {
    Files.writeString(undo, ForgedUndo.of(forged));
  }

  /// The number of the line of the ConfigMap `c` before its write, or after it.
  private int line(boolean before) {
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).text("name").equals("c")) {
        Value number = (Value) lines.get(i).get("write");
        for (int other = i + 1; other < lines.size(); other++) {
          if (lines.get(other).get("write").equals(number)) {
            return before ? i : other;
          }
        }
      }
    }
    throw new AssertionError("no such line");
  }

  private List<MapValue> edited(String path, Value value) {
    int dot = path.indexOf('.');
    int number =
        switch (path.substring(0, dot)) {
          case "head" -> 0;
          case "begun" -> line(true);
          case "ended" -> line(false);
          default -> throw new IllegalArgumentException(path);
        };
    var forged = new ArrayList<>(lines);
    forged.set(number, edited(lines.get(number), path.substring(dot + 1), value));
    return forged;
  }

  /// `begun` is the line before the write to a ConfigMap, `ended` the one after it, and `$` stands
  /// for a text that steers terminals.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "head.run | '$'",
        "head.run | 7",
        "head.by | '$'",
        "head.created | '+1000000000-12-31T23:59:59.999999999Z'",
        "head.created | '$'",
        "head.cluster | 'x'",
        "head.cluster.server | '$'",
        "head.cluster.uid | '$'",
        "head.apiVersion | 'japply.dev/v999999999999999999999'",
        "begun.write | -1",
        "begun.write | 1e300",
        "begun.write | 99999999999999999999999999",
        "begun.write | '$'",
        "begun.verb | 'create'",
        "begun.verb | '$'",
        "begun.verb | 'delete'",
        "begun.apiVersion | 'a/b/c/d'",
        "begun.apiVersion | '$'",
        "begun.kind | '$'",
        "begun.kind | ''",
        "begun.namespace | '../../kube-system'",
        "begun.name | '../../../kube-system/secrets/token'",
        "begun.name | ''",
        "begun.fieldManager | '$'",
        "begun.subresource | '../../status'",
        "begun.subresource | 'status'",
        "begun.subresource | '$'",
        "begun.annotation | '$'",
        "begun.annotation | {}",
        "begun.withheld | 'x'",
        "begun.withheld | true",
        "begun.copies | [1]",
        "begun.copies | ['']",
        "begun.copies | ['$','e','o']",
        "begun.before | {}",
        "begun.before | []",
        "begun.before | {'metadata':1,'kind':[]}",
        "begun.before.data | [1,[2]]",
        "begun.before.data | 'x'",
        "begun.before.data | {'$':'$'}",
        "begun.before.data | {'k':{'k':{'k':[]}}}",
        "begun.before.immutable | [[[]]]",
        "begun.before.status | '$'",
        "begun.before.apiVersion | '$'",
        "begun.before.metadata.uid | '$'",
        "begun.before.metadata.uid | 7",
        "begun.before.metadata.resourceVersion | '$'",
        "begun.before.metadata.labels | 7",
        "begun.before.metadata.annotations | ['x']",
        "begun.before.metadata.finalizers | {'a':1}",
        "begun.before.metadata.ownerReferences | '$'",
        "begun.before.metadata.deletionTimestamp | '$'",
        "begun.before.metadata.managedFields | [1,null,{},[],{'manager':7,'fieldsV1':[]}]",
        "ended.outcome | 'maybe'",
        "ended.outcome | 'refused'",
        "ended.outcome | '$'",
        "ended.withheld | true",
        "ended.after | {}",
        "ended.after | 'x'",
        "ended.after.data | '$'",
        "ended.after.data | {'$':'$','k':null}",
        "ended.after.metadata.uid | 'other'",
        "ended.after.metadata.deletionTimestamp | '$'",
        "ended.after.metadata.managedFields |"
            + " [{'manager':'$','operation':'Update','fieldsV1':{'f:data':{'f:k':7,'k:{':{}}}}]",
        "ended.after.metadata.managedFields | {'$':'$'}",
      })
  void whatIsForgedDoesNoHarm(String path, String value) throws IOException {
    String json = value.replace("'$'", GoJson.write(Value.text(TRAP)));
    forge(edited(path, (Value) json("{'x':" + json + "}").get("x")));
    checkAll();
  }

  @Test
  void anotherObjectIsNoneOfTheFile() throws IOException {
    MapValue begun = lines.get(line(true));
    var forged = new ArrayList<>(lines);
    forged.set(line(true), begun.with("name", Value.text("victim")));
    forge(forged);
    Ran ran = japply("", "undo", undo.toString(), "--yes");
    assertThat(ran.err()).contains("undo.jsonl: not as it was stored: \"before\" is missing");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void anObjectWithoutItsNamespaceIsNotPassedOver() throws IOException {
    int begun = line(true);
    int ended = line(false);
    var forged = new ArrayList<>(lines);
    forged.set(begun, unplaced(lines.get(begun), "before").with("namespace", Value.text("")));
    forged.set(ended, unplaced(lines.get(ended), "after"));
    forge(forged);
    Ran ran = japply("", "undo", undo.toString(), "--yes");
    assertThat(ran.err())
        .contains("error: ConfigMap c: was recorded without its namespace; take it back yourself");
    assertThat(ran.status()).isEqualTo(1);
  }

  private static MapValue unplaced(MapValue line, String field) {
    MapValue object = line.map(field);
    MapValue metadata = object.map("metadata").without("namespace");
    return line.with(field, object.with("metadata", metadata));
  }

  @Tag("sampled")
  @Test
  void depthAndLengthAreBorne() throws Exception {
    DeepStack.run(this::bearDepth);
  }

  private void bearDepth() throws IOException {
    MapValue deep = MapValue.of("k", Value.text("v"));
    for (int i = 0; i < 990; i++) {
      deep = MapValue.of("k", deep);
    }
    forge(edited("begun.before.data", deep));
    checkAll();
    forge(edited("ended.after.data", deep));
    checkAll();
    forge(
        edited("begun.before.data", MapValue.of("k", Value.text("x\n".repeat(Cases.of(500_000))))));
    checkAll();
  }

  /// Many writes to one object, each of which another client has changed since.
  @Tag("sampled")
  @Test
  void manyWritesAreBorne() throws IOException {
    var forged = new ArrayList<>(lines.subList(0, 1));
    for (int i = 0; i < Cases.of(5_000); i++) {
      Value number = Value.number(i + 1);
      forged.add(lines.get(line(true)).with("write", number));
      forged.add(lines.get(line(false)).with("write", number));
    }
    forge(forged);
    checkAll();
  }

  @Test
  void itIsForOneCluster() {
    putSystem("another");
    cluster.requests.clear();
    Ran ran = japply("", "undo", undo.toString(), "--yes");
    assertThat(ran.err())
        .isEqualTo(
            "error: the undo file was made for another cluster at %s; choose its context\n"
                .formatted(cluster.address()));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufeff{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\"}\n",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\",\"kind\":\"Undo\"}\n",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\",\"x\":1e999999999}\n",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\"}{}\n",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\"}\n\n",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\"}\n[]\n",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Undo\"}",
        "a: &a [*a]",
        "\u0000",
        "",
      })
  void whatIsNoUndoFileIsOneLine(String text) throws IOException {
    Files.writeString(undo, text);
    assertRefused();
    Files.write(undo, text.getBytes(StandardCharsets.UTF_16));
    assertRefused();
  }

  @Test
  void whatIsTooDeepOrTooLongIsOneLine() throws IOException {
    String head = ForgedUndo.of(lines.subList(0, 1));
    for (String text :
        List.of("[".repeat(1_000_000), "{\"a\":".repeat(1_000_000), "9".repeat(1_000_000))) {
      Files.writeString(undo, text + "\n");
      assertRefused();
      Files.writeString(undo, head + text + "\n");
      assertRefused();
    }
    Files.write(undo, (head + "\n\ufffe\n").getBytes(UTF_8));
    assertRefused();
  }

  @Test
  void whatHasNoEndIsOneLine() throws IOException {
    Path zeros = Path.of("/dev/zero");
    assumeTrue(Files.exists(zeros), "no /dev/zero");
    Files.delete(undo);
    Files.createSymbolicLink(undo, zeros);
    Ran ran =
        new Ran.Setting(cluster)
            .with(Map.of("JAPPLY_MAX_BYTES", "1Mi"))
            .run("undo", undo.toString(), "--yes");
    assertThat(ran.err()).contains("larger than 1048576 bytes").hasLineCount(1);
    assertThat(ran.status()).isEqualTo(1);
    Files.delete(undo);
    Files.createDirectory(undo);
    assertRefused();
  }

  private void assertRefused() {
    cluster.requests.clear();
    Ran ran = japply("", "undo", undo.toString(), "--yes");
    ClearLines.check(ran);
    assertThat(ran.err()).as("%s", ran).hasLineCount(1).containsPattern("undo\\.jsonl(:\\d)?: ");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(writes()).isEmpty();
  }
}
