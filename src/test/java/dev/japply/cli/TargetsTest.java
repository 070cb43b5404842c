package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `japply targets`.
class TargetsTest extends WithTargets {
  @Test
  void targetsAreATable() {
    Ran ran = japply("targets");
    assertThat(ran.out())
        .isEqualTo(
            """
            NAME      CONTEXT     WAVE   INPUT      NAMESPACE   LABELS
            staging   c-staging   -      app.yaml   -           env=staging
            prod-eu   c-eu        -      overlay    shop        env=prod,region=eu
            prod-us   c-us        -      overlay    -           env=prod,region=us
            """);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(opened).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "targets -o name | staging prod-eu prod-us",
        "targets env=prod -o name | prod-eu prod-us",
        "targets prod-us,staging -o name | staging prod-us"
      })
  void targetsAreSelected(String line, String names) {
    assertThat(japply(line).out()).isEqualTo(names.replace(' ', '\n') + "\n");
  }

  @Test
  void targetsHaveTheirWaves() throws IOException {
    write("japply.yaml", PROJECT + "waves: [{targets: prod-us}, {targets: all}]\n");
    assertThat(japply("targets prod-us,prod-eu").out())
        .isEqualTo(
            """
            NAME      CONTEXT   WAVE   INPUT     NAMESPACE   LABELS
            prod-eu   c-eu      2      overlay   shop        env=prod,region=eu
            prod-us   c-us      1      overlay   -           env=prod,region=us
            """);
  }

  /// Values of variables may be for few eyes.
  @Test
  void targetsAsJson() {
    assertThat(Json.parse(japply("targets staging,prod-eu -o json").out()))
        .isEqualTo(
            json(
                "{'apiVersion':'japply.dev/v1','kind':'TargetList','targets':[{'name':'staging',"
                    + "'context':'c-staging','labels':{'env':'staging'},'filename':['app.yaml'],"
                    + "'variables':['COLOUR']},{'name':'prod-eu','context':'c-eu',"
                    + "'clusterId':'id-c-eu','labels':{'env':'prod','region':'eu'},"
                    + "'kustomize':['overlay'],'namespace':'shop'}]}"));
  }

  @Test
  void idsAreThoseOfTheClusters() {
    down.add("c-us");
    Ran ran = japply("targets --ids");
    assertThat(ran.out())
        .isEqualTo(
            """
            NAME      CONTEXT     WAVE   INPUT      NAMESPACE   LABELS               CLUSTER ID
            staging   c-staging   -      app.yaml   -           env=staging          id-c-staging
            prod-eu   c-eu        -      overlay    shop        env=prod,region=eu   id-c-eu
            prod-us   c-us        -      overlay    -           env=prod,region=us   unknown
            """);
    assertThat(ran.err())
        .isEqualTo("error: target prod-us: Unable to connect to the server of c-us\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster("c-eu").requests).containsExactly("GET /kube-system", "CLOSE");
    assertThat(japply("targets staging --ids -o json").out())
        .contains("\"liveClusterId\": \"id-c-staging\"");
  }

  @Test
  void anotherClusterIsAnError() throws IOException {
    write("japply.yaml", PROJECT.replace("clusterId: id-c-eu", "clusterId: other"));
    Ran ran = japply("targets prod-eu --ids");
    assertThat(ran.err())
        .isEqualTo(
            ("error: %s:9: target prod-eu: the clusterId is \"other\", but the cluster of context"
                    + " \"c-eu\" has \"id-c-eu\"; correct the context or the clusterId\n")
                .formatted(file("japply.yaml")));
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void thereMustBeTargets() throws IOException {
    assertThat(japply("targets prod-ue").err())
        .isEqualTo(
            "error: \"prod-ue\" selects no targets: there is no target \"prod-ue\"; did you mean"
                + " prod-eu?\n");
    write("japply.yaml", "apiVersion: japply.dev/v1\nkind: Project\n");
    Ran ran = japply("targets");
    assertThat(ran.err())
        .isEqualTo(
            "error: %s: the project file has no targets; list them below targets:\n"
                .formatted(file("japply.yaml")));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(Ran.of("targets", "--project=off").err())
        .isEqualTo(
            "error: there are no targets, because there is no project file; list them in a"
                + " japply.yaml in this directory or above, or name a file by --project\n");
  }

  /// The manifests are in the directory of the file, as all of a project.
  @ParameterizedTest
  @CsvSource({"../app.yaml", "/etc/app.yaml", "https://example.com/app.yaml"})
  void manifestsElsewhereAreRefused(String name) throws IOException {
    write("japply.yaml", PROJECT.replace("app.yaml", name));
    Ran ran = japply("version");
    assertThat(ran.status()).isZero();
    assertThat(japply("targets").err())
        .isEqualTo(
            ("error: %s:7: a project file may only name files in its directory, not \"%s\"; give"
                    + " --filename on the command line\n")
                .formatted(file("japply.yaml"), name));
  }
}
