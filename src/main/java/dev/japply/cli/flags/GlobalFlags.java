package dev.japply.cli.flags;

import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import dev.japply.cluster.config.RequiredContext;
import dev.japply.input.Project;
import dev.japply.input.Project.Contexts;
import dev.japply.input.Project.Ignored;
import dev.japply.input.UrlTimeout;
import dev.japply.plan.Compatibility;
import dev.japply.report.ProblemReporter.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The flags that every command takes.
public final class GlobalFlags {
  private static final String KPT = "kpt";
  private static final int INDENTED_FROM = 4;

  /// Where requests begin to be logged as kubectl does.
  private static final int LOGGED_FROM = 6;

  String kubeconfig = "";

  /// Read with the preferences, before the flags are.
  String kuberc = "";

  String context = "";
  String requiredContext = "";

  /// Read before the flags are, because it says what their defaults are.
  String project = "";

  String namespace = "";
  ConnectionFlags connecting = new ConnectionFlags();
  ClientFlags client = new ClientFlags();
  String requestTimeout = "0";
  String compat = "";
  String colour = "auto";
  int verbosity;
  boolean help;

  private @Nullable Project inForce;

  /// How japply was called.
  private String program = "";

  private String command = "";

  private ParsedLine parsed = ParsedLine.NOTHING;

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    declareCluster(flags.ofAll().section("Cluster"));
    connecting.declare(flags.ofAll());
    client.declare(flags.ofAll());
    declareProgram(flags.ofAll().section("Behaviour and logging"));
  }

  private void declareCluster(Flags flags) {
    flags
        .add("--kubeconfig")
        .label("FILE")
        .help("The kubeconfig file to use.")
        .text(kubeconfig, value -> kubeconfig = value);
    flags
        .add("--kuberc")
        .label("FILE")
        .help("The preferences file; KUBERC=off for none.")
        .byDefault("~/.kube/kuberc")
        .text(kuberc, value -> kuberc = value);
    flags
        .add("--context")
        .label("NAME")
        .help("The kubeconfig context to use.")
        .text(context, value -> context = value);
    flags
        .add("--require-context")
        .label("NAME")
        .help("Refuse any other context than this one; * stands for any characters.")
        .text(requiredContext, value -> requiredContext = value);
    flags
        .add("--project")
        .label("FILE")
        .help("The project file, with default flags and the contexts that it is for; off for none.")
        .byDefault("japply.yaml here or above, up to the git root or home")
        .text(project, value -> project = value);
    flags
        .add("-n", "--namespace")
        .label("NAME")
        .help(
            "The namespace of objects that name none; an object that names another one is an"
                + " error.")
        .text(namespace, value -> namespace = value);
  }

  private void declareProgram(Flags flags) {
    flags
        .add("--request-timeout")
        .label("TIME")
        .help("The timeout of each request (1s, 2m, 3h). Default: no timeout.")
        .text(requestTimeout, value -> requestTimeout = value);
    flags
        .add("--compat")
        .label("kubectl|kustomize|kpt")
        .help(
            "Restore kubectl's behaviour where japply differs, or only that of kustomize builds, or"
                + " of kpt's updates of packages; also set by JAPPLY_COMPAT=kubectl.")
        .text(compat, value -> compat = value);
    flags
        .add("--color")
        .label("auto|always|never")
        .help(
            "Colour differences and errors: on terminals (also FORCE_COLOR, NO_COLOR), always, or"
                + " never.")
        .bare("always")
        .text(colour, value -> colour = value);
    flags
        .add("-v", "--v")
        .label("LEVEL")
        .help(
            "Log writes (1: one line each, 4: indented) or all requests (6, 7: with headers, 8:"
                + " with bodies, 9: as curl commands, 10: with whole bodies). Secret values are"
                + " masked.")
        .bare("1")
        .number(verbosity, value -> verbosity = value);
    flags.add("-h", "--help").help("Show this help.").hidden().bool(help, value -> help = value);
  }

  /// Takes down how japply was called.
  ///
  /// @param name the program's file
  /// @param path what is typed for the command
  public void called(String name, String path, ParsedLine arguments) {
    program = name;
    command = path;
    parsed = arguments;
  }

  /// Takes down the project that the command is for, if any, and says which it is if much is to be
  /// said.
  public void within(@Nullable Project found, Console console) {
    inForce = found;
    if (found != null && verbosity > 0) {
      console.log("Project file: " + found.file());
    }
  }

  /// Whether the help text is asked for.
  public boolean wantsHelp() {
    return help;
  }

  /// The flags about the program itself.
  public ClientFlags client() {
    return client;
  }

  /// Whether the user names a namespace.
  public boolean hasNamespace() {
    return !namespace.isEmpty();
  }

  /// What is typed for the command, to repeat it in messages.
  public String command() {
    return command;
  }

  /// Whether a flag stands in the command line, whatever its value.
  boolean given(String flag) {
    return parsed.gives(flag);
  }

  /// The command line for people who look at the objects.
  ChangeCause cause(Console console) {
    return ChangeCause.of(program, parsed.words(), parsed.written(), compatibility(console));
  }

  public Requests requests() {
    if (verbosity <= 0 || verbosity >= LOGGED_FROM) {
      return Requests.HIDDEN;
    }
    return verbosity < INDENTED_FROM ? Requests.COMPACT : Requests.INDENTED;
  }

  /// How long a manifest's URL may take.
  public UrlTimeout urlTimeout() {
    return given("--request-timeout") ? UrlTimeout.of(timeout()) : UrlTimeout.DEFAULT;
  }

  private Duration timeout() {
    return GoValues.duration("request-timeout", requestTimeout);
  }

  public ConnectionOptions connection() {
    return new ConnectionOptions(
        kubeconfig,
        context,
        namespace,
        requiredContexts(),
        connecting.overrides().withTimeout(timeout()).withLogLevel(verbosity),
        client.clientOptions());
  }

  /// The rules of the project for fields that stay as they are live.
  List<Ignored> ignored() {
    return inForce == null ? List.of() : inForce.ignored();
  }

  private List<RequiredContext> requiredContexts() {
    var required = new ArrayList<RequiredContext>();
    if (!requiredContext.isEmpty()) {
      required.add(RequiredContext.of(requiredContext));
    }
    Contexts contexts = inForce == null ? null : inForce.contexts();
    if (contexts != null) {
      required.add(new RequiredContext(contexts.names(), contexts.place().toString()));
    }
    return required;
  }

  /// The cluster for commands that merge by its documents; or, without `openApi`, by what is built
  /// in.
  public ConnectionOptions merging(Console console, boolean openApi) {
    boolean second = console.variable("KUBECTL_OPENAPIV3_PATCH").equalsIgnoreCase("false");
    OpenApiVersion published =
        openApi ? (second ? OpenApiVersion.VERSION_2 : OpenApiVersion.ANY) : OpenApiVersion.NONE;
    ConnectionOptions connection = connection();
    return connection.withClientOptions(connection.clientOptions().withOpenApi(published));
  }

  /// Whether there is to be colour.
  ///
  /// @throws UsageException when it is not said in one of the words for it
  public Colours.When colours() {
    return switch (colour) {
      case "auto" -> Colours.When.AUTO;
      case "always" -> Colours.When.ALWAYS;
      case "never" -> Colours.When.NEVER;
      default ->
          throw new UsageException(
              "invalid --color value \"" + colour + "\"; must be auto, always or never");
    };
  }

  /// In which ways to differ from kubectl, as told here or in the environment.
  public Compatibility compatibility(Console console) {
    return compatibility(compat, console);
  }

  /// The same where the flag has that value; empty if it is not given.
  public static Compatibility compatibility(String flag, Console console) {
    String value = compat(flag, console);
    return switch (value) {
      case "kubectl" -> Compatibility.kubectl();
      case "kustomize" -> Compatibility.kustomize();
      case "", "none", KPT -> Compatibility.japply();
      default ->
          throw new UsageException(
              "invalid --compat or JAPPLY_COMPAT value \""
                  + value
                  + "\"; must be kubectl, kustomize, kpt or none");
    };
  }

  /// Whether packages are to be updated as kpt does it.
  public boolean isLikeKpt(Console console) {
    compatibility(console);
    return compat(compat, console).equals(KPT);
  }

  private static String compat(String flag, Console console) {
    return flag.isEmpty() ? console.variable("JAPPLY_COMPAT") : flag;
  }
}
