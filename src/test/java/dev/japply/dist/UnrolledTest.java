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

/// What the distribution does to japply's classes leaves what they do as it is.
class UnrolledTest {
  @TempDir private static Path directory;
  private static Method tool;

  /// The tool is for the JDK of the build alone, so it is not among the compiled classes.
  @BeforeAll
  static void compileTheTool() throws Exception {
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-sourcepath",
                "src/dist/java",
                "-d",
                directory.toString(),
                "src/dist/java/dev/japply/dist/Unrolled.java");
    assertThat(status).isZero();
    var tools = new URLClassLoader(new URL[] {directory.toUri().toURL()});
    tool = tools.loadClass("dev.japply.dist.Unrolled").getDeclaredMethod("of", byte[].class);
    tool.setAccessible(true);
  }

  private static byte[] unrolled(byte[] bytes) {
    try {
      return (byte[]) tool.invoke(null, (Object) bytes);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The classes of the sample by their names, unrolled.
  private static Map<String, byte[]> sample() throws Exception {
    Path own = Path.of(Sample.class.getResource("Sample.class").toURI());
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.list(own.getParent())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("Sample(\\$.*)?\\.class")) {
          String type = Sample.class.getPackageName() + "." + name.replaceFirst("\\.class$", "");
          classes.put(type, unrolled(Files.readAllBytes(file)));
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
