package dev.japply.kpt.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kpt.InterruptedUpdate;
import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.MergeOptions;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A directory that is changed is as it was or as it should be, wherever the program is killed.
class JournalTest {
  private static final MergeOptions OPTIONS =
      new MergeOptions(ConflictChoice.LOCAL, List.of(), List.of());
  private static final Goal GOAL = new Goal("", "v2", "resource-merge");
  private static final PackageTree BEFORE =
      tree(Map.of("a", "1", "gone/deep/b", "2", "file", "3", "dir/x", "4", "same", "5"));
  private static final PackageTree AFTER =
      tree(Map.of("a", "one", "file/now/dir", "6", "dir", "7", "same", "5", "new/c", "8"));

  @TempDir private Path directory;

  private static PackageTree tree(Map<String, String> files) {
    var tree = new TreeMap<String, PackageFile>();
    files.forEach((path, text) -> tree.put(path, PackageFile.of(text)));
    return new PackageTree(tree);
  }

  /// Steps of which only so many are done; then the program is killed.
  private static final class Killed extends DirectorySteps {
    private int left;

    Killed(int left) {
      this.left = left;
    }

    private void step() {
      if (left-- <= 0) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    void createDirectories(Path path) throws IOException {
      step();
      super.createDirectories(path);
    }

    /// A file that was being written when the program was killed holds a part of its bytes.
    @Override
    void write(Path file, byte[] bytes, boolean executable) throws IOException {
      if (left <= 0) {
        Files.write(file, new byte[0]);
      }
      step();
      super.write(file, bytes, executable);
    }

    @Override
    void move(Path from, Path to) throws IOException {
      step();
      super.move(from, to);
    }

    @Override
    void delete(Path file) throws IOException {
      step();
      super.delete(file);
    }
  }

  private PackageDirectory fresh(String name) {
    var target = new NewDirectory(directory.resolve(name));
    target.write(BEFORE);
    return new PackageDirectory(target.path());
  }

  @Test
  void aChangeIsWholeOrCanBeFinishedWhereverItIsKilled() throws Exception {
    boolean killed = true;
    int undone = 0;
    int finished = 0;
    for (int steps = 0; killed; steps++) {
      PackageDirectory changing = fresh("d" + steps);
      killed = isKilled(changing, steps);
      boolean decided = changing.interrupted().isPresent();
      PackageTree found = changing.files();
      if (!decided) {
        assertThat(found).as("%s steps", steps).isIn(BEFORE, AFTER);
      }
      undone += decided || found.equals(AFTER) ? 0 : 1;
      finished += decided ? 1 : 0;
      // Who finishes it may be killed, too.
      for (int i = 2; changing.interrupted().isPresent(); i *= 8) {
        isKilled(changing, i);
      }
      assertThat(changing.files()).isEqualTo(decided ? AFTER : found);
      assertThat(changing.path().resolve("gone"))
          .satisfiesAnyOf(
              path -> assertThat(path).doesNotExist(), path -> assertThat(found).isEqualTo(BEFORE));
      // A change throws away what one that was never decided has left.
      changing.replace(changing.files(), tree(Map.of("a", "5")), GOAL, Optional.empty());
      assertThat(directory)
          .as("nothing is left")
          .isDirectoryNotContaining(path -> path.toString().contains(".japply"));
    }
    assertThat(undone).isGreaterThan(3);
    assertThat(finished).isGreaterThan(3);
  }

  /// Makes the change, or finishes it, in so many steps.
  private static boolean isKilled(PackageDirectory changing, int steps) throws IOException {
    Optional<InterruptedUpdate> found = changing.interrupted();
    PackageTree now = changing.files();
    PackageTree wanted = found.map(update -> update.finish(now, OPTIONS).tree()).orElse(AFTER);
    try {
      changing.replace(now, wanted, GOAL, found, new Killed(steps));
      return false;
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("killed");
      return true;
    }
  }

  @Test
  void aRecordIsOfOnePackageAndItsContents() throws Exception {
    PackageDirectory changing = fresh("d");
    assertThat(isKilled(changing, 30)).isTrue();
    Path journal = JournalPlace.of(changing.path()).path();
    Path record = journal.resolve("update.json");
    String text = Files.readString(record);
    Path data;
    try (var names = Files.list(journal)) {
      data = names.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    for (String forged :
        List.of(
            "",
            "{",
            "[]",
            text.replace(changing.path().toRealPath().toString(), "/elsewhere"),
            text.replace("\"path\":\"a\"", "\"path\":\"../a\""),
            text.replace("\"path\":\"a\"", "\"path\":\"file\""),
            text.replaceFirst("\"files\":\\[(\\{.*?\"path\":\"[^\"]*\"})", "\"files\":[$1,$1"),
            text.replace("files-", "../files-"),
            text.replaceFirst("\"sha256\":\"..", "\"sha256\":\"00"))) {
      Files.writeString(record, forged);
      refuses(changing);
    }
    Files.delete(record);
    Files.createSymbolicLink(record, Path.of("/dev/zero"));
    refuses(changing);
    Files.delete(record);
    assertThat(new ProcessBuilder("mkfifo", record.toString()).start().waitFor()).isZero();
    refuses(changing);
    Files.delete(record);
    Files.writeString(record, text);
    assertThat(changing.interrupted()).isPresent();
    try (var files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.writeString(file, "planted");
      }
    }
    refuses(changing);
  }

  private static void refuses(PackageDirectory changing) {
    assertThatThrownBy(changing::interrupted)
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("the record of an interrupted update cannot be used");
    assertThatThrownBy(() -> changing.replace(changing.files(), AFTER, GOAL, Optional.empty()))
        .isInstanceOf(JapplyException.class);
  }

  @Test
  void aNewDirectoryIsWholeOrNotThere() {
    boolean killed = true;
    for (int steps = 0; killed; steps++) {
      var target = new NewDirectory(directory.resolve("n" + steps));
      killed = false;
      try {
        target.write(BEFORE, new Killed(steps));
      } catch (IllegalStateException e) {
        killed = true;
        assertThat(target.path()).doesNotExist();
        target.write(BEFORE);
      }
      assertThat(new PackageDirectory(target.path()).read()).isEqualTo(BEFORE);
    }
    assertThat(directory).isDirectoryNotContaining(path -> path.toString().contains("japply-get"));
  }

  @Test
  void filesThatChangedMeanwhileAreNotOverwritten() throws Exception {
    PackageDirectory changing = fresh("d");
    Files.writeString(changing.path().resolve("a"), "by somebody else");
    assertThatThrownBy(() -> changing.replace(BEFORE, AFTER, GOAL, Optional.empty()))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("was changed while it was updated; nothing was written");
    assertThat(changing.path().resolve("a")).hasContent("by somebody else");
    assertThat(changing.path().resolve("new")).doesNotExist();
  }

  @Test
  void nothingIsWrittenThroughALink() throws Exception {
    PackageDirectory changing = fresh("d");
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.createSymbolicLink(changing.path().resolve("new"), outside);
    assertThatThrownBy(() -> changing.replace(BEFORE, AFTER, GOAL, Optional.empty()))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("is a symbolic link");
    assertThat(outside).isEmptyDirectory();
    assertThat(changing.path().resolve("a")).hasContent("1");
  }

  /// Steps on a disk that does not tell capital letters from small ones.
  private static final class OneCase extends DirectorySteps {
    @Override
    void write(Path file, byte[] bytes, boolean executable) throws IOException {
      String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
      super.write(file.resolveSibling(name), bytes, executable);
    }
  }

  @Test
  void filesThatTheDiskCannotTellApartAreRefused() throws Exception {
    PackageTree both = tree(Map.of("sub/app.yaml", "1", "sub/App.yaml", "2"));
    var target = new NewDirectory(directory.resolve("n"));
    assertThatThrownBy(() -> target.write(both, new OneCase()))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("sub/app.yaml: cannot be written: this disk takes it for another");
    assertThat(directory).isEmptyDirectory();
    PackageDirectory changing = fresh("d");
    assertThatThrownBy(() -> changing.replace(BEFORE, both, GOAL, Optional.empty(), new OneCase()))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("this disk takes it for another file of the package");
    assertThat(changing.path())
        .isDirectoryNotContaining(path -> path.toString().contains(".japply"));
    assertThat(changing.read()).isEqualTo(BEFORE);
  }
}
