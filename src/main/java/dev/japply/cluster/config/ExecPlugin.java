package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The credential plugin of a user's `exec` entry, as in "client-go credential plugins" in the
/// Kubernetes documentation. It runs for the first request, and again when its credentials have
/// expired or the server rejects them.
///
/// fabric8's own implementation handles neither expiry nor the terminal.
public final class ExecPlugin {
  private static final Set<String> VERSIONS =
      Set.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

  private final ClusterConfig config;
  private final MapValue exec;
  private final Environment environment;
  private final PluginPolicy policy;
  private final PluginCredentials credentials;

  ExecPlugin(ClusterConfig config, Environment environment, PluginPolicy policy) {
    this.config = config;
    this.exec = config.user().map("exec");
    this.environment = environment;
    this.policy = policy;
    PluginCredentials shared = environment.plugins();
    this.credentials = shared == null ? new PluginCredentials() : shared;
    if (!VERSIONS.contains(exec.text("apiVersion"))) {
      throw Kubeconfig.unusable(
          "exec plugin: invalid apiVersion \"" + exec.text("apiVersion") + "\"",
          "japply and kubectl support "
              + String.join(" and ", VERSIONS.stream().sorted().toList()));
    }
  }

  /// Returns the plugin's credentials; runs the plugin again if they have expired.
  ExecCredential get() {
    return credentials(null);
  }

  /// Returns the plugin's credentials in place of `refused`, which a server rejected.
  ExecCredential renew(ExecCredential refused) {
    return credentials(refused);
  }

  private ExecCredential credentials(@Nullable ExecCredential refused) {
    return credentials.get(call(), refused, this::query);
  }

  /// Returns all that the credentials depend on: the command with its arguments, the variables, and
  /// the description of the cluster.
  private List<String> call() {
    var call = new ArrayList<String>(List.of(exec.text("command")));
    call.add(GoJson.write(new ListValue(args())));
    exec.maps("env").forEach(own -> call.add(own.text("name") + "=" + own.text("value")));
    call.add(ExecInfo.text(config, /* interactive= */ false));
    return call;
  }

  private List<Value> args() {
    return exec.get("args") instanceof ListValue(List<Value> args) ? args : List.of();
  }

  private ExecCredential query() {
    String refusal = policy.refusal(exec.text("command"), environment).orElse("");
    if (!refusal.isEmpty()) {
      throw failed(refusal, "if it should run, allow it in your preferences (kuberc)", null);
    }
    boolean interactive = isInteractive();
    try {
      byte[] output = interactive ? credentials.alone(() -> run(true)) : run(false);
      return ExecCredential.read(output, exec.text("apiVersion"));
    } catch (IllegalArgumentException e) {
      throw failed(String.valueOf(e.getMessage()), "", e);
    }
  }

  private boolean isInteractive() {
    return switch (Kubeconfig.interactiveMode(exec)) {
      case "Never" -> false;
      case "IfAvailable" -> StdinTerminal.isStandardInput();
      default -> {
        if (!StdinTerminal.isStandardInput()) {
          throw failed(
              "exec plugin cannot support interactive mode: standard input is not a terminal",
              "run japply from a terminal",
              null);
        }
        yield true;
      }
    };
  }

  private byte[] run(boolean interactive) {
    Optional<Path> program = environment.program(exec.text("command"));
    if (program.isEmpty()) {
      throw failed("exec: executable " + exec.text("command") + " not found", installHint(), null);
    }
    if (!program.get().isAbsolute()) {
      throw failed(
          "exec: executable %s not found: cannot run executable found relative to current directory"
              .formatted(exec.text("command")),
          "leave only absolute directories in PATH, or name the plugin by its full path",
          null);
    }
    try {
      return readOutput(builder(program.get(), interactive).start());
    } catch (ByteLimit.Exceeded e) {
      throw failed("the output of " + exec.text("command") + " is " + e.getMessage(), "", e);
    } catch (IOException e) {
      throw failed("exec: " + e.getMessage(), "", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("exec: interrupted", "", e);
    }
  }

  private byte[] readOutput(Process process) throws IOException, InterruptedException {
    try {
      process.getOutputStream().close();
      byte[] output = environment.limit().read(process.getInputStream());
      int status = process.waitFor();
      if (status != 0) {
        throw failed(
            "exec: executable %s failed with exit code %d".formatted(exec.text("command"), status),
            "",
            null);
      }
      return output;
    } finally {
      process.destroy();
    }
  }

  /// Prepares the process. Its messages go to our standard error immediately, as they may prompt
  /// the user.
  private ProcessBuilder builder(Path program, boolean interactive) {
    var command = new ArrayList<String>(List.of(program.toString()));
    args().forEach(arg -> command.add(arg instanceof Value.StringValue(String s) ? s : ""));
    var builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    if (interactive) {
      builder.redirectInput(Redirect.INHERIT);
    }
    var variables = builder.environment();
    variables.clear();
    variables.putAll(environment.variables());
    exec.maps("env").forEach(own -> variables.put(own.text("name"), own.text("value")));
    variables.put("KUBERNETES_EXEC_INFO", ExecInfo.text(config, interactive));
    return builder;
  }

  private String installHint() {
    String hint = exec.text("installHint").strip().replaceAll("\\s+", " ");
    return hint.isEmpty()
        ? "install the credential plugin that the kubeconfig names"
        : hint.replaceAll("\\p{Cntrl}", "?");
  }

  private static ClusterException failed(String why, String hint, @Nullable Exception cause) {
    return new ClusterException(
        Kind.CONFIGURATION,
        "Unable to connect to the server: getting credentials: " + why,
        hint,
        cause);
  }

  /// Detects an interactive terminal.
  private static final class StdinTerminal {
    private StdinTerminal() {}

    /// Returns true if standard input is a terminal. Java reports this only for input and output
    /// together, so the command `test` is used; without it, as on Windows, the result is false.
    static boolean isStandardInput() {
      try {
        return new ProcessBuilder("sh", "-c", "test -t 0")
                .redirectInput(Redirect.INHERIT)
                .start()
                .waitFor()
            == 0;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
