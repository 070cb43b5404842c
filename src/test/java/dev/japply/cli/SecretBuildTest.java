package dev.japply.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.object.SecretForms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of Secrets that are made or changed by kustomizations: the output of a build has them,
/// and nothing else.
class SecretBuildTest extends OnPlayedApi {
  private static final String VALUE = "n0t-4-y0ur-eyes";
  private static final String BASE64 = Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_8));

  private static final String SECRET =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: s}
      stringData: {p: %s}
      """
          .formatted(VALUE);

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec: {replicas: 1}
      """;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private void kustomization(String text) throws IOException {
    write("kustomization.yaml", text.replace("VALUE", VALUE).replace("BASE64", BASE64));
    write("s.yaml", SECRET);
    write("web.yaml", WEB);
    write("env", "p=" + VALUE + "\n");
    write("keys", VALUE + "\n" + VALUE + "\n");
    write("broken.yaml", "kind: Secret\nstringData:\n  p: *" + VALUE + "\n");
    write("other.yaml", SECRET.replace("name: s", "name: other"));
    Files.write(directory.resolve("bytes"), ("p=" + VALUE + "\u00ff\n").getBytes(ISO_8859_1));
  }

  private void assertHidden(Said said) {
    for (String form : SecretForms.of(VALUE).values()) {
      assertThat(said.err()).as("%s", said).doesNotContain(form);
      assertThat(said.out()).as("%s", said).doesNotContain(form);
    }
  }

  /// Each kustomization is wrong where a value is near.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "secretGenerator: [{name: g, literals: [VALUE]}]",
        "secretGenerator: [{name: g, literals: [=VALUE]}]",
        "secretGenerator: [{name: g, literals: [p=VALUE, p=VALUE]}]",
        "secretGenerator: [{name: g, literals: {p: VALUE}}]",
        "secretGenerator: [{name: g, literals: [{p: VALUE}]}]",
        "secretGenerator: [{name: g, literals: [*VALUE]}]",
        "secretGenerator: [{name: g, literals: [p=a, \"VALUE]}]",
        "secretGenerator:\n- name: g\n  literals:\n  - p=a\n VALUE\n",
        "secretGenerator: [{name: g, literals: ['p=VALUE']}, {name: g, literals: ['p=VALUE']}]",
        "secretGenerator: [{name: g, envs: [env, env]}]",
        "secretGenerator: [{name: g, envs: [keys]}]",
        "secretGenerator: [{name: g, envs: [bytes]}]",
        "secretGenerator: [{name: g, files: [env, env]}]",
        "secretGenerator: [{name: s, behavior: merge, literals: [p=VALUE]}]",
        "secretGenerator: [{name: g, behavior: VALUE, literals: [p=VALUE]}]",
        "resources: [broken.yaml]",
        "resources: [s.yaml, s.yaml]",
        "{resources: [s.yaml], patches: [{path: broken.yaml}]}",
        "{resources: [s.yaml], patches: [{path: other.yaml}]}",
        "{resources: [s.yaml], patches: [{patch: '{kind: Secret, stringData: {p: *VALUE}}'}]}",
        "{resources: [s.yaml], patches: [{patch: '{kind: Secret, metadata: {name: s}, stringData:"
            + " [VALUE]}'}]}",
        "{resources: [s.yaml], patches: [{target: {kind: Secret}, patch: '[{op: test, path:"
            + " /stringData/p, value: VALUEx}]'}]}",
        "{resources: [s.yaml], patches: [{target: {kind: Secret}, patch: '[{op: replace, path:"
            + " /stringData/p/q, value: VALUE}]'}]}",
        "{resources: [s.yaml], patches: [{target: {kind: Secret}, patch: '[{op: replace, path:"
            + " /stringData/p, value: *VALUE}]'}]}",
        "{resources: [s.yaml], patches: [{target: {kind: Secret}, patch: '[{op: replace, path:"
            + " /data/p, value: \"VALUE}]'}]}",
        "{resources: [s.yaml, web.yaml], replacements: [{source: {kind: Secret, fieldPath:"
            + " stringData.p}, targets: [{select: {kind: Deployment}, fieldPaths:"
            + " [spec.replicas]}]}]}",
        "{resources: [s.yaml, web.yaml], replacements: [{source: {kind: Secret, fieldPath:"
            + " stringData.p, options: {delimiter: '-', index: 9}}, targets: [{select: {kind:"
            + " Deployment}, fieldPaths: [metadata.name]}]}]}",
        "{resources: [s.yaml, web.yaml], replacements: [{source: {kind: Secret, fieldPath:"
            + " stringData.p.q}, targets: [{select: {kind: Deployment}, fieldPaths:"
            + " [metadata.name]}]}]}",
        "{resources: [s.yaml], vars: [{name: V, objref: {apiVersion: v1, kind: Secret, name: s},"
            + " fieldref: {fieldpath: stringData}}], configMapGenerator: [{name: c, literals:"
            + " [a=$(V)]}]}",
        "{resources: [s.yaml], transformers: ['{apiVersion: builtin, kind: ValueAddTransformer,"
            + " metadata: {name: a}, value: VALUE, targetFilePath: nowhere, targets: [VALUE]}']}",
        "{resources: [s.yaml], generators: ['{apiVersion: builtin, kind: SecretGenerator, metadata:"
            + " {name: g}, literals: [VALUE]}']}",
      })
  void whatCannotBeBuilt(String text) throws IOException {
    kustomization(text);
    for (String[] args :
        new String[][] {
          {"build", directory.toString()},
          {"apply", "-k", directory.toString()},
          {"apply", "-k", directory.toString(), "-v=10"},
          {"diff", "-k", directory.toString(), "--report=markdown"},
        }) {
      Said said = japply("", args);
      if (args[0].equals("build") && said.status() == 0) {
        assertThat(said.err()).doesNotContain(VALUE, BASE64);
      } else {
        assertHidden(said);
      }
    }
  }

  @Test
  void whatIsBuilt() throws IOException {
    kustomization(
        """
        resources: [s.yaml]
        secretGenerator:
        - {name: literal, literals: [p=VALUE]}
        - {name: file, files: [env]}
        - {name: env, envs: [env]}
        patches:
        - patch: '{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {q: BASE64}}'
        """);
    String folder = directory.toString();
    Said built = japply("", "build", folder);
    assertThat(built.out()).contains(VALUE, BASE64);
    assertThat(built.err()).isEmpty();
    String plan = directory.resolve("plan.json").toString();
    for (String command : commands(plan)) {
      var args = new ArrayList<>(List.of(command.split(" ", -1)));
      args.replaceAll(arg -> arg.equals("DIR") ? folder : arg);
      Said said = japply("", args.toArray(String[]::new));
      assertThat(said.out() + said.err()).as(command).isNotEmpty();
      assertHidden(said);
    }
    for (String kept : List.of("plan.json", "snap.json")) {
      assertThat(directory.resolve(kept)).content().doesNotContain(VALUE, BASE64);
    }
  }

  private List<String> commands(String plan) {
    return List.of(
        "apply -k DIR -v=10",
        "apply -k DIR -v=8",
        "diff -k DIR -v=10",
        "diff -k DIR --why",
        "why -k DIR --show=all",
        "why -k DIR -o json",
        "plan -k DIR --out " + plan,
        "plan -k DIR -o json --local",
        "show " + plan,
        "ready -k DIR --wait-timeout=0",
        "apply -k DIR --report=json",
        "apply -k DIR --report=markdown",
        "snapshot -k DIR --out " + directory.resolve("snap.json"));
  }

  /// An output that asks for the objects has them.
  @Test
  void whatWasAskedFor() throws IOException {
    kustomization("secretGenerator: [{name: g, literals: [p=VALUE]}]");
    Said said = japply("", "apply", "-k", directory.toString(), "-o", "json", "--dry-run=client");
    assertThat(said.out()).contains(BASE64);
    assertThat(Program.run(Map.of(), "", List.of("build", directory.toString())).out())
        .contains(BASE64);
  }
}
