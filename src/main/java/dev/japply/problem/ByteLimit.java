package dev.japply.problem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The maximum number of bytes that are read from an input. Protects the memory from inputs that
/// are endless.
///
/// @param bytes the maximum, inclusive
public record ByteLimit(int bytes) {
  /// The environment variable that overrides [#DEFAULT].
  public static final String VARIABLE = "JAPPLY_MAX_BYTES";

  /// 128 MiB: larger than any manifest that a cluster can hold.
  public static final ByteLimit DEFAULT = new ByteLimit(128 << 20);

  /// The largest limit: an array of this size is certain to be possible on every JVM.
  public static final ByteLimit LARGEST = new ByteLimit(2047 << 20);

  /// The number of bytes that are read in one step.
  private static final int PIECE = 4 << 20;

  private static final String FORM = "([0-9]{1,10})(|Ki|Mi|Gi)";

  /// Parses a number of bytes, optionally with the suffix `Ki`, `Mi` or `Gi`. Returns [#DEFAULT] if
  /// `value` is empty.
  ///
  /// @throws JapplyException if `value` is not a valid limit
  public static ByteLimit parse(String value) {
    if (value.isEmpty()) {
      return DEFAULT;
    }
    Matcher form = Pattern.compile(FORM).matcher(value);
    long factor = form.matches() ? factor(form.group(2)) : 1;
    long count = form.matches() ? Long.parseLong(form.group(1)) : 0;
    if (count < 1 || count > LARGEST.bytes / factor) {
      String what = "%s: \"%s\" is not a number of bytes up to 2047Mi".formatted(VARIABLE, value);
      throw new JapplyException(what, "write it as 512Mi");
    }
    return new ByteLimit((int) (count * factor));
  }

  private static long factor(String unit) {
    return switch (unit) {
      case "Ki" -> 1L << 10;
      case "Mi" -> 1L << 20;
      case "Gi" -> 1L << 30;
      default -> 1;
    };
  }

  /// Reads all bytes of `stream`, unchanged.
  ///
  /// @throws Exceeded if the stream is longer than the limit; the rest is not read
  public byte[] read(InputStream stream) throws IOException {
    byte[] piece = stream.readNBytes(Math.min(PIECE, bytes + 1));
    if (piece.length < PIECE) {
      check(piece.length);
      return piece;
    }
    // The pieces of a stream that is too long are not joined: that takes as much memory again.
    var pieces = new ArrayList<byte[]>();
    int total = 0;
    while (piece.length > 0) {
      total += piece.length;
      check(total);
      pieces.add(piece);
      piece = stream.readNBytes(Math.min(PIECE, bytes - total + 1));
    }
    return joined(pieces, total);
  }

  private static byte[] joined(List<byte[]> pieces, int total) {
    var all = ByteBuffer.allocate(total);
    pieces.forEach(all::put);
    return all.array();
  }

  /// Checks an announced number of bytes against the limit.
  ///
  /// @throws Exceeded if the number is larger than the limit
  public void check(long announced) throws Exceeded {
    if (announced > bytes) {
      throw new Exceeded(this);
    }
  }

  /// The input is longer than the limit.
  public static final class Exceeded extends IOException {
    private static final long serialVersionUID = 1L;

    Exceeded(ByteLimit limit) {
      super(
          "larger than %d bytes; set %s in the environment to read more"
              .formatted(limit.bytes, VARIABLE));
    }
  }
}
