package dev.japply.cli.flags;

import java.util.ArrayList;
import java.util.List;

/// The flags of `kubectl kustomize` for Helm, plugins and functions in containers, which japply
/// does not run.
public final class FunctionFlags {
  private static final List<String> SWITCHES =
      List.of(
          "--as-current-user",
          "--enable-alpha-plugins",
          "--enable-helm",
          "--helm-debug",
          "--network");
  private static final List<String> VALUES =
      List.of(
          "--helm-api-versions",
          "--helm-command",
          "--helm-kube-version",
          "--mount",
          "--network-name");

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    for (String name : SWITCHES) {
      flags.add(name).help("Not supported.").hidden().bool(false, value -> {});
    }
    for (String name : VALUES) {
      flags.add(name).label("VALUE").help("Not supported.").hidden().text("", value -> {});
    }
    flags.add("-e", "--env").label("NAME").help("Not supported.").hidden().text("", value -> {});
  }

  /// Sees that none was given.
  public void requireNone(GlobalFlags global) {
    var all = new ArrayList<>(SWITCHES);
    all.addAll(VALUES);
    all.add("--env");
    for (String flag : all) {
      if (global.given(flag)) {
        throw new UsageException(
            "%s is not supported: neither Helm nor functions are run; hand the build over, as with"
                    .formatted(flag)
                + " --kustomize-command=\"kustomize build %s\"".formatted(flag));
      }
    }
  }
}
