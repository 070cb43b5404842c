package dev.japply.diff;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The names of the files that kubectl compares, and how GNU diff writes names.
public final class FileNames {
  private static final int PRINTABLE_FROM = 0x21;
  private static final int PRINTABLE_TO = 0x7e;

  private static final Pattern UNWANTED = Pattern.compile("[/\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  private FileNames() {}

  /// `[group.]version.Kind.namespace.name`, the namespace empty for an object of the whole cluster.
  /// Characters that would lead elsewhere, or that a diff program would pass on to the terminal,
  /// are replaced: no server takes such names.
  public static String of(KubeObject object) {
    Gvk gvk = object.gvk();
    String group = gvk.group().isEmpty() ? "" : gvk.group() + ".";
    String rest = String.join(".", gvk.version(), gvk.kind(), object.namespace(), object.name());
    String name = group + rest;
    return isPlain(name) ? name : UNWANTED.matcher(name).replaceAll("_");
  }

  /// Returns whether a name certainly has no unwanted characters, as most names.
  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < PRINTABLE_FROM || c > PRINTABLE_TO || c == '/') {
        return false;
      }
    }
    return true;
  }

  /// `name` as it is, or in quotes as C writes strings when it holds anything but plain characters.
  static String quoted(String name) {
    var text = new StringBuilder();
    boolean plain = true;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      plain &= b >= PRINTABLE_FROM && b <= PRINTABLE_TO && b != '"' && b != '\\';
      text.append(escaped(b & 0xff));
    }
    return plain ? name : "\"" + text + "\"";
  }

  private static String escaped(int b) {
    return switch (b) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      default ->
          b >= ' ' && b <= PRINTABLE_TO
              ? String.valueOf((char) b)
              : "\\" + ((b >> 6) & 7) + ((b >> 3) & 7) + (b & 7);
    };
  }
}
