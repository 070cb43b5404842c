package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
  /// Sources what is printed, as users do, and completes the last word as readline does.
  private static final String SOURCED =
      """
      source <(cat "$1")
      COMP_LINE=$2 COMP_POINT=${#2}
      read -ra COMP_WORDS <<<"$(sed -E 's/([:=@])/ \\1 /g' <<<"$2")"
      [[ $2 == *" " ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      word=${COMP_WORDS[COMP_CWORD]}
      [[ $word == "=" ]] && word= # for readline, the word starts behind it
      _japply japply "$word" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"
      """;

  /// Reports what it was called with, and completes hostile names.
  private static final String PROGRAM =
      """
      #!/bin/sh
      echo "$@" >>"$HOME/called"
      printf '%s\\n' 'arn:aws:one' 'arn:aws:two' '$(touch $HOME/touched)' '`touch $HOME/touched`'
      """;

  private static final String HOSTILE = "$(touch $HOME/touched) `touch $HOME/touched`";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "japply comp, completion",
    "japply completion z, zsh",
    "japply apply --pru, --prune --prune-allowlist",
    "japply diff --kubec, --kubeconfig",
    "japply apply --order d, dependencies",
    "japply apply --order=d, dependencies",
    "japply apply --order=, dependencies input",
    "japply apply --dry-run=, none client server",
    "japply diff --color=, auto always never",
    "japply diff --report ma, markdown",
    "japply diff --no-warn who, whole-field",
    "japply apply -o jsonpath-, jsonpath-as-json= jsonpath-file=",
  })
  void completesInBash(String line, String words) throws IOException, InterruptedException {
    assertThat(inBash(line)).isEqualTo(words);
  }

  @Test
  void offersTheFormatsOfReports() throws Exception {
    assertThat(inBash("japply diff --report ").split(" "))
        .containsExactlyInAnyOrderElementsOf(ReportFormat.names());
  }

  private String inBash(String line) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash");
    Path printed = directory.resolve("completion");
    Files.writeString(printed, Ran.of("completion", "bash").out());
    Path script = Files.writeString(directory.resolve("script"), SOURCED);
    Path program = Files.createDirectories(directory.resolve("bin")).resolve("japply");
    Files.writeString(program, PROGRAM);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    var builder =
        new ProcessBuilder("/bin/bash", "--norc", script.toString(), printed.toString(), line)
            .redirectErrorStream(true);
    builder.environment().put("PATH", directory.resolve("bin") + ":/bin:/usr/bin");
    builder.environment().put("HOME", directory.toString());
    Process bash = builder.start();
    String completed = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(completed).isZero();
    return completed.strip();
  }

  /// Bash inserts what is behind the last character at which it splits words. Values are not
  /// expanded.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "japply apply --context    | apply --context =  | arn:aws:one arn:aws:two HOSTILE",
        "japply apply --context=   | apply =--context=  | arn:aws:one arn:aws:two HOSTILE",
        "japply apply --context=ar | apply =--context=ar | arn:aws:one arn:aws:two",
        "japply why -n arn:aws:o   | why -n =arn:aws:o  | one",
        "japply why -n x arn:      | why -n x =arn:     | aws:one aws:two",
        "japply pkg update app@v   | pkg update =app@v  | ''",
        "japply ready --kubeconfig ~/k pods a | ready --kubeconfig HOME/k pods =a | arn:aws:one"
            + " arn:aws:two",
      })
  void asksForValuesInBash(String line, String called, String words) throws Exception {
    String typed = line.endsWith("--context") ? line + " " : line;
    assertThat(inBash(typed)).isEqualTo(words.replace("HOSTILE", HOSTILE));
    assertThat(directory.resolve("called"))
        .hasContent("__complete " + called.replace("HOME", directory.toString()));
    assertThat(directory.resolve("touched")).doesNotExist();
  }

  private static final String IN_FISH =
      """
      source $argv[1]
      echo (complete -C $argv[2] | string split -f 1 \\t)
      """;

  /// Types the line and a tab on a terminal, where japply prints its arguments.
  private static final String IN_ZSH =
      """
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "autoload -U compinit; compinit -u -D; source ${(q)1}"
      zpty -w z "completer=${(q)PWD}/bin/japply"
      zpty -w z 'japply() {
        if [[ $1 == __complete ]]; then $completer "$@"; else print -r -- "GOT""<$*>"; fi }'
      zpty -w -n z $2$'\\t\\n'
      zpty -r -m z answer $'*GOT<*>*'
      print -r -- "${${answer##*GOT<}%%>*}"
      zpty -d z
      """;

  private String in(String shell, String option, String text, String line)
      throws IOException, InterruptedException {
    Path program = Path.of("/usr/bin", shell);
    assumeTrue(Files.isExecutable(program), "there is no " + shell + " to try its completion");
    Path printed = directory.resolve("completion");
    Files.writeString(printed, Ran.of("completion", shell).out());
    Path script = Files.writeString(directory.resolve("script"), text);
    Path japply = Files.createDirectories(directory.resolve("bin")).resolve("japply");
    Files.writeString(japply, PROGRAM);
    Files.setPosixFilePermissions(japply, PosixFilePermissions.fromString("rwx------"));
    var builder =
        new ProcessBuilder(program.toString(), option, script.toString(), printed.toString(), line)
            .directory(directory.toFile())
            .redirectErrorStream(true);
    builder.environment().put("PATH", directory.resolve("bin") + ":/bin:/usr/bin");
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("TERM", "dumb");
    Process process = builder.start();
    process.getOutputStream().close();
    String completed = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return completed.strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "japply apply --context arn:aws:o | arn:aws:one           | apply --context =arn:aws:o",
        "japply apply --context=arn:aws:t | --context=arn:aws:two | apply =--context=arn:aws:t",
        "japply why -n x arn:aws:t        | arn:aws:two           | why -n x =arn:aws:t",
        "japply pkg update arn@           | ''                    | pkg update =arn@",
      })
  void asksForValuesInFish(String line, String completed, String called) throws Exception {
    assertThat(in("fish", "-N", IN_FISH, line)).isEqualTo(completed);
    assertThat(directory.resolve("called")).hasContent("__complete " + called);
    assertThat(directory.resolve("touched")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "japply apply --context arn:aws:o | apply --context =arn:aws:o",
        "japply apply --context=arn:aws:o | apply =--context=arn:aws:o",
        "japply why -n x arn:aws:o        | why -n x =arn:aws:o",
        "japply -n x ready arn:aws:o      | -n x ready =arn:aws:o",
      })
  void asksForValuesInZsh(String line, String called) throws Exception {
    assertThat(in("zsh", "-f", IN_ZSH, line)).isEqualTo(line.substring("japply ".length()) + "ne");
    assertThat(directory.resolve("called")).hasContent("__complete " + called);
    assertThat(directory.resolve("touched")).doesNotExist();
  }

  /// There is no PowerShell here to try it in.
  @Test
  void asksForValuesInPowerShell() {
    assertThat(Ran.of("completion", "powershell").out())
        .contains(
            "Register-ArgumentCompleter -Native -CommandName japply, kubectl-japply",
            "'--order' = @('dependencies', 'input')",
            "' why' = @{\n      words = @()\n      source = 'values'\n",
            "' pkg update' = @{\n      words = @()\n      source = 'versions'\n",
            "'--context', ")
        .doesNotContain("Invoke-Expression");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "completion | Shell not specified: must be bash, zsh, fish or powershell",
        "completion tcsh | Unsupported shell type \"tcsh\": must be bash, zsh, fish or powershell",
        "completion bash zsh | Too many arguments. Expected only the shell type: bash, zsh, fish or"
            + " powershell",
      })
  void saysWhichShellsThereAre(String row) {
    String[] parts = row.split(" \\| ", -1);
    Ran ran = Ran.of(parts[0].split(" ", -1));
    assertThat(ran.err())
        .isEqualTo("error: " + parts[1] + "\nSee 'japply completion --help' for usage.\n");
    assertThat(List.of(ran.status(), ran.out())).containsExactly(1, "");
  }
}
