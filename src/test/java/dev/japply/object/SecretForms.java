package dev.japply.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Values by chance, and the forms in which messages quote a value.
public final class SecretForms {
  private static final String[] ALPHABETS = {
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "abcXYZ019 -_.:/+=",
    "abcXYZ019\"\\'<>&%`${}[]|;,",
    "abcXYZ019\n\t\r ",
    "abcXYZ019\u0000\u0007\u001b\u007f\u0085\u200b\u2028",
    "abcXYZ019éß日本\ud83d\ude00\u202e",
    "nrtxuabf01\\\\\\\\\"\"\n",
  };

  private SecretForms() {}

  /// A value that has at least four letters and digits, those of `\\n` and its like not counted.
  public static String value(Random random) {
    String alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
    int[] chars = alphabet.codePoints().toArray();
    var value = new StringBuilder();
    int length = 4 + random.nextInt(random.nextInt(8) == 0 ? 200 : 20);
    while (value.length() < length || lettersAndDigits(value.toString()) < 4) {
      value.appendCodePoint(chars[random.nextInt(chars.length)]);
    }
    return value.toString();
  }

  private static int lettersAndDigits(String value) {
    return EscapeDecoder.of(value).dense().text().length();
  }

  /// `value` in every form, by what the form is called.
  public static Map<String, String> of(String value) {
    byte[] bytes = value.getBytes(UTF_8);
    String json = json(value);
    var forms = new LinkedHashMap<String, String>();
    forms.put("as it is", value);
    forms.put("in JSON", json);
    forms.put("in JSON in JSON", json(json));
    forms.put("in JSON in JSON in JSON", json(json(json)));
    forms.put("by %q of Go", goQuoted(value, false));
    forms.put("by %+q of Go", goQuoted(value, true));
    forms.put("by %q in JSON", json(goQuoted(value, false)));
    forms.put("in single quotes of YAML", value.replace("'", "''"));
    forms.put("in a URL", URLEncoder.encode(value, UTF_8).replace("+", "%20"));
    forms.put("in a form", URLEncoder.encode(value, UTF_8));
    forms.put("in HTML", html(value));
    forms.put("base64", Base64.getEncoder().encodeToString(bytes));
    forms.put("base64 without padding", Base64.getEncoder().withoutPadding().encodeToString(bytes));
    forms.put("base64 for URLs", Base64.getUrlEncoder().encodeToString(bytes));
    forms.put("base64 in a URL", URLEncoder.encode(forms.get("base64"), UTF_8));
    forms.put("base64 in lines", Base64.getMimeEncoder().encodeToString(bytes));
    forms.put("hexadecimal", HexFormat.of().formatHex(bytes));
    forms.put("bytes", bytes(bytes, " "));
    forms.put("indented", value.replace("\n", "\n        "));
    return forms;
  }

  private static String bytes(byte[] bytes, String separator) {
    return IntStream.range(0, bytes.length)
        .mapToObj(i -> Integer.toString(bytes[i] & 0xff))
        .collect(Collectors.joining(separator));
  }

  static String json(String text) {
    String json = GoJson.write(Value.text(text));
    return json.substring(1, json.length() - 1);
  }

  private static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&#34;")
        .replace("'", "&#39;");
  }

  private static String goQuoted(String text, boolean ascii) {
    return text.codePoints().mapToObj(c -> goQuoted(c, ascii)).collect(Collectors.joining());
  }

  private static String goQuoted(int c, boolean ascii) {
    boolean printable =
        c == ' '
            || !(Character.isISOControl(c)
                || Character.isSpaceChar(c)
                || Character.getType(c) == Character.FORMAT);
    return switch (c) {
      case 0x07 -> "\\a";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case 0x0b -> "\\v";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      default -> {
        if (printable && (!ascii || c < 0x80)) {
          yield Character.toString(c);
        }
        String form = c < 0x80 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
        yield form.formatted(c);
      }
    };
  }
}
