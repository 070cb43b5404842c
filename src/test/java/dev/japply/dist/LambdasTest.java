package dev.japply.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The classes of lambdas do what the lambdas do.
class LambdasTest {
  @TempDir private static Path directory;
  private static RewritingTool tool;

  @BeforeAll
  static void compileTheTool() throws Exception {
    tool = RewritingTool.compile("Lambdas", directory);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, byte[]> rewritten() throws Exception {
    var classes = new TreeMap<String, byte[]>();
    for (byte[] bytes : RewritingTool.classes(LambdaSample.class).values()) {
      var made = (Map<String, byte[]>) tool.rewrite(bytes);
      made.forEach((name, code) -> classes.put(name.replace('/', '.'), code));
    }
    classes.put(
        LambdaSampleBase.class.getName(),
        RewritingTool.classes(LambdaSampleBase.class).values().iterator().next());
    return classes;
  }

  @Test
  void doTheSame() throws Exception {
    Class<?> sample =
        new RewritingTool.Instead(rewritten()).loadClass(LambdaSample.class.getName());
    assertThat(sample).isNotEqualTo(LambdaSample.class);
    assertThat(sample.getMethod("results").invoke(null)).isEqualTo(LambdaSample.results());
  }

  @Test
  void noLambdaIsLeft() throws Exception {
    assertThat(rewritten())
        .hasSizeGreaterThan(RewritingTool.classes(LambdaSample.class).size() + 15)
        .allSatisfy((name, code) ->
            assertThat(new String(code, ISO_8859_1)).as(name).doesNotContain("metafactory"));
  }
}
