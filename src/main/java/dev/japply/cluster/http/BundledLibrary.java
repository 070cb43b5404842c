package dev.japply.cluster.http;

import dev.japply.io.FileOwnership;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The native library in japply's own jar, which has one for each supported system.
///
/// The JVM loads libraries only from files. So the library is written to a new directory that only
/// this user can read, loaded, and deleted. It is not kept for later runs: a cache may be part of a
/// repository, and so contain the code of an attacker.
public final class BundledLibrary {
  /// `make dist` puts the libraries there.
  private static final String PLACE = "/dev/japply/native/";

  private static final Path ROOT = Path.of("/");
  private static Optional<NativeTls> loaded = Optional.empty();
  private static boolean tried;

  private BundledLibrary() {}

  /// Returns the library, which is loaded once. Empty if the program has none for this system, as
  /// without the jar, or if it cannot be loaded from a file.
  ///
  /// @param directory for the temporary file
  public static synchronized Optional<NativeTls> get(Path directory) {
    if (!tried) {
      tried = true;
      loaded = load(directory);
    }
    return loaded;
  }

  private static Optional<NativeTls> load(Path directory) {
    String name = name();
    try (InputStream library = BundledLibrary.class.getResourceAsStream(PLACE + name)) {
      return library == null ? Optional.empty() : load(library, name, directory);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Returns netty's name for the library of this system.
  public static String name() {
    return name(System.getProperty("os.name"), System.getProperty("os.arch"), ROOT);
  }

  /// Returns netty's name for the library of a system, as in its own jars. The jar has no such file
  /// for other systems, nor for Linux with musl in place of the GNU C library, such as Alpine:
  /// there the JVM may crash.
  static String name(String system, String processor, Path root) {
    boolean mac = system.startsWith("Mac");
    boolean musl = Files.exists(root.resolve("lib/ld-musl-" + linux(processor) + ".so.1"));
    return "libnetty_tcnative_"
        + (mac ? "osx" : musl ? "musl" : system.toLowerCase(Locale.ROOT))
        + (processor.equals("aarch64") ? "_aarch_64" : "_" + linux(processor))
        + (mac ? ".jnilib" : ".so");
  }

  private static String linux(String processor) {
    return processor.equals("amd64") ? "x86_64" : processor;
  }

  private static Optional<NativeTls> load(InputStream library, String name, Path directory)
      throws IOException {
    Path own = directory.resolve("japply-" + System.nanoTime());
    Files.createDirectory(own, FileOwnership.privateDirectory(own));
    Path file = own.resolve(name);
    try {
      Files.copy(library, file);
      return NativeTls.load(file.toString());
    } finally {
      Files.deleteIfExists(file);
      Files.delete(own);
    }
  }
}
