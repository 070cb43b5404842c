package dev.japply.cli;

import dev.japply.cli.GoFlags.Parsed;
import dev.japply.live.Connection;
import dev.japply.live.Connection.Published;
import dev.japply.report.ProblemReporter.Requests;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The flags that every command takes.
final class GlobalFlags {
  private static final int INDENTED_FROM = 4;

  /// Where requests begin to be logged as kubectl does.
  private static final int LOGGED_FROM = 6;

  @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The kubeconfig file to use.")
  String kubeconfig = "";

  /// Read by [Kuberc], before the flags are.
  @Option(
      names = "--kuberc",
      paramLabel = "FILE",
      description = "The preferences to use in place of ~/.kube/kuberc; KUBERC=off for none.")
  String kuberc = "";

  @Option(names = "--context", paramLabel = "NAME", description = "The kubeconfig context to use.")
  String context = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description =
          "The namespace for objects that name none; objects that name another one are refused.")
  String namespace = "";

  @Mixin ConnectionFlags connecting = new ConnectionFlags();

  @Mixin ClientFlags client = new ClientFlags();

  @Option(
      names = "--request-timeout",
      paramLabel = "TIME",
      description = "How long one request may take (1s, 2m, 3h); 0 for as long as it takes.")
  String requestTimeout = "0";

  @Option(
      names = "--compat",
      paramLabel = "kubectl",
      description = "Do as kubectl does where japply knows better; also by JAPPLY_COMPAT=kubectl.")
  String compat = "";

  @Option(
      names = {"-v", "--v"},
      arity = "1",
      fallbackValue = "1",
      paramLabel = "LEVEL",
      description =
          "Show what is written, secret values masked: 1 on one line each, 4 indented; from 6 on"
              + " all requests, 7 with headers, 8 with bodies, 9 for curl, 10 with whole bodies.")
  int verbosity;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      arity = "1",
      fallbackValue = "true",
      hidden = true,
      description = "Show this text.")
  boolean help;

  /// How japply was called.
  private String program = "";

  private Parsed parsed = Parsed.NOTHING;

  /// Takes down how japply was called.
  void called(String name, Parsed arguments) {
    program = name;
    parsed = arguments;
  }

  /// Whether a flag stands in the command line, whatever its value.
  boolean given(String flag) {
    return parsed.written().stream().anyMatch(word -> word.startsWith(flag + "="));
  }

  /// The command line for people who look at the objects.
  ChangeCause cause(Console console) {
    return ChangeCause.of(program, parsed, likeKubectl(console));
  }

  Requests requests() {
    if (verbosity <= 0 || verbosity >= LOGGED_FROM) {
      return Requests.HIDDEN;
    }
    return verbosity < INDENTED_FROM ? Requests.COMPACT : Requests.INDENTED;
  }

  Connection connection() {
    var timeout = GoValues.duration("request-timeout", requestTimeout);
    return new Connection(
        kubeconfig,
        context,
        namespace,
        connecting.overrides().withTimeout(timeout).withLogLevel(verbosity),
        client.terms());
  }

  /// The cluster for commands that merge by its documents; or, without `openApi`, by what is built
  /// in.
  Connection merging(Console console, boolean openApi) {
    boolean second = console.variable("KUBECTL_OPENAPIV3_PATCH").equalsIgnoreCase("false");
    Published published =
        openApi ? (second ? Published.VERSION_2 : Published.ANY) : Published.NONE;
    Connection connection = connection();
    return connection.on(connection.terms().withPublished(published));
  }

  /// Whether kubectl's ways are asked for, here or in the environment.
  boolean likeKubectl(Console console) {
    String value = compat.isEmpty() ? console.variable("JAPPLY_COMPAT") : compat;
    return switch (value) {
      case "kubectl" -> true;
      case "", "none" -> false;
      default ->
          throw new UsageException(
              "invalid --compat or JAPPLY_COMPAT value \"" + value + "\"; must be kubectl or none");
    };
  }
}
