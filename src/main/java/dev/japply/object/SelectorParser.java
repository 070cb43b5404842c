package dev.japply.object;

import dev.japply.object.LabelSelector.Requirement;
import dev.japply.object.LabelSelector.Requirement.Operator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the text of a [LabelSelector], with the grammar and the errors of Kubernetes'
/// `labels.Parse`.
final class SelectorParser {
  private static final Pattern TOKEN =
      Pattern.compile("[ \\t\\r\\n]*(==|!=|[=!<>(),]|[^=!<>(), \\t\\r\\n]+)[ \\t\\r\\n]*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern PREFIX =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int LONGEST_PREFIX = 253;
  private static final int LONGEST_NAME = 63;
  private static final String NAME_CHARACTERS =
      "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
          + " character";

  private final List<String> tokens = new ArrayList<>();
  private final String text;
  private int next;
  private boolean inRequirement;

  SelectorParser(String text) {
    this.text = text;
    Matcher token = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length() && token.find(end) && token.start() == end) {
      tokens.add(token.group(1));
      end = token.end();
    }
  }

  List<Requirement> parse() {
    var requirements = new ArrayList<Requirement>();
    if (tokens.isEmpty()) {
      return requirements;
    }
    String expected = "!, identifier, or 'end of string'";
    do {
      if (!isIdentifier() && !peek().equals("!")) {
        throw unexpected(expected);
      }
      inRequirement = true;
      requirements.add(requirement());
      inRequirement = false;
      expected = "identifier after ','";
    } while (take(","));
    if (next < tokens.size()) {
      throw unexpected("',' or 'end of string'");
    }
    return requirements;
  }

  private Requirement requirement() {
    if (take("!")) {
      return new Requirement(key(), Operator.MISSING, Set.of());
    }
    String key = key();
    if (peek().isEmpty() || peek().equals(",")) {
      return new Requirement(key, Operator.EXISTS, Set.of());
    }
    String operator = tokens.get(next++);
    return switch (operator) {
      case "=", "==" -> new Requirement(key, Operator.IN, Set.of(value()));
      case "!=" -> new Requirement(key, Operator.NOT_IN, Set.of(value()));
      case ">" -> new Requirement(key, Operator.GREATER, Set.of(number()));
      case "<" -> new Requirement(key, Operator.LESS, Set.of(number()));
      case "in" -> new Requirement(key, Operator.IN, values());
      case "notin" -> new Requirement(key, Operator.NOT_IN, values());
      default -> {
        next--;
        throw unexpected("in, notin, =, ==, !=, gt, lt");
      }
    };
  }

  private String key() {
    if (!isIdentifier()) {
      throw unexpected("identifier");
    }
    String key = tokens.get(next++);
    String[] parts = key.split("/", -1);
    if (parts.length > 2) {
      throw invalid(key, "a qualified name must consist of " + NAME_CHARACTERS);
    }
    if (parts.length == 2) {
      checkPart(key, "prefix part ", parts[0], LONGEST_PREFIX);
      if (!PREFIX.matcher(parts[0]).matches()) {
        throw invalid(
            key,
            "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                + " characters, '-' or '.', and must start and end with an alphanumeric character");
      }
    }
    String name = parts[parts.length - 1];
    checkPart(key, "name part ", name, LONGEST_NAME);
    if (!NAME.matcher(name).matches()) {
      throw invalid(key, "name part must consist of " + NAME_CHARACTERS);
    }
    return key;
  }

  private void checkPart(String key, String part, String text, int longest) {
    if (text.isEmpty()) {
      throw invalid(key, part + "must be non-empty");
    }
    checkLength(key, part, text, longest);
  }

  private void checkLength(String whole, String part, String text, int longest) {
    if (text.length() > longest) {
      throw invalid(whole, part + "must be no more than " + longest + " characters");
    }
  }

  /// A value; it may be empty, at the end or before a comma.
  private String value() {
    if (peek().isEmpty() || peek().equals(",")) {
      return "";
    }
    if (!isIdentifier()) {
      throw unexpected("identifier");
    }
    return checked(tokens.get(next++));
  }

  private String checked(String value) {
    checkLength(value, "", value, LONGEST_NAME);
    if (!value.isEmpty() && !NAME.matcher(value).matches()) {
      throw invalid(
          value, "a valid label must be an empty string or consist of " + NAME_CHARACTERS);
    }
    return value;
  }

  private String number() {
    String value = value();
    if (!Requirement.INTEGER.matcher(value).matches()) {
      throw invalid(value, "for 'Gt', 'Lt' operators, the value must be an integer");
    }
    return value;
  }

  private Set<String> values() {
    if (!take("(")) {
      throw failure("found '" + peek() + "' expected: '('");
    }
    var values = new LinkedHashSet<String>();
    String expected = "',', ')' or identifier";
    while (true) {
      if (isIdentifier()) {
        values.add(tokens.get(next++));
        if (!peek().equals(",") && !peek().equals(")")) {
          throw unexpected("',' or ')'");
        }
      } else if (peek().equals(",") || peek().equals(")")) {
        values.add("");
      } else {
        throw unexpected(expected);
      }
      if (take(")")) {
        values.forEach(this::checked);
        return values;
      }
      take(",");
      expected = "',', or identifier";
    }
  }

  private boolean take(String token) {
    boolean found = peek().equals(token);
    next += found ? 1 : 0;
    return found;
  }

  /// The next token; empty at the end.
  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private boolean isIdentifier() {
    return !peek().isEmpty() && "=!<>(),".indexOf(peek().charAt(0)) < 0;
  }

  private IllegalArgumentException unexpected(String expected) {
    return failure("found '" + peek() + "', expected: " + expected);
  }

  private IllegalArgumentException invalid(String value, String what) {
    return failure("Invalid value: \"" + value + "\": " + what);
  }

  private IllegalArgumentException failure(String what) {
    String part = inRequirement ? "unable to parse requirement: " : "";
    return new IllegalArgumentException(
        "the provided selector \"" + text + "\" is not valid: " + part + what);
  }
}
