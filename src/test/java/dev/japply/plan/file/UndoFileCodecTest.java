package dev.japply.plan.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.plan.RecordedWrite;
import dev.japply.plan.RecordedWrite.Outcome;
import dev.japply.plan.RecordedWrite.Verb;
import dev.japply.plan.file.UndoFile.Made;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Undo files: what is written is read again, whenever the run ended, and nothing else is read.
class UndoFileCodecTest {
  private static final Made MADE =
      new Made(
          "apply",
          Instant.parse("2026-11-26T10:00:00Z"),
          "japply 0",
          new PlanFile.Target("https://here", "uid"));

  @TempDir private Path directory;

  private static MapValue object(String name, String value) {
    return (MapValue)
        Json.parse(
            ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\","
                    + "\"namespace\":\"n\"},\"data\":{\"k\":\"%s\"}}")
                .formatted(name, value));
  }

  private static RecordedWrite write(String name) {
    var gvk = Gvk.of("v1", "ConfigMap");
    return new RecordedWrite(
        Verb.PATCH,
        new ObjectKey("", "ConfigMap", "n", name),
        gvk,
        "me",
        "",
        object(name, "old"),
        Outcome.MAYBE,
        Missing.MISSING,
        "",
        new SecretCopies(Set.of("c0py")),
        false);
  }

  private static List<String> lines() {
    var codec = new UndoFileCodec();
    var lines = new ArrayList<String>();
    lines.add(codec.head(MADE));
    lines.add(codec.before(1, write("a")));
    lines.add(codec.before(2, write("b")));
    lines.add(codec.after(2, write("b").ended(Outcome.DONE, object("b", "new"))));
    lines.add(codec.after(1, write("a").ended(Outcome.REFUSED, Missing.MISSING)));
    lines.add(codec.end());
    return lines;
  }

  private static UndoFile read(String text) {
    return UndoFileCodec.read(text.getBytes(UTF_8));
  }

  @Test
  void everythingIsReadAgain() {
    UndoFile file = read(String.join("", lines()));
    assertThat(file.made()).isEqualTo(MADE);
    assertThat(file.ended()).isTrue();
    assertThat(file.writes())
        .containsExactly(
            write("a").ended(Outcome.REFUSED, Missing.MISSING),
            write("b").ended(Outcome.DONE, object("b", "new")));
  }

  @Test
  void aFileThatWasCutOffAnywhereHasTheWritesUpToThere() {
    String text = String.join("", lines());
    int head = lines().getFirst().length();
    for (int length = head; length < text.length(); length++) {
      UndoFile file = read(text.substring(0, length));
      assertThat(file.ended()).isFalse();
      long whole = text.substring(head, length).chars().filter(c -> c == '\n').count();
      assertThat(file.writes()).hasSize((int) Math.min(2, whole));
    }
    assertThat(read(text.substring(0, head + lines().get(1).length())).writes())
        .containsExactly(write("a"));
    assertThatThrownBy(() -> read(text.substring(0, head - 1)))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("is cut off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"value", "line", "order", "more", "duplicate"})
  void anEditedFileIsRefused(String edit) {
    List<String> lines = lines();
    switch (edit) {
      case "value" -> lines.set(1, lines.get(1).replace("old", "odd"));
      case "line" -> lines.remove(3);
      case "order" -> lines.add(1, lines.remove(2));
      case "more" -> lines.add(lines.get(1));
      default ->
          lines.set(
              1,
              lines
                  .get(1)
                  .replace("{\"annotation\":\"\"", "{\"annotation\":\"\",\"annotation\":\"\""));
    }
    assertThat(lines).isNotEqualTo(lines());
    assertThatThrownBy(() -> read(String.join("", lines)))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("was changed after it was made");
  }

  /// A digest is no signature: a file with new digests is read, but never touches another object.
  @Test
  void anObjectOfAnotherNameIsRefused() {
    var codec = new UndoFileCodec();
    RecordedWrite forged = write("a");
    String text =
        codec.head(MADE)
            + codec.before(
                1,
                new RecordedWrite(
                    forged.verb(),
                    forged.key(),
                    forged.gvk(),
                    "me",
                    "",
                    object("b", "old"),
                    Outcome.MAYBE,
                    Missing.MISSING,
                    "",
                    SecretCopies.NONE,
                    false));
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("\"before\" is missing or wrong");
  }

  @Test
  void onlyItsOwnerReadsItAndAnotherRunDoesNotReplaceIt() throws IOException {
    Path file = directory.resolve("undo");
    try (UndoLog log = UndoLog.create(file, MADE)) {
      int number = log.before(write("a"));
      log.after(number, write("a").ended(Outcome.DONE, object("a", "new")));
      log.end();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(UndoFileCodec.read(Files.readAllBytes(file)).ended()).isTrue();
    assertThatThrownBy(() -> UndoLog.create(file, MADE))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("exists already");
  }
}
