package dev.japply.problem;

import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many bytes are read at most of what others send: what has no end must not fill the memory.
///
/// @param bytes as many may come
public record ByteLimit(int bytes) {
  /// The variable of the environment that names another limit than [#DEFAULT].
  public static final String VARIABLE = "JAPPLY_MAX_BYTES";

  /// More than any manifest that a cluster could hold.
  public static final ByteLimit DEFAULT = new ByteLimit(128 << 20);

  private static final Pattern FORM = Pattern.compile("([0-9]{1,10})(|Ki|Mi|Gi)");

  /// Longer arrays are not certain to be had.
  private static final long MOST = 2047L << 20;

  /// The limit that `value` names, in bytes or with `Ki`, `Mi` or `Gi`; empty for [#DEFAULT].
  ///
  /// @throws JapplyException when it names none
  public static ByteLimit parse(String value) {
    if (value.isEmpty()) {
      return DEFAULT;
    }
    Matcher form = FORM.matcher(value);
    long factor = form.matches() ? factor(form.group(2)) : 1;
    long count = form.matches() ? Long.parseLong(form.group(1)) : 0;
    if (count < 1 || count > MOST / factor) {
      String what = "%s: \"%s\" is not a number of bytes up to 2047Mi".formatted(VARIABLE, value);
      throw new JapplyException(Problem.error(Origin.NONE, what, "write it as 512Mi"));
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

  /// All bytes of `stream`, kept as they come.
  ///
  /// @throws Exceeded when there are too many; the rest is not read
  public byte[] read(InputStream stream) throws IOException {
    byte[] read = stream.readNBytes(bytes + 1);
    if (read.length > bytes) {
      throw new Exceeded(this);
    }
    return read;
  }

  /// Sees that so many may be read.
  ///
  /// @throws Exceeded when they are too many
  public void check(long announced) throws Exceeded {
    if (announced > bytes) {
      throw new Exceeded(this);
    }
  }

  /// There was more to read than the limit allows.
  public static final class Exceeded extends IOException {
    private static final long serialVersionUID = 1L;

    Exceeded(ByteLimit limit) {
      super(
          "larger than %d bytes; set %s in the environment to read more"
              .formatted(limit.bytes, VARIABLE));
    }
  }
}
