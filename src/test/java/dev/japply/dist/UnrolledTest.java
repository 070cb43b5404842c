package dev.japply.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the distribution does to japply's classes leaves what they do as it is.
class UnrolledTest {
  @TempDir private static Path directory;
  private static RewritingTool tool;

  @BeforeAll
  static void compileTheTool() throws Exception {
    tool = RewritingTool.compile("Unrolled", directory);
  }

  private static byte[] unrolled(byte[] bytes) {
    return (byte[]) tool.rewrite(bytes);
  }

  /// The sample's classes by their names, unrolled.
  private static Map<String, byte[]> sample() throws Exception {
    Map<String, byte[]> classes = RewritingTool.classes(Sample.class);
    classes.replaceAll((name, bytes) -> unrolled(bytes));
    return classes;
  }

  @Test
  void doesTheSame() throws Exception {
    Class<?> sample = new RewritingTool.Instead(sample()).loadClass(Sample.class.getName());
    assertThat(sample).isNotEqualTo(Sample.class);
    assertThat(sample.getMethod("described").invoke(null)).isEqualTo(Sample.described());
  }

  @Test
  void switchesOverTypesAndConstantsAreRefused() throws Exception {
    assertThat(MixedSwitch.name(MixedSwitch.Plain.DOT)).isEqualTo("dot");
    Path type = Path.of(MixedSwitch.class.getResource("MixedSwitch.class").toURI());
    byte[] bytes = Files.readAllBytes(type);
    assertThatThrownBy(() -> unrolled(bytes))
        .rootCause()
        .hasMessageStartingWith(
            "a switch of dev/japply/dist/MixedSwitch has cases that are no types");
  }

  @Test
  void switchesAreMethods() throws Exception {
    Class<?> sample = new RewritingTool.Instead(sample()).loadClass(Sample.class.getName());
    assertThat(sample.getDeclaredMethods())
        .extracting(Method::getName)
        .filteredOn(name -> name.startsWith("typeSwitch"))
        .hasSize(5);
  }

  @Test
  void recordsCompareTheirComponentsThemselves() throws Exception {
    assertThat(sample().entrySet())
        .filteredOn(type -> new String(type.getValue(), ISO_8859_1).contains("java/util/Objects"))
        .extracting(Map.Entry::getKey)
        .contains("dev.japply.dist.Sample$All", "dev.japply.dist.Sample$Pair")
        .doesNotContain("dev.japply.dist.Sample$Own");
  }
}
