package dev.japply.check;

import dev.japply.tree.FieldPath;
import java.util.Locale;

/// Kubernetes' rules for names, labels and ports.
///
/// <https://kubernetes.io/docs/concepts/overview/working-with-objects/names/>
final class Names {
  /// The length of a CronJob's name, which leaves space for the time in the names of its Jobs.
  static final int CRON_JOB = 52;

  private static final int SUBDOMAIN = 253;
  private static final int LABEL = 63;
  private static final int PORT_NAME = 15;
  private static final int MOST_PORTS = 65_535;

  private Names() {}

  static boolean isLabel(String name) {
    return name.length() <= LABEL && isWord(name, 0, name.length());
  }

  /// Whether it is a label that starts with a letter.
  static boolean isLetterLabel(String name) {
    return isLabel(name) && !Character.isDigit(name.charAt(0));
  }

  /// Returns the error about a name that is not a label.
  static Finding notLabel(FieldPath path) {
    return Finding.error(
        path,
        "must have at most 63 lower case letters, digits and \"-\"",
        "start and end with a letter or a digit");
  }

  static boolean isSubdomain(String name) {
    int start = 0;
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
      if (!isWord(name, start, dot)) {
        return false;
      }
      start = dot + 1;
    }
    return name.length() <= SUBDOMAIN && isWord(name, start, name.length());
  }

  /// Whether a part of a text has lower case letters and digits, and `-` between these.
  private static boolean isWord(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean isInside = i > from && i + 1 < to;
      if (!isLowerOrDigit(c) && !(isInside && c == '-')) {
        return false;
      }
    }
    return from < to;
  }

  /// Whether a text has letters and digits, and `-`, `_` and `.` between these.
  private static boolean isQualified(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isInside = i > 0 && i + 1 < text.length();
      boolean isLetterOrDigit = isLowerOrDigit(c) || (c >= 'A' && c <= 'Z');
      if (!isLetterOrDigit && !(isInside && (c == '-' || c == '_' || c == '.'))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isLowerOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  /// Whether it may be the key of a label: a name, or a subdomain and a name.
  static boolean isKey(String key) {
    int slash = key.indexOf('/');
    String name = key.substring(slash + 1);
    return (slash < 0 || isSubdomain(key.substring(0, slash)))
        && name.length() <= LABEL
        && isQualified(name);
  }

  /// Whether it may be the key of an annotation. Its case does not matter.
  static boolean isAnnotationKey(String key) {
    return isKey(key.toLowerCase(Locale.ROOT));
  }

  static boolean isLabelValue(String value) {
    return value.isEmpty() || (value.length() <= LABEL && isQualified(value));
  }

  static boolean isPort(long number) {
    return number >= 1 && number <= MOST_PORTS;
  }

  /// Whether it may be the name of a port (`IANA_SVC_NAME`).
  static boolean isPortName(String name) {
    return name.length() <= PORT_NAME
        && isWord(name, 0, name.length())
        && hasLetter(name)
        && !name.contains("--");
  }

  private static boolean hasLetter(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 'a' && name.charAt(i) <= 'z') {
        return true;
      }
    }
    return false;
  }
}
