package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A plan, snapshot or undo file that cannot be used: one line has what the file is, what is wrong
/// with it and what to do.
class BrokenFilesTest extends WithPlans {
  private static final String CUT_UNDO = "is cut off; use a copy that was not changed";
  private static final String AS_UNDO =
      "; `japply show` prints it, and `japply undo` takes its run back";
  private static final String AS_PLAN =
      "; `japply show` prints it, and `japply apply --plan` carries it out";
  private static final String AS_SNAPSHOT = "; `japply diff --live` compares manifests with it";

  private Path undo;
  private Path snapshot;

  @BeforeEach
  void made() {
    undo = directory.resolve("run.undo");
    snapshot = directory.resolve("snap.json");
    plan(NEW);
    assertThat(japply(NEW, "snapshot", "-f", "-", "--out", snapshot.toString()).status()).isZero();
    assertThat(japply(NEW, "apply", "-f", "-", "--undo-file", undo.toString()).status()).isZero();
  }

  private Path of(String name) {
    return switch (name) {
      case "plan" -> file;
      case "undo" -> undo;
      default -> snapshot;
    };
  }

  /// Runs the command that reads a file.
  private Ran read(String command, Path path) {
    return switch (command) {
      case "plan" -> japply(NEW, "apply", "-f", "-", "--plan", path.toString());
      case "snapshot" -> japply(NEW, "why", "-f", "-", "--live", path.toString());
      default -> japply("", command, path.toString());
    };
  }

  private void assertRefused(String command, Path path, String line, String problem) {
    Ran ran = read(command, path);
    assertThat(ran.err()).isEqualTo("error: " + path + line + ": " + problem + "\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void readsWhatIsWhole() {
    assertThat(read("show", undo).out()).startsWith("Undo file of apply ");
    assertThat(read("show", file).out()).startsWith("Plan of ");
    assertThat(read("snapshot", snapshot).status()).isZero();
  }

  @Test
  void namesOtherFilesOfJapply() {
    String neither = "this is neither a plan nor an undo file";
    assertRefused("show", snapshot, "", neither + ", but a snapshot" + AS_SNAPSHOT);
    assertRefused("undo", snapshot, "", "this is no undo file, but a snapshot" + AS_SNAPSHOT);
    assertRefused("undo", file, "", "this is no undo file, but a plan" + AS_PLAN);
    assertRefused("plan", undo, "", "this is no plan, but an undo file" + AS_UNDO);
    assertRefused("plan", snapshot, "", "this is no plan, but a snapshot" + AS_SNAPSHOT);
    assertRefused("snapshot", file, "", "this is no snapshot, but a plan" + AS_PLAN);
    assertRefused("snapshot", undo, "", "this is no snapshot, but an undo file" + AS_UNDO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "show     | this is neither a plan nor an undo file | japply plan -f … --out FILE",
        "plan     | this is no plan                         | japply plan -f … --out FILE",
        "undo     | this is no undo file                    | japply apply -f … --undo-file FILE",
        "snapshot | this is no snapshot                     | japply snapshot -f … --out FILE",
      })
  void namesWhatIsNoFileOfJapply(String command, String denial, String make) throws IOException {
    String hint = "; make one by `" + make + "`";
    for (String empty : List.of("", "\n \n")) {
      Files.writeString(file, empty);
      assertRefused(command, file, "", denial + ": it is empty" + hint);
    }
    for (String other : List.of("a: b\n", "{\"a\": 1}\n", "[1]\n", "{\"apiVersion\": \"v1\"")) {
      Files.writeString(file, other);
      assertRefused(command, file, "", denial + hint);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "show     | plan     | this plan is cut off; plan again",
        "plan     | plan     | this plan is cut off; plan again",
        "snapshot | snapshot | this snapshot is cut off; take it again",
        "show     | snapshot | this snapshot is cut off; take it again",
      })
  void namesWhatIsCutOff(String command, String name, String problem) throws IOException {
    String whole = Files.readString(of(name));
    for (int length : List.of(100, whole.length() / 2, whole.length() - 2)) {
      Files.writeString(of(name), whole.substring(0, length));
      assertRefused(command, of(name), "", problem);
    }
  }

  /// A line that a run has not finished is no damage; the first one names the run.
  @Test
  void readsUndoFilesUpToTheHalfLine() throws IOException {
    String whole = Files.readString(undo);
    int head = whole.indexOf('\n');
    for (int length : List.of(head + 1, head + 40, whole.length() - 1)) {
      Files.writeString(undo, whole.substring(0, length));
      assertThat(read("show", undo).out()).contains("of a run that was cut off");
    }
    for (String command : List.of("show", "undo")) {
      Files.writeString(undo, whole.substring(0, head));
      assertRefused(command, undo, "", "this undo file " + CUT_UNDO);
      Files.writeString(undo, whole.substring(0, 40));
      assertThat(read(command, undo).err()).contains("this document of japply is cut off; make");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, \"apply\", \"delete\", :1", "1, \"v1\", \"v2\", :2", "2, {, , :3"})
  void namesTheChangedLine(int line, String from, String to, String place) throws IOException {
    List<String> lines = Files.readAllLines(undo);
    lines.set(line, lines.get(line).replace(from, to == null ? "" : to));
    Files.write(undo, lines);
    for (String command : List.of("show", "undo")) {
      assertRefused(
          command,
          undo,
          place,
          "this undo file was changed after it was made; use a copy that was not changed");
    }
  }

  @Test
  void namesOtherVersions() throws IOException {
    for (String name : List.of("plan", "undo", "snapshot")) {
      String text = Files.readString(of(name));
      assertThat(Json.parse(text.lines().findFirst().filter(l -> l.endsWith("}")).orElse(text)))
          .isNotNull();
      Files.writeString(of(name), text.replaceFirst("japply.dev/v1", "japply.dev/v2"));
      Ran ran = read(name, of(name));
      assertThat(ran.err())
          .startsWith("error: " + of(name) + ": this ")
          .contains(" has the format japply.dev/v2, and this japply reads japply.dev/v1;")
          .hasLineCount(1);
    }
  }
}
