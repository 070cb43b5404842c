package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The commands of a page in its order: those in the blocks ```` ```console ````, with what a
/// terminal shows of each, and those in indented lines and first columns, whose output the page
/// does not show. A test lets a shell run them, and compares.
///
/// @param commands in their order
record ShownCommands(List<Shown> commands) {
  private static final String END = "--- the end of a command ---";
  private static final Pattern CONSOLE = Pattern.compile("(?s)```console\\n(.*?)```");
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ (.*)\\n((?:(?!\\$ ).*\\n)*)");

  /// A block of one of the two forms, or another one, in which nothing is looked for.
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?ms)^```console\\n(?<console>.*?)^```$|^```.*?^```$|^    (?<plain>japply [^\\n]*)$"
              + "|^\\| `(?<cell>japply [^`]*)` \\|");

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

  /// The name of a Pod of a Deployment, without the part that is its.
  private static final Pattern POD = Pattern.compile("Pod (\\w+)-[0-9a-z]{8,10}-[0-9a-z]{5}\\b");

  private static final Pattern RESTARTS = Pattern.compile("\\d+ restarts?");

  ShownCommands {
    commands = List.copyOf(commands);
  }

  /// A command and what a terminal shows of it, in which only what must differ is left out.
  ///
  /// @param isShown whether the page has the output; of others it is empty while they succeed
  record Shown(String command, String output, boolean isShown) {
    Shown {
      output = TIME.matcher(output).replaceAll("TIME");
      output = SERVER.matcher(output).replaceAll("SERVER");
      output = HUNK.matcher(output).replaceAll("@@ $1 $2 @@");
      output = COMMIT.matcher(output).replaceAll("(COMMIT)");
      output = SET.matcher(output).replaceAll("SET");
      output = CONTEXT.matcher(output).replaceAll("Context CONTEXT");
      output = RESTARTS.matcher(output).replaceAll("RESTARTS");
      output = POD.matcher(output).replaceAll("Pod $1-NAME");
    }

    @Override
    public String toString() {
      return "$ " + command + "\n" + output;
    }
  }

  /// Those of that page.
  static ShownCommands of(String page) {
    var all = new ArrayList<Shown>();
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      if (block.group("console") != null) {
        all.addAll(in(block.group("console")));
      } else if (block.group("plain") != null) {
        all.add(new Shown(block.group("plain"), "", false));
      } else if (block.group("cell") != null) {
        all.add(new Shown(block.group("cell"), "", false));
      }
    }
    assertThat(all).as("the page shows commands").isNotEmpty();
    return new ShownCommands(all);
  }

  /// These without some, by their texts.
  ShownCommands without(Set<String> texts) {
    return new ShownCommands(
        commands.stream().filter(each -> !texts.contains(each.command)).toList());
  }

  private static List<Shown> in(String block) {
    return COMMAND
        .matcher(block)
        .results()
        .map(found -> new Shown(found.group(1), found.group(2), true))
        .toList();
  }

  /// Lines for a shell that run them, whether they succeed or not.
  String script() {
    return script(PageSteps.NONE);
  }

  /// Lines for a shell that run them, with what the page does not show in between. Of a command
  /// without an output they print one if it fails; status 1 of `diff` and `check` is no failure.
  String script(PageSteps steps) {
    var script = new StringBuilder(steps.first());
    Iterator<PageSteps.Step> hidden = steps.steps().iterator();
    PageSteps.Step next = hidden.hasNext() ? hidden.next() : null;
    for (Shown each : commands) {
      if (next != null && next.before().equals(each.command)) {
        script.append(next.lines());
        next = hidden.hasNext() ? hidden.next() : null;
      }
      if (each.isShown) {
        script.append("{ ").append(each.command).append("; } 2>&1 || true\n");
      } else {
        String most = each.command.matches("japply (diff|check|build --diff) .*") ? "1" : "0";
        script
            .append("{ ")
            .append(each.command)
            .append("\n} >.output 2>&1 || [ $? -le ")
            .append(most)
            .append(" ] || cat .output\n");
      }
      script.append("echo '").append(END).append("'\n");
    }
    assertThat(next).as("no command of the page has this step before it").isNull();
    return script.toString();
  }

  /// Returns `page` with what the script printed.
  String updated(String page, String printed) {
    var shown = new ArrayList<String>();
    Iterator<Shown> each = commands.iterator();
    OUTPUT
        .matcher(SERVER.matcher(printed).replaceAll("https://my-cluster:6443"))
        .results()
        .map(found -> found.group(1))
        .forEach(output -> {
          Shown command = each.next();
          if (command.isShown) {
            shown.add(output);
          } else {
            assertThat(output).as(command.command).isEmpty();
          }
        });
    Iterator<String> outputs = shown.iterator();
    return CONSOLE
        .matcher(page)
        .replaceAll(block -> {
          var text = new StringBuilder("```console\n");
          COMMAND
              .matcher(block.group(1))
              .results()
              .forEach(command ->
                  text.append("$ ")
                      .append(command.group(1))
                      .append('\n')
                      .append(newer(command.group(2), outputs.next())));
          return Matcher.quoteReplacement(text + "```");
        });
  }

  /// The new output, or the old one if only what must differ is another.
  private static String newer(String old, String output) {
    return new Shown("", old, true).equals(new Shown("", output, true)) ? old : output;
  }

  /// Whether that is what the script printed.
  void assertAreWhat(String printed) {
    List<String> outputs = OUTPUT.matcher(printed).results().map(found -> found.group(1)).toList();
    assertThat(outputs).as(printed).hasSameSizeAs(commands);
    var happened = new StringBuilder();
    var promised = new StringBuilder();
    for (int i = 0; i < outputs.size(); i++) {
      Shown each = commands.get(i);
      happened.append(new Shown(each.command, outputs.get(i), each.isShown));
      promised.append(each);
    }
    assertThat(happened).asString().as(printed).isEqualTo(promised.toString());
  }
}
