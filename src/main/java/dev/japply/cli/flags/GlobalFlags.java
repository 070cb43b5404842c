package dev.japply.cli.flags;

import dev.japply.cli.flags.Console.Colours;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.ClientOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import dev.japply.cluster.config.PluginPolicy;
import dev.japply.cluster.config.RequiredContext;
import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.input.Project;
import dev.japply.input.Project.Contexts;
import dev.japply.input.Project.Forbidden;
import dev.japply.input.Project.Ignored;
import dev.japply.input.Project.Moved;
import dev.japply.input.Project.Recreated;
import dev.japply.plan.Compatibility;
import dev.japply.problem.Origin;
import dev.japply.problem.WarningId;
import dev.japply.report.ProblemReporter.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The global flags.
public final class GlobalFlags {
  private static final int INDENTED_FROM = 4;

  /// The lowest log level with requests in kubectl's format.
  private static final int LOGGED_FROM = 6;

  private final FlagSet set;
  private final Flag<String> kubeconfig;
  private final Flag<String> context;
  private final Flag<String> requiredContext;
  private final Flag<String> namespace;
  private final ConnectionFlags connecting;
  private final ClientFlags client;
  private final Flag<Duration> requestTimeout;
  private final Flag<String> compat;
  private final Flag<Colours.When> colour;
  private final Flag<Integer> verbosity;
  private final Flag<List<String>> noWarn;
  private final Flag<Help> help;

  private @Nullable Project inForce;
  private @Nullable Origin serverSideApply;
  private PluginPolicy plugins = PluginPolicy.ALLOW_ALL;

  /// The name of the executable on the command line.
  private String program = "";

  private List<String> names = List.of();
  private Map<String, String> substitutes = Map.of();

  GlobalFlags(Flags all) {
    set = all.set();
    Flags cluster = all.section("Cluster");
    kubeconfig =
        cluster.add("--kubeconfig").label("FILE").help("The kubeconfig file to use.").text("");
    // The preferences are read before the flags are.
    cluster
        .add("--kuberc")
        .label("FILE")
        .help("The preferences file; KUBERC=off for none.")
        .byDefault("~/.kube/kuberc")
        .text("");
    context =
        cluster
            .add("--context")
            .common()
            .label("NAME")
            .help("The kubeconfig context to use.")
            .text("");
    requiredContext =
        cluster
            .add("--require-context")
            .label("NAME")
            .help("Allow only this context; * is a wildcard.")
            .text("");
    // The project file is read before its defaults are.
    cluster
        .add("--project")
        .label("FILE")
        .help("The project file, with allowed contexts and default flags; off for none.")
        .byDefault("japply.yaml in this directory or above, up to the git root or home")
        .text("");
    namespace =
        cluster
            .add("-n", "--namespace")
            .common()
            .label("NAME")
            .help("The namespace of objects that have none; an object of another one is an error.")
            .text("");
    connecting = new ConnectionFlags(all);
    client = new ClientFlags(all);
    Flags behaviour = all.section("Behaviour and logging");
    requestTimeout =
        behaviour
            .add("--request-timeout")
            .label("TIME")
            .help("The timeout of each request (1s, 2m, 3h). Default: no timeout.")
            .value("0", text -> GoValues.duration("request-timeout", text));
    compat =
        behaviour
            .add("--compat")
            .label("kubectl|kustomize")
            .help(
                "Restore kubectl's behaviour where japply differs, or only in kustomize"
                    + " builds; also set by JAPPLY_COMPAT=kubectl.")
            .text("");
    colour =
        behaviour
            .add("--color")
            .label("auto|always|never")
            .help(
                "Colour differences and errors: on terminals (see FORCE_COLOR, NO_COLOR),"
                    + " always, or never.")
            .bare("always")
            .value("auto", GlobalFlags::colours);
    verbosity =
        behaviour
            .add("-v", "--v")
            .label("LEVEL")
            .help(
                "Log writes (1: one line each, 4: indented) or all requests (6, 7: with headers,"
                    + " 8: with bodies, 9: as curl commands, 10: with complete bodies). Secret"
                    + " values are masked.")
            .bare("1")
            .number(0);
    noWarn =
        behaviour
            .add(Warnings.FLAG)
            .label("ID,...")
            .help("Do not print these warnings, and ignore them. The ids are in docs/warnings.md.")
            .lists();
    help =
        behaviour
            .add("-h", "--help")
            .help("Show this help.")
            .hidden()
            .bool(Help.NONE, GlobalFlags::help);
  }

  /// Stores the called program and command.
  ///
  /// @param name the program's file
  /// @param path the name of the command with its parent commands
  public void setCommand(String name, List<String> path) {
    program = name;
    names = List.copyOf(path);
  }

  /// Stores the project of the command; null if there is none.
  public void setProject(@Nullable Project found) {
    inForce = found;
  }

  /// Logs, at `-v`, the file of the project.
  public void logProject(Console console) {
    if (inForce != null && verbosity.get() > 0) {
      console.log("Project file: " + inForce.file());
    }
  }

  /// Stores the position of the default that makes `apply` server-side; null if there is none.
  public void setServerSideApply(@Nullable Origin place) {
    serverSideApply = place;
  }

  /// Returns the position of the default that makes `apply` server-side; null if there is none.
  @Nullable Origin serverSideApply() {
    return serverSideApply;
  }

  /// Stores the values of variables that a target of the project has.
  public void setSubstitutes(Map<String, String> values) {
    substitutes = Map.copyOf(values);
  }

  /// Returns the value of a variable in manifests, from the target or else from the environment;
  /// empty if there is none.
  Optional<String> substitute(String name, Console console) {
    return Optional.ofNullable(substitutes.get(name))
        .or(() -> Optional.ofNullable(console.environment().get(name)));
  }

  /// Logs, at `-v`, the command line with the defaults and the alias of the user's preferences.
  public void logExpanded(Console console) {
    if (verbosity.get() > 0) {
      console.log("original command: \"" + cause(console).text() + "\"");
    }
  }

  /// Returns the warnings that the user and the project file silence.
  ///
  /// @throws UsageException if the flag names no warning
  public Set<WarningId> silenced() {
    Set<WarningId> silenced = noWarn.get().isEmpty() ? Set.of() : Warnings.parse(noWarn.get());
    List<WarningId> ofProject = inForce == null ? List.of() : inForce.silenced();
    return Stream.concat(silenced.stream(), ofProject.stream()).collect(Collectors.toSet());
  }

  /// Stores the rule of the user's preferences for credential plugins.
  public void setPlugins(PluginPolicy policy) {
    plugins = policy;
  }

  /// The help that the user requested.
  public enum Help {
    NONE,
    /// Without rare flags.
    SHORT,
    /// With all flags of the command.
    COMPLETE
  }

  public Help help() {
    return help.get();
  }

  private static Help help(String text) {
    if (text.equals("all")) {
      return Help.COMPLETE;
    }
    return GoValues.bool(text) ? Help.SHORT : Help.NONE;
  }

  public ClientFlags client() {
    return client;
  }

  /// Whether the user set a namespace.
  public boolean hasNamespace() {
    return !namespace.get().isEmpty();
  }

  /// Returns the program and the command as typed, for messages.
  public String command() {
    return set.path();
  }

  /// Returns the command line as a change cause.
  ChangeCause cause(Console console) {
    List<String> words = Stream.concat(names.stream(), set.arguments().stream()).toList();
    return ChangeCause.of(program, words, set.written(), compatibility(console));
  }

  public Requests requests() {
    int level = verbosity.get();
    if (level <= 0 || level >= LOGGED_FROM) {
      return Requests.HIDDEN;
    }
    return level < INDENTED_FROM ? Requests.COMPACT : Requests.INDENTED;
  }

  UrlTimeout urlTimeout() {
    return requestTimeout.isGiven() ? UrlTimeout.of(requestTimeout.get()) : UrlTimeout.DEFAULT;
  }

  public ConnectionOptions connection() {
    return new ConnectionOptions(
        kubeconfig.get(),
        context.get(),
        namespace.get(),
        requiredContexts(),
        connecting.overrides().withTimeout(requestTimeout.get()).withLogLevel(verbosity.get()),
        client.clientOptions(),
        plugins);
  }

  /// Returns the project's ignore rules.
  List<Ignored> ignored() {
    return inForce == null ? List.of() : inForce.ignored();
  }

  /// Returns the project's rules for recreation.
  List<Recreated> recreated() {
    return inForce == null ? List.of() : inForce.recreated();
  }

  /// Returns the project's rules for objects that must not be deleted.
  List<Forbidden> forbidden() {
    return inForce == null ? List.of() : inForce.forbidden();
  }

  /// Returns the project; null if there is none.
  public @Nullable Project project() {
    return inForce;
  }

  /// Returns the project's moves of objects.
  List<Moved> moved() {
    return inForce == null ? List.of() : inForce.moved();
  }

  private List<RequiredContext> requiredContexts() {
    var required = new ArrayList<RequiredContext>();
    if (!requiredContext.get().isEmpty()) {
      required.add(RequiredContext.of(requiredContext.get()));
    }
    Contexts contexts = inForce == null ? null : inForce.contexts();
    if (contexts != null) {
      required.add(new RequiredContext(contexts.names(), contexts.place().toString()));
    }
    return required;
  }

  /// Returns the connection for commands that merge, with the cluster's OpenAPI documents or the
  /// built-in schemas.
  public ConnectionOptions merging(boolean openApi) {
    OpenApiVersion published = openApi ? OpenApiVersion.ANY : OpenApiVersion.NONE;
    ConnectionOptions connection = connection();
    return connection.withClientOptions(connection.clientOptions().withOpenApi(published));
  }

  /// Returns the setting for colors.
  ///
  /// @throws UsageException if the value is invalid
  public Colours.When colours() {
    return colour.get();
  }

  private static Colours.When colours(String text) {
    return switch (text) {
      case "auto" -> Colours.When.AUTO;
      case "always" -> Colours.When.ALWAYS;
      case "never" -> Colours.When.NEVER;
      default ->
          throw new UsageException(
              "invalid --color value \"" + text + "\"; must be auto, always or never");
    };
  }

  /// Returns the differences from kubectl, from the flag or the environment.
  public Compatibility compatibility(Console console) {
    return compatibility(compat.get(), console);
  }

  /// Returns the differences for `flag`, the value of the flag; empty if the flag is not set.
  public static Compatibility compatibility(String flag, Console console) {
    String value = flag.isEmpty() ? console.variable("JAPPLY_COMPAT") : flag;
    return switch (value) {
      case "kubectl" -> Compatibility.kubectl();
      case "kustomize" -> Compatibility.kustomize();
      case "", "none" -> Compatibility.japply();
      default ->
          throw new UsageException(
              "invalid --compat or JAPPLY_COMPAT value \""
                  + value
                  + "\"; must be kubectl, kustomize or none");
    };
  }

  /// kubectl's flags for the program itself. Flags that depend on kubectl's implementation are
  /// rejected, and hidden in help.
  public static final class ClientFlags {
    private static final Set<String> PROFILES =
        Set.of("cpu", "heap", "goroutine", "threadcreate", "block", "mutex", "allocs", "trace");

    private final Flag<String> cache;
    private final Flag<Boolean> matchVersion;
    private final Flag<Boolean> warningsAsErrors;
    private final Flag<String> profile;
    private final Flag<String> profileOutput;

    /// The log flush interval. Log lines are written immediately, which satisfies any value.
    private final Flag<String> flushFrequency;

    private final Flag<String> modules;
    private final Flag<String> version;

    ClientFlags(Flags all) {
      Flags flags = all.section("Behaviour and logging");
      cache =
          flags
              .add("--cache-dir")
              .label("DIR")
              .help("DIR/japply is the cache for API discovery and schemas.")
              .byDefault("~/.cache")
              .text("");
      matchVersion =
          flags
              .add("--match-server-version")
              .help("Fail unless the server has the version of the kubectl that japply follows.")
              .bool(false);
      warningsAsErrors =
          flags
              .add("--warnings-as-errors")
              .help("Exit with status 1 if the server sent a warning.")
              .bool(false);
      profile = flags.add("--profile").label("NAME").hidden().text("none");
      profileOutput = flags.add("--profile-output").label("FILE").hidden().text("");
      flushFrequency = flags.add("--log-flush-frequency").label("TIME").hidden().text("5s");
      modules = flags.add("--vmodule").label("PATTERN=N,...").hidden().text("");
      version = flags.add("--version").hidden().bare("true").text("false");
    }

    /// Rejects flags that japply does not support.
    public void check() {
      if (flushFrequency.isGiven() && !GoValues.isTime(flushFrequency.get())) {
        throw new UsageException(
            "invalid argument \"%s\" for \"--log-flush-frequency\" flag: parse error"
                .formatted(flushFrequency.get()));
      }
      if (!modules.get().isEmpty()) {
        throw new UsageException(
            ("invalid argument \"%s\" for \"--vmodule\" flag: it names source files of kubectl,"
                    + " which japply does not have; use -v")
                .formatted(modules.get()));
      }
      String profiled = profile.get();
      if (!profiled.equals("none") && !PROFILES.contains(profiled)) {
        throw new UsageException("unknown profile '" + profiled + "'");
      }
      if (!profiled.equals("none") || !profileOutput.get().isEmpty()) {
        throw new UsageException(
            "--profile and --profile-output are not supported, because they profile Go programs;"
                + " leave them out");
      }
      if (!version.get().equals("raw") && !GoValues.isBool(version.get())) {
        throw new UsageException(
            "invalid argument \"%s\" for \"--version\" flag: japply has a version of its own"
                .formatted(version.get()));
      }
    }

    /// Whether a warning from the server fails the run.
    public boolean treatsWarningsAsErrors() {
      return warningsAsErrors.get();
    }

    /// Whether the command only prints the version.
    public boolean versionOnly() {
      return version.get().equals("raw") || GoValues.bool(version.get());
    }

    /// Returns the connection options from these flags.
    ClientOptions clientOptions() {
      return new ClientOptions(cache.get(), matchVersion.get(), OpenApiVersion.ANY);
    }
  }
}
