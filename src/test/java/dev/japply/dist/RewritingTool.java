package dev.japply.dist;

import static org.assertj.core.api.Assertions.assertThat;

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

/// A tool of the build that rewrites a class. It is for the JDK of the build alone, so tests
/// compile it.
final class RewritingTool {
  private final Method method;

  private RewritingTool(Method method) {
    this.method = method;
  }

  /// Compiles the tool `name` into `directory`.
  static RewritingTool compile(String name, Path directory) throws Exception {
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
                "src/dist/java/dev/japply/dist/" + name + ".java");
    assertThat(status).isZero();
    var tools = new URLClassLoader(new URL[] {directory.toUri().toURL()});
    Method method =
        tools.loadClass("dev.japply.dist." + name).getDeclaredMethod("of", byte[].class);
    method.setAccessible(true);
    return new RewritingTool(method);
  }

  /// Returns the result for the bytes of a class.
  Object rewrite(byte[] bytes) {
    try {
      return method.invoke(null, (Object) bytes);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the bytes of a class and of the classes in it, by their names.
  static Map<String, byte[]> classes(Class<?> outer) throws Exception {
    Path own = Path.of(outer.getResource(outer.getSimpleName() + ".class").toURI());
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.list(own.getParent())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.class$", "");
        if (name.equals(outer.getSimpleName()) || name.startsWith(outer.getSimpleName() + "$")) {
          classes.put(outer.getPackageName() + "." + name, Files.readAllBytes(file));
        }
      }
    }
    return classes;
  }

  /// Loads these classes in place of those of the class path.
  static final class Instead extends ClassLoader {
    private final Map<String, byte[]> classes;

    Instead(Map<String, byte[]> classes) {
      super(RewritingTool.class.getClassLoader());
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
}
