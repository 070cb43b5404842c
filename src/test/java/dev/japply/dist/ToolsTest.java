package dev.japply.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tools that make the distribution compile against the sources as they are, so that a change
/// does not break `make dist` unseen.
class ToolsTest {
  @TempDir private Path directory;

  @Test
  void theToolsOfTheDistributionCompile() throws IOException {
    String classes = System.getProperty("java.class.path");
    assertThat(
            messages(
                Path.of("src/dist/java"),
                List.of("-Xlint:all,-processing,-path,-classfile", "-classpath", classes)))
        .isEmpty();
  }

  @Test
  void theProgramThatChecksTheJavaCompilesForOldOnes() throws IOException {
    assertThat(messages(Path.of("src/dist/jar"), List.of("-Xlint:all,-options", "--release", "8")))
        .isEmpty();
  }

  @Test
  void whatDoesNotCompileIsReported() throws IOException {
    Path sources = Files.createDirectory(directory.resolve("sources"));
    Files.writeString(sources.resolve("A.java"), "class A { dev.japply.None none; }");
    assertThat(messages(sources, List.of())).contains("cannot find symbol");
  }

  /// The messages of javac; empty if all sources below the directory compile.
  private String messages(Path sources, List<String> options) throws IOException {
    var said = new StringWriter();
    var all = new ArrayList<>(List.of("-proc:none", "-Werror", "-d", directory.toString()));
    all.addAll(options);
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> paths = Files.walk(sources)) {
      List<Path> found = paths.filter(path -> path.toString().endsWith(".java")).toList();
      assertThat(found).isNotEmpty();
      boolean compiled =
          compiler
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(found))
              .call();
      return compiled ? "" : said.toString();
    }
  }
}
