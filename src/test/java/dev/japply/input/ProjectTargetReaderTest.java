package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.input.Project.FlagDefault;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The targets and waves of a project file, and what selects them.
class ProjectTargetReaderTest {
  private static final String HEAD = "apiVersion: japply.dev/v1\nkind: Project\n";
  private static final String SHOP =
      HEAD
          + """
          targets:
          - name: staging
            context: shop-staging
            labels: {env: staging}
            kustomize: overlays/staging
          - name: prod-eu
            context: shop-prod-eu
            clusterId: 3f6c
            labels: {env: prod, region: eu}
            filename: [a.yaml, b.yaml]
            namespace: shop
            substitute: {REPLICAS: "6"}
          - {name: prod-us, context: shop-prod-us, labels: {env: prod, region: us}}
          """;

  private static Project read(String text) {
    return ProjectReader.read("p.yaml", text);
  }

  @Test
  void targetsAreRead() {
    List<ProjectTarget> targets = read(SHOP).targets();
    assertThat(targets)
        .extracting(ProjectTarget::name)
        .containsExactly("staging", "prod-eu", "prod-us");
    ProjectTarget eu = targets.get(1);
    assertThat(eu.context()).isEqualTo("shop-prod-eu");
    assertThat(eu.clusterId()).isEqualTo("3f6c");
    assertThat(eu.labels()).containsEntry("region", "eu").hasSize(2);
    assertThat(eu.namespace()).isEqualTo("shop");
    assertThat(eu.substitutes()).containsOnlyKeys("REPLICAS").containsValue("6");
    assertThat(eu.input()).isNotNull().extracting(FlagDefault::flag).isEqualTo("filename");
    assertThat(targets.getFirst().input())
        .isEqualTo(
            new FlagDefault(
                "kustomize", Value.text("overlays/staging"), new Origin("p.yaml", 7, 3)));
    assertThat(targets.getLast().input()).isNull();
    assertThat(read(SHOP).waves()).isEmpty();
  }

  /// A target belongs to the first wave that selects it.
  @Test
  void wavesAreRead() {
    List<ProjectWave> waves =
        read(SHOP
                + """
                waves:
                - {targets: env=staging}
                - {targets: "env=prod,region=us", parallel: 1}
                - {targets: env=prod, maxFailures: 2}
                """)
            .waves();
    assertThat(waves)
        .extracting(wave -> wave.targets() + " " + wave.parallel() + " " + wave.maxFailures())
        .containsExactly("[staging] 4 0", "[prod-us] 1 0", "[prod-eu] 4 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "targets: a | 3: targets must be a list that is not empty; begin each target with -",
        "targets: [] | 3: targets must be a list that is not empty; begin each target with -",
        "targets: [a] | 3: a target must be a map; write name: and context:",
        "targets: [{context: c}] | 3: name is missing in a target; name the target",
        "targets: [{name: a}] | 3: context is missing in a target; name a context of the"
            + " kubeconfig",
        "targets: [{name: 1, context: c}] | 3: name must be a string; put quotes around it",
        "targets: [{name: A, context: c}] | 3: \"A\" is no name of a target; use up to 63"
            + " lower-case letters, digits, - and .",
        "targets: [{name: a/b, context: c}] | 3: \"a/b\" is no name of a target; use up to 63"
            + " lower-case letters, digits, - and .",
        "targets: [{name: all, context: c}] | 3: no target can have the name all; it selects all"
            + " targets; rename it",
        "'targets:\n- {name: a, context: c}\n- {name: a, context: d}' | 5: the name \"a\" is used"
            + " twice; the other target is in line 4; rename one of them",
        "targets: [{name: a, context: c, cluster: d}] | 3: unknown field \"cluster\" in a target;"
            + " remove it, or write one of clusterId, context, filename, kustomize, labels, name,"
            + " namespace, substitute",
        "targets: [{name: a, context: c, kustomize: k, filename: f}] | 3: a target has one of"
            + " kustomize and filename; remove one of them",
        "targets: [{name: a, context: c, kustomize: k, substitute: {A: b}}] | 3: substitute is for"
            + " variables in the files of filename; set the values in the kustomization",
        "targets: [{name: a, context: c, substitute: {A: 6}}] | 3: substitute.A must be a string;"
            + " put quotes around it",
        "targets: [{name: a, context: c, substitute: {a-b: '6'}}] | 3: \"a-b\" is no name of a"
            + " variable; use letters, digits and _",
        "targets: [{name: a, context: c, labels: [b]}] | 3: labels must be a map; write each as"
            + " name: value",
        "waves: [{targets: all}] | 3: there are no targets for waves; list them below targets:"
      })
  void whatIsNoTargetIsRefused(String text, String message) {
    assertThat(problems(HEAD + text.replace("''", "'"))).containsExactly("p.yaml:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "waves: [] | 16: waves must be a list that is not empty; begin each wave with -",
        "waves: [a] | 16: a wave must be a map; write targets: and what selects them",
        "waves: [{parallel: 1}] | 16: targets are missing in a wave; write names, labels or all",
        "waves: [{targets: all, parallel: 0}] | 16: parallel must be a whole number from 1; write"
            + " one",
        "waves: [{targets: all, maxFailures: -1}] | 16: maxFailures must be a whole number from 0;"
            + " write one",
        "waves: [{targets: all, pause: 1}] | 16: unknown field \"pause\" in a wave; remove it, or"
            + " write one of maxFailures, parallel, targets",
        "waves: [{targets: prod-ue}, {targets: all}] | 16: \"prod-ue\" selects no targets; there is"
            + " no target \"prod-ue\"; did you mean prod-eu?",
        "waves: [{targets: env=test}, {targets: all}] | 16: \"env=test\" selects no targets; no"
            + " target has these labels",
        "waves: [{targets: all}, {targets: env=prod}] | 16: the targets of this wave are all in"
            + " earlier waves; remove it, or move it up",
        "waves: [{targets: env=prod}] | 4: no wave has the target \"staging\"; add it to one of the"
            + " waves"
      })
  void whatIsNoWaveIsRefused(String text, String message) {
    assertThat(problems(SHOP + text)).contains("p.yaml:" + message);
  }

  private static List<String> problems(String text) {
    var failure = catchThrowableOfType(JapplyException.class, () -> read(text));
    return failure.problems().stream().map(Object::toString).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "all | staging prod-eu prod-us",
        "prod-us,staging | staging prod-us",
        "prod-eu | prod-eu",
        "env=prod | prod-eu prod-us",
        "env!=prod | staging",
        "env in (prod), region=eu | prod-eu",
        "!region | staging"
      })
  void namesAndLabelsSelectTargets(String text, String names) {
    assertThat(TargetSelection.of(read(SHOP).targets(), text))
        .extracting(ProjectTarget::name)
        .containsExactly(names.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "env | there is no target \"env\"",
        "staging,prod-ue | there is no target \"prod-ue\"; did you mean prod-eu?",
        "prod-* | there is no target \"prod-*\"; did you mean prod-eu?",
        "alll | there is no target \"alll\"; did you mean all?",
        "env=test | no target has these labels",
        "'' | there is no target \"\""
      })
  void otherTextsSelectNone(String text, String message) {
    List<ProjectTarget> targets = read(SHOP).targets();
    assertThatThrownBy(() -> TargetSelection.of(targets, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
