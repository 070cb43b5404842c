package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When there is colour on streams that are no terminals.
class ColourTest {
  private static final String C =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}
      """;

  private final Ran.Setting setting = new Ran.Setting(new FakeCluster());

  @ParameterizedTest
  @CsvSource({
    "'',auto,false",
    "'',always,true",
    "'',never,false",
    "FORCE_COLOR=1,auto,true",
    "FORCE_COLOR=0,auto,false",
    "CLICOLOR_FORCE=1,auto,true",
    "FORCE_COLOR=1,never,false",
    "FORCE_COLOR=1 NO_COLOR=1,auto,false",
    "FORCE_COLOR=1 NO_COLOR=,auto,true",
    "NO_COLOR=1,always,true",
  })
  void isChosenByTheFlagAndThenTheEnvironment(String variables, String flag, boolean colour) {
    Map<String, String> environment =
        Arrays.stream(variables.split(" ", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.split("=", 2))
            .collect(Collectors.toMap(word -> word[0], word -> word[1]));
    Ran diff = setting.with(environment).reading(C).run("diff", "-f", "-", "--color=" + flag);
    assertThat(diff.out().contains("\u001b[32m+apiVersion")).as("%s", diff).isEqualTo(colour);
    Ran apply = setting.with(environment).reading("{}").run("apply", "-f", "-", "--color=" + flag);
    assertThat(apply.err().startsWith("\u001b[31merror: ")).as("%s", apply).isEqualTo(colour);
    Ran whole =
        setting
            .with(environment)
            .reading(C)
            .run("apply", "set-last-applied", "-f", "-", "--color=" + flag);
    assertThat(whole.err().startsWith("\u001b[31merror: ")).as("%s", whole).isEqualTo(colour);
  }

  @Test
  void takesNothingElse() {
    assertThat(setting.reading(C).run("diff", "-f", "-", "--color").out()).startsWith("\u001b[1m");
    assertThat(setting.run("diff", "-f", "-", "--color=red"))
        .extracting(Ran::status, Ran::err)
        .containsExactly(
            2, "error: invalid --color value \"red\"; must be auto, always or never\n");
  }
}
