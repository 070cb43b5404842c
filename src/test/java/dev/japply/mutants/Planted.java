package dev.japply.mutants;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// All classes of japply anew, one of them with a bug. Constants that it holds keep their values in
/// other classes, since the compiler copies them.
final class Planted extends ClassLoader {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final JavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

  private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();

  /// japply without a bug.
  Planted() {
    super(Planted.class.getClassLoader());
  }

  /// @throws IllegalStateException when it cannot be compiled
  Planted(Mutant mutant) {
    this();
    var errors = new StringWriter();
    boolean good =
        COMPILER
            .getTask(
                errors,
                new Output(),
                null,
                List.of("-proc:none", "-nowarn", "-XDuseUnsharedTable=true"),
                null,
                List.of(new Source(mutant)))
            .call();
    if (!good) {
      throw new IllegalStateException(mutant + " does not compile: " + errors);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("dev.japply.") || name.startsWith("dev.japply.mutants.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes;
    if (compiled.containsKey(name)) {
      bytes = compiled.get(name).toByteArray();
    } else {
      try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (stream == null) {
          throw new ClassNotFoundException(name);
        }
        bytes = stream.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
    return defineClass(name, bytes, 0, bytes.length, getClass().getProtectionDomain());
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Mutant mutant) {
      super(URI.create("string:///" + mutant.type() + ".java"), Kind.SOURCE);
      this.text = mutant.source();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private final class Output extends ForwardingJavaFileManager<JavaFileManager> {
    Output() {
      super(FILES);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      var bytes = new ByteArrayOutputStream();
      compiled.put(className, bytes);
      return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }
}
