package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What the distribution's completion makes of a line, in the shells that this machine has.
@UsesDistribution
class CompletionTest {
  enum Shell {
    /// Completes the last word, as bash's readline calls the function.
    BASH(
        "bash-completion/completions/japply",
        "--norc",
        """
        source "$1"
        read -ra COMP_WORDS <<<"$2"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _japply japply "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMP_WORDS[@]:1:COMP_CWORD-1}" "${COMPREPLY[@]}"
        """),
    /// Types the line and a tab into a zsh on a terminal of its own, where japply says what it got.
    ZSH(
        "zsh/site-functions/_japply",
        "-f",
        """
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "fpath=(${(q)1:h} \\$fpath); autoload -U compinit; compinit -u -D"
        zpty -w z 'japply() { print -r -- "GOT""<$*>" }'
        zpty -w -n z $2$'\\t\\n'
        zpty -r -m z answer $'*GOT<*>*'
        print -r -- "${${answer##*GOT<}%%>*}"
        zpty -d z
        """),
    FISH(
        "fish/vendor_completions.d/japply.fish",
        "-N",
        """
        source $argv[1]
        set words (string split ' ' -- $argv[2])
        echo $words[2..-2] (complete -C $argv[2] | string split -f 1 \\t)
        """);

    private final String file;
    private final String option;
    private final String script;

    Shell(String file, String option, String script) {
      this.file = file;
      this.option = option;
      this.script = script;
    }

    String command() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @TempDir private static Path directory;
  private static Distribution distribution;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    distribution = Distribution.unpack(directory);
  }

  private static String complete(Shell shell, String line)
      throws IOException, InterruptedException {
    String program =
        Stream.of("/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/")
            .map(place -> place + shell.command())
            .filter(place -> Files.isExecutable(Path.of(place)))
            .findFirst()
            .orElse("");
    assumeTrue(!program.isEmpty(), "there is no " + shell.command() + " to try its completion");
    Path script = directory.resolve("script." + shell.command());
    Files.writeString(script, shell.script);
    List<String> args =
        List.of(
            shell.option,
            script.toString(),
            distribution.file("share/" + shell.file).toString(),
            line);
    var environment = Map.of("PATH", "/bin:/usr/bin", "HOME", directory.toString(), "TERM", "dumb");
    Said said = Program.process(program, environment, "", args);
    return said.out().strip();
  }

  @ParameterizedTest
  @EnumSource
  void isWhatTheCommandPrints(Shell shell) throws Exception {
    Said printed = Program.run(Map.of(), "", List.of("completion", shell.command()));
    assertThat(distribution.file("share/" + shell.file)).hasContent(printed.out());
    assertThat(printed.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "BASH, japply ver, version",
    "BASH, japply apply set, apply set-last-applied",
    "BASH, japply merge --ope, merge --openapi",
    "BASH, japply diff --force-c, diff --force-conflicts",
    "ZSH, japply ver, version",
    "ZSH, japply apply set, apply set-last-applied",
    "ZSH, japply apply --dry-run=ser, apply --dry-run=server",
    "ZSH, japply diff --force-c, diff --force-conflicts",
    "FISH, japply ver, version",
    "FISH, japply apply set, apply set-last-applied",
    "FISH, japply apply --dry-run=ser, apply --dry-run=server",
    "FISH, japply merge --las, merge --last-applied",
  })
  void completes(Shell shell, String line, String completed) throws Exception {
    assertThat(complete(shell, line)).isEqualTo(completed);
  }
}
