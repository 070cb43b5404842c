package dev.japply.kpt.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.io.CancellationSource;
import dev.japply.kpt.GitFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pipes in the place of files that git reads, which hold it up.
@Tag("process")
class CheckoutPipeTest {
  @TempDir private Path folder;

  private final Git git =
      new Git(System.getenv(), new CancellationSource(), Duration.ofMillis(300));

  @Test
  void anIncludedPipeIsAnError() throws Exception {
    GitFolder repository = GitFolder.in(folder);
    assertThat(new ProcessBuilder("mkfifo", folder + "/pipe").start().waitFor()).isZero();
    Path config = folder.resolve(".git/config");
    Files.writeString(config, Files.readString(config) + "[include]\n\tpath = ../pipe\n");
    assertThat(repository).isNotNull();
    assertThatThrownBy(() -> Checkout.around(git, folder))
        .hasMessageContaining("git has not ended within 0.3s; look for a pipe among the files");
  }

  @Test
  void soIsAPipeThatNamesIgnoredFiles() throws Exception {
    GitFolder.in(folder).write("a.txt", "a");
    Checkout checkout = Checkout.around(git.within(Duration.ofSeconds(10)), folder);
    assertThat(checkout.files()).contains("a.txt");
    Files.deleteIfExists(folder.resolve(".git/info/exclude"));
    Files.createDirectories(folder.resolve(".git/info"));
    assertThat(new ProcessBuilder("mkfifo", folder + "/.git/info/exclude").start().waitFor())
        .isZero();
    Checkout late = Checkout.around(git.within(Duration.ofMillis(500)), folder);
    assertThatThrownBy(late::files).hasMessageContaining("git has not ended within 0.5s");
  }
}
