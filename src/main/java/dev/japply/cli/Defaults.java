package dev.japply.cli;

import dev.japply.cli.CommandChoice.Options;
import dev.japply.cli.CommandChoice.Preferred;
import dev.japply.cli.apply.PlanFlags;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.Flag.FlagType;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.GlobalFlags.Help;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.Project;
import dev.japply.input.Project.FlagDefault;
import dev.japply.input.Project.ProjectFinder;
import dev.japply.plan.Difference;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Default values of flags: from the project file, then from the user's preferences. They count
/// after the command line is parsed.
final class Defaults implements Function<Flag<?>, Flag.@Nullable Default> {
  /// The value that disables the project file.
  static final String OFF = "off";

  /// The flags with names that messages of kubectl contain as words.
  private static final Set<String> WORDS = Set.of("output", "prune");

  private final CommandChoice choice;
  private final FlagSet flags;
  private final Console console;
  private final Map<String, List<Kuberc.Default>> preferred;
  private Map<String, ProjectDefault> standard = Map.of();
  private @Nullable Project project;
  private boolean searched;

  /// @throws UsageException when the preferences have flags that the command does not take
  Defaults(CommandChoice choice, Console console) {
    this.choice = choice;
    this.flags = choice.flags();
    this.console = console;
    this.preferred = preferred(choice);
  }

  /// A default of the project file.
  ///
  /// @param texts its values as they would be typed
  record ProjectDefault(FlagDefault written, List<String> texts) {
    ProjectDefault {
      texts = List.copyOf(texts);
    }
  }

  private static Map<String, List<Kuberc.Default>> preferred(CommandChoice choice) {
    Preferred given = choice.preferred();
    if (given == null) {
      return Map.of();
    }
    var preferred = new LinkedHashMap<String, List<Kuberc.Default>>();
    for (Options options : given.flags()) {
      for (Kuberc.Default option : options.flags()) {
        String name = "--" + option.flag();
        if (name.equals(KustomizeFlags.COMMAND)) {
          throw given.kuberc().namesProgram();
        }
        problem(choice.flags(), option, options.where())
            .ifPresent(what -> {
              throw given.kuberc().unusable(what);
            });
        preferred.computeIfAbsent(name, none -> new ArrayList<>()).add(option);
      }
    }
    return preferred;
  }

  /// Returns the reason why preferences cannot have `option` for a command with these flags; empty
  /// if they can.
  ///
  /// @param where the entry of the preferences, as messages call it
  static Optional<String> problem(FlagSet flags, Kuberc.Default option, String where) {
    Flag<?> flag = flags.flag("--" + option.flag());
    if (flag == null) {
      return Optional.of("invalid flag %s for %s".formatted(option.flag(), where));
    }
    boolean valid = flag.type() != FlagType.BOOL || GoValues.isBool(option.value());
    return valid
        ? Optional.empty()
        : Optional.of(
            "could not apply override value %s to flag %s in %s"
                .formatted(option.value(), option.flag(), where));
  }

  /// The project that the command is for; null if there is none.
  @Nullable Project project() {
    return project;
  }

  /// Returns the position of the default that makes `apply` server-side; null if there is none.
  @Nullable Origin serverSideApply() {
    Optional<FlagDefault> own = serverSide(Defaults::isOfApply);
    if (own.isEmpty()) {
      own = serverSide(ProjectDefaults.ALL::equals);
    }
    if (own.isPresent()) {
      return own.get().value().equals(Value.TRUE) ? own.get().place() : null;
    }
    Preferred given = choice.preferred();
    return given == null
        ? null
        : given.kuberc().defaults().stream()
            .filter(entry -> isOfApply(entry.command()))
            .flatMap(entry -> entry.options().stream())
            .filter(option -> option.flag().equals(ServerSideFlags.SERVER_SIDE))
            .reduce((first, last) -> last)
            .filter(option -> GoValues.isBool(option.value()) && GoValues.bool(option.value()))
            .map(Kuberc.Default::origin)
            .orElse(null);
  }

  /// Returns the default of the project for server-side apply in a section; empty if it has none.
  private Optional<FlagDefault> serverSide(Predicate<String> section) {
    return project == null
        ? Optional.empty()
        : project.defaults().stream()
            .filter(each -> section.test(each.command()))
            .flatMap(each -> each.flags().stream())
            .filter(flag -> flag.flag().equals(ServerSideFlags.SERVER_SIDE))
            .findFirst();
  }

  private static boolean isOfApply(String command) {
    return Commands.names(command).equals(List.of("apply"));
  }

  /// Returns the default of a flag that is not typed; null if it has none.
  @Override
  public Flag.@Nullable Default apply(Flag<?> flag) {
    search();
    if (standard.isEmpty() && preferred.isEmpty()) {
      return null;
    }
    ProjectDefault own = standard.get(flag.name());
    if (own != null && !isVoid(own)) {
      return new Flag.Default(own.texts(), own.written().place(), own.written().flag());
    }
    List<Kuberc.Default> users = preferred.getOrDefault(flag.name(), List.of());
    return users.isEmpty() || isVoid(flag.name())
        ? null
        : new Flag.Default(
            users.stream().map(Kuberc.Default::value).toList(),
            users.getLast().origin(),
            flag.name());
  }

  /// Whether a default of the preferences does not count.
  private boolean isVoid(String flag) {
    return PlanFlags.voids(flag, isTyped("--plan"))
        || standard.values().stream()
            .anyMatch(other ->
                !isVoid(other) && ProjectFlags.replaces(other.written().flag(), plain(flag)));
  }

  /// Checks whether the command line overrides a default of the project, or the default is empty.
  private boolean isVoid(ProjectDefault own) {
    String flag = own.written().flag();
    if (own.texts().isEmpty() || (ProjectFlags.isInput(flag) && !flags.arguments().isEmpty())) {
      return true;
    }
    return PlanFlags.voids("--" + flag, isTyped("--plan"))
        || Stream.of("filename", "kustomize", flag)
            .anyMatch(typed -> isTyped("--" + typed) && ProjectFlags.replaces(typed, flag));
  }

  private static String plain(String flag) {
    return flag.substring("--".length());
  }

  private boolean isTyped(String name) {
    Flag<?> flag = flags.flag(name);
    return flag != null && flag.isTyped();
  }

  /// Returns the value of a flag, ignoring the project file; empty if there is none.
  private String value(String name) {
    Flag<?> flag = flags.flag(name);
    return flag != null && flag.isTyped()
        ? flag.text()
        : preferred.getOrDefault(name, List.of()).stream()
            .map(Kuberc.Default::value)
            .reduce("", (before, last) -> last);
  }

  /// Looks for the project file, and checks all that it has, for whatever command.
  private void search() {
    if (!searched) {
      searched = true;
      Optional<Project> found = find();
      found.ifPresent(each -> {
        project = each;
        standard = new ProjectDefaults(each).read(choice);
      });
    }
  }

  private Optional<Project> find() {
    String named = value("--project");
    boolean helps = choice.command().global().help() != Help.NONE;
    if (helps || !choice.command().readsProject() || named.equals(OFF)) {
      return Optional.empty();
    }
    boolean reads =
        GlobalFlags.compatibility(value("--compat"), console).allows(Difference.READS_PROJECT_FILE);
    if (!reads && !named.isEmpty()) {
      throw new UsageException(
          "--project cannot be used with --compat=kubectl, which reads no project file");
    }
    return reads ? find(named, console) : Optional.empty();
  }

  /// The same error, with the position of a default that it is about.
  UsageException locate(UsageException e) {
    if (e.isLocated()) {
      return e;
    }
    return flags.all().stream()
        .filter(flag -> flag.origin() != null && isAbout(e.getMessage(), plain(flag.name())))
        .findFirst()
        .map(flag -> e.reworded(this::asWritten).at(String.valueOf(flag.origin())))
        .orElse(e);
  }

  /// Returns `message` without the dashes of flags with defaults: they were not typed.
  private String asWritten(String message) {
    String written = message;
    for (Flag<?> flag : flags.all()) {
      written = flag.asWritten(written);
    }
    return written;
  }

  /// The same failure, with the position of a default input that it is about.
  JapplyException locate(JapplyException e) {
    List<Problem> located = e.problems().stream().map(this::located).toList();
    return located.equals(e.problems()) ? e : new JapplyException(located, e);
  }

  private Problem located(Problem problem) {
    return Stream.of("--filename", "--kustomize")
        .map(flags::flag)
        .filter(flag -> flag != null && flag.origin() != null && names(problem, flag.text()))
        .findFirst()
        .map(flag -> problem.at(Objects.requireNonNull(flag.origin())))
        .orElse(problem);
  }

  /// Whether a problem quotes one of the files in `text`.
  private static boolean names(Problem problem, String text) {
    return Stream.of(text.split(",", -1))
        .anyMatch(file ->
            problem.what().contains("\"" + file + "\"")
                || problem.what().contains("'" + file + "'"));
  }

  /// Messages have names of flags with dashes, or, as kubectl's, in words of their own.
  private static boolean isAbout(String message, String flag) {
    String dashes = flag.contains("-") || WORDS.contains(flag) ? "(?:--)?" : "--";
    return Pattern.compile("(?<![\\w-])" + dashes + flag + "(?![\\w-])").matcher(message).find();
  }

  /// The project; empty if there is none.
  ///
  /// @param named the name of its file; empty for the one that is here or above
  /// @throws dev.japply.problem.JapplyException when its file cannot be read
  private static Optional<Project> find(String named, Console console) {
    var finder =
        new ProjectFinder(
            Path.of("").toAbsolutePath(),
            console.home(),
            console.byteLimit(),
            warning -> console.warn(WarningId.PROJECT_FILE, warning));
    return named.isEmpty() ? finder.find() : Optional.of(finder.named(named));
  }
}
