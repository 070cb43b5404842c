package dev.japply.kpt.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A package is read as it was before a change, or as it is after it.
class PackageDirectoryTest {
  private static final Goal GOAL = new Goal("", "v2", "resource-merge");
  private static final PackageTree OLD = tree("old");
  private static final PackageTree NEW = tree("new");

  @TempDir private Path path;

  private static PackageTree tree(String text) {
    return new PackageTree(
        new TreeMap<>(Map.of("a", PackageFile.of(text), "d/b", PackageFile.of(text))));
  }

  private PackageDirectory directory() {
    var directory = new PackageDirectory(path);
    directory.replace(new PackageTree(new TreeMap<>()), OLD, GOAL, Optional.empty());
    return directory;
  }

  /// The change begins when one file was read, and ends before the other one is.
  @Test
  void noHalfOfAChangeIsRead() {
    PackageDirectory directory = directory();
    var reads = new AtomicInteger();
    PackageTree read =
        directory.read(() -> {
          PackageTree first = directory.files();
          if (reads.incrementAndGet() > 1) {
            return first;
          }
          directory.replace(OLD, NEW, GOAL, Optional.empty());
          var half = new TreeMap<>(first.files());
          half.put("d/b", directory.files().files().get("d/b"));
          return new PackageTree(half);
        });
    assertThat(read).isEqualTo(NEW);
    assertThat(reads).hasValue(2);
  }

  @Test
  void aFileThatGoesWhileItIsReadIsNoFailure() {
    PackageDirectory directory = directory();
    var reads = new AtomicInteger();
    PackageTree read =
        directory.read(() -> {
          if (reads.incrementAndGet() == 1) {
            throw new NoSuchFileException("a");
          }
          return directory.files();
        });
    assertThat(read).isEqualTo(OLD);
  }

  @Test
  void whatChangesAllTheTimeIsNotReadForEver() {
    PackageDirectory directory = directory();
    assertThatThrownBy(() ->
            directory.read(() -> {
              Files.writeString(path.resolve("log"), "more\n".repeat(next()));
              return directory.files();
            }))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("its files change all the time");
  }

  private int written;

  private int next() {
    return ++written;
  }

  @Test
  void whatIsNotThereIsAnError() throws IOException {
    Files.delete(path);
    assertThatThrownBy(() -> new PackageDirectory(path).read()).isInstanceOf(JapplyException.class);
  }
}
