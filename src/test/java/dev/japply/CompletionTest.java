package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the distribution's completion makes of a line, in the shells that this machine has.
@UsesDistribution
class CompletionTest {
  /// Completes the last word, as bash's readline calls the function.
  private static final String BASH =
      """
      source "$1"
      read -ra COMP_WORDS <<<"$2"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _japply japply "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMP_WORDS[@]:1:COMP_CWORD-1}" "${COMPREPLY[@]}"
      """;

  /// Types the line and a tab into a zsh on a terminal of its own, where japply says what it got.
  private static final String ZSH =
      """
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "fpath=(${(q)1:h} \\$fpath); autoload -U compinit; compinit -u -D"
      zpty -w z 'japply() { print -r -- "GOT""<$*>" }'
      zpty -w -n z $2$'\\t\\n'
      zpty -r -m z answer $'*GOT<*>*'
      print -r -- "${${answer##*GOT<}%%>*}"
      zpty -d z
      """;

  private static final String FISH =
      """
      source $argv[1]
      set words (string split ' ' -- $argv[2])
      echo $words[2..-2] (complete -C $argv[2] | string split -f 1 \\t)
      """;

  @TempDir private static Path directory;
  private static Distribution distribution;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    distribution = Distribution.unpack(directory);
  }

  private static String complete(
      String shell, List<String> options, String script, String file, String line)
      throws IOException, InterruptedException {
    String program =
        Stream.of("/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/")
            .map(place -> place + shell)
            .filter(place -> Files.isExecutable(Path.of(place)))
            .findFirst()
            .orElse("");
    assumeTrue(!program.isEmpty(), "there is no " + shell + " to try its completion");
    var args = new ArrayList<>(options);
    args.add(Files.writeString(directory.resolve("script." + shell), script).toString());
    args.addAll(List.of(distribution.file("share/" + file).toString(), line));
    var environment = Map.of("PATH", "/bin:/usr/bin", "HOME", directory.toString(), "TERM", "dumb");
    Said said = Program.process(program, environment, "", args);
    return said.out().strip();
  }

  @ParameterizedTest
  @CsvSource({
    "japply ver, version",
    "japply apply set, apply set-last-applied",
    "japply merge --ope, merge --openapi",
    "japply diff --force-c, diff --force-conflicts",
  })
  void ofBash(String line, String completed) throws Exception {
    String file = "bash-completion/completions/japply";
    assertThat(complete("bash", List.of("--norc"), BASH, file, line)).isEqualTo(completed);
  }

  @ParameterizedTest
  @CsvSource({
    "japply ver, version",
    "japply apply set, apply set-last-applied",
    "japply apply --dry-run=ser, apply --dry-run=server",
    "japply diff --force-c, diff --force-conflicts",
  })
  void ofZsh(String line, String completed) throws Exception {
    String file = "zsh/site-functions/_japply";
    assertThat(complete("zsh", List.of("-f"), ZSH, file, line)).isEqualTo(completed);
  }

  @ParameterizedTest
  @CsvSource({
    "japply ver, version",
    "japply apply set, apply set-last-applied",
    "japply apply --dry-run=ser, apply --dry-run=server",
    "japply merge --las, merge --last-applied",
  })
  void ofFish(String line, String completed) throws Exception {
    String file = "fish/vendor_completions.d/japply.fish";
    assertThat(complete("fish", List.of("-N"), FISH, file, line)).isEqualTo(completed);
  }
}
