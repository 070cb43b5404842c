package dev.japply.manifest.document;

import dev.japply.manifest.document.Located.Place;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The characters at which lines end in YAML 1.1, which `kubectl` reads, but not in YAML 1.2, by
/// whose rule they are read here: as any other character.
final class LineBreaks {
  private static final Pattern BREAK = Pattern.compile("[\\x{85}\\x{2028}\\x{2029}]");

  private LineBreaks() {}

  /// Gives notice of the first of them in `text`, which begins on `line`.
  static void check(String text, int line, Consumer<Notice> notices) {
    Matcher found = BREAK.matcher(text);
    if (!found.find()) {
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
