package dev.japply.cli;

import dev.japply.cli.PreferenceFields.Mistyped;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.config.PluginPolicy;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The user's preferences, which `kubectl` reads from `~/.kube/kuberc`: defaults for the flags of
/// commands, and aliases for commands. Its format is in the Kubernetes documentation, "kubectl user
/// preferences (kuberc)".
///
/// @param aliases commands of the user's own
/// @param plugins the credential plugins that may run
record Kuberc(
    String file,
    List<CommandPreferences> defaults,
    List<CommandPreferences> aliases,
    PluginPolicy plugins) {
  /// The message that preferences have a flag that names a program.
  static final String NAMES_PROGRAM =
      KustomizeFlags.COMMAND + " names a program to run, which only the command line may";

  Kuberc {
    defaults = List.copyOf(defaults);
    aliases = List.copyOf(aliases);
  }

  /// A default value for a flag.
  ///
  /// @param origin its position in the file
  record Default(String flag, String value, Origin origin) {}

  /// An entry about a command.
  ///
  /// @param name the alias; empty for a command's defaults
  /// @param command the command, as `create role`
  /// @param prepend arguments before the user's arguments
  /// @param append arguments after the user's arguments
  record CommandPreferences(
      String name,
      String command,
      List<Default> options,
      List<String> prepend,
      List<String> append) {
    CommandPreferences {
      options = List.copyOf(options);
    }
  }

  /// The preferences that count for `args`; empty when there are none.
  static Optional<Kuberc> find(List<String> args, Console console) {
    Optional<KubercFile> file = KubercFile.find(args, console);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Path path = file.get().path();
    if (file.get().named()) {
      return explicit(path, console);
    }
    return Files.exists(path) ? own(path, console) : Optional.empty();
  }

  /// The preferences that the user named. As in kubectl, only these are checked for other fields.
  private static Optional<Kuberc> explicit(Path file, Console console) {
    if (!Files.exists(file)) {
      throw new UsageException("kuberc: open " + file + ": no such file or directory");
    }
    return read(file, unknown -> console.problems(Requests.HIDDEN).print(unknown));
  }

  private static Optional<Kuberc> own(Path file, Console console) {
    try {
      return read(file, unknown -> {});
    } catch (KubercDocument.Unusable e) {
      console.warn(WarningId.KUBERC, e.getMessage());
      var unknown = PluginPolicy.unknown("the preferences in " + file + " cannot be read");
      return Optional.of(new Kuberc(file.toString(), List.of(), List.of(), unknown));
    }
  }

  private static Optional<Kuberc> read(Path file, Consumer<Problem> warnings) {
    return KubercDocument.read(file).map(document -> of(document, warnings));
  }

  /// Returns the preferences of a document.
  ///
  /// @param warnings receives a warning for each unknown field
  /// @throws UsageException if they contradict each other
  private static Kuberc of(KubercDocument document, Consumer<Problem> warnings) {
    KubeObject object = document.object();
    PreferenceFields fields = document.fields();
    Path file = document.path();
    MapValue tree = object.tree();
    for (FieldPath field : fields.unknown(tree)) {
      String what = "ignoring strict decoding error: unknown field \"" + field + "\"";
      Origin place = object.positions().apply(field);
      warnings.accept(
          Problem.warning(
              WarningId.KUBERC, place, "kuberc", what, "remove it, or correct its name"));
    }
    var positions = PreferencePositions.read(file, tree);
    var kuberc =
        new Kuberc(
            file.toString(),
            entries(tree, fields.defaults(), fields.options(), positions),
            entries(tree, "aliases", fields.options(), positions),
            plugins(file, tree, fields));
    kuberc.check();
    return kuberc;
  }

  private static PluginPolicy plugins(Path file, MapValue tree, PreferenceFields fields) {
    try {
      return PluginRules.read(tree, fields);
    } catch (IllegalArgumentException e) {
      throw unusable(file.toString(), String.valueOf(e.getMessage()));
    }
  }

  private void check() {
    var names = new HashSet<String>();
    for (CommandPreferences alias : aliases) {
      if (!alias.name().matches("[a-zA-Z]+")) {
        throw unusable("invalid alias name, can only include alphabetical characters");
      }
      if (!names.add(alias.name())) {
        throw unusable("duplicate alias name " + alias.name());
      }
      checkFlags(alias);
    }
    defaults.forEach(this::checkFlags);
  }

  private void checkFlags(CommandPreferences entry) {
    for (Default option : entry.options()) {
      if (option.flag().startsWith("-")) {
        throw unusable("flag name " + option.flag() + " should be in long form without dashes");
      }
    }
  }

  /// The error that they cannot be used.
  UsageException unusable(String what) {
    return unusable(file, what);
  }

  private static UsageException unusable(String file, String what) {
    return new UsageException(
        "kuberc " + file + ": " + what + "; fix it, or set KUBERC=off to ignore it");
  }

  /// The error that they name a program.
  UsageException namesProgram() {
    return unusable(NAMES_PROGRAM);
  }

  private static List<CommandPreferences> entries(
      MapValue tree, String list, String options, PreferencePositions positions) {
    var entries = new ArrayList<CommandPreferences>();
    for (MapValue entry : tree.maps(list)) {
      var flags = new ArrayList<Default>();
      for (MapValue option : entry.maps(options)) {
        flags.add(
            new Default(
                option.text("name"),
                option.text("default"),
                positions.of(list, entries.size(), options, flags.size())));
      }
      entries.add(
          new CommandPreferences(
              entry.text("name"),
              entry.text("command"),
              flags,
              entry.texts("prependArgs"),
              entry.texts("appendArgs")));
    }
    return entries;
  }

  /// The file of the user's preferences (kuberc).
  ///
  /// @param path the path, as the user wrote it
  /// @param named whether the user named the file; only then must it exist
  private record KubercFile(Path path, boolean named) {
    private static final String FLAG = "--kuberc";
    private static final String VARIABLE = "KUBERC";
    private static final String GATE = "KUBECTL_KUBERC";

    /// Returns the file; empty if preferences are disabled.
    ///
    /// @param args the arguments of the program
    static Optional<KubercFile> find(List<String> args, Console console) {
      return isGated(console) ? Optional.empty() : of(typed(args), console);
    }

    private static Optional<KubercFile> of(String typed, Console console) {
      String variable = console.variable(VARIABLE);
      if (variable.equals("off")) {
        if (!typed.isEmpty()) {
          throw new UsageException(
              "disabling kuberc via KUBERC=off and passing kuberc flag are mutually exclusive");
        }
        return Optional.empty();
      }
      String named = typed.isEmpty() ? variable : typed;
      return Optional.of(
          named.isEmpty()
              ? new KubercFile(Path.of(console.home(), ".kube", "kuberc"), false)
              : new KubercFile(Path.of(named), true));
    }

    private static boolean isGated(Console console) {
      return console.variable(GATE).equalsIgnoreCase("false");
    }

    /// Returns the first value of `--kuberc`, which counts before any other flag does; empty if
    /// there is none.
    private static String typed(List<String> args) {
      for (int i = 0; i < args.size() && !args.get(i).equals("--"); i++) {
        String arg = args.get(i);
        if (arg.equals(FLAG) && i + 1 < args.size()) {
          return args.get(i + 1);
        }
        if (arg.equals(FLAG) || arg.equals(FLAG + "=")) {
          throw new UsageException("--kuberc: kuberc file is not found; name one");
        }
        if (arg.startsWith(FLAG + "=")) {
          return arg.substring(FLAG.length() + 1);
        }
      }
      return "";
    }
  }

  /// The preferences in a file, as they are written.
  ///
  /// @param object the first document with preferences
  private record KubercDocument(Path path, KubeObject object, PreferenceFields fields) {
    private static final String NONE = "kuberc: no valid preferences found in %s%s";

    /// A file without preferences, which is an error only if the user named it.
    static final class Unusable extends UsageException {
      private static final long serialVersionUID = 1L;

      Unusable(String message) {
        super(message);
      }
    }

    /// Reads the first document with preferences of a known version; empty if the file has no
    /// documents.
    ///
    /// @throws Unusable if it has only other documents
    /// @throws UsageException if one of them has preferences of an unknown version: other defaults
    ///   and other limits for plugins must not take their place
    static Optional<KubercDocument> read(Path file) {
      ManifestSet set =
          ManifestReader.read(
              List.of(new Source(file.toString(), () -> Files.newInputStream(file))));
      String wrong = "";
      String newer = "";
      for (KubeObject object : set.objects()) {
        PreferenceFields fields = PreferenceFields.of(object.tree()).orElse(null);
        if (fields != null) {
          Mistyped mistyped = fields.mistyped(object.tree()).orElse(null);
          if (mistyped == null) {
            return Optional.of(new KubercDocument(file, object, fields));
          }
          int line = object.positions().apply(mistyped.field()).line();
          wrong = wrong.isEmpty() ? "line " + line + ": " + mistyped : wrong;
        } else if (newer.isEmpty()) {
          newer = PreferenceFields.unknownVersion(object.tree()).orElse("");
        }
      }
      if (set.objects().isEmpty() && !set.hasErrors()) {
        return Optional.empty();
      }
      if (!newer.isEmpty()) {
        throw new UsageException(
            NONE.formatted(file, ": " + newer)
                + "; update japply, or set KUBERC=off to ignore the file and its limits for"
                + " plugins");
      }
      String reason = wrong.isEmpty() ? failure(set) : wrong;
      throw new Unusable(NONE.formatted(file, reason.isEmpty() ? "" : ": " + reason));
    }

    private static String failure(ManifestSet set) {
      return set.problems().stream()
          .filter(problem -> problem.severity() == Severity.ERROR)
          .map(problem ->
              (problem.origin().line() > 0 ? "line " + problem.origin().line() + ": " : "")
                  + problem.what())
          .findFirst()
          .orElse("");
    }
  }
}
