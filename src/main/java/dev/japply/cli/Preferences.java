package dev.japply.cli;

import dev.japply.cli.Kuberc.Default;
import dev.japply.cli.Kuberc.Entry;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.PlanFlags;
import dev.japply.cli.flags.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Puts what a [Kuberc] says into the arguments: an alias becomes the command that it stands for,
/// and flags that are not given get their defaults.
///
/// @param commands the root of the commands there are
public record Preferences(CommandLine commands, Kuberc kuberc) {

  /// The command line that `args` are with the user's preferences.
  public static PreferredLine apply(CommandLine commands, List<String> args, Console console) {
    Optional<Kuberc> kuberc = args.isEmpty() ? Optional.empty() : Kuberc.find(args, console);
    return kuberc
        .map(found -> new Preferences(commands, found).apply(args))
        .orElseGet(() -> new PreferredLine(GoFlags.choose(commands, args), List.of()));
  }

  private PreferredLine apply(List<String> args) {
    int at = GoFlags.commandIndex(commands, args);
    if (at < 0) {
      return new PreferredLine(GoFlags.choose(commands, args), List.of());
    }
    return Commands.below(commands, args.get(at)).isPresent()
        ? withDefaults(args)
        : new PreferredLine(GoFlags.choose(commands, withAlias(args)), List.of());
  }

  private List<String> withAlias(List<String> args) {
    int at = firstWord(args);
    Optional<Entry> alias =
        kuberc.aliases().stream().filter(entry -> entry.name().equals(args.get(at))).findFirst();
    if (alias.isEmpty()) {
      return args;
    }
    CommandLine command =
        Commands.find(commands, alias.get().command())
            .orElseThrow(() ->
                kuberc.unusable(
                    "command \"%s\" not found to set alias \"%s\""
                        .formatted(alias.get().command(), alias.get().name())));
    Stream.of(alias.get().prepend(), alias.get().append())
        .flatMap(List::stream)
        .filter(arg -> gives(arg, KustomizeFlags.COMMAND))
        .forEach(arg -> {
          throw namesProgram();
        });
    var completed = new ArrayList<>(args.subList(0, at));
    completed.addAll(Commands.words(alias.get().command()));
    completed.addAll(options(command, alias.get(), "alias " + alias.get().name(), args));
    completed.addAll(alias.get().prepend());
    completed.addAll(args.subList(at + 1, args.size()));
    completed.addAll(alias.get().append());
    return completed;
  }

  private UsageException namesProgram() {
    return kuberc.unusable(
        KustomizeFlags.COMMAND + " names a program to run, which only the command line may");
  }

  private static int firstWord(List<String> args) {
    int at = 0;
    while (args.get(at).startsWith("-")) {
      at++;
    }
    return at;
  }

  private PreferredLine withDefaults(List<String> args) {
    GoFlags.Choice choice = GoFlags.choose(commands, args);
    var defaults = new ArrayList<String>();
    for (Entry entry : kuberc.defaults()) {
      Optional<CommandLine> meant = Commands.find(commands, entry.command());
      if (meant.isPresent() && Commands.isSame(meant.get(), choice.command())) {
        defaults.addAll(
            options(choice.command(), entry, "command " + entry.command(), choice.rest()));
      }
    }
    return new PreferredLine(choice, defaults);
  }

  /// The flags of `entry` that are not given, with their defaults.
  private List<String> options(CommandLine command, Entry entry, String where, List<String> args) {
    var flags = new ArrayList<String>();
    boolean planned = args.stream().anyMatch(arg -> gives(arg, "--plan"));
    for (Default option : entry.options()) {
      if (("--" + option.flag()).equals(KustomizeFlags.COMMAND)) {
        throw namesProgram();
      }
      OptionSpec known =
          Commands.withFlags(command).getCommandSpec().optionsMap().get("--" + option.flag());
      if (known == null) {
        throw kuberc.unusable("invalid flag %s for %s".formatted(option.flag(), where));
      }
      if (known.typeInfo().isBoolean() && !GoValues.isBool(option.value())) {
        throw kuberc.unusable(
            "could not apply override value %s to flag %s in %s"
                .formatted(option.value(), option.flag(), where));
      }
      if (args.stream().noneMatch(arg -> gives(arg, known))
          && !PlanFlags.voids("--" + option.flag(), planned)) {
        flags.add("--" + option.flag() + "=" + option.value());
      }
    }
    return flags;
  }

  private static boolean gives(String arg, OptionSpec option) {
    return Arrays.stream(option.names()).anyMatch(name -> gives(arg, name));
  }

  /// Whether `arg` has the flag of that name; shorthands may stand in one argument.
  private static boolean gives(String arg, String name) {
    if (name.startsWith("--")) {
      return arg.equals(name) || arg.startsWith(name + "=");
    }
    boolean among = arg.matches("-[a-zA-Z]+") && arg.indexOf(name.charAt(1)) > 0;
    return arg.startsWith(name) || among;
  }
}
