package dev.japply.golang;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The SHA-256 of bytes, and of texts in UTF-8.
public final class Sha256 {
  private Sha256() {}

  /// Its 32 bytes.
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has it
    }
  }

  /// The same in hexadecimal.
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }

  /// The SHA-256 of bytes in hexadecimal.
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }
}
