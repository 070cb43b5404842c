package dev.japply.input;

import dev.japply.golang.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compares the content of a file with its form in git's objects. A checkout converts it: line
/// ends, encodings, large files that are stored elsewhere.
final class StoredContent {
  private static final Pattern POINTER =
      Pattern.compile(
          "version https://git-lfs\\.github\\.com/spec/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n.*",
          Pattern.DOTALL);

  private static final int LONGEST_POINTER = 1024;
  private static final int SHA256_DIGITS = 64;

  private StoredContent() {}

  /// Whether git would store a content under that id, with the usual conversions.
  ///
  /// @param id the id of the stored content
  static boolean isStoredAs(byte[] content, String id) {
    if (id(content, id).equals(id)) {
      return true;
    }
    byte[] plain = withoutReturns(decoded(content));
    return plain.length != content.length && id(plain, id).equals(id);
  }

  /// The id of a blob, in the algorithm of another one.
  private static String id(byte[] content, String other) {
    String algorithm = other.length() == SHA256_DIGITS ? "SHA-256" : "SHA-1";
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(("blob " + content.length + "\0").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns UTF-16 as UTF-8, which git stores for it.
  private static byte[] decoded(byte[] content) {
    boolean big = content.length > 1 && content[0] == (byte) 0xfe && content[1] == (byte) 0xff;
    boolean little = content.length > 1 && content[0] == (byte) 0xff && content[1] == (byte) 0xfe;
    if (!big && !little) {
      return content;
    }
    Charset charset = big ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    try {
      return charset
          .newDecoder()
          .decode(ByteBuffer.wrap(content, 2, content.length - 2))
          .toString()
          .getBytes(StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      return content;
    }
  }

  private static byte[] withoutReturns(byte[] content) {
    byte[] plain = new byte[content.length];
    int size = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] != '\r' || i + 1 == content.length || content[i + 1] != '\n') {
        plain[size++] = content[i];
      }
    }
    return size == content.length ? content : Arrays.copyOf(plain, size);
  }

  /// Returns the digest of a large file that a stored content points to; empty if it is the content
  /// itself.
  static Optional<String> pointer(byte[] stored) {
    if (stored.length > LONGEST_POINTER) {
      return Optional.empty();
    }
    Matcher pointer = POINTER.matcher(new String(stored, StandardCharsets.UTF_8));
    return pointer.matches() ? Optional.of(pointer.group(1)) : Optional.empty();
  }

  /// Whether a content is the large file that a stored pointer names.
  static boolean isOf(byte[] content, String pointer) {
    return Sha256.hex(content).equals(pointer);
  }
}
