package dev.japply.cli;

import dev.japply.live.Connection;
import dev.japply.live.Connection.Overrides;
import dev.japply.report.ProblemReporter.Requests;
import picocli.CommandLine.Option;

/// The flags that every command takes.
final class GlobalFlags {
  /// Where kubectl begins to show bodies.
  private static final int INDENTED_FROM = 8;

  @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The kubeconfig file to use.")
  String kubeconfig = "";

  @Option(names = "--context", paramLabel = "NAME", description = "The kubeconfig context to use.")
  String context = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description =
          "The namespace for objects that name none; objects that name another one are refused.")
  String namespace = "";

  @Option(
      names = {"-s", "--server"},
      paramLabel = "URL",
      description = "The address of the API server.")
  String server = "";

  @Option(names = "--token", paramLabel = "TOKEN", description = "The bearer token to send.")
  String token = "";

  @Option(names = "--as", paramLabel = "USER", description = "The user to act as.")
  String impersonate = "";

  @Option(
      names = "--insecure-skip-tls-verify",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Take any server certificate.")
  boolean insecure;

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
          "Show the requests that are sent, secret values masked; from 8 on with indented bodies.")
  int verbosity;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      arity = "1",
      fallbackValue = "true",
      hidden = true,
      description = "Show this text.")
  boolean help;

  Requests requests() {
    if (verbosity <= 0) {
      return Requests.HIDDEN;
    }
    return verbosity < INDENTED_FROM ? Requests.COMPACT : Requests.INDENTED;
  }

  Connection connection() {
    var timeout = GoValues.duration("request-timeout", requestTimeout);
    var overrides = new Overrides(server, token, impersonate, insecure, timeout);
    return new Connection(kubeconfig, context, namespace, overrides);
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
