package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rule of the preferences for credential plugins decides whether the program of a kubeconfig
/// runs. Without a server, a plugin runs before the connection fails.
@Tag("process")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the plugin is a shell script")
class PluginPolicyTest {
  private static final String MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}";
  private static final String NOT_LISTED =
      "is not permitted by the credential plugin allowlist; if it should run, allow it";

  @TempDir private Path directory;
  private final Map<String, String> variables = new HashMap<>();

  @BeforeEach
  void plugins() throws IOException {
    for (String name : List.of("bin/plug", "other/plug", ".kube/none")) {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\necho >>%s\n".formatted(directory.resolve("ran")));
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    Files.createSymbolicLink(directory.resolve("bin/link"), directory.resolve("bin/plug"));
    variables.put("HOME", directory.toString());
    variables.put("PATH", directory.resolve("bin") + ":/usr/bin:/bin");
  }

  private Program.Said run(String command, String... flags) throws IOException {
    Files.writeString(
        directory.resolve("config"),
        """
        current-context: c
        contexts: [{name: c, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
        users:
        - name: u
          user: {exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never,
            command: %s}}
        """
            .formatted(command));
    Files.deleteIfExists(directory.resolve("ran"));
    var words = new ArrayList<>(List.of("apply", "-f", "-", "--kubeconfig"));
    words.add(directory.resolve("config").toString());
    words.addAll(List.of(flags));
    return Program.run(variables, MAP, words);
  }

  private Path kuberc(String version, String fields) throws IOException {
    return Files.writeString(
        directory.resolve(".kube/kuberc"),
        """
        apiVersion: kubectl.config.k8s.io/%s
        kind: Preference
        """
                .formatted(version)
            + fields.replace("DIR", directory.toString()).replace("; ", "\n")
            + "\n");
  }

  private boolean ran() {
    return Files.exists(directory.resolve("ran"));
  }

  /// Symbolic links are not followed: a link and its target are two programs.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bin/plug | ''",
        "bin/plug | credentialPluginPolicy:",
        "bin/plug | credentialPluginPolicy: ''",
        "bin/plug | credentialPluginPolicy: AllowAll",
        "plug     | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command:"
            + " plug}]",
        "plug     | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{name:"
            + " DIR/bin/plug}]",
        "bin/plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command:"
            + " plug}]",
        "./bin/../bin/plug | credentialPluginPolicy: Allowlist;"
            + " credentialPluginAllowlist: [{name: x}, {command: DIR/bin/plug}]",
        "link     | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command:"
            + " link}]",
        "bin/plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist:"
            + " [{command: plug, name: plug, more: x}]",
      })
  void allowed(String command, String fields) throws IOException {
    kuberc("v1beta1", fields);
    assertThat(run(command).err()).doesNotContain("allow");
    assertThat(ran()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plug | credentialPluginPolicy: DenyAll | plugin \"plug\" not allowed: policy set to"
            + " \"DenyAll\"",
        "other/plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command:"
            + " plug}] | "
            + NOT_LISTED,
        "other/plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command:"
            + " DIR/bin/plug}] | "
            + NOT_LISTED,
        "link | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command: plug}] | "
            + NOT_LISTED,
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command: bin/plug}]"
            + " | "
            + NOT_LISTED,
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command: '*'}] | "
            + NOT_LISTED,
        "nowhere | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command:"
            + " plug}] | plugin path \"nowhere\" cannot be resolved for credential plugin",
        "plug | credentialPluginPolicy: denyall | unknown plugin policy: \"denyall\"",
        "plug | credentialPluginPolicy: 1 | credentialPluginPolicy has a wrong type",
        "plug | credentialPluginPolicy: AllowAll; credentialPluginAllowlist: [] | plugin policy is"
            + " \"AllowAll\" but allowlist is non-nil",
        "plug | credentialPluginAllowlist: [{command: plug}] | plugin policy is \"\" but allowlist"
            + " is non-nil",
        "plug | credentialPluginPolicy: Allowlist | but allowlist is unspecified",
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: | but allowlist is"
            + " unspecified",
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [] | but allowlist is"
            + " empty; use \"DenyAll\" policy instead",
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command: plug}, {}]"
            + " | empty allowlist entry #2",
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command: ./plug}] |"
            + " non-normalized file path: \"./plug\" vs \"plug\"",
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{command: plug,"
            + " name: x}] | command \"plug\" and name \"x\" of an entry differ",
        "plug | credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [plug] |"
            + " credentialPluginAllowlist[0] has a wrong type",
      })
  void refused(String command, String fields, String message) throws IOException {
    kuberc("v1beta1", fields);
    Program.Said said = run(command);
    assertThat(said.err()).contains(message);
    assertThat(said.status()).isEqualTo(1);
    assertThat(ran()).isFalse();
  }

  /// The version of kubectl 1.38 has one word for the program of an entry.
  @Test
  void theVersionV1HasTheRule() throws IOException {
    String list = "credentialPluginPolicy: Allowlist; credentialPluginAllowlist: [{%s: plug}]";
    kuberc("v1", list.formatted("command"));
    assertThat(run("plug").err()).doesNotContain("allow");
    assertThat(ran()).isTrue();
    assertThat(run("other/plug").err()).contains(NOT_LISTED);
    kuberc("v1", list.formatted("name"));
    assertThat(run("plug").err()).contains("empty allowlist entry #1");
    assertThat(ran()).isFalse();
  }

  /// kubectl warns of it, runs the plugin, and has no defaults.
  @ParameterizedTest
  @ValueSource(strings = {"v2", "v1beta2"})
  void anUnknownVersionIsAnError(String version) throws IOException {
    Path file = kuberc(version, "credentialPluginPolicy: AllowAll");
    Program.Said said = run("plug", "--token=t");
    assertThat(said.err().lines())
        .containsExactly(
            "error: kuberc: no valid preferences found in %s: the version".formatted(file)
                + " \"kubectl.config.k8s.io/%s\" is not one of kubectl.config.k8s.io/v1,"
                    .formatted(version)
                + " kubectl.config.k8s.io/v1beta1, kubectl.config.k8s.io/v1alpha1; update japply,"
                + " or set KUBERC=off to ignore the file and its limits for plugins");
    assertThat(said.status()).isEqualTo(1);
    variables.put("KUBERC", "off");
    assertThat(run("plug").err()).doesNotContain("kuberc");
    assertThat(ran()).isTrue();
  }

  /// kubectl warns of them at most, and runs the plugin.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "credentialPluginPolcy: DenyAll",
        "CredentialPluginPolicy: DenyAll",
        "credentialPluginAllowList: [{command: x}]",
        "aliases: [",
      })
  void aRuleThatCannotBeReadAllowsNothing(String fields) throws IOException {
    kuberc("v1beta1", fields);
    assertThat(run("plug").err()).contains("plugin \"plug\" not allowed: the preferences ");
    assertThat(ran()).isFalse();
  }

  @Test
  void theFirstVersionHasNoRule() throws IOException {
    kuberc("v1alpha1", "credentialPluginPolicy: DenyAll");
    assertThat(run("plug").err()).contains("unknown field \"credentialPluginPolicy\"");
    assertThat(ran()).isFalse();
  }

  /// The rule is that of the file in force; with a token, no plugin is needed.
  @Test
  void otherFilesAndCredentials() throws IOException {
    Path deny = kuberc("v1beta1", "credentialPluginPolicy: DenyAll");
    assertThat(run("plug", "--token=t").err()).doesNotContain("not allowed");
    assertThat(ran()).isFalse();
    variables.put("KUBERC", "off");
    assertThat(run("plug").err()).doesNotContain("not allowed");
    assertThat(ran()).isTrue();
    Path moved = Files.move(deny, directory.resolve("mine"));
    for (String compat : List.of("none", "kubectl")) {
      variables.put("KUBERC", moved.toString());
      assertThat(run("plug", "--compat=" + compat).err()).contains("not allowed");
      variables.remove("KUBERC");
      assertThat(run("plug", "--kuberc=" + moved).err()).contains("not allowed");
      assertThat(ran()).isFalse();
    }
  }
}
