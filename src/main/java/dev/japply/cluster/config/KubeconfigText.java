package dev.japply.cluster.config;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the text of a kubeconfig: UTF-16 with a byte order mark, as PowerShell writes it, else
/// UTF-8.
final class KubeconfigText {
  private static final char MARK = '\ufeff';

  private KubeconfigText() {}

  /// Returns the text in `file`.
  ///
  /// @throws IOException with `kubectl`'s message if the file cannot be read
  /// @throws IllegalArgumentException if it is not text
  static String read(Path file, ByteLimit limit) throws IOException {
    try (var stream = Files.newInputStream(file)) {
      return decode(limit.read(stream));
    } catch (AccessDeniedException e) {
      throw new IOException("open " + file + ": permission denied", e);
    } catch (IOException e) {
      throw Files.isDirectory(file) ? new IOException("read " + file + ": is a directory", e) : e;
    }
  }

  private static String decode(byte[] bytes) {
    int mark = bytes.length < 2 ? 0 : ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    String text =
        switch (mark) {
          case 0xfeff -> decode(bytes, UTF_16BE);
          case 0xfffe -> decode(bytes, UTF_16LE);
          default -> decode(bytes, UTF_8);
        };
    return text.indexOf(MARK) == 0 ? text.substring(1) : text;
  }

  private static String decode(byte[] bytes, Charset charset) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    boolean broken = charset.newDecoder().decode(in, text, true).isError();
    text.flip();
    if (broken) {
      long line = 1 + text.chars().filter(c -> c == '\n').count();
      String why = charset.equals(UTF_8) ? fault(bytes, in.position()) : "it is not UTF-16";
      throw new IllegalArgumentException("line %d: %s; save it as UTF-8".formatted(line, why));
    }
    return text.toString();
  }

  /// Returns the error for the invalid bytes at this position, as in Go's YAML.
  private static String fault(byte[] bytes, int at) {
    int lead = bytes[at] & 0xff;
    int length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead < 0xc0 || lead >= 0xf8) {
      return "yaml: invalid leading UTF-8 octet";
    }
    return at + length > bytes.length
        ? "yaml: incomplete UTF-8 octet sequence"
        : "yaml: invalid trailing UTF-8 octet";
  }
}
