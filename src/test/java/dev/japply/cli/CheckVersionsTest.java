package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply check` for several versions of Kubernetes.
@Isolated("counts the allocations of all threads")
class CheckVersionsTest {
  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec:
        ports: [{port: 80}]
        externalIPs: [010.1.1.1]
      """;
  private static final int RUNS = 5;

  @TempDir private Path home;
  private final Ran.Setting setting = new Ran.Setting(new FakeCluster());

  private Ran check(String manifest, String... flags) throws IOException {
    Path file = Files.writeString(home.resolve("m.yaml"), manifest);
    var args = new ArrayList<>(List.of("check", "-f", file.toString()));
    args.addAll(List.of(flags));
    return setting.run(args.toArray(String[]::new));
  }

  private String lines(Ran ran) {
    return ran.err().replace(home + "/", "");
  }

  @Test
  void tellsOnceWhichVersionsRefuse() throws IOException {
    Ran ran = check(SERVICE, "--kubernetes=1.34-1.37");
    assertThat(lines(ran))
        .isEqualTo(
            "error: m.yaml:6: Service web: spec.externalIPs[0]: must not have leading zeros"
                + " (refused from 1.36); write 10.1.1.1\n"
                + "1 object: 1 failed\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(check(SERVICE, "--kubernetes=1.34,1.35").status()).isZero();
  }

  /// No version has a rule about it.
  @Test
  void allVersionsRefuseADuplicateKey() throws IOException {
    String twice = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b, a: c}\n";
    assertThat(lines(check(twice, "--kubernetes=1.36,1.37"))).contains("(refused from 1.36)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.37,1.36", "v1.36,v1.37", "1.36-1.37", "1.36,1.37-1.37", "v1.36-v1.37"})
  void takesListsAndRanges(String text) throws IOException {
    assertThat(lines(check(SERVICE, "--kubernetes=" + text))).contains("(refused from 1.36)");
  }

  @Test
  void aRangeOfOneVersionIsThatVersion() throws IOException {
    Ran range = check(SERVICE, "--kubernetes=1.36-1.36");
    Ran single = check(SERVICE, "--kubernetes=1.36");
    assertThat(range.err()).isEqualTo(single.err()).doesNotContain("refused");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.33 | ; must be one of 1.37, 1.36, 1.35, 1.34; did you mean 1.34?",
        "1.36- | ; must be one of 1.37, 1.36, 1.35, 1.34; did you mean 1.36?",
        "1.37,1.33 | : \"1.33\" is not known; there are 1.37, 1.36, 1.35, 1.34",
        "1.33-1.36 | : \"1.33\" is not known; there are 1.37, 1.36, 1.35, 1.34",
        "1.36,1.35- | : \"1.35-\" is not known; there are 1.37, 1.36, 1.35, 1.34",
        "1.36, | : a version is missing; there are 1.37, 1.36, 1.35, 1.34",
        "1.37-1.34 | : a range starts with its oldest version: 1.34-1.37",
        "1.36,1.37,v1.36 | : 1.36 is there twice",
        "1.34-1.36,1.36-1.37 | : 1.36 is there twice",
      })
  void refusesOtherTexts(String text, String why) throws IOException {
    Ran ran = check(SERVICE, "--kubernetes=" + text);
    assertThat(ran.err())
        .isEqualTo("error: invalid --kubernetes value \"" + text + "\"" + why + "\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(ReportFormat.class)
  void everyReportHasTheVersions(ReportFormat format) throws IOException {
    Path report = home.resolve("report");
    String flag = "--report=" + format.name().toLowerCase(Locale.ROOT) + "=" + report;
    check(SERVICE, flag, "--kubernetes=1.35-1.37");
    String text = Files.readString(report).replaceAll("\\s+", "");
    boolean isForPrograms = format == ReportFormat.JSON || format == ReportFormat.JSONL;
    assertThat(text)
        .contains(isForPrograms ? "\"versions\":[\"1.36\",\"1.37\"]" : "refusedfrom1.36");
    check(SERVICE, flag);
    assertThat(Files.readString(report)).doesNotContain("\"versions\"").doesNotContain("refused");
  }

  /// A CI system would take a known finding for a new one.
  @ParameterizedTest
  @EnumSource(
      value = ReportFormat.class,
      names = {"SARIF", "GITLAB"})
  void fingerprintsDoNotDependOnTheVersions(ReportFormat format) throws IOException {
    Path report = home.resolve("report");
    String flag = "--report=" + format.name().toLowerCase(Locale.ROOT) + "=" + report;
    check(SERVICE, flag, "--kubernetes=1.35-1.37");
    String several = fingerprint(report);
    check(SERVICE, flag, "--kubernetes=1.37");
    assertThat(fingerprint(report)).isEqualTo(several);
  }

  private static String fingerprint(Path report) throws IOException {
    return Files.readString(report)
        .lines()
        .filter(line -> line.contains("fingerprint\"") || line.contains("japply/v1\""))
        .collect(Collectors.joining());
  }

  /// The input is read, parsed and built once: a second version adds only its own checks. The first
  /// run of a version loads its types.
  @Test
  void twoVersionsTakeLessThanTwoRuns() throws Exception {
    String manifests =
        IntStream.range(0, 2000)
            .mapToObj(i -> SERVICE.replace("010.", "10.").replace("web", "web-" + i))
            .collect(Collectors.joining("---\n"));
    long both = bytes(manifests, "--kubernetes=1.36,1.37");
    long older = bytes(manifests, "--kubernetes=1.36");
    long newer = bytes(manifests, "--kubernetes=1.37");
    assertThat((double) both / (older + newer))
        .as(both + " " + older + " " + newer)
        .isLessThan(0.67);
  }

  private long bytes(String manifests, String flag) throws Exception {
    long[] all = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      all[i] = Work.of(() -> check(manifests, flag), 0).bytes();
    }
    Arrays.sort(all);
    return all[RUNS / 2];
  }
}
