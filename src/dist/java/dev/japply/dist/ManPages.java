package dev.japply.dist;

import dev.japply.cli.CommandHelp;
import dev.japply.cli.FlagHelp;
import dev.japply.cli.Manual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Writes a manual page for each command, in the man macros of roff: man(7).
public final class ManPages {
  private final String version;
  private final StringBuilder text = new StringBuilder();

  private ManPages(String version) {
    this.version = version;
  }

  /// `ManPages DIRECTORY VERSION`
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    CommandHelp japply = Manual.read();
    write(directory, args[1], japply, japply);
  }

  /// The page of a command, and those of the commands below it.
  private static void write(Path directory, String version, CommandHelp command, CommandHelp root)
      throws IOException {
    var page = new ManPages(version);
    page.add(command, root);
    Files.writeString(directory.resolve(file(command) + ".1"), page.text);
    for (CommandHelp below : command.commands()) {
      write(directory, version, below, root);
    }
  }

  private static String file(CommandHelp command) {
    return String.join("-", command.path());
  }

  private void add(CommandHelp command, CommandHelp root) {
    String title = file(command);
    line(
        ".TH "
            + quoted(title.toUpperCase(java.util.Locale.ROOT))
            + " 1 \"\" "
            + quoted("japply " + version)
            + " \"japply\"");
    line(".SH NAME");
    line(escaped(title) + " \\- " + escaped(command.header()));
    line(".SH SYNOPSIS");
    line(".B " + escaped(String.join(" ", command.path())));
    line(escaped(command.synopsis().isEmpty() ? synopsis(command) : command.synopsis()));
    if (!command.description().isEmpty()) {
      line(".SH DESCRIPTION");
      line(escaped(command.description()));
    }
    commands(command);
    flags("FLAGS", command.equals(root) ? List.of() : own(command, root));
    if (command.equals(root)) {
      flags("FLAGS OF ALL COMMANDS", command.flags());
    }
    examples(command.footer());
    seeAlso(command, root);
  }

  private static String synopsis(CommandHelp command) {
    return command.commands().isEmpty() ? "[FLAGS]" : "[FLAGS] COMMAND";
  }

  private static List<FlagHelp> own(CommandHelp command, CommandHelp root) {
    return command.flags().stream().filter(flag -> !root.flags().contains(flag)).toList();
  }

  private void commands(CommandHelp command) {
    if (command.commands().isEmpty()) {
      return;
    }
    line(".SH COMMANDS");
    for (CommandHelp below : command.commands()) {
      line(".TP");
      line(".B " + escaped(below.name()));
      line(escaped(below.header()));
    }
  }

  private void flags(String title, List<FlagHelp> flags) {
    if (flags.isEmpty()) {
      return;
    }
    line(".SH " + quoted(title));
    String section = "";
    for (FlagHelp flag : flags) {
      if (!flag.section().equals(section)) {
        section = flag.section();
        line(".SS " + quoted(section));
      }
      line(".TP");
      String names = flag.names().stream().map(ManPages::bold).collect(Collectors.joining(", "));
      String label = "\\fI" + escaped(flag.label()) + "\\fR";
      line(names + (flag.bare() ? "[=" + label + "]" : "=" + label));
      line(escaped(flag.description()));
    }
  }

  private static String bold(String name) {
    return "\\fB" + escaped(name) + "\\fR";
  }

  private void examples(List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    line(".SH EXAMPLES");
    line(".nf");
    lines.forEach(each -> line(escaped(each.strip())));
    line(".fi");
  }

  private void seeAlso(CommandHelp command, CommandHelp root) {
    line(".SH SEE ALSO");
    line(
        (command.equals(root)
                ? root.commands().stream()
                    .map(ManPages::file)
                    .map(name -> bold(name) + "(1)")
                    .collect(Collectors.joining(", "))
                : bold(root.name()) + "(1), which has the flags of all commands")
            + ", "
            + bold("kubectl")
            + "(1)");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private static String quoted(String text) {
    return '"' + escaped(text).replace("\"", "\\(dq") + '"';
  }

  /// Text as it is, also where roff would see a command or a hyphen.
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
