package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each message once, with the cause first.
class MessagesTest {
  private static final String TWO =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: v}}
      """;

  private static final String AWAY =
      "Internal error occurred: failed calling webhook \"late.example.com\": failed to call"
          + " webhook: Post \"https://late.shop.svc:443/?timeout=10s\": x509: certificate signed by"
          + " unknown authority";

  private final FakeCluster cluster = new FakeCluster();
  @TempDir private Path directory;

  private Ran ran(String manifest, String... words) {
    return new Ran.Setting(cluster).reading(manifest).run(words);
  }

  private void refuse(int status, String reason, String message) {
    for (String verb : new String[] {"POST default/a", "POST default/b"}) {
      cluster.fail(verb, status, reason, message);
    }
  }

  private void webhook(String... names) {
    String type = "ValidatingWebhookConfiguration";
    cluster.serve(
        "admissionregistration.k8s.io/v1", type, "validatingwebhookconfigurations", false);
    for (String name : names) {
      cluster.put(
          (MapValue)
              Flow.parse(
                  "{apiVersion: admissionregistration.k8s.io/v1, kind: %s, metadata: {name: %s},"
                          .formatted(type, name)
                      + " webhooks: [{name: other}, {name: late.example.com}]}"));
    }
  }

  @Test
  void aWebhookThatCannotBeCalledIsNamedWithItsConfiguration() {
    webhook("late");
    refuse(500, "InternalError", AWAY);
    Ran ran = ran(TWO, "apply", "-f", "-");
    assertThat(ran.err())
        .isEqualTo(
            """
            error: STDIN:1: ConfigMap default/a: Error from server (InternalError): Internal error occurred: \
            failed calling webhook "late.example.com" of ValidatingWebhookConfiguration late: x509: \
            certificate signed by unknown authority; nothing was changed; correct the caBundle or \
            the certificate of webhook late.example.com: kubectl edit \
            validatingwebhookconfiguration/late
            error: STDIN:3: ConfigMap default/b: Error from server (InternalError): Internal error occurred: \
            failed calling webhook "late.example.com", as before
            """);
    assertThat(cluster.requests).filteredOn(request -> request.contains("webhook")).hasSize(2);
  }

  @Test
  void aWebhookOfSeveralConfigurationsIsNamedWithAll() {
    webhook("one", "two");
    refuse(500, "InternalError", AWAY);
    assertThat(ran(TWO, "apply", "-f", "-").err())
        .contains("of ValidatingWebhookConfiguration one or ValidatingWebhookConfiguration two: ")
        .contains(": kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations\n");
  }

  /// Who may not read configurations gets the general advice.
  @Test
  void aWebhookOfAnUnknownConfigurationIsOneLine() {
    cluster.fail("LIST", 403, "Forbidden", "no list");
    refuse(500, "InternalError", AWAY);
    assertThat(ran(TWO, "apply", "-f", "-").err())
        .contains("failed calling webhook \"late.example.com\": x509: ")
        .contains(": kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations\n");
  }

  private static String forbidden(String name) {
    return "configmaps \""
        + name
        + "\" is forbidden: User \"u\" cannot create resource"
        + " \"configmaps\" in API group \"\" in the namespace \"default\"";
  }

  @Test
  void aMissingPermissionIsExplainedOnce() {
    cluster.fail("POST default/a", 403, "Forbidden", forbidden("a"));
    cluster.fail("POST default/b", 403, "Forbidden", forbidden("b"));
    assertThat(ran(TWO, "apply", "-f", "-").err())
        .isEqualTo(
            """
            error: STDIN:1: ConfigMap default/a: Error from server (Forbidden): configmaps "a" is forbidden: \
            User "u" cannot create resource "configmaps" in API group "" in the namespace \
            "default"; request permission to create configmaps in default
            error: STDIN:3: ConfigMap default/b: Error from server (Forbidden): configmaps "b" is forbidden: \
            User "u" cannot create resource "configmaps" in API group "" in the namespace \
            "default"
            """);
  }

  /// A preview goes on without the server, and reports it once.
  @ParameterizedTest
  @ValueSource(strings = {"plan", "diff"})
  void aMissingPermissionForDryRunsIsOneWarning(String command) {
    cluster.fail("POST default/a", 403, "Forbidden", forbidden("a"));
    cluster.fail("POST default/b", 403, "Forbidden", forbidden("b"));
    assertThat(lines(ran(TWO, command, "-f", "-"))).hasSize(1);
  }

  private String project(String defaults) throws IOException {
    Path file = directory.resolve("japply.yaml");
    Files.writeString(file, "apiVersion: japply.dev/v1\nkind: Project\ndefaults:\n" + defaults);
    return file.toString();
  }

  /// The user has not typed the flag.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prune: true | error: FILE:5: all resources selected for prune without explicitly passing",
        "order: foo | error: FILE:5: invalid order value \"foo\"; must be dependencies or input",
        "force-conflicts: true | error: FILE:5: force-conflicts only works with --server-side",
        "concurrency: 0 | error: FILE:5: invalid concurrency value \"0\"; must be at least 1",
        "cascade: 'true' | Warning: FILE:5: cascade=true is deprecated (boolean value)",
        "record: true | Warning: FILE:5: Flag record has been deprecated, record will be removed",
      })
  void aDefaultOfTheProjectIsNamedByItsLine(String flag, String message) throws IOException {
    String file = project("  apply:\n    " + flag + "\n");
    assertThat(ran(TWO, "apply", "-f", "-", "--project=" + file).err())
        .startsWith(message.replace("FILE", file));
  }

  @ParameterizedTest
  @CsvSource({"filename, missing.yaml", "kustomize, missing"})
  void aMissingFileOfTheProjectIsNamedByItsLine(String flag, String name) throws IOException {
    String file = project("  apply:\n    " + flag + ": " + name + "\n");
    assertThat(ran("", "apply", "--project=" + file).err())
        .startsWith("error: " + file + ":5: ")
        .contains("does not exist");
  }

  /// The server names a struct of Go; japply names the field, and the line.
  @Test
  void aValueOfTheWrongTypeIsToldInPlainWords() {
    assertThat(ran("{apiVersion: v1, kind: A, metadata: {name: 5}}", "apply", "-f", "-").err())
        .isEqualTo(
            "error: STDIN:1: A: metadata.name: must be a string, but is a number; put quotes around"
                + " the value (cannot unmarshal number into Go struct field"
                + " ObjectMeta.metadata.name of type string)\n");
  }

  private static Stream<String> lines(Ran ran) {
    return Arrays.stream(ran.err().split("\n", -1)).filter(line -> !line.isEmpty());
  }

  @Test
  void aPlanForAnotherNamespaceIsOneLine() {
    String plan = directory.resolve("plan.json").toString();
    cluster.put(
        (MapValue) Flow.parse("{apiVersion: v1, kind: Namespace, metadata: {name: other}}"));
    assertThat(ran(TWO, "plan", "-f", "-", "--out", plan).status()).isZero();
    Ran ran = ran(TWO, "apply", "-f", "-", "--plan", plan, "-n", "other");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(lines(ran)).as(ran.err()).hasSize(1);
  }
}
