package dev.japply.example;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples in the public API's Javadoc, in the README and in the pages about the library
/// compile, each as the body of a method with the variables that examples use.
@Tag("verify")
final class LibraryExamplesTest {
  private static final Pattern FENCED =
      Pattern.compile("(?m)^( *(?:/// ?)?)```java\\n(.*?)\\n\\1```$", Pattern.DOTALL);
  private static final Path SOURCES = Path.of("src/main/java/dev/japply");
  private static final List<String> PACKAGES =
      List.of("client", "kustomize", "merge", "object", "packages", "problem", "schema", "tree");
  private static final String HEAD =
      """
      import dev.japply.client.*;
      import dev.japply.kustomize.*;
      import dev.japply.merge.*;
      import dev.japply.object.*;
      import dev.japply.packages.*;
      import dev.japply.problem.*;
      import dev.japply.schema.*;
      import dev.japply.tree.*;
      import dev.japply.tree.Value.*;
      import io.fabric8.kubernetes.api.model.ConfigMap;
      import io.fabric8.kubernetes.api.model.apps.Deployment;
      import io.fabric8.kubernetes.client.*;
      import java.nio.file.*;
      import java.time.*;
      import java.util.*;
      class Example {
        void run(
            Applier applier, Manifests manifests, ApplyResult result, ConfigMap configMap,
            Deployment deployment, Deployment actual, KubernetesClient client,
            String manifestJson, String liveJson, String openApiJson)
            throws Exception {
      """;

  @TempDir private Path directory;

  private static Stream<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    for (String page : List.of("README.md", "docs/library.md", "docs/library-merge.md")) {
      files.add(Path.of(page));
    }
    for (String name : PACKAGES) {
      try (Stream<Path> all = Files.list(SOURCES.resolve(name))) {
        files.addAll(all.filter(Files::isRegularFile).sorted().toList());
      }
    }
    return files.stream();
  }

  private static List<String> examples(Path file) throws IOException {
    return FENCED
        .matcher(Files.readString(file))
        .results()
        .map(match ->
            match
                .group(2)
                .lines()
                .map(line -> line.replaceFirst("^ *///", ""))
                .collect(joining("\n")))
        .toList();
  }

  @Test
  void examplesCompile() throws IOException {
    var found = new ArrayList<Path>();
    for (Path file : files().toList()) {
      for (String example : examples(file)) {
        found.add(file);
        assertThat(errors(example)).as("%s:\n%s", file, example).isEmpty();
      }
    }
    assertThat(found).hasSizeGreaterThan(13);
  }

  /// The check sees what does not compile; else it could not fail.
  @Test
  void whatDoesNotCompileIsSeen() {
    assertThat(errors("applier.fly();")).contains("cannot find symbol");
  }

  /// What the compiler says of an example; empty when it takes it.
  private String errors(String example) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    // In a class of its own, what an example declares may hide a parameter of that name.
    String text =
        HEAD + "  new Object() { void run() throws Exception {\n" + example + "\n}}; } }\n";
    var source =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    var said = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-d",
            directory.toString(),
            "-classpath",
            System.getProperty("java.class.path"));
    boolean compiled = compiler.getTask(said, null, null, options, null, List.of(source)).call();
    return compiled ? "" : said.toString();
  }
}
