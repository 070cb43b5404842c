package dev.japply.release.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 in hexadecimal digits.
final class Digest {
  private static final int BLOCK = 1 << 16;

  private Digest() {}

  static String of(Path file) throws IOException {
    MessageDigest sha = sha256();
    var block = new byte[BLOCK];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        sha.update(block, 0, read);
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  static String of(byte[] content) {
    return HexFormat.of().formatHex(sha256().digest(content));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
