package dev.japply.io;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Opens files to read them.
public final class FileInput {
  /// The character in place of bytes that are not UTF-8.
  private static final char REPLACED = '\ufffd';

  /// The largest size of a file that Java certainly reads in one piece, with a byte behind it.
  private static final int LARGEST = 8_191;

  private FileInput() {}

  /// Opens a file, with fewer system calls than `Files`. `Files` is used for names that are not
  /// UTF-8, which a text would change, and after a failure, for its reason.
  public static InputStream open(Path file) throws IOException {
    return open(file, /* size= */ 0);
  }

  /// Opens a file whose size is known, unless it has changed since. To read all of it takes one
  /// system call; otherwise Java would get the size and the position first.
  public static InputStream open(Path file, long size) throws IOException {
    String name = file.toString();
    if (!isUtf8(name)) {
      return Files.newInputStream(file);
    }
    try {
      return size > 0 && size <= LARGEST ? new Sized(name, (int) size) : new FileInputStream(name);
    } catch (FileNotFoundException e) {
      return Files.newInputStream(file);
    }
  }

  /// Returns false if the text of a path may lack some of its bytes.
  public static boolean isUtf8(String path) {
    return path.indexOf(REPLACED) < 0;
  }

  /// A file of a known size.
  private static final class Sized extends FileInputStream {
    private final int size;

    Sized(String name, int size) throws FileNotFoundException {
      super(name);
      this.size = size;
    }

    @Override
    public byte[] readNBytes(int len) throws IOException {
      if (len <= size) {
        return super.readNBytes(len);
      }
      byte[] bytes = new byte[size + 1];
      int count = Math.max(0, read(bytes));
      byte[] start = Arrays.copyOf(bytes, count);
      if (count == size) { // there was no byte behind them
        return start;
      }
      byte[] rest = super.readNBytes(len - count);
      byte[] all = Arrays.copyOf(start, count + rest.length);
      System.arraycopy(rest, 0, all, count, rest.length);
      return all;
    }
  }
}
