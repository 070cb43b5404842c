package dev.japply.cli;

import dev.japply.cli.Kuberc.CommandPreferences;
import dev.japply.cli.Kuberc.Default;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.config.PluginPolicy;
import dev.japply.diff.SimilarName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The command that the arguments of the program name.
///
/// @param command the command; the root command if none is named
/// @param names the names of its parent commands and its own
/// @param arguments the arguments but the names
/// @param preferred the default flags that the user's preferences have for it
/// @param plugins the credential plugins that the user's preferences allow
record CommandChoice(
    Command command,
    List<String> names,
    List<String> arguments,
    @Nullable Preferred preferred,
    PluginPolicy plugins) {
  /// `help apply` is `apply --help`.
  private static final String HELP = "help";

  CommandChoice {
    names = List.copyOf(names);
    arguments = List.copyOf(arguments);
  }

  /// Default flags of the user's preferences.
  ///
  /// @param flags a list for each entry
  record Preferred(Kuberc kuberc, List<Options> flags) {
    Preferred {
      flags = List.copyOf(flags);
    }
  }

  /// Default flags of one entry.
  ///
  /// @param where the entry, as messages call it
  record Options(String where, List<Default> flags) {
    Options {
      flags = List.copyOf(flags);
    }
  }

  /// Returns the command that `args` name. Resolves aliases from the user's preferences.
  static CommandChoice of(String program, List<String> args, Console console) {
    Kuberc kuberc = args.isEmpty() ? null : Kuberc.find(args, console).orElse(null);
    return kuberc == null
        ? choose(program, args)
        : choose(kuberc, program, args).with(kuberc.plugins());
  }

  /// The index of the first argument that is neither a flag nor a flag's value; -1 if there is
  /// none.
  private static int commandIndex(String program, List<String> args) {
    return startsWithWord(args) ? 0 : wordIndex(args, Commands.parsing(program, List.of()).flags());
  }

  /// The command that `args` name, with the defaults or the alias of the preferences.
  private static CommandChoice choose(Kuberc kuberc, String program, List<String> args) {
    int at = commandIndex(program, args);
    if (at < 0) {
      return choose(program, args);
    }
    if (Commands.ALL.names().contains(args.get(at))) {
      CommandChoice choice = choose(program, args);
      return choice.with(new Preferred(kuberc, choice.defaults(kuberc)));
    }
    int first = firstWord(args);
    CommandPreferences alias =
        kuberc.aliases().stream()
            .filter(entry -> first < args.size() && entry.name().equals(args.get(first)))
            .findFirst()
            .orElse(null);
    if (alias == null) {
      return choose(program, args);
    }
    var options = new Options("alias " + alias.name(), alias.options());
    return choose(program, expanded(kuberc, alias, args, first))
        .with(new Preferred(kuberc, List.of(options)));
  }

  /// Whether the user's preferences have an alias or defaults for the command.
  boolean usesPreferences() {
    return preferred != null && !preferred.flags().isEmpty();
  }

  FlagSet flags() {
    return command.flags();
  }

  private CommandChoice with(Preferred flags) {
    return new CommandChoice(command, names, arguments, flags, plugins);
  }

  private CommandChoice with(PluginPolicy allowed) {
    return new CommandChoice(command, names, arguments, preferred, allowed);
  }

  private List<Options> defaults(Kuberc kuberc) {
    return kuberc.defaults().stream()
        .filter(entry -> Commands.isSame(Commands.names(entry.command()), names))
        .map(entry -> new Options("command " + entry.command(), entry.options()))
        .toList();
  }

  /// The arguments with the command of an alias in place of its name.
  private static List<String> expanded(
      Kuberc kuberc, CommandPreferences alias, List<String> args, int at) {
    List<String> names = Commands.names(alias.command());
    if (!Commands.exists(names)) {
      throw kuberc.unusable(
          "command \"%s\" not found to set alias \"%s\"".formatted(alias.command(), alias.name()));
    }
    Stream.of(alias.prepend(), alias.append())
        .flatMap(List::stream)
        .filter(arg -> FlagSet.name(arg).equals(KustomizeFlags.COMMAND))
        .forEach(arg -> {
          throw kuberc.namesProgram();
        });
    var written = new ArrayList<>(args.subList(0, at));
    written.addAll(names);
    written.addAll(alias.prepend());
    written.addAll(args.subList(at + 1, args.size()));
    written.addAll(alias.append());
    return written;
  }

  /// The first argument that does not begin with a dash, as kubectl looks for aliases; the number
  /// of arguments if there is none.
  private static int firstWord(List<String> args) {
    int at = 0;
    while (at < args.size() && args.get(at).startsWith("-")) {
      at++;
    }
    return at;
  }

  /// The command that `args` name, at any depth.
  private static CommandChoice choose(String program, List<String> args) {
    var rest = new ArrayList<>(args);
    var names = new ArrayList<String>();
    CommandGroup group = Commands.ALL;
    Command command = null;
    boolean isHelp = false;
    while (!group.names().isEmpty()) {
      command = startsWithWord(rest) ? null : Commands.parsing(program, names);
      int at = command == null ? 0 : wordIndex(rest, command.flags());
      if (at < 0) {
        break;
      }
      String word = rest.get(at);
      if (names.isEmpty() && !isHelp && word.equals(HELP)) {
        rest.remove(at);
        rest.add("--" + HELP);
        isHelp = true;
        continue;
      }
      if (!group.names().contains(word)) {
        if (names.isEmpty()) {
          throw new UsageException(
              "unknown command \"%s\" for \"%s\"%s"
                  .formatted(word, program, suggestion(group.names(), word)));
        }
        break;
      }
      names.add(rest.remove(at));
      group = group.below(word);
      command = null;
    }
    return new CommandChoice(
        command == null ? Commands.parsing(program, names) : command,
        names,
        rest,
        null,
        PluginPolicy.ALLOW_ALL);
  }

  private static boolean startsWithWord(List<String> args) {
    return !args.isEmpty() && !args.getFirst().startsWith("-");
  }

  /// The first argument that is neither a flag nor a flag's value; -1 if there is none.
  private static int wordIndex(List<String> args, FlagSet flags) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.equals("--")) {
        return -1;
      }
      if (!arg.startsWith("-") || arg.equals("-")) {
        return i;
      }
      Flag<?> flag = flags.named(arg);
      i += flag != null && flag.needsValue() ? 1 : 0;
    }
    return -1;
  }

  /// The end of a message about an unknown command.
  private static String suggestion(List<String> known, String word) {
    if (word.equals("migrate")) {
      return "; japply why, plan and diff --server-side show what a migration does";
    }
    return ofKubectl().contains(word)
        ? "; kubectl has it: kubectl " + word
        : SimilarName.question(known, word);
  }

  /// The commands of kubectl that japply does not have.
  static Set<String> ofKubectl() {
    return Set.of(
        "annotate",
        "api-resources",
        "api-versions",
        "attach",
        "auth",
        "autoscale",
        "certificate",
        "cluster-info",
        "config",
        "cordon",
        "cp",
        "create",
        "debug",
        "describe",
        "drain",
        "edit",
        "events",
        "exec",
        "explain",
        "expose",
        "get",
        "kuberc",
        "label",
        "logs",
        "patch",
        "plugin",
        "port-forward",
        "proxy",
        "replace",
        "rollout",
        "run",
        "scale",
        "set",
        "taint",
        "top",
        "uncordon",
        "wait");
  }
}
