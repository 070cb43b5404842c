package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply kuberc view` and `set`. `KubectlTableTest` compares their output with kubectl's.
class KubercCommandTest {
  private static final String HEAD =
      """
      apiVersion: kubectl.config.k8s.io/v1beta1
      kind: Preference
      """;

  @TempDir private Path home;

  private Path file() {
    return home.resolve(".kube/kuberc");
  }

  private String text() throws IOException {
    return Files.readString(file());
  }

  private void write(String text) throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), text);
  }

  private Program.Said kuberc(String stdin, String... words) throws IOException {
    var args = new ArrayList<>(List.of("kuberc"));
    args.addAll(List.of(words));
    return Program.run(Map.of("HOME", home.toString()), stdin, args);
  }

  /// The words of `line`; `~` is a space within a word.
  private Program.Said set(String line) throws IOException {
    String[] words =
        Stream.of(("set " + line).split(" ", -1))
            .map(word -> word.replace('~', ' '))
            .toArray(String[]::new);
    return kuberc("", words);
  }

  private void done(String line) throws IOException {
    done(file(), line);
  }

  private void done(Path file, String line) throws IOException {
    Program.Said said = set(line);
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).isEqualTo("Updated " + file + "\n");
    assertThat(said.status()).isZero();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no modes there")
  void aNewFileIsCreatedForTheUserAlone() throws IOException {
    done("--section defaults --command apply --option server-side=true --option --prune=false");
    assertThat(text())
        .isEqualTo(
            """
            apiVersion: kubectl.config.k8s.io/v1beta1
            defaults:
            - command: apply
              options:
              - default: "true"
                name: server-side
              - default: "false"
                name: prune
            kind: Preference
            """);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(file().getParent()).isDirectoryNotContaining(path -> !path.equals(file()));
    Path mine = home.resolve("new/mine");
    done(mine, "--kuberc " + mine + " --section defaults --command diff");
  }

  /// kubectl writes the file anew: comments and other documents are lost.
  @Test
  void commentsAndOtherDocumentsAreKept() throws IOException {
    String before =
        """
        # mine
        apiVersion: kubectl.config.k8s.io/v1beta1
        kind: Preference
        aliases: null
        defaults:
        - command: get # of kubectl
          options:
          - {name: output, default: wide}
        ---
        a: 1 # another
        """;
    write(before);
    done("--section defaults --command apply --option prune=false");
    done("--section aliases --name put --command apply --prependarg=--server-side --appendarg --");
    String after = text();
    assertThat(after.lines()).containsAll(before.lines().filter(l -> !l.contains("null")).toList());
    assertThat(kuberc("", "view").out())
        .isEqualTo(
            """
            aliases:
            - appendArgs:
              - --
              command: apply
              name: put
              prependArgs:
              - --server-side
            apiVersion: kubectl.config.k8s.io/v1beta1
            defaults:
            - command: get
              options:
              - default: wide
                name: output
            - command: apply
              options:
              - default: "false"
                name: prune
            kind: Preference
            """);
  }

  @Test
  void existingEntriesNeedOverwrite() throws IOException {
    done("--section defaults --command apply --option prune=true");
    done("--section aliases --name a --command apply --prependarg x --option wait=true");
    String before = text();
    assertThat(set("--section defaults --command ~apply --option prune=false").err())
        .isEqualTo(
            "error: defaults for command \" apply\" already exist, use --overwrite to replace\n");
    assertThat(set("--section aliases --name a --command diff").err())
        .isEqualTo("error: alias \"a\" already exists, use --overwrite to replace\n");
    assertThat(text()).isEqualTo(before);
    done("--section defaults --command apply --option prune=false --overwrite");
    done("--section aliases --name a --command diff --appendarg y --overwrite --option prune=true");
    assertThat(text())
        .isEqualTo(
            """
            apiVersion: kubectl.config.k8s.io/v1beta1
            defaults:
            - command: apply
              options:
              - default: "false"
                name: prune
            kind: Preference
            aliases:
            - name: a
              command: diff
              prependArgs:
              - x
              options:
              - name: prune
                default: "true"
              appendArgs:
              - "y"
            """);
  }

  /// kubectl keeps the list, and then fails with every command.
  @Test
  void anotherPolicyRemovesTheAllowlist() throws IOException {
    done("--section credentialplugin --policy Allowlist --allowlist-entry command=a,command=/b/c");
    assertThat(text())
        .contains("credentialPluginAllowlist:\n- command: a\n- command: /b/c\n")
        .contains("credentialPluginPolicy: Allowlist\n");
    done("--section credentialplugin --policy DenyAll");
    assertThat(text()).contains("credentialPluginPolicy: DenyAll\n").doesNotContain("Allowlist");
    write(HEAD + "credentialPluginPolicy: DenyAll\ncredentialPluginAllowlist: []\n");
    assertThat(kuberc("", "view").status()).isEqualTo(1);
    done("--section credentialplugin --policy AllowAll");
    assertThat(text()).isEqualTo(HEAD + "credentialPluginPolicy: AllowAll\n");
  }

  @Test
  void theOlderVersionBecomesTheNewer() throws IOException {
    write(
        """
        apiVersion: kubectl.config.k8s.io/v1alpha1
        kind: Preference
        overrides:
        - command: apply
          flags: # here
          - {name: wait, default: "true"}
        """);
    String shown = kuberc("", "view", "-o", "json").out();
    done("--section defaults --command diff");
    assertThat(kuberc("", "view", "-o", "json").out()).contains("\"command\": \"diff\"");
    assertThat(shown).contains("\"apiVersion\": \"kubectl.config.k8s.io/v1beta1\"", "\"options\"");
    assertThat(text())
        .contains("kubectl.config.k8s.io/v1beta1", "options:")
        .doesNotContain("overrides");
  }

  @Test
  void jsonStaysJson() throws IOException {
    write("{\"apiVersion\": \"kubectl.config.k8s.io/v1beta1\",\n \"kind\": \"Preference\"}\n");
    done("--section defaults --command apply --option prune=true");
    assertThat(text())
        .startsWith("{\n    \"apiVersion\": \"kubectl.config.k8s.io/v1beta1\",\n    \"kind\"")
        .contains("    \"defaults\": [\n");
    write("# nothing yet");
    done("--section defaults --command apply --option prune=true");
    assertThat(text()).startsWith("# nothing yet\napiVersion: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--section defaults | --command is required when --section=aliases or --section=defaults",
        "--section defaults --command applly | --command: unknown command \"applly\"; did you mean"
            + " apply?",
        "--section defaults --command apply --option nonsense=1 | --option: invalid flag nonsense"
            + " for command apply",
        "--section defaults --command apply --option prune=maybe | --option: could not apply"
            + " override value maybe to flag prune in command apply",
        "--section defaults --command get --option =x | invalid option format \"=x\", expected"
            + " flag=value",
        "--section defaults --command apply --policy DenyAll | --policy is only valid for"
            + " --section=credentialplugin",
        "--section defaults --command build --option kustomize-command=x | --kustomize-command"
            + " names a program to run, which only the command line may",
        "--section aliases --name a --command build --appendarg --kustomize_command=x |"
            + " --kustomize-command names a program to run, which only the command line may",
        "--section aliases --name a-b --command apply | --name: invalid alias name, can only"
            + " include alphabetical characters",
        "--section credentialplugin --policy DenyAll --command apply | --command is only valid for"
            + " --section=defaults and --section=aliases",
        "--section credentialplugin --policy Allowlist --allowlist-entry command=./x |"
            + " --allowlist-entry: non-normalized file path: \"./x\" vs \"x\"",
        "--section defaults --command apply more | Unexpected args: [more]",
      })
  void whatWouldNotWorkIsRefused(String line, String message) throws IOException {
    Program.Said said = set(line);
    assertThat(said.err()).startsWith("error: " + message + "\n");
    assertThat(said.status()).isEqualTo(1);
    assertThat(file()).doesNotExist();
  }

  /// Commands of kubectl can have any flags.
  @Test
  void commandsOfKubectlAreNotChecked() throws IOException {
    done("--section defaults --command get --option output=wide");
    done("--section aliases --name getn --command get --prependarg nodes");
    assertThat(set("--section aliases --name why --command get").err())
        .isEqualTo(
            "Warning: the alias \"why\" has no effect here: there is a command of that name\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"view", "set --section defaults --command apply"})
  void whatCannotBeReadWholeIsRefused(String line) throws IOException {
    for (Map.Entry<String, String> each :
        Map.of(
                "more: 1\n",
                ":3: kuberc: unknown field \"more\"; remove it, or correct its name\n",
                "defaults: [{command: apply, options: [{name: wait, default: true}]}]\n",
                "line 3: defaults[0].options[0].default has a wrong type: it must be a string;"
                    + " quote it\n",
                "defaults: [\n",
                "no valid preferences found in " + file())
            .entrySet()) {
      write(HEAD + each.getKey());
      Program.Said said = kuberc("", line.split(" ", -1));
      assertThat(said.err()).startsWith("error: ").contains(each.getValue());
      assertThat(said.err().lines()).hasSize(1);
      assertThat(said.status()).isEqualTo(1);
      assertThat(text()).isEqualTo(HEAD + each.getKey());
    }
  }

  /// kubectl crashes after `n`.
  @ParameterizedTest
  @CsvSource({"'',false", "n,false", "y,true", "YES,true"})
  void aMissingFileIsOffered(String input, boolean written) throws IOException {
    Program.Said said = kuberc(input + "\n", "view");
    assertThat(said.out())
        .isEqualTo(
            "kuberc file not found at %s\nWould you like to generate a default kuberc file with recommended options? (y/N): %s"
                .formatted(file(), written ? "Updated " + file() + "\n" : ""));
    assertThat(said.err()).isEmpty();
    assertThat(said.status()).isZero();
    assertThat(Files.exists(file())).isEqualTo(written);
  }

  @Test
  void helpWorksWithAFileThatDoesNot() throws IOException {
    write(HEAD + "credentialPluginPolicy: none\n");
    assertThat(kuberc("", "set", "--help").out()).startsWith("Change the user's preferences.");
    assertThat(kuberc("").err())
        .isEqualTo(
            "error: must specify a command: view, set\nSee 'japply kuberc --help' for usage.\n");
  }

  /// The file of a link changes, and not the link.
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a right there")
  void aLinkStays() throws IOException {
    Path target = Files.writeString(home.resolve("dotfile"), HEAD);
    Files.createDirectories(file().getParent());
    Files.createSymbolicLink(file(), target);
    done("--section defaults --command diff");
    assertThat(file()).isSymbolicLink();
    assertThat(Files.readString(target)).contains("command: diff");
  }
}
