package dev.japply.cli.run;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Prompt;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Prompts on the terminal before something is changed.
public record YesPrompt(CommandContext context, Cancellation cancellation) {
  /// Checks that a user can be prompted.
  ///
  /// @param none the error if there is no terminal
  public static void requireTerminal(Console console, Problem none) {
    if (!console.terminals().in() || !console.terminals().err()) {
      throw new JapplyException(none);
    }
  }

  /// Prints a question about a change of `objects`, and waits for the user's input.
  ///
  /// @param change the beginning of the question
  /// @param server the address of the cluster
  /// @throws JapplyException if the input is not a yes, unless the run was cancelled
  public void ask(
      String change, ConnectionOptions connection, String server, List<KubeObject> objects) {
    Console console = context.console();
    String name = context.connector().contextName(connection, console);
    var namespaces =
        objects.stream()
            .map(KubeObject::namespace)
            .filter(namespace -> !namespace.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
    String where = namespaces.isEmpty() ? "" : ", namespace " + String.join(", ", namespaces);
    console
        .err()
        .print(
            "%s %s%s%s? [y/N] "
                .formatted(change, name.isEmpty() ? "" : "context " + name + ", ", server, where));
    console.err().flush();
    boolean confirmed = Prompt.confirms(console, cancellation);
    if (!cancellation.requested() && !confirmed) {
      throw new JapplyException("not confirmed: nothing was changed", "");
    }
  }
}
