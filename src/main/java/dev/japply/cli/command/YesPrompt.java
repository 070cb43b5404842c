package dev.japply.cli.command;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Prompt;
import dev.japply.io.Cancellation;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;

/// Prompts on the terminal before something is changed.
record YesPrompt(Console console, Cancellation cancellation) {
  /// Prints `question`, and waits for the user's input.
  ///
  /// @throws JapplyException if the input is not a yes, unless the run was cancelled
  void ask(String question) {
    console.err().print(question);
    console.err().flush();
    boolean confirmed = Prompt.confirms(console, cancellation);
    if (!cancellation.requested() && !confirmed) {
      throw new JapplyException(
          Problem.error(Origin.NONE, "not confirmed: nothing was changed", ""));
    }
  }
}
