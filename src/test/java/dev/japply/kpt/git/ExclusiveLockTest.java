package dev.japply.kpt.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.problem.JapplyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several programs in one directory. A thread has a channel of its own, as another program has.
@Tag("process")
class ExclusiveLockTest {
  private static final Goal GOAL = new Goal("", "v2", "resource-merge");
  private static final int THREADS = 8;
  private static final int ROUNDS = 60;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("lock");
  }

  @Test
  void oneHoldsItAtATime() throws Exception {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new AtomicInteger();
    run(() -> {
      for (int i = 0; i < ROUNDS; i++) {
        lock(Duration.ofMinutes(1))
            .hold(() -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              LockSupport.parkNanos(1);
              inside.decrementAndGet();
              done.incrementAndGet();
            });
      }
    });
    assertThat(most).hasValue(1);
    assertThat(done).hasValue(THREADS * ROUNDS);
    assertThat(file).doesNotExist();
  }

  @Test
  void whoWaitsForTooLongIsTold() throws Exception {
    ExclusiveLock first = lock(Duration.ZERO);
    first.hold(() ->
        assertThatThrownBy(() -> lock(Duration.ofMillis(1)).hold(() -> {}))
            .isInstanceOf(JapplyException.class)
            .hasMessageContaining(directory + ": another japply is at work in this directory"));
    first.hold(() -> assertThat(file).exists());
    assertThat(file).doesNotExist();
  }

  /// Its file stays when a program is killed.
  @Test
  void aFileThatWasLeftIsTakenOver() throws Exception {
    Files.writeString(file, "left");
    lock(Duration.ZERO).hold(() -> assertThat(file).exists());
    assertThat(file).doesNotExist();
  }

  /// The system holds the lock, and lets go of it when the program ends that has it.
  @Test
  void anotherProgramHoldsItAndLosesItWhenItIsKilled() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path holder =
        Files.writeString(
            directory.resolve("Holder.java"),
            """
            import java.nio.channels.FileChannel;
            import java.nio.file.Path;
            import java.nio.file.StandardOpenOption;

            class Holder {
              public static void main(String[] arguments) throws Exception {
                var options = new StandardOpenOption[] {
                  StandardOpenOption.CREATE, StandardOpenOption.WRITE
                };
                var lock = FileChannel.open(Path.of(arguments[0]), options).lock();
                System.out.println(lock.isValid());
                System.in.read();
              }
            }
            """);
    Process process =
        new ProcessBuilder(java.toString(), holder.toString(), file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("true");
      assertThatThrownBy(() -> lock(Duration.ZERO).hold(() -> {}))
          .hasMessageContaining("another japply is at work");
    } finally {
      process.destroyForcibly().waitFor();
    }
    lock(Duration.ZERO).hold(() -> assertThat(file).exists());
  }

  @Test
  void isNotWrittenThroughASymbolicLink() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "mine");
    Files.createSymbolicLink(file, other);
    assertThatThrownBy(() -> lock(Duration.ZERO).hold(() -> {})).isInstanceOf(IOException.class);
    assertThat(other).hasContent("mine");
  }

  private ExclusiveLock lock(Duration wait) {
    return new ExclusiveLock(directory, file, wait);
  }

  /// Of updates that began with the same files, one is made; the others say so, and change nothing.
  @Test
  void ofSeveralUpdatesOneIsMade() throws Exception {
    var target = new PackageDirectory(directory);
    PackageTree before = tree("0", "a", "b", "c");
    new PackageDirectory(directory).replace(PackageTree.EMPTY, before, GOAL, Optional.empty());
    var made = new AtomicInteger();
    var refused = new AtomicInteger();
    var number = new AtomicInteger();
    run(() -> {
      PackageTree wanted = tree("by " + number.incrementAndGet(), "a", "c", "d");
      try {
        target.replace(before, wanted, GOAL, Optional.empty());
        made.incrementAndGet();
        assertThat(target.read()).isEqualTo(wanted);
      } catch (JapplyException e) {
        assertThat(e).hasMessageContaining("was changed while it was updated");
        refused.incrementAndGet();
      }
    });
    assertThat(made).hasValue(1);
    assertThat(refused).hasValue(THREADS - 1);
    assertThat(target.read().files().keySet()).containsExactly("a", "c", "d");
    assertThat(directory).isDirectoryNotContaining("glob:**/.japply*");
  }

  /// Who reads while others write has one version or the other.
  @Test
  void readersHaveWholeVersions() throws Exception {
    var target = new PackageDirectory(directory);
    PackageTree one = tree("1", "a", "b", "c", "d");
    PackageTree other = tree("2", "b", "c", "d", "e");
    target.replace(PackageTree.EMPTY, one, GOAL, Optional.empty());
    var writing = new AtomicInteger(ROUNDS);
    var begun = new CountDownLatch(1);
    Thread reader =
        new Thread(() -> {
          begun.countDown();
          while (writing.get() > 0) {
            target.read();
          }
        });
    reader.start();
    begun.await();
    PackageTree now = one;
    while (writing.getAndDecrement() > 0) {
      PackageTree next = now.equals(one) ? other : one;
      target.replace(now, next, GOAL, Optional.empty());
      now = next;
    }
    reader.join();
    assertThat(target.read()).isEqualTo(now);
    assertThat(directory).isDirectoryNotContaining("glob:**/.japply*");
  }

  @Test
  void ofSeveralNewDirectoriesOneIsMade() throws Exception {
    Path path = directory.resolve("web");
    var number = new AtomicInteger();
    var made = new AtomicInteger();
    run(() -> {
      String[] names = IntStream.range(0, 20).mapToObj(i -> "f" + i).toArray(String[]::new);
      try {
        new NewDirectory(path).write(tree("by " + number.incrementAndGet(), names));
        made.incrementAndGet();
      } catch (JapplyException e) {
        assertThat(e).hasMessageContaining("was made meanwhile");
      }
    });
    assertThat(made).hasValue(1);
    PackageTree found = new PackageDirectory(path).read();
    assertThat(found.files()).hasSize(20);
    assertThat(found.files().values()).hasSize(20).containsOnly(found.files().get("f0"));
    assertThat(directory).isDirectoryNotContaining("glob:**/.web*");
  }

  private static PackageTree tree(String text, String... names) {
    var files = new TreeMap<String, PackageFile>();
    for (String name : names) {
      files.put(name, PackageFile.of(text + "\n"));
    }
    return new PackageTree(files);
  }

  /// What may end with an exception.
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /// Does the same in several threads at once.
  private static void run(Work work) throws Exception {
    var start = new CyclicBarrier(THREADS);
    var failures = new ConcurrentLinkedQueue<Throwable>();
    var threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      threads[i] =
          new Thread(() -> {
            try {
              start.await();
              work.run();
            } catch (Exception | AssertionError e) {
              failures.add(e);
            }
          });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }
}
