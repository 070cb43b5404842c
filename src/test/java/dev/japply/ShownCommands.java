package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The commands in the blocks ```` ```console ```` of a page, with what a terminal shows of each. A
/// test lets a shell run them, and compares.
///
/// @param commands in their order
record ShownCommands(List<Shown> commands) {
  private static final String END = "--- the end of a command ---";
  private static final Pattern CONSOLE = Pattern.compile("(?s)```console\\n(.*?)```");
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ (.*)\\n((?:(?!\\$ ).*\\n)*)");
  private static final Pattern OUTPUT = Pattern.compile("(?s)(.*?)" + END + "\\n");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z| [+-]\\d{4})?)?");
  private static final Pattern SERVER =
      Pattern.compile("https://(127\\.0\\.0\\.1|my-cluster)(:\\d+)?");

  /// Where a difference stands in a live object: controllers may have added lines above it.
  private static final Pattern HUNK = Pattern.compile("@@ -\\d+,(\\d+) \\+\\d+,(\\d+) @@");

  private static final Pattern COMMIT = Pattern.compile("\\([0-9a-f]{12}\\)");

  /// The id of an ApplySet, which depends on the namespace.
  private static final Pattern SET = Pattern.compile("applyset-[\\w-]{43}-v1");

  private static final Pattern CONTEXT = Pattern.compile("Context \"[^\"]*\"");

  ShownCommands {
    commands = List.copyOf(commands);
  }

  /// A command and what a terminal shows of it, in which only what must differ is left out.
  record Shown(String command, String output) {
    Shown {
      output = TIME.matcher(output).replaceAll("TIME");
      output = SERVER.matcher(output).replaceAll("SERVER");
      output = HUNK.matcher(output).replaceAll("@@ $1 $2 @@");
      output = COMMIT.matcher(output).replaceAll("(COMMIT)");
      output = SET.matcher(output).replaceAll("SET");
      output = CONTEXT.matcher(output).replaceAll("Context CONTEXT");
    }

    @Override
    public String toString() {
      return "$ " + command + "\n" + output;
    }
  }

  /// Those of that page.
  static ShownCommands of(String page) {
    List<Shown> all =
        CONSOLE.matcher(page).results().flatMap(block -> in(block.group(1)).stream()).toList();
    assertThat(all).as("the page shows commands").isNotEmpty();
    return new ShownCommands(all);
  }

  private static List<Shown> in(String block) {
    return COMMAND
        .matcher(block)
        .results()
        .map(found -> new Shown(found.group(1), found.group(2)))
        .toList();
  }

  /// Lines for a shell that run them, whether they succeed or not.
  String script() {
    var script = new StringBuilder();
    for (Shown each : commands) {
      script.append("{ ").append(each.command).append("; } 2>&1 || true\n");
      script.append("echo '").append(END).append("'\n");
    }
    return script.toString();
  }

  /// Returns `page` with what the script printed.
  String updated(String page, String printed) {
    Iterator<String> outputs =
        OUTPUT
            .matcher(SERVER.matcher(printed).replaceAll("https://my-cluster:6443"))
            .results()
            .map(found -> found.group(1))
            .toList()
            .iterator();
    return CONSOLE
        .matcher(page)
        .replaceAll(block -> {
          var text = new StringBuilder("```console\n");
          for (Shown each : in(block.group(1))) {
            text.append("$ ").append(each.command).append('\n').append(outputs.next());
          }
          return Matcher.quoteReplacement(text + "```");
        });
  }

  /// Whether that is what the script printed.
  void assertAreWhat(String printed) {
    List<String> outputs = OUTPUT.matcher(printed).results().map(found -> found.group(1)).toList();
    assertThat(outputs).as(printed).hasSameSizeAs(commands);
    var happened = new StringBuilder();
    var promised = new StringBuilder();
    for (int i = 0; i < outputs.size(); i++) {
      Shown each = commands.get(i);
      happened.append(new Shown(each.command, outputs.get(i)));
      promised.append(each);
    }
    assertThat(happened).asString().as(printed).isEqualTo(promised.toString());
  }
}
