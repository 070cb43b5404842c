package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.UndoFile;
import dev.japply.plan.file.UndoLog;
import dev.japply.problem.JapplyException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the undo file of a run is.
class UndoFilesTest {
  private static final UndoFile.Made MADE =
      new UndoFile.Made(
          "apply", Instant.EPOCH, "japply", new PlanFile.Target("https://server", "1234"));

  @TempDir private Path directory;

  private static Console console(Map<String, String> environment) {
    var in = new ByteArrayInputStream(new byte[0]);
    return Console.of(environment, in, new ByteArrayOutputStream(), new ByteArrayOutputStream());
  }

  /// All runs of a second that share a directory have a file of their own.
  @Test
  void runsThatStartAtTheSameTimeHaveTheirOwnFiles() throws Exception {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    int runs = 32;
    var start = new CountDownLatch(1);
    try (var threads = Executors.newFixedThreadPool(runs)) {
      var logs = new ArrayList<Future<UndoLog>>();
      for (int i = 0; i < runs; i++) {
        logs.add(
            threads.submit(() -> {
              start.await();
              return UndoFiles.create(shared, console(Map.of()), MADE);
            }));
      }
      start.countDown();
      var names = new HashSet<String>();
      for (var log : logs) {
        try (UndoLog each = log.get()) {
          names.add(each.file().getFileName().toString());
        }
      }
      assertThat(names)
          .hasSize(runs)
          .contains(
              "undo-19700101T000000Z.jsonl",
              "undo-19700101T000000Z-2.jsonl",
              "undo-19700101T000000Z-32.jsonl");
    }
  }

  /// The file has values of Secrets, so it is never in the working directory.
  @Test
  void withoutAHomeDirectoryAFileMustBeNamed() {
    for (Map<String, String> environment :
        List.of(
            Map.<String, String>of(), Map.of("XDG_STATE_HOME", "state"), Map.of("HOME", "here"))) {
      assertThatThrownBy(() -> UndoFiles.create(null, console(environment), MADE))
          .isInstanceOf(JapplyException.class)
          .hasMessageContaining("there is no directory for the undo file, because HOME is not set");
    }
  }

  @Test
  void aRelativeStateDirectoryDoesNotCount() {
    var console = console(Map.of("XDG_STATE_HOME", "state", "HOME", directory.toString()));
    try (UndoLog log = UndoFiles.create(null, console, MADE)) {
      assertThat(log.file())
          .isEqualTo(directory.resolve(".local/state/japply/undo/undo-19700101T000000Z.jsonl"));
    }
  }
}
