package dev.japply.yaml;

import dev.japply.yaml.Located.Place;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The characters at which lines end in YAML 1.1, which `kubectl` reads, but not in YAML 1.2, by
/// whose rule they are read here: as any other character.
final class LineBreaks {
  private static final String BREAKS = "\u0085\u2028\u2029";
  private static final Pattern BREAK = Pattern.compile("[" + BREAKS + "]");

  private LineBreaks() {}

  /// Gives notice of the first of them in `text`, which begins on `line`.
  static void check(String text, int line, Consumer<Notice> notices) {
    // Most texts have none, and this is found out for each document.
    boolean none = BREAKS.chars().allMatch(c -> text.indexOf(c) < 0);
    Matcher found = BREAK.matcher(text);
    if (none || !found.find()) {
      return;
    }
    String before = text.substring(0, found.start());
    int lines = (int) before.chars().filter(c -> c == '\n').count();
    var place = new Place(line + lines, before.length() - before.lastIndexOf('\n'));
    notices.accept(
        new Notice(
            place,
            "the character U+%04X is read as text; kubectl reads a line break"
                .formatted((int) found.group().charAt(0)),
            "remove it, or write it as an escape in double quotes"));
  }
}
