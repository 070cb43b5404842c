package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.Hurried;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// `apply --report`: what is written of what was done.
class ApplyReportTest extends WithReports {
  /// What changed, with what the server made of it.
  @Test
  void whatWasAppliedIsReported() throws IOException {
    Path file = directory.resolve("apply.json");
    Ran ran = run("apply", "--report=json=" + file, "--prune", "-l", "!none", "--order=input");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).startsWith("configmap/same unchanged\nconfigmap/c configured\n");
    MapValue report = json(Files.readString(file));
    assertThat(JsonSchema.read(Path.of("docs/report.schema.json")).problems(report)).isEmpty();
    assertThat(list(report, "objects"))
        .extracting(object -> object.text("name") + " " + object.text("end"))
        .containsExactly("same unchanged", "c configured", "new created", "s configured");
    MapValue changed = list(report, "objects").get(1);
    assertThat(changed.text("diff")).startsWith("@@ ").contains("-  k: old\n");
    assertThat(list(changed, "fields"))
        .extracting(field -> field.text("path") + " " + field.text("reason"))
        .contains("data.k changed");
    assertThat(list(report, "objects").getFirst().text("diff")).isEmpty();
    assertThat(Files.readString(file)).doesNotContain(SECRET_VALUE, NEW_VALUE);
    assertThat(report.text("summary")).startsWith("5 objects: 1 created, 2 configured, ");
  }

  @Test
  void whatIsPrunedIsReported() throws IOException {
    Files.writeString(manifests, map("same", "v"));
    Ran ran =
        run(
            "apply",
            "--report=jsonl",
            "--prune",
            "--all",
            "--prune-allowlist=core/v1/ConfigMap",
            "--prune-allowlist=core/v1/Secret");
    assertThat(ran.out().lines().map(WithReports::json))
        .extracting(event -> event.text("name") + " " + event.text("end"))
        .containsExactly("same unchanged", "c pruned", "s pruned", " ");
    assertThat(ran.out()).contains("-  k: old").doesNotContain(SECRET_VALUE);
  }

  @Test
  void aReportTakesThePlaceOfTheLines() {
    assertThat(run("apply", "--report=text", "--dry-run=server").out())
        .startsWith("ConfigMap default/same (" + manifests + ":1): unchanged\n")
        .contains("\n5 objects: ");
    assertThat(run("apply", "--report=text", "-o", "name").err())
        .contains("--report cannot be printed along with -o");
    assertThat(run("apply", "--server-side", "--report=text").out())
        .contains("ConfigMap default/c (" + manifests + ":2): serverside-applied\n");
  }

  @Test
  void whatEndsTheRunIsReported() throws IOException {
    Files.writeString(manifests, map("c", "new"));
    Path file = directory.resolve("r.json");
    Ran ran =
        run(
            "apply",
            "--report=json=" + file,
            "--prune",
            "--all",
            "--prune-allowlist=core/v1/Bogus");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(list(json(Files.readString(file)), "problems"))
        .extracting(problem -> problem.text("what"))
        .anySatisfy(what -> assertThat(what).contains("Bogus"));
  }

  /// Each object has the time between its start and its end, by a clock that goes on with each
  /// look.
  @Test
  void previewsHaveTheTimesOfTheirObjects() {
    var looks = new AtomicInteger();
    InstantSource clock = () -> Instant.EPOCH.plusSeconds(looks.incrementAndGet());
    String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: timed}}";
    var out = new ByteArrayOutputStream();
    Console console =
        Console.of(
            Map.of(),
            new ByteArrayInputStream(map.getBytes(UTF_8)),
            out,
            new ByteArrayOutputStream());
    var fake = new FakeCluster();
    var context =
        new CommandContext(
            console,
            (connection, ignored) -> fake,
            new PipedPrograms(console),
            clock.withZone(ZoneOffset.UTC));
    var japply = new Japply(context, new Hurried());
    assertThat(japply.run(List.of("diff", "-f", "-", "--local", "--report=junit"))).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .containsPattern("<testcase [^>]*name=\"ConfigMap default/timed\"[^>]* time=\"[1-9]");
  }
}
