package dev.japply.cli.plan;

import dev.japply.plan.file.PlanFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line that carries out a plan. It selects the same manifests and the same cluster.
final class ApplyCommandLine {
  /// The flags of `plan` that select the manifests, and that `apply --plan` needs, too.
  private static final Set<String> OF_MANIFESTS =
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
          "--context",
          "--compat");

  /// Flags of `plan` that `apply --plan` needs, too, and that a plan file does not contain: it may
  /// come from others, and they decide which programs and servers a run calls.
  private static final Set<String> OF_CONNECTION =
      Set.of("--kubeconfig", "--cluster", "--user", "--server", "--project");

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
            flags.stream()
                .filter(flag -> isOf(OF_MANIFESTS, flag) || isOf(OF_CONNECTION, flag))
                .map(ApplyCommandLine::quoted),
            Stream.of("--plan=" + quoted(plan.toString())))
        .flatMap(words -> words)
        .collect(Collectors.joining(" "));
  }

  /// Returns the flags for a plan file.
  static List<String> stored(List<String> flags) {
    return flags.stream().filter(flag -> isOf(OF_MANIFESTS, flag)).toList();
  }

  /// Returns the command line that carries out a stored plan. Other flags than those that select
  /// manifests are left out: the file may come from others.
  ///
  /// @param command the program and its command as typed, such as `japply show`
  static String ofStored(String command, PlanFile plan, Path file) {
    return of(command, stored(plan.made().flags()), file);
  }

  private static boolean isOf(Set<String> names, String flag) {
    int end = flag.indexOf('=');
    return end > 0 && names.contains(flag.substring(0, end));
  }

  private static String quoted(String word) {
    return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
