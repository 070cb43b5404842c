package dev.japply.kustomize.build;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Paths such as `spec.containers.[name=web].image`, as replacements and vars write them.
final class PathText {
  private static final Pattern INDEXED = Pattern.compile("(.*)\\[(\\d+)]", Pattern.DOTALL);
  private static final Pattern INDEX = Pattern.compile("\\+?\\d{1,9}");

  private PathText() {}

  /// The steps: a dot divides them but behind a `\` and in brackets. A key in brackets loses them.
  static List<String> steps(String path) {
    var steps = new ArrayList<String>();
    List<String> parts = parts(path);
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (!part.startsWith("[") || part.endsWith("]")) {
        steps.add(part);
        continue;
      }
      var bracketed = new StringBuilder(part);
      while (i < parts.size() - 1) {
        i++;
        bracketed.append('.').append(parts.get(i));
        if (parts.get(i).endsWith("]")) {
          break;
        }
      }
      String whole = bracketed.toString();
      steps.add(whole.contains("=") ? whole : trim(whole));
    }
    return steps;
  }

  private static List<String> parts(String path) {
    List<String> split = List.of(path.split("\\.", -1));
    if (split.size() > 1 && split.getFirst().isEmpty()) {
      split = split.subList(1, split.size());
    }
    var parts = new ArrayList<String>();
    for (String part : split) {
      if (!parts.isEmpty() && parts.getLast().endsWith("\\")) {
        String start = parts.removeLast();
        parts.add(start.substring(0, start.length() - 1) + "." + part);
      } else {
        parts.add(part);
      }
    }
    return parts;
  }

  private static String trim(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isBracket(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && isBracket(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isBracket(char c) {
    return c == '[' || c == ']';
  }

  /// Returns the steps of a var's path; `ports[0]` is the same as `ports.0`.
  static List<String> stepsWithIndexes(String path) {
    var steps = new ArrayList<String>();
    for (String step : steps(path)) {
      Matcher indexed = INDEXED.matcher(step);
      if (indexed.matches()) {
        if (!indexed.group(1).isEmpty()) {
          steps.add(indexed.group(1));
        }
        steps.add(indexed.group(2));
      } else {
        steps.add(step);
      }
    }
    return steps;
  }

  static boolean isIndex(String step) {
    return INDEX.matcher(step).matches();
  }

  static boolean isItem(String step) {
    return step.startsWith("[") && step.endsWith("]");
  }

  /// A condition that selects an item: `[name=web]`, or `[=web]` for scalars.
  record Item(String key, String value) {
    static Item of(String step) {
      String[] parts = step.substring(1, step.length() - 1).split("=", 2);
      if (parts.length == 1) {
        throw new SubstitutionException(
            "list path element must contain fieldName=fieldValue for element to match: " + step);
      }
      return new Item(parts[0], parts[1]);
    }
  }

  /// A value cannot be read or put where a path leads.
  static class SubstitutionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SubstitutionException(String message) {
      super(message);
    }
  }
}
