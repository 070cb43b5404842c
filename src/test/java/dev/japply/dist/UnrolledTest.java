package dev.japply.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the distribution does to japply's classes leaves what they do as it is. It is done by a
/// tool of the build, for the JDK of the build alone, so the test compiles it.
class UnrolledTest {
  private static final String TOOL = "dev.japply.dist.Unrolled";

  @TempDir private static Path directory;
  private static URLClassLoader tools;
  private static Method unroll;

  @BeforeAll
  static void compileTheTool() throws Exception {
    Path source = Path.of("src/dist/java", TOOL.replace('.', '/') + ".java");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", directory.toString(), source.toString());
    assertThat(status).isZero();
    tools = new URLClassLoader(new URL[] {directory.toUri().toURL()});
    unroll = tools.loadClass(TOOL).getDeclaredMethod("of", byte[].class);
    unroll.setAccessible(true);
  }

  private static byte[] unrolled(byte[] bytes) {
    try {
      return (byte[]) unroll.invoke(null, (Object) bytes);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The sample's classes by their names, unrolled.
  private static Map<String, byte[]> sample() throws Exception {
    Path own = Path.of(Sample.class.getResource("Sample.class").toURI());
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.list(own.getParent())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.class$", "");
        if (name.matches("Sample(\\$.*)?")) {
          classes.put("dev.japply.dist." + name, unrolled(Files.readAllBytes(file)));
        }
      }
    }
    return classes;
  }

  /// Loads these classes in place of those of the class path.
  private static final class Instead extends ClassLoader {
    private final Map<String, byte[]> classes;

    Instead(Map<String, byte[]> classes) {
      super(UnrolledTest.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
    }
  }

  @Test
  void doesTheSame() throws Exception {
    Class<?> sample = new Instead(sample()).loadClass(Sample.class.getName());
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
    Class<?> sample = new Instead(sample()).loadClass(Sample.class.getName());
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
