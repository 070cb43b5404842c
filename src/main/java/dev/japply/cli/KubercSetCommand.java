package dev.japply.cli;

import dev.japply.cli.PreferenceEdits.Edit;
import dev.japply.cli.PreferenceEdits.SetAlias;
import dev.japply.cli.PreferenceEdits.SetDefaults;
import dev.japply.cli.PreferenceEdits.SetPlugins;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.config.PluginPolicy;
import dev.japply.diff.SimilarName;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply kuberc set`. Checks what kubectl checks, and that the preferences work afterwards.
final class KubercSetCommand extends LocalCommand {
  private static final String DEFAULTS = "defaults";
  private static final String ALIASES = "aliases";
  private static final String PLUGINS = "credentialplugin";
  private static final String ALLOWLIST = "Allowlist";

  private final Flags own = flags.section("Preferences");
  private final Flag<String> section =
      own.add("--section")
          .label("defaults|aliases|credentialplugin")
          .help("The section to change. Required.")
          .text("");
  private final Flag<String> command =
      own.add("--command")
          .label("COMMAND")
          .help("The command of the defaults or the alias, such as apply or \"create role\".")
          .text("");
  private final Flag<String> alias =
      own.add("--name").label("NAME").help("The name of the alias.").text("");
  private final Flag<List<String>> options =
      own.add("--option")
          .label("FLAG=VALUE")
          .help("A default for a flag of the command. May be repeated.")
          .texts();
  private final Flag<List<String>> prepend =
      own.add("--prependarg")
          .label("ARGUMENT")
          .help("An argument of the alias before all others. May be repeated.")
          .texts();
  private final Flag<List<String>> append =
      own.add("--appendarg")
          .label("ARGUMENT")
          .help("An argument of the alias after all others. May be repeated.")
          .texts();
  private final Flag<String> policy =
      own.add("--policy")
          .label("AllowAll|DenyAll|Allowlist")
          .help("The credential plugins that may run.")
          .text("");
  private final Flag<List<String>> allowed =
      own.add("--allowlist-entry")
          .label("command=PROGRAM")
          .help("A credential plugin that may run, as a name or a path. May be repeated.")
          .texts();
  private final Flag<Boolean> overwrite =
      own.add("--overwrite").help("Replace existing defaults, or an existing alias.").bool(false);

  KubercSetCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "set";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Change the user's preferences.")
        .description(
            "Creates the file if it does not exist. kubectl reads the same file, and refuses"
                + " defaults for flags that it does not have.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} kuberc set --section (defaults | aliases | credentialplugin)"
                + " [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} kuberc set --section defaults --command apply --option"
                + " server-side=true",
            "  ${ROOT-COMMAND-NAME} kuberc set --section aliases --name put --command apply",
            "  ${ROOT-COMMAND-NAME} kuberc set --section credentialplugin --policy DenyAll");
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    Console console = context.console();
    if (!section.isGiven()) {
      throw UsageException.of(global.command(), "required flag(s) \"section\" not set");
    }
    KubercFile file = KubercFile.required(flags(), console);
    Edit edit = edit();
    KubercDocument document =
        Files.exists(file.path()) ? KubercDocument.read(file.path()).orElse(null) : null;
    MapValue before = document == null ? PreferenceEdits.empty() : document.converted();
    MapValue after = PreferenceEdits.edited(before, edit, overwrite.get());
    var written = KubeObject.of(after, Origin.of(file.path().toString()));
    var unused =
        Kuberc.of(
            new KubercDocument(file.path(), written, PreferenceFields.of(after).orElseThrow()),
            unknown -> {});
    PreferenceText.write(file.path(), document, after, console);
    warn(edit, console);
    return ExitCode.OK.status();
  }

  private Edit edit() {
    return switch (section.get()) {
      case DEFAULTS -> defaults();
      case ALIASES -> alias();
      case PLUGINS -> plugins();
      default ->
          throw new UsageException(
              "--section must be \"defaults\", \"aliases\", or \"credentialplugin\", got: "
                  + section.get());
    };
  }

  private Edit defaults() {
    if (alias.isGiven()) {
      throw new UsageException("--name should not be specified when --section=defaults");
    }
    if (prepend.isGiven() || append.isGiven()) {
      throw new UsageException("--prependarg and --appendarg are only valid for --section=aliases");
    }
    requireCommand();
    refuse(PLUGINS, policy, allowed);
    return new SetDefaults(command.get(), options("command " + command.get()));
  }

  private Edit alias() {
    if (alias.get().isEmpty()) {
      throw new UsageException("--name is required when --section=aliases");
    }
    requireCommand();
    refuse(PLUGINS, policy, allowed);
    if (!Kuberc.isAliasName(alias.get())) {
      throw new UsageException("--name: " + Kuberc.INVALID_NAME);
    }
    if (Stream.of(prepend, append)
        .flatMap(flag -> flag.get().stream())
        .anyMatch(arg -> FlagSet.name(arg).equals(KustomizeFlags.COMMAND))) {
      throw new UsageException(Kuberc.NAMES_PROGRAM);
    }
    return new SetAlias(
        alias.get(), command.get(), options("alias " + alias.get()), prepend.get(), append.get());
  }

  private void requireCommand() {
    List<String> names = Commands.names(command.get());
    if (names.isEmpty()) {
      throw new UsageException(
          "--command is required when --section=aliases or --section=defaults");
    }
    boolean known = Commands.exists(names) || CommandChoice.ofKubectl().contains(names.getFirst());
    if (!known) {
      throw new UsageException(
          "--command: unknown command \"%s\"%s"
              .formatted(
                  command.get(), SimilarName.question(Commands.ALL.names(), names.getFirst())));
    }
  }

  /// Returns the flags of `--option`. Checks them if japply has the command.
  private List<Kuberc.Default> options(String where) {
    List<String> names = Commands.names(command.get());
    FlagSet set = Commands.exists(names) ? Commands.parsing("", names).flags() : null;
    var parsed = new ArrayList<Kuberc.Default>();
    for (String text : options.get()) {
      int equals = text.indexOf('=');
      String flag = equals < 0 ? "" : text.substring(0, equals).replaceFirst("^-+", "");
      if (flag.isEmpty()) {
        throw new UsageException("invalid option format \"" + text + "\", expected flag=value");
      }
      if (("--" + flag).equals(KustomizeFlags.COMMAND)) {
        throw new UsageException(Kuberc.NAMES_PROGRAM);
      }
      var option = new Kuberc.Default(flag, text.substring(equals + 1), Origin.NONE);
      if (set != null) {
        Defaults.problem(set, option, where)
            .ifPresent(what -> {
              throw new UsageException("--option: " + what);
            });
      }
      parsed.add(option);
    }
    return parsed;
  }

  private Edit plugins() {
    refuse("defaults and --section=aliases", command, alias, options, prepend, append);
    switch (policy.get()) {
      case "" -> throw new UsageException("--policy is required when --section=credentialplugin");
      case "AllowAll", "DenyAll" -> {
        if (allowed.isGiven()) {
          throw entries("may only be used");
        }
      }
      case ALLOWLIST -> {
        if (!allowed.isGiven()) {
          throw entries("is required");
        }
      }
      default ->
          throw new UsageException(
              "--policy must be  \"AllowAll\", \"DenyAll\", or \"Allowlist\", got: "
                  + policy.get());
    }
    return new SetPlugins(policy.get(), commands());
  }

  private static UsageException entries(String what) {
    return new UsageException(
        "--allowlist-entry " + what + " when --section=credentialplugin and --policy=Allowlist");
  }

  private List<String> commands() {
    var commands = new ArrayList<String>();
    List<String> entries =
        allowed.get().stream().flatMap(text -> Stream.of(text.split(",", -1))).toList();
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      String field = equals < 0 ? "" : entry.substring(0, equals);
      String value = entry.substring(equals + 1);
      if (equals < 0) {
        throw new UsageException("improperly formatted allowlist entry: \"" + entry + "\"");
      }
      if (field.equals("name")) {
        throw new UsageException(
            "allowlist entry field \"name\" is deprecated, use \"command\" instead");
      }
      if (!field.equals("command")) {
        throw new UsageException("unrecognized allowlist entry field: \"" + field + "\"");
      }
      if (value.isBlank()) {
        throw new UsageException("empty value in allowlist entry for field \"command\"");
      }
      String clean = PluginPolicy.clean(value);
      if (!clean.equals(value)) {
        throw new UsageException(
            "--allowlist-entry: non-normalized file path: \"%s\" vs \"%s\""
                .formatted(value, clean));
      }
      commands.add(value);
    }
    return commands;
  }

  /// Refuses flags of another section, which kubectl passes over.
  private static void refuse(String other, Flag<?>... foreign) {
    for (Flag<?> flag : foreign) {
      if (flag.isGiven()) {
        throw new UsageException(flag.name() + " is only valid for --section=" + other);
      }
    }
  }

  private static void warn(Edit edit, Console console) {
    if (edit instanceof SetAlias set && Commands.ALL.names().contains(set.name())) {
      console.warn(
          WarningId.KUBERC,
          "the alias \"%s\" has no effect here: there is a command of that name"
              .formatted(set.name()));
    }
  }
}
