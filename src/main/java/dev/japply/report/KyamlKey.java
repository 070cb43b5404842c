package dev.japply.report;

import dev.japply.golang.ByteText;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The keys of KYAML: without quotes where no reader of YAML can take them for anything but text.
final class KyamlKey {
  private static final Set<String> WORDS =
      Set.of(
          "null", "~", "true", "y", "yes", "on", "false", "n", "no", "off", "t", "f", ".inf",
          "-.inf", "+.inf", ".nan");
  private static final Pattern INTEGER =
      Pattern.compile("[+-]?(0[oO]?[0-7]+|[0-9]+|0[xX][0-9a-fA-F]+|0[bB][01]+)");
  private static final Pattern FLOAT =
      Pattern.compile(
          "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
              + "|[+-]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+"
              + "|[+-]?(?i:inf|infinity)|(?i:nan)");
  private static final Pattern SEXAGESIMAL =
      Pattern.compile("[+-]?[1-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");

  private KyamlKey() {}

  static String write(String key) {
    return mustQuote(key) ? '"' + KyamlEscapes.write(key).replace("\t", "\\t") + '"' : key;
  }

  private static boolean mustQuote(String key) {
    if (key.isEmpty() || isAmbiguous(key)) {
      return true;
    }
    int[] chars = key.codePoints().toArray();
    for (int i = 0; i < chars.length; i++) {
      boolean inner = i > 0 && i < chars.length - 1;
      if (!isWord(chars[i]) && !(inner && "-./".indexOf(chars[i]) >= 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWord(int c) {
    return switch (Character.getType(c)) {
      case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> ByteText.isWord(c);
    };
  }

  private static boolean isAmbiguous(String key) {
    String digits = key.replace("_", "");
    return WORDS.contains(key.toLowerCase(Locale.ROOT))
        || isInteger(digits)
        || isFloat(digits)
        || SEXAGESIMAL.matcher(key).matches()
        || YamlTime.matches(key);
  }

  private static boolean isInteger(String text) {
    return INTEGER.matcher(text).matches();
  }

  private static boolean isFloat(String text) {
    if (!FLOAT.matcher(text).matches()) {
      return false;
    }
    try {
      boolean word = !Character.isDigit(text.charAt(text.length() - 1)) && text.length() > 2;
      return (word && !text.endsWith(".")) || Double.isFinite(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return true;
    }
  }
}
