package dev.japply.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

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

/// Lambdas do the same when they are plain classes. A tool of the build makes them, for the JDK of
/// the build alone, so the test compiles it.
class PlainLambdasTest {
  private static final String PACKAGE = "dev/japply/dist/";

  @TempDir private static Path directory;
  private static Map<String, byte[]> made;

  @BeforeAll
  static void makeThem() throws Exception {
    Stream<String> sources =
        Stream.of("PlainLambdas", "Boxes").map(tool -> "src/dist/java/" + PACKAGE + tool + ".java");
    String[] arguments =
        Stream.concat(Stream.of("-proc:none", "-d", directory.toString()), sources)
            .toArray(String[]::new);
    int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments);
    assertThat(status).isZero();
    try (var tools = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      Method tool =
          tools.loadClass("dev.japply.dist.PlainLambdas").getDeclaredMethod("of", Map.class);
      tool.setAccessible(true);
      made = cast(tool.invoke(null, sample()));
    }
  }

  @SuppressWarnings("unchecked") // the tool's type
  private static Map<String, byte[]> cast(Object classes) {
    return (Map<String, byte[]>) classes;
  }

  private static Map<String, byte[]> sample() throws Exception {
    Path own = Path.of(LambdaSample.class.getResource("LambdaSample.class").toURI());
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.list(own.getParent())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("LambdaSample(\\$.*)?\\.class")) {
          classes.put(PACKAGE + name, Files.readAllBytes(file));
        }
      }
    }
    return classes;
  }

  /// Loads these classes in place of those of the class path.
  private static final class Instead extends ClassLoader {
    Instead() {
      super(PlainLambdasTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] bytes = made.get(name.replace('.', '/') + ".class");
      if (bytes == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
    }
  }

  @Test
  void theyDoTheSame() throws Exception {
    Class<?> sample = new Instead().loadClass(LambdaSample.class.getName());
    assertThat(sample).isNotEqualTo(LambdaSample.class);
    assertThat(sample.getMethod("described").invoke(null)).isEqualTo(LambdaSample.described());
  }

  @Test
  void theyAreMembersOfTheNest() throws Exception {
    var loader = new Instead();
    Class<?> sample = loader.loadClass(LambdaSample.class.getName());
    assertThat(made).containsKey(PACKAGE + "LambdaSample$Inner$$L0.class");
    for (String path : made.keySet()) {
      String name = path.replace(".class", "").replace('/', '.');
      assertThat(loader.loadClass(name).getNestHost()).as(name).isEqualTo(sample);
    }
  }

  /// Only the one that can be serialized is left to the JVM.
  @Test
  void noLambdaIsLeftToTheJvm() {
    assertThat(made.entrySet())
        .filteredOn(type -> new String(type.getValue(), ISO_8859_1).contains("LambdaMetafactory"))
        .extracting(Map.Entry::getKey)
        .containsExactly(PACKAGE + "LambdaSample.class");
    String host = new String(made.get(PACKAGE + "LambdaSample.class"), ISO_8859_1);
    assertThat(host).contains("altMetafactory");
  }
}
