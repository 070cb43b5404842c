package dev.japply.release;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.release.rehearsal.ReleaseRehearsal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What GitHub runs, and asks people: the parts that the Makefile and this repository must have.
/// `make workflows` lets actionlint look at the rest.
class WorkflowsTest {
  private static final Path GITHUB = Path.of(".github");
  private static final Pattern MAKE = Pattern.compile("\\bmake ([a-z][a-z-]*)");
  private static final Pattern SCRIPT = Pattern.compile("\\bsrc/make/[a-z-]+");
  private static final Pattern TARGET = Pattern.compile("(?m)^([a-z][a-z-]*):");
  private static final Pattern ACTION =
      Pattern.compile("(?m)uses: (actions/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+)$");

  /// The jobs that may do more than read the sources, and what.
  private static final Map<String, Map<String, String>> WRITING =
      Map.of(
          "publish",
          Map.of("contents", "write", "id-token", "write", "attestations", "write"),
          "images",
          Map.of("contents", "read", "id-token", "write", "attestations", "write"),
          "pages",
          Map.of("contents", "read", "pages", "write", "id-token", "write"));

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(result -> result.group(result.groupCount()))
        .collect(toSet());
  }

  /// Its jobs by their names.
  private static Map<String, Map<String, Object>> jobs(Map<String, Object> workflow) {
    Map<String, Object> jobs = Yaml.map(workflow, "jobs");
    return jobs.keySet().stream().collect(toMap(name -> name, name -> Yaml.map(jobs, name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yml", "follow.yml", "nightly.yml", "release.yml", "site.yml"})
  void runsWhatIsThere(String name) throws IOException {
    Path file = GITHUB.resolve("workflows").resolve(name);
    String text = Files.readString(file);
    assertThat(found(MAKE, text))
        .isNotEmpty()
        .isSubsetOf(found(TARGET, Files.readString(Path.of("Makefile"))));
    assertThat(found(SCRIPT, text))
        .allSatisfy(script -> assertThat(Path.of(script)).isExecutable());
  }

  /// Each tier of the tests is a job of its own.
  @Test
  void tiersAreJobs() throws IOException {
    Map<String, Map<String, Object>> jobs = jobs(Yaml.read(GITHUB.resolve("workflows/ci.yml")));
    for (String tier : List.of("check", "test", "verify")) {
      assertThat(Yaml.maps(Objects.requireNonNull(jobs.get(tier)), "steps"))
          .anySatisfy(step -> assertThat(step.get("run")).isEqualTo("make " + tier));
    }
  }

  /// What takes hours runs by schedule.
  @Test
  void longTargetsRunAtNight() throws IOException {
    Map<String, Object> nightly = Yaml.read(GITHUB.resolve("workflows/nightly.yml"));
    assertThat(Yaml.map(nightly, "on")).containsKey("schedule");
    List<String> targets =
        Yaml.maps(Yaml.map(nightly, "jobs", "long", "strategy", "matrix"), "include").stream()
            .map(entry -> String.valueOf(entry.get("target")))
            .toList();
    assertThat(targets)
        .contains(
            "conformance",
            "conformance-kustomize",
            "conformance-server-side",
            "conformance-undo",
            "faults",
            "soak",
            "fuzz",
            "mutants")
        .isSubsetOf(found(TARGET, Files.readString(Path.of("Makefile"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yml", "follow.yml", "nightly.yml", "release.yml", "site.yml"})
  void mayOnlyDoWhatItMust(String name) throws IOException {
    Map<String, Object> workflow = Yaml.read(GITHUB.resolve("workflows").resolve(name));
    assertThat(workflow.get("permissions")).isEqualTo(Map.of("contents", "read"));
    assertThat(jobs(workflow)).isNotEmpty();
    for (var entry : jobs(workflow).entrySet()) {
      Map<String, Object> job = entry.getValue();
      assertThat(Yaml.map(job, "permissions"))
          .as("%s", entry.getKey())
          .isEqualTo(WRITING.getOrDefault(entry.getKey(), Map.of()));
      assertThat(job.get("timeout-minutes")).as("%s", entry.getKey()).isInstanceOf(Integer.class);
      for (Map<String, Object> step : Yaml.maps(job, "steps")) {
        assertThat(step.get("run") == null).isNotEqualTo(step.get("uses") == null);
        // What others write, as the name of a tag, comes as a variable, never as part of a script.
        assertThat(String.valueOf(step.get("run"))).doesNotContain("${{");
      }
    }
  }

  /// Actions are those of GitHub alone, each by the hash of a release.
  @ParameterizedTest
  @ValueSource(strings = {"ci.yml", "follow.yml", "nightly.yml", "release.yml", "site.yml"})
  void actionsArePinned(String name) throws IOException {
    String text = Files.readString(GITHUB.resolve("workflows").resolve(name));
    assertThat(text.lines().filter(line -> line.contains("uses:") && !line.endsWith("uses: ./")))
        .hasSizeGreaterThan(3)
        .allSatisfy(line -> assertThat(line).containsPattern(ACTION));
  }

  @Test
  void allSystemsAreBuiltAndTested() throws IOException {
    Map<String, Object> ci = Yaml.read(GITHUB.resolve("workflows/ci.yml"));
    assertThat(
            Stream.of("verify", "mac", "windows")
                .flatMap(job -> systems(Yaml.map(ci, "jobs", job)).stream()))
        .containsExactly(
            "ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025");
    Map<String, Object> release = Yaml.read(GITHUB.resolve("workflows/release.yml"));
    assertThat(systems(Yaml.map(release, "jobs", "build")))
        .isEqualTo(List.of("ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel"));
  }

  private static List<String> systems(Map<String, Object> job) {
    return Yaml.map(job, "strategy", "matrix").get("system") instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /// A job waits for jobs that there are.
  @ParameterizedTest
  @ValueSource(strings = {"ci.yml", "release.yml"})
  void jobsNeedJobs(String name) throws IOException {
    Map<String, Object> workflow = Yaml.read(GITHUB.resolve("workflows").resolve(name));
    Set<String> names = jobs(workflow).keySet();
    assertThat(jobs(workflow).values().stream().flatMap(job -> Stream.ofNullable(job.get("needs"))))
        .isNotEmpty()
        .allSatisfy(needs -> assertThat(names.toArray()).contains(needs));
  }

  @Test
  void dependabotLooksWhereThereIsSomething() throws IOException {
    Map<String, Object> dependabot = Yaml.read(GITHUB.resolve("dependabot.yml"));
    assertThat(dependabot.get("version")).isEqualTo(2);
    Map<String, String> files =
        Map.of("maven", "pom.xml", "gomod", "go.mod", "github-actions", ".github/workflows");
    List<Map<String, Object>> updates = Yaml.maps(dependabot, "updates");
    assertThat(updates)
        .extracting(update -> update.get("package-ecosystem"))
        .isEqualTo(List.of("maven", "gomod", "github-actions"));
    for (Map<String, Object> update : updates) {
      String file = files.get(String.valueOf(update.get("package-ecosystem")));
      assertThat(Path.of("." + update.get("directory"), String.valueOf(file))).exists();
      assertThat(Yaml.map(update, "schedule")).containsOnlyKeys("interval");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bug.yml", "feature.yml"})
  void issueFormsAskAndName(String name) throws IOException {
    Map<String, Object> form = Yaml.read(GITHUB.resolve("ISSUE_TEMPLATE").resolve(name));
    assertThat(form).containsKeys("name", "description", "body");
    List<Map<String, Object>> fields =
        Yaml.maps(form, "body").stream()
            .filter(field -> !"markdown".equals(field.get("type")))
            .toList();
    assertThat(fields).isNotEmpty().extracting(field -> field.get("id")).doesNotHaveDuplicates();
    assertThat(fields)
        .allSatisfy(field -> assertThat(Yaml.map(field, "attributes").get("label")).isNotNull());
    assertThat(fields)
        .anySatisfy(
            field -> assertThat(Yaml.map(field, "validations").get("required")).isEqualTo(true));
  }

  /// The workflow is played from its tag: its own steps publish these files, and no others.
  @Test
  @Tag("process")
  void publishesWhatIsMade(@TempDir Path directory) throws IOException {
    try (var rehearsal = ReleaseRehearsal.quick(directory)) {
      assertThat(rehearsal.published())
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      Stream.of("linux-x86_64", "linux-aarch64", "darwin-x86_64", "darwin-aarch64")
                          .flatMap(system ->
                              Stream.of(".tar.gz", ".cdx.json", ".sha256")
                                  .map(end -> "japply-VERSION-" + system + end)),
                      Stream.of(
                          "japply-cli-VERSION.jar",
                          "japply-cli-VERSION.tar.gz",
                          "japply-cli-VERSION.sha256",
                          "japply-VERSION.jar",
                          "japply-VERSION.pom",
                          "japply-VERSION-sources.jar",
                          "japply-VERSION-javadoc.jar",
                          "japply-VERSION.sha256",
                          "japply.yaml",
                          "japply.rb"))
                  .toList());
    }
  }

  /// An image has the bytes of the released archive.
  @Test
  void imagesAreMadeOfTheArchives() throws IOException {
    Map<String, Object> release = Yaml.read(GITHUB.resolve("workflows/release.yml"));
    List<Map<String, Object>> steps = Yaml.maps(Yaml.map(release, "jobs", "image"), "steps");
    assertThat(steps)
        .anySatisfy(step ->
            assertThat(Yaml.map(step, "with"))
                .isEqualTo(Map.of("name", "release-${{ matrix.system }}", "path", "target")))
        .noneSatisfy(step -> assertThat(step.get("run")).isEqualTo("make dist"));
  }

  /// Nothing is published whose origin cannot be verified.
  @Test
  void whatIsPublishedIsAttestedBefore() throws IOException {
    Map<String, Object> release = Yaml.read(GITHUB.resolve("workflows/release.yml"));
    List<Map<String, Object>> steps = Yaml.maps(Yaml.map(release, "jobs", "publish"), "steps");
    Map<String, Object> attesting = steps.get(steps.size() - 2);
    assertThat(String.valueOf(attesting.get("uses"))).contains("actions/attest-build-provenance@");
    assertThat(Yaml.map(attesting, "with")).isEqualTo(Map.of("subject-path", "target/assets/*"));
    assertThat(String.valueOf(steps.getLast().get("run"))).startsWith("gh release create ");
  }

  /// Once published, it is installed as users do.
  @Test
  void installsWhatIsPublished() throws IOException {
    Map<String, Object> release = Yaml.read(GITHUB.resolve("workflows/release.yml"));
    Map<String, Object> installed = Yaml.map(release, "jobs", "installed");
    assertThat(installed.get("needs")).isEqualTo("publish");
    assertThat(systems(installed)).isEqualTo(systems(Yaml.map(release, "jobs", "build")));
    assertThat(Yaml.maps(installed, "steps"))
        .anySatisfy(step -> assertThat(step.get("uses")).isEqualTo("./"))
        .anySatisfy(step -> assertThat(step.get("run")).isEqualTo("japply version"));
  }

  /// The action runs its own script, and hands on only what the script names.
  @Test
  void actionInstallsByTheScript() throws IOException {
    Map<String, Object> action = Yaml.read(Path.of("action.yml"));
    Map<String, Object> runs = Yaml.map(action, "runs");
    assertThat(runs.get("using")).isEqualTo("composite");
    Map<String, Object> step = Yaml.maps(runs, "steps").getFirst();
    assertThat(step.get("shell")).isEqualTo("bash");
    assertThat(String.valueOf(step.get("run"))).doesNotContain("${{");
    assertThat(found(SCRIPT, String.valueOf(step.get("run"))))
        .containsExactly("src/make/install-release");
    String script = Files.readString(Path.of("src/make/install-release"));
    assertThat(found(Pattern.compile("\\{([A-Z]+):\\?}"), script))
        .containsExactlyInAnyOrder("VERSION", "RELEASES", "DIRECTORY")
        .isSubsetOf(Yaml.map(step, "env").keySet());
  }
}
