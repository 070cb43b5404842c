package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.input.Project.ProjectFinder;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectFinderTest {
  private static final String TEXT = "apiVersion: japply.dev/v1\nkind: Project\n";
  private static final Integer STRANGER = 64321;

  @TempDir Path root;

  private Path below;
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void makeDirectories() throws IOException {
    below = Files.createDirectories(root.resolve("home/repo/app"));
  }

  private Optional<String> find(String home) {
    return finder(home, ByteLimit.DEFAULT).find().map(Project::file);
  }

  private ProjectFinder finder(String home, ByteLimit limit) {
    return new ProjectFinder(below, home, limit, warnings::add);
  }

  private Path write(String directory) throws IOException {
    return Files.writeString(root.resolve(directory).resolve("japply.yaml"), TEXT);
  }

  @Test
  void theNearestOneCounts() throws IOException {
    assertThat(find("")).isEmpty();
    write("home");
    assertThat(find("")).contains("../../japply.yaml");
    write("home/repo");
    assertThat(find("")).contains("../japply.yaml");
    write("home/repo/app");
    assertThat(find("")).contains("japply.yaml");
  }

  @Test
  void noneIsSoughtAboveTheRootOfARepository() throws IOException {
    write("home");
    Path git = Files.createDirectory(root.resolve("home/repo/.git"));
    assertThat(find("")).isEmpty();
    Files.delete(git);
    Files.writeString(git, "gitdir: elsewhere\n");
    assertThat(find("")).isEmpty();
    write("home/repo");
    assertThat(find("")).contains("../japply.yaml");
  }

  @Test
  void noneIsSoughtAboveTheHomeDirectory() throws IOException {
    write(".");
    assertThat(find("/nowhere")).contains("../../../japply.yaml");
    assertThat(find(root.resolve("home").toString())).isEmpty();
    Path link = Files.createSymbolicLink(root.resolve("link"), root.resolve("home"));
    assertThat(find(link.toString())).isEmpty();
    write("home");
    assertThat(find(link.toString())).contains("../../japply.yaml");
  }

  @Test
  void anotherUsersFileIsPassedOver() throws IOException {
    write("home/repo");
    Path stolen = write("home/repo/app");
    boolean mayGiveAway = give(stolen);
    assumeTrue(mayGiveAway, "only the superuser can give files away");
    assertThat(find("")).contains("../japply.yaml");
    assertThat(warnings)
        .containsExactly(
            "japply.yaml: ignored, because it belongs to another user; to use it, name it by"
                + " --project");
    assertThat(finder("", ByteLimit.DEFAULT).named("japply.yaml").file()).isEqualTo("japply.yaml");
    assertThat(warnings).hasSize(1);
  }

  @Test
  void aLinkToAnotherUsersFileIsPassedOver() throws IOException {
    Path target = Files.writeString(root.resolve("target.yaml"), TEXT);
    Path others = give(target) ? target : Path.of("/etc/passwd");
    Path link = Files.createSymbolicLink(below.resolve("japply.yaml"), others);
    assertThat(find("")).isEmpty();
    assertThat(warnings).hasSize(1);
    Files.delete(link);
    Path own = Files.writeString(root.resolve("own.yaml"), TEXT);
    Files.createSymbolicLink(link, own);
    assertThat(find("")).contains("japply.yaml");
    assertThat(warnings).hasSize(1);
  }

  private static boolean give(Path file) throws IOException {
    if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
      return false;
    }
    Files.setAttribute(file, "unix:uid", STRANGER);
    return true;
  }

  @Test
  void whatCannotBeReadIsAnError() throws IOException {
    Path file = below.resolve("japply.yaml");
    Files.createDirectory(file);
    assertFails("japply.yaml: is no file; correct it, or give --project=off to do without it");
    Files.delete(file);
    Files.createSymbolicLink(file, below.resolve("nothing"));
    assertFails("japply.yaml: error reading: no such file or directory; correct it, or give");
    Files.delete(file);
    Files.writeString(file, TEXT + "# caf\u00e9\n", java.nio.charset.StandardCharsets.ISO_8859_1);
    assertFails("japply.yaml:3: it has bytes that are not UTF-8; save the file as UTF-8");
    Files.writeString(file, TEXT + "contexts: x\n");
    assertFails("japply.yaml:3: contexts must be a list of names");
  }

  /// A pipe would be read for ever.
  @Test
  void aPipeIsNotRead() throws Exception {
    Path pipe = below.resolve("japply.yaml");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
    assertFails("japply.yaml: is no file");
  }

  @Test
  void moreThanTheLimitIsNotRead() throws IOException {
    write("home/repo/app");
    assertThat(finder("", new ByteLimit(TEXT.length())).find()).isPresent();
    assertThatThrownBy(() -> finder("", new ByteLimit(TEXT.length() - 1)).find())
        .hasMessageStartingWith(
            "japply.yaml: error reading: larger than %d bytes; set JAPPLY_MAX_BYTES"
                .formatted(TEXT.length() - 1));
  }

  @Test
  void aNamedFileIsNamedAsItWasGiven() throws IOException {
    Files.writeString(root.resolve("home/other.yaml"), TEXT);
    ProjectFinder finder = finder("", ByteLimit.DEFAULT);
    assertThat(finder.named("../../other.yaml").file()).isEqualTo("../../other.yaml");
    assertThatThrownBy(() -> finder.named("none.yaml"))
        .hasMessage(
            "none.yaml: error reading: no such file or directory; name a project file, or off");
    assertThatThrownBy(() -> finder.named("..")).hasMessageContaining("is a directory");
  }

  private void assertFails(String message) {
    assertThatThrownBy(() -> find("")).hasMessageStartingWith(message);
  }
}
