package dev.japply.cli.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line that carries out a plan. It selects the same manifests and the same cluster.
final class ApplyCommandLine {
  /// The flags of `plan` that `apply --plan` needs, too.
  private static final Set<String> NEEDED =
      Set.of(
          "--filename",
          "--kustomize",
          "--recursive",
          "--selector",
          "--substitute",
          "--load-restrictor",
          "--allow-unmatched",
          "--offline",
          "--namespace",
          "--kubeconfig",
          "--context",
          "--cluster",
          "--user",
          "--server",
          "--project",
          "--compat");

  private static final Pattern SAFE = Pattern.compile("[\\w@%+=:,./-]+");

  private ApplyCommandLine() {}

  /// Returns the command line, whose words are quoted for a shell.
  ///
  /// @param command the program and its command as typed, such as `japply plan`
  /// @param flags the flags of `plan` as `--flag=value`
  static String of(String command, List<String> flags, Path plan) {
    String program = command.substring(0, command.lastIndexOf(' '));
    return Stream.of(
            Stream.of(program, "apply"),
            flags.stream().filter(ApplyCommandLine::isNeeded).map(ApplyCommandLine::quoted),
            Stream.of("--plan=" + quoted(plan.toString())))
        .flatMap(words -> words)
        .collect(Collectors.joining(" "));
  }

  private static boolean isNeeded(String flag) {
    return NEEDED.contains(flag.substring(0, flag.indexOf('=')));
  }

  private static String quoted(String word) {
    return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
