package dev.japply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a page does not show, but its commands need: files, and the writes of others. It is in
/// `pages/NAME.sh`: lines for a shell, and before a line `### COMMAND` those of the commands
/// before.
///
/// @param first what is run before the first command
/// @param steps in the order of the page
record PageSteps(String first, List<Step> steps) {
  static final PageSteps NONE = new PageSteps("", List.of());

  private static final Path PAGES = Path.of("src/test/resources/dev/japply/pages");
  private static final Pattern BEFORE = Pattern.compile("(?m)^### (.*)\\n");

  PageSteps {
    steps = List.copyOf(steps);
  }

  /// Lines that are run before that command.
  record Step(String before, String lines) {}

  /// Those of that page, of which most have none.
  static PageSteps of(String page) throws IOException {
    Path file = PAGES.resolve(page + ".sh");
    return Files.exists(file) ? in(Files.readString(file)) : NONE;
  }

  private static PageSteps in(String text) {
    var steps = new ArrayList<Step>();
    Matcher before = BEFORE.matcher(text);
    int first = before.find() ? before.start() : text.length();
    before.reset();
    while (before.find()) {
      int begin = before.end();
      String command = before.group(1);
      Matcher next = BEFORE.matcher(text);
      int end = next.find(begin) ? next.start() : text.length();
      steps.add(new Step(command, text.substring(begin, end)));
    }
    return new PageSteps(text.substring(0, first), steps);
  }
}
