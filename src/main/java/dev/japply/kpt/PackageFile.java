package dev.japply.kpt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A file of a package: its bytes, and whether it may be executed. Equal files are equal in both.
public final class PackageFile {
  private final byte[] bytes;
  private final boolean executable;

  public PackageFile(byte[] bytes, boolean executable) {
    this.bytes = bytes.clone();
    this.executable = executable;
  }

  public static PackageFile of(String text) {
    return new PackageFile(text.getBytes(StandardCharsets.UTF_8), false);
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /// Returns the bytes as text; invalid UTF-8 becomes U+FFFD.
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// Returns whether the bytes are text that [#text] represents without loss.
  public boolean isText() {
    String text = text();
    return text.indexOf('\0') < 0 && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
  }

  public boolean executable() {
    return executable;
  }

  /// A file of this text with the same mode.
  public PackageFile with(String text) {
    return new PackageFile(text.getBytes(StandardCharsets.UTF_8), executable);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PackageFile file
        && executable == file.executable
        && Arrays.equals(bytes, file.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
