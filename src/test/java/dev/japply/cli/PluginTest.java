package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// japply calls itself what the user calls it.
class PluginTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "japply | apply -h | Usage: japply apply (",
        "kubectl-japply | apply -h | Usage: kubectl japply apply (",
        "kubectl-japply | apply -h | '  kubectl japply apply -f deployment.yaml'",
        "kubectl-japply | edit-last-applied -h | Usage: kubectl japply edit-last-applied (",
        "kubectl-japply | apply x | See 'kubectl japply apply -h' for help and examples",
        "kubectl-japply | apply --nonsense | See 'kubectl japply apply --help' for usage.",
        "kubectl-japply | aply | unknown command \"aply\" for \"kubectl japply\"",
      })
  void names(String program, String args, String text) {
    Program.Said said = Program.run(program, Map.of(), "", List.of(args.split(" ", -1)));
    assertThat(said.out() + said.err()).contains(text);
  }
}
