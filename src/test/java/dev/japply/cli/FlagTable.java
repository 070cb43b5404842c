package dev.japply.cli;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The table of flags in `docs/flags.md`: a row for each flag, those of all commands last.
record FlagTable(List<Row> rows) {
  /// What stands for the commands of a flag that all have.
  static final String ALL = "all";

  /// Marks a command that in kubectl does not have the flag.
  static final String OWN = "⁺";

  private static final Pattern FENCED =
      Pattern.compile("<!-- flags -->\n(.*?)<!-- /flags -->", Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("\\| `([^|]*)` \\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\|");
  private static final String HEAD =
      """
      | flag | commands | default | state |
      |---|---|---|---|
      """;

  /// One flag.
  ///
  /// @param names its names, the long one last
  /// @param commands where it is, those marked where kubectl does not have it
  /// @param state how it is done, in words of people
  record Row(String names, String commands, String standard, String state) {
    String name() {
      return names.substring(names.indexOf("--"));
    }

    @Override
    public String toString() {
      return "| `%s` | %s | %s | %s |".formatted(names, commands, standard, state);
    }
  }

  /// The table between the fences.
  static FlagTable parse(String text) {
    Matcher fenced = FENCED.matcher(text);
    if (!fenced.find()) {
      throw new AssertionError("there is no table between <!-- flags --> fences");
    }
    var rows = new ArrayList<Row>();
    Matcher row = ROW.matcher(fenced.group(1));
    while (row.find()) {
      rows.add(new Row(row.group(1), row.group(2), row.group(3), row.group(4)));
    }
    return new FlagTable(rows);
  }

  /// The same page with this table.
  String in(String page) {
    return FENCED
        .matcher(page)
        .replaceFirst(Matcher.quoteReplacement("<!-- flags -->\n" + this + "<!-- /flags -->"));
  }

  private static Set<String> flags(Map<String, Set<String>> kubectl, String command) {
    return kubectl.getOrDefault(command, Set.of());
  }

  /// The table of these commands, with the words of this one.
  ///
  /// @param kubectl the flags that kubectl's commands have
  FlagTable of(Map<String, CommandLine> commands, Map<String, Set<String>> kubectl) {
    var known = new LinkedHashMap<String, Row>();
    rows.forEach(row -> known.put(row.name(), row));
    var found = new LinkedHashMap<String, Map<String, OptionSpec>>();
    commands.forEach((command, line) -> {
      for (OptionSpec option : line.getCommandSpec().options()) {
        found
            .computeIfAbsent(option.longestName(), none -> new LinkedHashMap<>())
            .put(command, option);
      }
    });
    var table = new ArrayList<Row>();
    found.forEach((name, places) -> {
      Row words = known.getOrDefault(name, new Row("", "", "", "?"));
      OptionSpec option = places.values().iterator().next();
      boolean everywhere =
          flags(kubectl, ALL).contains(name)
              || (places.size() == commands.size()
                  && commands.keySet().stream()
                      .noneMatch(command -> flags(kubectl, command).contains(name)));
      table.add(
          new Row(
              String.join(", ", option.names()),
              everywhere
                  ? mark(ALL, flags(kubectl, ALL).contains(name))
                  : places.keySet().stream()
                      .map(command ->
                          mark("`" + command + "`", flags(kubectl, command).contains(name)))
                      .collect(joining(" ")),
              standard(option),
              words.state()));
    });
    table.sort(
        (a, b) -> Boolean.compare(a.commands().startsWith(ALL), b.commands().startsWith(ALL)));
    return new FlagTable(table);
  }

  private static String mark(String command, boolean inKubectl) {
    return command + (inKubectl ? "" : OWN);
  }

  /// The value of a flag that is not given.
  static String standard(OptionSpec option) {
    String value = String.valueOf(option.initialValue());
    return switch (value) {
      case "", "[]" -> "–";
      case "PT0S" -> "`0s`";
      case "PT5M" -> "`5m`";
      default -> "`" + value + "`";
    };
  }

  @Override
  public String toString() {
    return HEAD + rows.stream().map(row -> row + "\n").collect(joining());
  }
}
