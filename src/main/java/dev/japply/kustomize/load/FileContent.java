package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import java.nio.charset.StandardCharsets;

/// The content of a file, or a text inside a kustomization.
public final class FileContent {
  private final String name;
  private final byte[] bytes;
  private final int line;

  private FileContent(String name, byte[] bytes, int line) {
    this.name = name;
    this.bytes = bytes;
    this.line = line;
  }

  /// The content of a whole file.
  public static FileContent of(String name, byte[] bytes) {
    return new FileContent(name, bytes, 1);
  }

  /// A text that is written within a kustomization.
  public static FileContent inline(String text, Origin place) {
    return new FileContent(
        place.source(), text.getBytes(StandardCharsets.UTF_8), Math.max(1, place.line()));
  }

  /// The path of the file as messages show it.
  public String name() {
    return name;
  }

  /// Must not be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// Returns the line of the file where the content begins, from 1.
  public int line() {
    return line;
  }

  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
