package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `japply completion` prints. `CompletionTest` tries it in each shell.
@Tag("process")
class CompletionCommandTest {
  /// Sources what is printed, as users do, and completes the last word.
  private static final String SOURCED =
      """
      source <(cat "$1")
      read -ra COMP_WORDS <<<"$2"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _japply japply "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "japply comp, completion",
    "japply completion z, zsh",
    "japply apply --pru, --prune --prune-allowlist",
    "japply diff --kubec, --kubeconfig",
    "japply apply --order d, dependencies",
  })
  void completesInBash(String line, String words) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash");
    Path printed = directory.resolve("completion");
    Files.writeString(printed, Ran.of("completion", "bash").out());
    Path script = Files.writeString(directory.resolve("script"), SOURCED);
    Process bash =
        new ProcessBuilder("/bin/bash", "--norc", script.toString(), printed.toString(), line)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String completed = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(completed.strip()).isEqualTo(words);
    assertThat(bash.waitFor()).isZero();
  }

  @Test
  void knowsTheWordsOfCompletionInEachShell() {
    assertThat(Ran.of("completion", "zsh").out())
        .contains("'1: :(bash zsh fish)'", "compdef _japply japply kubectl-japply");
    assertThat(Ran.of("completion", "fish").out())
        .contains(
            "-n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n",
            "-n '__fish_seen_subcommand_from apply; and __fish_seen_subcommand_from"
                + " set-last-applied' -l create-annotation ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "completion | Shell not specified: must be bash, zsh or fish",
        "completion tcsh | Unsupported shell type \"tcsh\": must be bash, zsh or fish",
        "completion bash zsh | Too many arguments. Expected only the shell type: bash, zsh or fish",
      })
  void saysWhichShellsThereAre(String row) {
    String[] parts = row.split(" \\| ", -1);
    Ran ran = Ran.of(parts[0].split(" ", -1));
    assertThat(ran.err())
        .isEqualTo("error: " + parts[1] + "\nSee 'japply completion --help' for usage.\n");
    assertThat(List.of(ran.status(), ran.out())).containsExactly(1, "");
  }
}
