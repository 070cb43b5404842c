package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.SecretForms;
import dev.japply.report.ReportFormat;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a run leaves behind has no value of a Secret: outputs, reports, pages, plan files, caches,
/// in no form. With `--show-secrets` that which was asked for has them, and nothing else.
class SecretReportTest extends OnPlayedApi {
  private static final String SECRETS = "/api/v1/namespaces/default/secrets/";

  /// In the manifest, live, only applied last, in an object that goes, in a new one, and within
  /// another object.
  private static final List<String> VALUES =
      List.of(
          "desired-N0t-4-y0ur-eyes",
          "live-<pa\"ss\\w'&rd>\nof-two-lines",
          "gone-from-the-manifest",
          "pruned-t0-be-deleted",
          "created-anew-22",
          "within-another-0bject",
          "within-it-bef0re");

  private static final List<String> FORMATS = ReportFormat.names();

  private static final String[] PRUNE = {
    "--prune", "-l", "!none", "--prune-allowlist=core/v1/Secret"
  };

  private static final String MANIFESTS =
      secret("s", "", "stringData", "p", VALUES.getFirst())
          + secret("new", "", "data", "p", base64(VALUES.get(4)))
          + widget("", VALUES.get(5));

  private static String secret(
      String name, String metadata, String field, String key, String text) {
    return """
    {"apiVersion":"v1","kind":"Secret","metadata":{"name":"%s"%s},"%s":{"%s":%s}}
    """
        .formatted(name, metadata, field, key, GoJson.write(Value.text(text)));
  }

  private static String widget(String metadata, String text) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\""
        + metadata
        + "},\"spec\":{\"template\":"
        + secret("t", "", "stringData", "p", text).strip()
        + "}}\n";
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private void putLive() {
    putLive("s", VALUES.get(1), VALUES.get(2));
    putLive("left", VALUES.get(3), VALUES.get(3));
    api.remove(SECRETS + "new");
    String before = VALUES.getLast();
    api.put("/api/v1/namespaces/default/widgets/w", widget(metadata(widget("", before)), before));
  }

  private void putLive(String name, String live, String applied) {
    String annotation = secret(name, "", "data", "old", base64(applied));
    api.put(SECRETS + name, secret(name, metadata(annotation), "data", "p", base64(live)));
  }

  private static String metadata(String annotation) {
    return ",\"namespace\":\"default\",\"uid\":\"u\",\"resourceVersion\":\"1\",\"annotations\":"
        + "{\"kubectl.kubernetes.io/last-applied-configuration\":"
        + GoJson.write(Value.text(annotation))
        + "},\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
        + "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\"f:p\":{}}}}]";
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /// With every report, in files.
  private Program.Said run(String command, String... more) throws IOException {
    putLive();
    var args = new ArrayList<>(List.of(command));
    args.addAll(Arrays.asList(more));
    FORMATS.forEach(format -> args.add("--report=" + format + "=" + file(command + "." + format)));
    return api.run(
        Map.of("GITHUB_STEP_SUMMARY", file(command + ".summary").toString()),
        MANIFESTS,
        args.toArray(String[]::new));
  }

  /// All that is there after these runs, by what it is called.
  private Map<String, String> all(String... more) throws IOException {
    var all = new TreeMap<String, String>();
    keep(all, "apply", run("apply", with(more, "-f", "-", "-v=10")));
    keep(all, "apply --prune", run("apply", with(with(PRUNE, more), "-f", "-")));
    keep(all, "diff", run("diff", with(with(PRUNE, more), "--local", "-f", "-", "-v=10", "--why")));
    keep(all, "why", run("why", with(more, "-f", "-", "--show=all", "--local")));
    keep(all, "why -o json", run("why", with(more, "-f", "-", "-o", "json")));
    keep(all, "why secret", japply("", with(more, "why", "secret", "s", "-o", "json")));
    String plan = file("plan.file").toString();
    keep(all, "plan", run("plan", with(with(PRUNE, more), "--local", "-f", "-", "--out", plan)));
    keep(
        all,
        "plan -o json",
        run("plan", with(with(PRUNE, more), "--local", "-f", "-", "-o", "json")));
    keep(all, "show", run("show", plan));
    keep(all, "show -o json", japply("", "show", plan, "-o", "json"));
    keep(all, "apply --plan", run("apply", with(more, "-f", "-", "--plan", plan)));
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = "file " + directory.relativize(file);
        all.put(name, Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return all;
  }

  private static String[] with(String[] flags, String... more) {
    return Stream.concat(Arrays.stream(more), Arrays.stream(flags)).toArray(String[]::new);
  }

  private static void keep(Map<String, String> all, String name, Program.Said said) {
    assertThat(said.out()).as("%s: %s", name, said.err()).isNotEmpty();
    all.put(name, said.out());
    all.put(name + " (errors)", said.err());
  }

  private static boolean tells(String text) {
    return VALUES.stream()
        .flatMap(value -> SecretForms.of(value).values().stream())
        .anyMatch(text::contains);
  }

  @Test
  void nothingHasThem() throws IOException {
    Map<String, String> all = all();
    assertThat(all.keySet())
        .contains("file plan.file", "file show.html", "file diff.summary", "file apply.sarif")
        .anyMatch(name -> name.startsWith("file c/"));
    assertThat(all.get("file diff.html")).contains("*** (before)").contains("*** (after)");
    all.forEach((name, text) -> assertThat(tells(text)).as("%s: %s", name, text).isFalse());
  }

  @Test
  void whatWasAskedForHasThem() throws IOException {
    Map<String, String> all = all("--show-secrets");
    var telling = new ArrayList<String>();
    all.forEach((name, text) -> {
      if (tells(text)) {
        telling.add(name);
      }
    });
    var expected = new ArrayList<>(List.of("diff", "plan", "why", "why -o json", "why secret"));
    for (String command : List.of("apply", "diff", "plan", "why")) {
      for (String format : List.of("html", "json", "jsonl")) {
        expected.add("file " + command + "." + format);
      }
    }
    for (String command : List.of("apply", "diff", "plan")) {
      for (String format : List.of("junit", "markdown", "summary", "text")) {
        expected.add("file " + command + "." + format);
      }
    }
    assertThat(telling).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(all.get("diff")).contains(base64(VALUES.getFirst()), base64(VALUES.get(1)));
    expected.forEach(name -> assertThat(all.get(name)).as(name).doesNotContain("***"));
  }

  /// An older file, which anybody may read, is not written into.
  @Test
  void filesThatHaveThemAreTheirOwnersAlone() throws IOException {
    putLive();
    var alone = PosixFilePermissions.fromString("rw-------");
    var open = PosixFilePermissions.fromString("rw-r--r--");
    for (String command : List.of("diff", "why", "plan", "apply")) {
      for (String format : List.of("html", "jsonl")) {
        Path file = Files.writeString(file("open." + format), "older");
        Files.setPosixFilePermissions(file, open);
        String report = "--report=" + format + "=" + file;
        run(command, "-f", "-", report, "--show-secrets");
        assertThat(tells(Files.readString(file))).as("%s %s", command, format).isTrue();
        assertThat(Files.getPosixFilePermissions(file)).as(report).isEqualTo(alone);
        putLive();
      }
    }
    Path usual = Files.createFile(file("usual"));
    run("diff", "-f", "-", "--report=html=" + file("masked.html"));
    assertThat(Files.getPosixFilePermissions(file("masked.html")))
        .isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @ParameterizedTest
  @CsvSource({
    "apply -f - --show-secrets",
    "apply -f - --show-secrets --plan=p --confirm",
  })
  void itIsRefusedWhereNothingIsShown(String line) throws IOException {
    Program.Said said = japply(MANIFESTS, line.split(" "));
    assertThat(said.err()).contains("--show-secrets only works with --report");
    assertThat(said.status()).isEqualTo(1);
  }
}
