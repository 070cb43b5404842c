package dev.japply.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundledLibraryTest {
  @TempDir private Path root;

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, libnetty_tcnative_linux_x86_64.so",
    "Linux, aarch64, libnetty_tcnative_linux_aarch_64.so",
    "Mac OS X, x86_64, libnetty_tcnative_osx_x86_64.jnilib",
    "Mac OS X, aarch64, libnetty_tcnative_osx_aarch_64.jnilib"
  })
  void hasTheNameOfNettysFile(String system, String processor, String name) {
    assertThat(BundledLibrary.name(system, processor, root)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"Windows 11, amd64", "Linux, riscv64", "FreeBSD, amd64"})
  void isNotInTheJarForOtherSystems(String system, String processor) {
    assertThat(BundledLibrary.name(system, processor, root))
        .doesNotContain("linux_x86_64", "linux_aarch_64", "osx");
  }

  @ParameterizedTest
  @CsvSource({"amd64, x86_64", "aarch64, aarch64"})
  void isNotInTheJarForAlpine(String processor, String loader) throws Exception {
    Files.createFile(
        Files.createDirectory(root.resolve("lib")).resolve("ld-musl-" + loader + ".so.1"));
    assertThat(BundledLibrary.name("Linux", processor, root)).doesNotContain("linux");
  }

  /// The tests run with the classes of the jar, too, which has the library.
  @Test
  void isNotThereWithoutTheJarOrADirectory() {
    assertThat(BundledLibrary.get(root.resolve("none"))).isEmpty();
  }
}
