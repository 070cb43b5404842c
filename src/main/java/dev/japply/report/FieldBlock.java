package dev.japply.report;

import dev.japply.diff.UnifiedDiff;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.LastApplied;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.Origin;
import dev.japply.report.IndentedJson.ReadableJson;
import dev.japply.report.StyledText.Style;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;

/// The lines about one field: its path with the old and the new value, and the reason below. Values
/// are never cut. If they do not fit the line of the path, they are below it; long texts, lists and
/// maps as their differing lines.
///
/// @param width the number of columns of the terminal
/// @param brief whether reason, writer and time are left out
record FieldBlock(int width, boolean brief) {
  private static final String MARGIN = "      ";

  /// The number of equal lines around a difference.
  private static final int CONTEXT = 3;

  /// Values with at most so many lines are shown with all of them.
  private static final int SHORT = 20;

  /// The shortest lines of reasons.
  private static final int NARROW = 20;

  private static final int DATE = 10;

  /// Adds the lines about `field`.
  ///
  /// @param object the position of the object: fields from other files are shown with their
  ///   position
  void addTo(StyledText text, FieldExplanation field, Origin object) {
    Node before = shown(field.path(), field.values().live());
    Node after = field.changes() ? shown(field.path(), field.values().result()) : before;
    String sign = sign(field, before, after);
    String inLine = field.path() + values(before, after, sign);
    boolean fits = MARGIN.length() - 2 + inLine.length() <= width;
    if (fits && !isMultiline(before) && !isMultiline(after)) {
      text.line(style(sign), "  " + sign, " " + inLine);
    } else {
      addBelow(text, field.path(), sign, before, after);
    }
    if (!brief) {
      String note = note(field, object);
      for (String line : WrappedText.of(note, Math.max(NARROW, width - MARGIN.length()))) {
        text.line(Style.QUIET, MARGIN + line);
      }
    }
  }

  /// Returns a value without the last-applied annotation, which each apply maintains.
  private static Node shown(String path, Node value) {
    if (!path.equals("metadata.annotations") || !(value instanceof MapValue annotations)) {
      return value;
    }
    MapValue others = annotations.without(LastApplied.KEY);
    return others.isEmpty() ? Missing.MISSING : others;
  }

  private static String sign(FieldExplanation field, Node before, Node after) {
    if (!field.changes()) {
      return "=";
    }
    return before instanceof Missing ? "+" : after instanceof Missing ? "-" : "~";
  }

  private static Style style(String sign) {
    return switch (sign) {
      case "+" -> Style.NEW;
      case "-" -> Style.GONE;
      case "~" -> Style.CHANGED;
      default -> Style.PLAIN;
    };
  }

  private static String values(Node before, Node after, String sign) {
    return switch (sign) {
      case "~" -> "  " + WhyText.text(before) + " -> " + WhyText.text(after);
      case "-" -> "  " + WhyText.text(before);
      default -> "  " + WhyText.text(after);
    };
  }

  private static boolean isMultiline(Node node) {
    return node instanceof StringValue(String value) && value.indexOf('\n') >= 0;
  }

  private static void addBelow(StyledText text, String path, String sign, Node before, Node after) {
    String old = sign.equals("+") ? "" : lines(before);
    String now = sign.equals("-") ? "" : lines(after);
    String header = header(old, now);
    text.line(style(sign), "  " + sign, " " + path + (header.isEmpty() ? "" : "  " + header));
    old = old.isEmpty() ? old : old.substring(rest(header));
    now = now.isEmpty() ? now : now.substring(rest(header));
    if (sign.equals("=")) {
      now.lines().forEach(line -> text.line(Style.PLAIN, MARGIN + "  ", line));
      return;
    }
    boolean isShort = old.lines().count() <= SHORT && now.lines().count() <= SHORT;
    String hunks = UnifiedDiff.hunks(old, now, isShort ? SHORT : CONTEXT);
    if (hunks.isEmpty()) { // numbers that YAML writes alike
      addDifference(text, MARGIN, "-" + WhyText.text(before));
      addDifference(text, MARGIN, "+" + WhyText.text(after));
    }
    hunks
        .lines()
        .filter(line -> !(isShort && line.startsWith("@@")))
        .forEach(line -> addDifference(text, MARGIN, line));
  }

  /// Adds a line of a diff.
  static void addDifference(StyledText text, String margin, String line) {
    Style style =
        switch (line.charAt(0)) {
          case '+' -> Style.NEW;
          case '-' -> Style.GONE;
          case '@' -> Style.OTHER;
          default -> Style.PLAIN;
        };
    if (style == Style.OTHER) {
      text.line(style, margin + line);
    } else {
      text.line(style, margin + line.charAt(0) + " " + line.substring(1));
    }
  }

  /// Returns the first line of a long text in YAML, which both values share; empty if they do not.
  private static String header(String old, String now) {
    String text = old.isEmpty() ? now : old;
    int end = text.indexOf('\n');
    String first = text.substring(0, Math.max(0, end));
    boolean shared = old.isEmpty() || now.isEmpty() || now.startsWith(first + "\n");
    return first.startsWith("|") && shared ? first : "";
  }

  private static int rest(String header) {
    return header.isEmpty() ? 0 : header.length() + 1;
  }

  /// Returns the lines of a value: YAML for long texts, lists and maps.
  private static String lines(Node node) {
    return switch (node) {
      case Missing none -> "";
      case MapValue map -> GoYaml.unfolded(map);
      case ListValue list -> GoYaml.unfolded(list);
      case Value text when isMultiline(text) -> GoYaml.unfolded(text);
      case Value scalar -> ReadableJson.of(scalar) + "\n";
    };
  }

  private String note(FieldExplanation field, Origin object) {
    String cause = field.cause().words() + WhyText.elsewhere(field, object);
    if (field.managers().isEmpty()) {
      return cause;
    }
    Manager manager = field.managers().getFirst();
    String time = manager.time();
    boolean whole = width == Integer.MAX_VALUE || time.length() <= DATE;
    return cause
        + "; "
        + manager.title()
        + (time.isEmpty() ? "" : ", " + (whole ? time : time.substring(0, DATE)));
  }
}
