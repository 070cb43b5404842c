package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.report.ReportFormat;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// Reports of what somebody named, wrote or answered to do harm where the report is shown: on a
/// terminal, in a log that obeys commands, in a comment, on a page.
class HostileReportTest {
  /// Clears the line and turns the direction of writing; commands of GitHub Actions; the ends of
  /// cells, fences, tags, attributes and elements.
  private static final String HOSTILE =
      "x\u001b[2K\r\u0007\u009b2J\u202e\u2028\u200b\n::error file=a::forged\n::add-mask::forged\n"
          + "|`forged`|\n```\n````\n# forged @all\n<script>alert(1)</script>\"' a=\"]]>-->"
          + "</summary></details>%0A::forged";

  private static final Pattern COMMAND =
      Pattern.compile("::(notice|warning|error) (file=[^,:]+,line=\\d+,)?title=[^,:]+::[^\n\r]+");
  private static final Pattern FENCED = Pattern.compile("(?ms)^(`{3,})(?:diff|yaml)\n.*?^\\1\n");

  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();
  private Path manifests;

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue map(String name, String value) {
    MapValue data = MapValue.of("k", Value.text(value)).with(HOSTILE, Value.text(value));
    return json("{'apiVersion':'v1','kind':'ConfigMap'}")
        .with("metadata", MapValue.of("name", Value.text(name)))
        .with("data", data);
  }

  /// One object changes, one is new, one is refused by a server that says what it wants, and one is
  /// none.
  @BeforeEach
  void apply() throws IOException {
    manifests = directory.resolve("m|`::error file=a::forged<b>\n::forged\u202e.json");
    MapValue live = map(HOSTILE, "old");
    MapValue metadata =
        live.map("metadata")
            .with("namespace", Value.text("default"))
            .with("uid", Value.text("u"))
            .with(
                "managedFields",
                ListValue.of(
                    json("{'operation':'Update','fieldsType':'FieldsV1','apiVersion':'v1',"
                            + "'fieldsV1':{'f:data':{'f:k':{}}}}")
                        .with("manager", Value.text(HOSTILE))));
    cluster.put(live.with("metadata", metadata));
    cluster.put(
        map("refused", "old")
            .with("metadata", json("{'name':'refused','namespace':'default','uid':'v'}")));
    var text = new StringBuilder();
    for (MapValue object :
        List.of(
            map(HOSTILE, "new " + HOSTILE),
            map("new " + HOSTILE, HOSTILE),
            map("refused", "new"),
            json("{'apiVersion':'v1'}").with("kind", Value.text(HOSTILE)),
            json("{'kind':'X'}").with(HOSTILE, Value.NULL))) {
      text.append(GoJson.write(object)).append('\n');
    }
    Files.writeString(manifests, text);
  }

  /// What each command reports in that format.
  private List<String> reports(String format) {
    var setting = new Ran.Setting(cluster);
    String file = manifests.toString();
    String plan = directory.resolve("plan.json").toString();
    String report = "--report=" + format;
    var printed = new ArrayList<String>();
    printed.add(setting.run("diff", "-f", file, "--local", report).out());
    printed.add(setting.run("why", "-f", file, "--local", report).out());
    var planned = new Ran.Setting(cluster).reading(GoJson.write(map(HOSTILE, HOSTILE)));
    printed.add(planned.run("plan", "-f", "-", "--local", "--out", plan, report).out());
    printed.add(setting.run("show", plan, report).out());
    cluster.fail("PATCH default/refused", 422, HOSTILE, HOSTILE);
    printed.add(setting.run("apply", "-f", file, report).out());
    assertThat(printed).allSatisfy(text -> assertThat(text).contains("forged"));
    return printed;
  }

  private static void assertClean(String text) {
    assertThat(text.codePoints().filter(c -> c != '\n' && c != '\t').boxed())
        .as("%s", text)
        .allMatch(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT)
        .doesNotContain(0x2028);
  }

  private static List<String> formats() {
    return ReportFormat.names();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void nothingMovesTheCursorOrIsObeyed(String format) throws Exception {
    for (String report : reports(format)) {
      assertClean(report);
      switch (format) {
        case "github" -> assertThat(report.lines()).allMatch(COMMAND.asMatchPredicate());
        case "markdown" -> assertComment(report);
        case "junit" -> assertCases(report);
        case "html" -> assertThat(report).doesNotContain("<script>alert", "<b>", "\"' a=");
        case "text" -> assertThat(report.lines()).noneMatch(line -> line.startsWith("::"));
        case "jsonl" -> report.lines().map(Json::parse).forEach(HostileReportTest::assertKept);
        default -> assertKept(Json.parse(report));
      }
    }
  }

  /// Each row has its cells, and all else is text.
  private static void assertComment(String comment) {
    String plain =
        FENCED.matcher(comment).replaceAll("").replaceAll("(?m)^<details><summary>.*", "");
    assertThat(plain).doesNotContain("<script>", "@all", "```", "<b>");
    assertThat(plain.lines())
        .filteredOn(line -> line.startsWith("| "))
        .isNotEmpty()
        .allMatch(line -> line.replaceAll("\\\\.", "").chars().filter(c -> c == '|').count() == 4);
    assertThat(plain.lines())
        .noneMatch(line -> line.startsWith("::") || line.startsWith("# "))
        .filteredOn(line -> line.contains("</details>"))
        .allMatch("</details>"::equals);
  }

  private static void assertCases(String xml) throws Exception {
    NodeList cases =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)))
            .getElementsByTagName("testcase");
    assertThat(cases.getLength()).isPositive();
    for (int i = 0; i < cases.getLength(); i++) {
      assertThat(((Element) cases.item(i)).getAttribute("classname")).isEqualTo("japply");
    }
  }

  /// Programs read what was written.
  private static void assertKept(Value json) {
    if (json instanceof MapValue map && map.text("name").startsWith("x")) {
      assertThat(map.text("name")).isEqualTo(HOSTILE);
    }
    List<Value> below =
        switch (json) {
          case MapValue map -> List.copyOf(map.entries().values());
          case ListValue list -> list.items();
          default -> List.of();
        };
    below.forEach(HostileReportTest::assertKept);
  }
}
