package dev.japply.golang;

import dev.japply.golang.ByteText.Rune;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Text;
import java.util.List;

/// Go's `fmt.Sprint`, `Sprintln` and `Sprintf`. Arguments are nil or values; texts are byte texts.
public final class GoFormat {
  private static final int LIMIT = 1_000_000;

  private final StringBuilder out = new StringBuilder();
  private final String format;
  private final List<GoValue> arguments;
  private Layout layout = new Layout(out);
  private int at;
  private int next;
  private boolean indexed;
  private boolean reordered;
  private boolean goodIndex = true;

  private GoFormat(String format, List<GoValue> arguments) {
    this.format = format;
    this.arguments = arguments;
  }

  /// One value as `%v` writes it; nil is `<nil>`.
  public static String text(GoValue value) {
    var out = new StringBuilder();
    new Printer(out, new Layout(out)).printArgument(value, 'v');
    return out.toString();
  }

  /// The values, with spaces between those that are no strings.
  static String print(List<GoValue> values) {
    var out = new StringBuilder();
    boolean afterString = true;
    for (GoValue value : values) {
      boolean string = value.unboxed() instanceof Text;
      out.append(string || afterString ? "" : " ").append(text(value));
      afterString = string;
    }
    return out.toString();
  }

  /// The values with spaces between them, and a line break.
  static String println(List<GoValue> values) {
    return String.join(" ", values.stream().map(GoFormat::text).toList()) + "\n";
  }

  /// Formats the values according to `format`.
  ///
  /// @throws GoFormatException for the pointers and the forms of floats that are not supported
  static String printf(String format, List<GoValue> values) {
    var printer = new GoFormat(format, values);
    printer.run();
    return printer.out.toString();
  }

  private void run() {
    boolean more = true;
    while (more && at < format.length()) {
      int verb = format.indexOf('%', at);
      out.append(format, at, verb < 0 ? format.length() : verb);
      at = verb + 1;
      more = verb >= 0 && formatVerb();
    }
    if (!reordered && next < arguments.size()) {
      printExtra();
    }
  }

  /// Writes one verb, and returns whether the format continues.
  private boolean formatVerb() {
    layout = new Layout(out);
    goodIndex = true;
    indexed = false;
    readFlags();
    readIndex();
    readWidth();
    readPrecision();
    if (!indexed) {
      readIndex();
    }
    if (at >= format.length()) {
      out.append("%!(NOVERB)");
      return false;
    }
    Rune verb = ByteText.rune(format, at);
    at += verb.width();
    printVerb(verb.code());
    return true;
  }

  private void printVerb(int verb) {
    if (verb == '%') {
      out.append('%');
    } else if (!goodIndex) {
      out.append("%!").append(ByteText.of(verb)).append("(BADINDEX)");
    } else if (next >= arguments.size()) {
      out.append("%!").append(ByteText.of(verb)).append("(MISSING)");
    } else {
      if (verb == 'v') {
        layout.adaptToGeneralVerb();
      }
      new Printer(out, layout).printArgument(arguments.get(next++), verb);
    }
  }

  private void readFlags() {
    for (; at < format.length(); at++) {
      switch (format.charAt(at)) {
        case '#' -> layout.sharp = true;
        case '0' -> layout.zero = true;
        case '+' -> layout.plus = true;
        case '-' -> layout.minus = true;
        case ' ' -> layout.space = true;
        default -> {
          return;
        }
      }
    }
  }

  /// Reads the number of an argument, `[1]`, if one is here.
  private void readIndex() {
    indexed = false;
    if (at >= format.length() || format.charAt(at) != '[') {
      return;
    }
    reordered = true;
    int end = format.indexOf(']', at);
    if (end < 0 || format.length() - at < 3) {
      goodIndex = false;
      at++;
      return;
    }
    int from = ++at;
    int number = readNumber();
    boolean whole = at == end && at > from;
    at = end + 1;
    indexed = whole;
    if (whole && number >= 1 && number <= arguments.size()) {
      next = number - 1;
    } else {
      goodIndex = false;
    }
  }

  private void readWidth() {
    if (at < format.length() && format.charAt(at) == '*') {
      at++;
      int width = takeInteger();
      out.append(width == Integer.MIN_VALUE ? "%!(BADWIDTH)" : "");
      if (width != Integer.MIN_VALUE && width < 0) {
        layout.minus = true;
        layout.zero = false;
      }
      layout.width = width == Integer.MIN_VALUE ? -1 : Math.abs(width);
      indexed = false;
      return;
    }
    int width = readNumber();
    layout.width = width;
    if (indexed && width >= 0) {
      goodIndex = false;
    }
  }

  private void readPrecision() {
    if (at + 1 >= format.length() || format.charAt(at) != '.') {
      return;
    }
    at++;
    if (indexed) {
      goodIndex = false;
    }
    readIndex();
    if (at < format.length() && format.charAt(at) == '*') {
      at++;
      int precision = takeInteger();
      out.append(precision < 0 ? "%!(BADPREC)" : "");
      layout.precision = Math.max(-1, precision);
      indexed = false;
    } else {
      layout.precision = Math.max(0, readNumber());
    }
  }

  /// The number that begins here, -1 if none does; one that is too long ends the format.
  private int readNumber() {
    int from = at;
    int number = 0;
    for (; at < format.length() && isDigit(format.charAt(at)); at++) {
      if (number > LIMIT) {
        at = format.length();
        return -1;
      }
      number = number * 10 + format.charAt(at) - '0';
    }
    return at == from ? -1 : number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /// The next argument as a width or a precision; the least integer if it is none.
  private int takeInteger() {
    GoValue value = next < arguments.size() ? arguments.get(next++).unboxed() : GoConstants.INVALID;
    long number = value instanceof Integral integer ? integer.value() : Long.MIN_VALUE;
    return Math.abs(number) > LIMIT || number == Long.MIN_VALUE ? Integer.MIN_VALUE : (int) number;
  }

  private void printExtra() {
    out.append("%!(EXTRA ");
    String separator = "";
    for (GoValue argument : arguments.subList(next, arguments.size())) {
      boolean nil = !argument.present();
      out.append(separator).append(nil ? "" : argument.unboxed().typeName() + "=");
      out.append(text(argument));
      separator = ", ";
    }
    out.append(')');
  }
}
