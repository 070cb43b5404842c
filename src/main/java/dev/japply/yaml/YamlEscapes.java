package dev.japply.yaml;

/// The escapes of YAML scalars in double quotes, as libyaml's emitter and so go-yaml write them.
public final class YamlEscapes {
  private YamlEscapes() {}

  /// Returns the character, or its escape if it needs one.
  static String written(int c) {
    return isNeeded(c) ? of(c) : Character.toString(c);
  }

  /// Returns whether the character is only written as an escape.
  public static boolean isNeeded(int c) {
    return !ScalarAnalysis.isPrintable(c) || ScalarAnalysis.isBreak(c) || c == '"' || c == '\\';
  }

  /// Returns the escape of any character.
  public static String of(int c) {
    return switch (c) {
      case 0 -> "\\0";
      case 7 -> "\\a";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case 0x0b -> "\\v";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      case 0x1b -> "\\e";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case 0x85 -> "\\N";
      case 0xa0 -> "\\_";
      case 0x2028 -> "\\L";
      case 0x2029 -> "\\P";
      default -> numeric(c);
    };
  }

  private static String numeric(int c) {
    if (c <= 0xff) {
      return "\\x%02X".formatted(c);
    }
    return (c <= 0xffff ? "\\u%04X" : "\\U%08X").formatted(c);
  }
}
