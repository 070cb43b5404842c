package dev.japply.cli.flags;

import java.util.ArrayList;
import java.util.List;

/// The flags of `kubectl kustomize` for Helm, plugins and containerized functions, which japply
/// does not support.
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

  private final List<Flag<?>> all = new ArrayList<>();

  public FunctionFlags(Flags flags) {
    for (String name : SWITCHES) {
      all.add(flags.add(name).help("Not supported.").hidden().bool(false));
    }
    for (String name : VALUES) {
      all.add(flags.add(name).label("VALUE").help("Not supported.").hidden().text(""));
    }
    all.add(flags.add("-e", "--env").label("NAME").help("Not supported.").hidden().text(""));
  }

  /// Rejects all of these flags.
  public void requireNone() {
    for (Flag<?> flag : all) {
      if (flag.isGiven()) {
        throw new UsageException(
            "%s is not supported: neither Helm nor functions are run; hand the build over, as with"
                    .formatted(flag.name())
                + " --kustomize-command=\"kustomize build %s\"".formatted(flag.name()));
      }
    }
  }
}
