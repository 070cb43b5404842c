package dev.japply.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages in the archive lead to files in the archive, or to where the sources are published.
class DocumentsTest {
  private static final String TOOL = "src/dist/java/dev/japply/dist/Documents.java";
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
  private static final String URL = "https://git.example.com/japply";
  private static final String PROGRAM = "src/test/java/dev/japply/example/MergeExample.java";

  @TempDir private Path directory;

  /// Copies the pages, as `make dist` does when `url` is the property of the pom.
  private void copy(String url) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    int status =
        new ProcessBuilder(
                java, "-XX:TieredStopAtLevel=1", TOOL, ".", directory.toString(), url, "1.2.3")
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    for (String paper : List.of("LICENSE", "NOTICE")) {
      Files.copy(Path.of(paper), directory.resolve(paper));
    }
  }

  private List<String> brokenLinks() throws IOException {
    var broken = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        LINK.matcher(Files.readString(page))
            .results()
            .map(link -> link.group(1))
            .filter(link -> !Files.exists(page.resolveSibling(link)))
            .forEach(link -> broken.add(directory.relativize(page) + " links to " + link));
      }
    }
    return broken;
  }

  @Test
  void linksLeadToWhatComesWithThem() throws Exception {
    copy("");
    assertThat(brokenLinks()).isEmpty();
    assertThat(Files.readString(directory.resolve("README.md")))
        .contains("](docs/plan.md)", "](docs/pictures/plan.svg)", "](LICENSE)");
    assertThat(Files.readString(directory.resolve("docs/library.md")))
        .contains("MergeExample is a complete program")
        .doesNotContain(PROGRAM);
    assertThat(directory.resolve("docs/pictures/plan.svg")).isNotEmptyFile();
    assertThat(directory.resolve("docs/why.schema.json"))
        .hasSameBinaryContentAs(Path.of("docs/why.schema.json"));
  }

  @Test
  void otherLinksLeadToTheSourcesOfTheRelease() throws Exception {
    copy(URL + "/");
    assertThat(brokenLinks()).isEmpty();
    assertThat(Files.readString(directory.resolve("docs/library.md")))
        .contains("[MergeExample](" + URL + "/blob/v1.2.3/" + PROGRAM + ")");
    assertThat(Files.readString(directory.resolve("docs/install.md")))
        .contains("[`e2e/build`](" + URL + "/blob/v1.2.3/e2e/README.md)");
  }
}
