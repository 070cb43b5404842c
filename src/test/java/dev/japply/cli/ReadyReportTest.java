package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What keeps an object from being ready stands in each report, below its problem.
class ReadyReportTest {
  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();

  private String report(String format) throws IOException {
    CrashedPod.in(cluster, 10, "<b>no ```host```</b>\n\u001b[2J&end\n");
    Path file = directory.resolve("report");
    Ran ran = new Ran.Setting(cluster).run("ready", "pod/p", "--report=" + format + "=" + file);
    assertThat(ran.status()).isEqualTo(4);
    return Files.readString(file);
  }

  @Test
  void junit() throws IOException {
    assertThat(report("junit"))
        .contains(
            ">"
                + CrashedPod.PROBLEM
                + """

                  log of Pod p, container main:
                    &lt;b&gt;no ```host```&lt;/b&gt;
                    \ufffd[2J&amp;end</failure>
                """
                    .stripTrailing());
  }

  @Test
  void markdown() throws IOException {
    assertThat(report("markdown"))
        .contains(
            """
            <details><summary>Why Pod default/p is not ready</summary>

            ````
              log of Pod p, container main:
                <b>no ```host```</b>
                \\x1b[2J&end
            ````

            </details>
            """);
  }

  @Test
  void html() throws IOException {
    assertThat(report("html"))
        .contains(
            CrashedPod.PROBLEM
                + "<pre><span>  log of Pod p, container main:</span>"
                + "<span>    &lt;b&gt;no ```host```&lt;/b&gt;</span>"
                + "<span>    \\x1b[2J&amp;end</span></pre></li>");
  }

  @Test
  void json() throws IOException {
    MapValue document = (MapValue) Json.parse(report("json"));
    assertThat(JsonSchema.read(Path.of("docs/report.schema.json")).problems(document)).isEmpty();
    assertThat(((ListValue) document.get("problems")).items())
        .singleElement()
        .extracting(problem -> ((MapValue) problem).get("details"))
        .isEqualTo(
            Json.parse(
                "[\"  log of Pod p, container main:\",\"    <b>no ```host```</b>\","
                    + "\"    \\u001b[2J&end\"]"));
  }
}
