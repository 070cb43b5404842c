package dev.japply.cli;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The file of the user's preferences (kuberc).
///
/// @param path the path, as the user wrote it
/// @param named whether the user named the file; only then must it exist
record KubercFile(Path path, boolean named) {
  private static final String FLAG = "--kuberc";
  private static final String VARIABLE = "KUBERC";
  private static final String GATE = "KUBECTL_KUBERC";

  /// Returns the file; empty if preferences are disabled.
  ///
  /// @param args the arguments of the program
  static Optional<KubercFile> find(List<String> args, Console console) {
    return isGated(console) ? Optional.empty() : of(typed(args), console);
  }

  private static Optional<KubercFile> of(String typed, Console console) {
    String variable = console.variable(VARIABLE);
    if (variable.equals("off")) {
      if (!typed.isEmpty()) {
        throw new UsageException(
            "disabling kuberc via KUBERC=off and passing kuberc flag are mutually exclusive");
      }
      return Optional.empty();
    }
    String named = typed.isEmpty() ? variable : typed;
    return Optional.of(
        named.isEmpty()
            ? new KubercFile(Path.of(console.home(), ".kube", "kuberc"), false)
            : new KubercFile(Path.of(named), true));
  }

  private static boolean isGated(Console console) {
    return console.variable(GATE).equalsIgnoreCase("false");
  }

  /// Returns the first value of `--kuberc`, which counts before any other flag does; empty if there
  /// is none.
  private static String typed(List<String> args) {
    for (int i = 0; i < args.size() && !args.get(i).equals("--"); i++) {
      String arg = args.get(i);
      if (arg.equals(FLAG) && i + 1 < args.size()) {
        return args.get(i + 1);
      }
      if (arg.equals(FLAG) || arg.equals(FLAG + "=")) {
        throw new UsageException("--kuberc: kuberc file is not found; name one");
      }
      if (arg.startsWith(FLAG + "=")) {
        return arg.substring(FLAG.length() + 1);
      }
    }
    return "";
  }
}
