package dev.japply.io;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens files to read them.
public final class FileInput {
  /// The character in place of bytes that are not UTF-8.
  private static final char REPLACED = '\ufffd';

  private FileInput() {}

  /// Opens a file, with fewer system calls than `Files`. `Files` is used for names that are not
  /// UTF-8, which a text would change, and after a failure, for its reason.
  public static InputStream open(Path file) throws IOException {
    String name = file.toString();
    if (!isUtf8(name)) {
      return Files.newInputStream(file);
    }
    try {
      return new FileInputStream(name);
    } catch (FileNotFoundException e) {
      return Files.newInputStream(file);
    }
  }

  /// Returns false if the text of a path may lack some of its bytes.
  public static boolean isUtf8(String path) {
    return path.indexOf(REPLACED) < 0;
  }
}
