package dev.japply.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The library of this system, which the tests' class path has.
public final class NativeLibrary {
  private static final String FILE = unpack();

  private NativeLibrary() {}

  /// The library, loaded.
  public static NativeTls get() {
    return NativeTls.load(FILE).orElseThrow();
  }

  /// Where it is.
  public static String file() {
    return FILE;
  }

  private static String unpack() {
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    String name =
        "libnetty_tcnative_"
            + (mac ? "osx_" : "linux_")
            + (arm ? "aarch_64" : "x86_64")
            + (mac ? ".jnilib" : ".so");
    try (InputStream in = NativeTls.class.getResourceAsStream("/META-INF/native/" + name)) {
      Path file = Files.createTempFile("tls", name);
      file.toFile().deleteOnExit();
      Files.write(file, in.readAllBytes());
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
