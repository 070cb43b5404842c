package dev.japply.release.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.release.rehearsal.ReleaseServer.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rehearsal of a release, with stand-ins for what takes minutes: a release is installed by
/// each way, and a defect fails where it would fail on GitHub. `make rehearse-release` builds
/// everything.
@Tag("process")
@Tag("verify")
class ReleaseRehearsalTest {
  private static final String WORKFLOW = ".github/workflows/release.yml";

  @TempDir private Path directory;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  private ReleaseRehearsal begin(Limits limits) throws IOException {
    return new ReleaseRehearsal(
        directory,
        ReleaseRehearsal.QUICK,
        true,
        limits,
        new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @Test
  void isInstalledByEachWay() throws IOException {
    try (var rehearsal = begin(Limits.GITHUB)) {
      rehearsal.tag();
      rehearsal.play();
      rehearsal.installations().all();
      rehearsal.installations().tampered();
    }
    assertThat(log.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.startsWith("installed: ") || line.startsWith("refused: "))
        .extracting(line -> line.replaceFirst(" {2,}.*", ""))
        .hasSize(17);
  }

  /// Each defect is one replacement in a file of the tag.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          notes.md target/assets/*  | notes.md target/assets/* target/release/*.jar | already_exists
          packages/notes.md         | packages/news.md                       | no such file or directory
          subject-path: target/     | subject-path: target/all-              | Could not find subject
          attestations: write       | attestations: read                     | needs attestations: write
          --verify-tag              | --verify-tags                          | unknown flag: --verify-tags
          release-${{ matrix.system | release                                | an artifact with this name
          path: target/japply-cli-* | path: target/japply.jar                | No files were found
          path: target/downloads    | path: target/others                    | there is no archive of japply
          """)
  void failsAsOnGithub(String text, String replacement, String reason) throws IOException {
    try (var rehearsal = begin(Limits.GITHUB)) {
      change(rehearsal, text, replacement);
      assertThatThrownBy(rehearsal::play)
          .isInstanceOf(RehearsalException.class)
          .hasMessageContaining(reason);
      assertThat(rehearsal.published()).isEmpty();
    }
  }

  /// Prepares a release of two systems, and changes its workflow.
  private static void change(ReleaseRehearsal rehearsal, String text, String replacement)
      throws IOException {
    rehearsal.copy();
    Path workflow = rehearsal.origin().resolve(WORKFLOW);
    replace(workflow, ", macos-15, macos-15-intel]", "]");
    replace(workflow, text, replacement);
    rehearsal.commit();
  }

  private static void replace(Path file, String text, String replacement) throws IOException {
    String before = Files.readString(file);
    assertThat(before).contains(text);
    Files.writeString(file, before.replace(text, replacement));
  }

  /// An archive that is not the one of its build is not released.
  @Test
  void archivesChangedBetweenJobsAreRefused() throws IOException {
    try (var rehearsal = begin(Limits.GITHUB)) {
      change(
          rehearsal,
          "- run: make release",
          "- run: for file in target/downloads/*.tar.gz; do echo more >>$file; done\n"
              + "      - run: make release");
      assertThatThrownBy(rehearsal::play).hasMessageContaining("is not the file of which");
      assertThat(rehearsal.published()).isEmpty();
    }
  }

  /// Two archives of one system, as before the program's jar had a name of its own.
  @Test
  void jobsWithTheSameFileAreRefused() throws IOException {
    try (var rehearsal = begin(Limits.GITHUB)) {
      change(rehearsal, "target/japply-[0-9]*.tar.gz", "target/japply-*.tar.gz");
      assertThatThrownBy(rehearsal::play).hasMessageContaining("two artifacts have a file");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1000, 125000, size must be less than 100",
    "2000000000, 5, 125000, a release has at most 5 assets",
    "2000000000, 1000, 50, body is too long (maximum is 50 characters)",
  })
  void limitsHold(long bytes, int assets, int notes, String reason) throws IOException {
    try (var rehearsal = begin(new Limits(bytes, assets, notes))) {
      rehearsal.tag();
      assertThatThrownBy(rehearsal::play).hasMessageContaining(reason);
      assertThat(rehearsal.published()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "developers, development, the pom has no developers/developer/name",
    "licenses, licences, the pom has no licenses/license/name",
  })
  void pomsThatCentralRefuses(String text, String replacement, String reason) throws IOException {
    try (var rehearsal = begin(Limits.GITHUB)) {
      rehearsal.copy();
      replace(rehearsal.origin().resolve("pom.xml"), text, replacement);
      rehearsal.commit();
      assertThatThrownBy(rehearsal::play).hasMessageContaining(reason);
    }
  }

  /// A way that nothing plays is noticed.
  @Test
  void eachChapterIsPlayed() throws IOException {
    try (var rehearsal = begin(Limits.GITHUB)) {
      rehearsal.copy();
      Path page = rehearsal.origin().resolve("docs/install.md");
      Files.writeString(page, Files.readString(page) + "\n## By post\n\nSend a letter.\n");
      assertThatThrownBy(() -> rehearsal.installations().requireAllWays())
          .hasMessageContaining("By post");
    }
  }
}
