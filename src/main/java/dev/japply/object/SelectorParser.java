package dev.japply.object;

import dev.japply.object.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the text of a [LabelSelector].
final class SelectorParser {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:([=!<>]=?|==|[(),])|([^=!<>(),\\s]+))\\s*");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final Pattern PREFIX =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int LONGEST_PREFIX = 253;

  private final List<String> tokens = new ArrayList<>();
  private final String text;
  private int next;

  SelectorParser(String text) {
    this.text = text;
    Matcher token = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length() && token.find(end) && token.start() == end) {
      tokens.add(token.group(1) != null ? token.group(1) : token.group(2));
      end = token.end();
    }
  }

  List<LabelRequirement> parse() {
    var requirements = new ArrayList<LabelRequirement>();
    if (tokens.isEmpty()) {
      return requirements;
    }
    String expected = "!, identifier, or 'end of string'";
    do {
      requirements.add(requirement(expected));
      expected = "identifier after ','";
    } while (take(","));
    if (next < tokens.size()) {
      throw unexpected("',' or 'end of string'");
    }
    return requirements;
  }

  private LabelRequirement requirement(String expected) {
    if (take("!")) {
      return new LabelRequirement(key("identifier"), Operator.MISSING, Set.of());
    }
    String key = key(expected);
    String operator = next < tokens.size() ? tokens.get(next) : ",";
    if (operator.equals(",")) {
      return new LabelRequirement(key, Operator.EXISTS, Set.of());
    }
    next++;
    return switch (operator) {
      case "=", "==" -> new LabelRequirement(key, Operator.IN, Set.of(value()));
      case "!=" -> new LabelRequirement(key, Operator.NOT_IN, Set.of(value()));
      case ">" -> new LabelRequirement(key, Operator.GREATER, Set.of(number()));
      case "<" -> new LabelRequirement(key, Operator.LESS, Set.of(number()));
      case "in" -> new LabelRequirement(key, Operator.IN, values());
      case "notin" -> new LabelRequirement(key, Operator.NOT_IN, values());
      default -> {
        next--;
        throw unexpected("one of '=', '==', '!=', 'in', 'notin', '<', '>'");
      }
    };
  }

  private String key(String expected) {
    if (next >= tokens.size() || isSymbol(tokens.get(next))) {
      throw unexpected(expected);
    }
    String key = tokens.get(next++);
    int slash = key.indexOf('/');
    String prefix = slash < 0 ? "a" : key.substring(0, slash);
    boolean good =
        NAME.matcher(key.substring(slash + 1)).matches()
            && PREFIX.matcher(prefix).matches()
            && prefix.length() <= LONGEST_PREFIX;
    if (!good) {
      throw failure("\"" + key + "\" is not a valid label key");
    }
    return key;
  }

  /// A value; it may be empty, at the end or before a comma.
  private String value() {
    if (next >= tokens.size() || tokens.get(next).equals(",") || tokens.get(next).equals(")")) {
      return "";
    }
    if (isSymbol(tokens.get(next))) {
      throw unexpected("identifier");
    }
    String value = tokens.get(next++);
    if (!NAME.matcher(value).matches()) {
      throw failure("\"" + value + "\" is not a valid label value");
    }
    return value;
  }

  private String number() {
    String value = value();
    if (!LabelRequirement.INTEGER.matcher(value).matches()) {
      throw failure("for '>' and '<' the value must be an integer, not \"" + value + "\"");
    }
    return value;
  }

  private Set<String> values() {
    if (!take("(")) {
      throw unexpected("'('");
    }
    var values = new LinkedHashSet<String>();
    do {
      values.add(value());
    } while (take(","));
    if (!take(")")) {
      throw unexpected("',' or ')'");
    }
    return values;
  }

  private boolean take(String token) {
    boolean found = next < tokens.size() && tokens.get(next).equals(token);
    next += found ? 1 : 0;
    return found;
  }

  private static boolean isSymbol(String token) {
    return "=!<>(),".indexOf(token.charAt(0)) >= 0;
  }

  private IllegalArgumentException unexpected(String expected) {
    String found = next < tokens.size() ? "'" + tokens.get(next) + "'" : "''";
    return failure("found " + found + ", expected: " + expected);
  }

  private IllegalArgumentException failure(String what) {
    return new IllegalArgumentException(
        "the provided selector \"" + text + "\" is not valid: " + what);
  }
}
