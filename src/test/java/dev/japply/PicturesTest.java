package dev.japply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// The scripts that make the README's pictures, and the pictures that they made.
class PicturesTest {
  private static final Path PICTURES = Path.of("docs/pictures");
  private static final long MOST_BYTES = 150_000L;

  private static Document picture(String script, String input) throws Exception {
    Said said =
        Program.process(
            "/usr/bin/env",
            Map.of("PATH", System.getenv("PATH")),
            input,
            List.of("awk", "-v", "title=a & b", "-f", "src/make/" + script));
    assertThat(said.status()).as(said.err()).isZero();
    return parse(said.out());
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  /// Its elements of that name, each as its class and text.
  private static List<String> elements(Document picture, String name) {
    NodeList found = picture.getElementsByTagName(name);
    return Stream.iterate(0, i -> i < found.getLength(), i -> i + 1)
        .map(i -> (Element) found.item(i))
        .map(element -> element.getAttribute("class") + ":" + element.getTextContent())
        .toList();
  }

  @Test
  void terminalKeepsTextAndColours() throws Exception {
    Document picture =
        picture(
            "terminal.awk",
            "\033[1m$ cat\033[0m\n\n  <a> & \"b\"\n\033[31m-c\033[0m d\n" + "x".repeat(130));
    assertThat(elements(picture, "title")).containsExactly(":a & b");
    assertThat(elements(picture, "text"))
        .containsExactly(
            ":$ cat", ":  <a> & \"b\"", ":-c d", ":" + "x".repeat(100), ":" + "x".repeat(30));
    assertThat(elements(picture, "tspan")).containsExactly("b:$ cat", "c31:-c");
  }

  /// A median of three runs and of two; runs of which requests were counted say no time.
  @Test
  void chartHasMedians() throws Exception {
    String runs =
        Stream.of(
                timed("japply", 500_000),
                timed("japply", 410_000),
                timed("japply", 430_000),
                timed("kubectl", 42_000_000),
                timed("kubectl", 43_000_000),
                "{\"bytes\":5,\"case\":\"1000 unchanged\",\"requests\":8,\"tool\":\"helm\"}")
            .toList()
            .toString();
    Document picture = picture("speed.awk", runs + "\n");
    assertThat(elements(picture, "text"))
        .containsSubsequence("label:1,000, unchanged", ":0.43 s", ":42.5 s")
        .doesNotContain("label:1 object, unchanged")
        .filteredOn(text -> text.endsWith(" s"))
        .hasSize(2);
  }

  private static String timed(String tool, int micros) {
    return "{\"case\":\"1000 unchanged\",\"tool\":\"%s\",\"wallMicros\":%d}"
        .formatted(tool, micros);
  }

  @Test
  void picturesFollowTheReadersScheme() throws Exception {
    try (Stream<Path> pictures = Files.list(PICTURES)) {
      assertThat(pictures.filter(file -> file.toString().endsWith(".svg")).toList())
          .isNotEmpty()
          .allSatisfy(file -> {
            String svg = Files.readString(file);
            assertThat(parse(svg).getDocumentElement().getTagName()).isEqualTo("svg");
            assertThat(svg).contains("@media (prefers-color-scheme: dark)");
          });
    }
  }

  /// A picture of points is there twice, since it cannot follow.
  @Test
  void picturesOfPointsAreThereForBothSchemes() throws Exception {
    try (Stream<Path> pictures = Files.list(PICTURES)) {
      List<Path> light =
          pictures.filter(file -> file.toString().matches(".*(?<!-dark)\\.png")).toList();
      assertThat(light)
          .isNotEmpty()
          .allSatisfy(file -> {
            Path dark = Path.of(file.toString().replace(".png", "-dark.png"));
            assertThat(Files.size(file)).isBetween(1_000L, MOST_BYTES);
            assertThat(Files.size(dark)).isBetween(1_000L, MOST_BYTES);
            assertThat(brightness(file)).isGreaterThan(200);
            assertThat(brightness(dark)).isLessThan(80);
          });
    }
  }

  /// Of the page behind all, from 0 to 255.
  private static int brightness(Path picture) throws Exception {
    return ImageIO.read(picture.toFile()).getRGB(1, 1) & 0xff;
  }
}
