package dev.japply.cli.flags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a command in sections: its own, which its help shows, and the global ones, which
/// `japply options` shows.
public final class FlagSections implements IHelpSectionRenderer {
  private final Map<String, List<OptionSpec>> own = new LinkedHashMap<>();
  private final Map<String, List<OptionSpec>> global = new LinkedHashMap<>();

  /// @param everywhere whether the flag is global
  void add(String heading, boolean everywhere, OptionSpec option) {
    if (!option.hidden()) {
      (everywhere ? global : own).computeIfAbsent(heading, none -> new ArrayList<>()).add(option);
    }
  }

  /// Returns all flags by section, the global ones last.
  public Map<String, List<OptionSpec>> all() {
    var all = new LinkedHashMap<>(own);
    all.putAll(global);
    return all;
  }

  /// Renders the command's own flags.
  @Override
  public String render(Help help) {
    return text(help, own);
  }

  /// Renders the global flags.
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
