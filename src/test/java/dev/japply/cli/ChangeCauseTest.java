package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.Console;
import dev.japply.plan.Compatibility;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `--record` writes down; that it is what kubectl writes is in the table `flags`.
class ChangeCauseTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "japply | apply -f a.yaml --record | japply apply --filename=a.yaml --record=true",
        "kubectl-japply | apply --record=1 -Rn x |"
            + " kubectl-japply apply --record=1 --recursive=true --namespace=x",
        "japply | -v6 apply edit-last-applied --record cm/a -- b |"
            + " japply apply edit-last-applied cm/a b --v=6 --record=true",
        "japply | apply --token t --password=p --username=u --record |"
            + " japply apply --token=CLASSIFIED --password=CLASSIFIED --username=u --record=true",
        "japply | apply -s https://me:pw@host -f https://me:pw@other/a.yaml --record | japply apply"
            + " --server=https://me:***@host --filename=https://me:***@other/a.yaml --record=true",
        "japply | apply --compat=kubectl --record | kubectl apply --record=true",
      })
  void commandLine(String program, String args, String text) {
    var words = List.of(args.split(" ", -1));
    var off = Map.of("KUBERC", "off");
    var console =
        Console.of(
            off,
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    CommandChoice choice = CommandChoice.of("japply", words, console);
    choice.flags().parse(choice.arguments(), option -> null);
    var named =
        Stream.concat(choice.names().stream(), choice.flags().arguments().stream()).toList();
    var compatibility =
        args.contains("--compat") ? Compatibility.kubectl() : Compatibility.japply();
    assertThat(ChangeCause.of(program, named, choice.flags().written(), compatibility))
        .isEqualTo(new ChangeCause(text));
  }
}
