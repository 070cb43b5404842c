package dev.japply.cli.flags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a command below headings: its own, which its help text shows, and those of all
/// commands, which `japply options` shows.
public final class FlagSections implements IHelpSectionRenderer {
  private final Map<String, List<OptionSpec>> own = new LinkedHashMap<>();
  private final Map<String, List<OptionSpec>> global = new LinkedHashMap<>();

  /// @param everywhere whether all commands take it
  void add(String heading, boolean everywhere, OptionSpec option) {
    if (!option.hidden()) {
      (everywhere ? global : own).computeIfAbsent(heading, none -> new ArrayList<>()).add(option);
    }
  }

  /// All by their headings, those of all commands last.
  public Map<String, List<OptionSpec>> all() {
    var all = new LinkedHashMap<>(own);
    all.putAll(global);
    return all;
  }

  /// Renders the flags of the command itself.
  @Override
  public String render(Help help) {
    return text(help, own);
  }

  /// Renders the flags of all commands.
  public String global(Help help) {
    return text(help, global);
  }

  private static String text(Help help, Map<String, List<OptionSpec>> sections) {
    List<OptionSpec> shown = sections.values().stream().flatMap(List::stream).toList();
    var text = new StringBuilder();
    sections.forEach((heading, options) -> {
      Help.Layout layout = help.createDefaultLayout(shown, List.of(), help.colorScheme());
      layout.addOptions(options, help.parameterLabelRenderer());
      text.append('\n').append(heading).append(":\n").append(layout);
    });
    return text.toString();
  }
}
