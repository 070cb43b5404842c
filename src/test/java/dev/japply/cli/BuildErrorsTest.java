package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Kustomizations that cannot be built: one clear line for each mistake, and nothing is written.
///
/// The cases are in `build-errors.txt`. A line `=== what` begins one. Its files stand behind lines
/// `-- PATH --`, its symbolic links in lines `-- PATH -> TARGET --`; `build/prod` is what is built.
/// Behind the line `>>>` stands what is said, in which paths start from the directory of the case.
class BuildErrorsTest {
  private static final Pattern FILE = Pattern.compile("-- (\\S+)(?: -> (\\S+))? --");
  private static final String BUILT = "build/prod";

  /// Objects that cases name, without writing them.
  private static final String SHARED =
      """
      -- build/base/kustomization.yaml --
      resources: [web.yaml, settings.yaml]
      -- build/base/web.yaml --
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        replicas: 1
        template:
          spec:
            containers:
            - name: web
              image: nginx:1
      -- build/base/settings.yaml --
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings
      data:
        level: info
      """;

  /// One case.
  ///
  /// @param tree its files, as they stand in the list
  /// @param said what standard error must be
  record Mistake(String name, String tree, String said) {
    @Override
    public String toString() {
      return name;
    }
  }

  @TempDir private Path directory;

  static Stream<Mistake> mistakes() throws IOException {
    String text;
    try (var stream = BuildErrorsTest.class.getResourceAsStream("build-errors.txt")) {
      text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
    var mistakes = new ArrayList<Mistake>();
    for (String each : text.split("(?m)^=== ", -1)) {
      if (each.contains("\n>>>\n")) {
        String[] parts = each.substring(each.indexOf('\n') + 1).split("(?m)^>>>\n", -1);
        String name = each.lines().findFirst().orElseThrow();
        mistakes.add(new Mistake(name, parts[0], parts[1].strip() + "\n"));
      }
    }
    return mistakes.stream();
  }

  private void write(String tree) throws IOException {
    Path file = directory;
    var lines = new ArrayList<String>();
    for (String line : (tree + "-- end --\n").split("\n", -1)) {
      Matcher head = FILE.matcher(line);
      if (!head.matches()) {
        lines.add(line);
        continue;
      }
      if (!file.equals(directory) && !Files.exists(file)) {
        Files.writeString(file, String.join("\n", lines) + "\n");
      }
      lines.clear();
      file = directory.resolve(head.group(1));
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.deleteIfExists(file);
      if (head.group(2) != null) {
        Files.createSymbolicLink(file, Path.of(head.group(2)));
        file = directory;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void isOneClearLineAndNothingIsWritten(Mistake mistake) throws IOException {
    directory = directory.toRealPath();
    write(SHARED);
    write(mistake.tree());
    Path output = Files.writeString(directory.resolve("out.yaml"), "before\n");
    Path folder = Files.createDirectories(directory.resolve("out"));
    String built = directory.resolve(BUILT).toString();
    var cluster = new FakeCluster();
    var setting = new Ran.Setting(cluster);
    List<Ran> all =
        List.of(
            setting.run("build", built),
            setting.run("build", built, "-o", output.toString()),
            setting.run("build", built, "-o", folder.toString()),
            setting.run("apply", "-k", built));
    for (Ran ran : all) {
      assertThat(ran.err().replace(directory + "/", "")).isEqualTo(mistake.said());
      assertThat(ran.out()).isEmpty();
      assertThat(ran.status()).isEqualTo(1);
    }
    assertThat(Files.readString(output)).isEqualTo("before\n");
    assertThat(folder).isEmptyDirectory();
    assertThat(cluster.requests).filteredOn(request -> !request.equals("CLOSE")).isEmpty();
  }

  /// Each says where, by file and line unless the directory itself is at fault, and what to do.
  @ParameterizedTest
  @MethodSource("mistakes")
  void saysWhereAndWhatToDo(Mistake mistake) {
    assertThat(mistake.said())
        .matches(
            "(error: (\\S+:\\d+: |build/prod/kustomization.yaml: |[^:]*:"
                + " build/prod|[^:]*'build/prod')[^\n"
                + "]*; [^\n"
                + "]+\n)+");
  }
}
