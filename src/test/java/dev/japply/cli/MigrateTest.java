package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.WriteOptions;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `japply migrate`: what `apply --server-side` would do about objects of client-side apply.
class MigrateTest {
  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 3
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: web:2}
      """;

  private static final String APPLIED =
      "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},'spec':{"
          + "'replicas':3,'minReadySeconds':5,'revisionHistoryLimit':2,'paused':false,"
          + "'selector':{'matchLabels':{'app':'web'}},'template':{"
          + "'metadata':{'labels':{'app':'web'}},'spec':{'containers':["
          + "{'name':'web','image':'web:1'},{'name':'side','image':'side:1'}]}}}}";

  private static final String CLIENT =
      """
      {'manager':'kubectl-client-side-apply','operation':'Update','apiVersion':'apps/v1',
       'fieldsType':'FieldsV1','fieldsV1':{
        'f:metadata':{'f:annotations':{'.':{},\
      'f:kubectl.kubernetes.io/last-applied-configuration':{}}},
        'f:spec':{'f:minReadySeconds':{},'f:paused':{},'f:selector':{},'f:template':{
         'f:metadata':{'f:labels':{'.':{},'f:app':{}}},
         'f:spec':{'f:containers':{
          'k:{\\\\"name\\\\":\\\\"web\\\\"}':{'.':{},'f:name':{},'f:image':{}},
          'k:{\\\\"name\\\\":\\\\"side\\\\"}':{'.':{},'f:name':{},'f:image':{}}}}}}}}
      """;

  private static final String OLD_VERSION =
      """
      {'manager':'kubectl-client-side-apply','operation':'Update','apiVersion':'apps/v1beta1',
       'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:revisionHistoryLimit':{}}}}
      """;

  private static final String OTHERS =
      """
      {'manager':'kubectl','operation':'Update','apiVersion':'apps/v1','subresource':'scale',
       'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}}},
      {'manager':'operator','operation':'Update','apiVersion':'apps/v1',
       'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:paused':{}}}}
      """;

  private static final String TABLE =
      """
      Deployment default/web (STDIN:1): 2 conflicts, 2 fields are removed, 2 fields get stuck
        FIELD                                          FOUND              OWNER                 \
           apply --server-side
        spec.replicas                                  conflict           kubectl/scale         \
           fails; --force-conflicts takes it over
        spec.template.spec.containers[name=web].image  conflict           \
      kubectl-client-side-apply  fails; --force-conflicts takes it over
        spec.minReadySeconds                           left the manifest  \
      kubectl-client-side-apply  removes it
        spec.paused                                    stuck              \
      kubectl-client-side-apply  leaves it: operator owns it, too
        spec.revisionHistoryLimit                      stuck              \
      kubectl-client-side-apply  leaves it: no manager takes it over
        spec.template.spec.containers[name=side]       left the manifest  \
      kubectl-client-side-apply  removes it
        apply --server-side fails; once it does not, it hands the fields of \
      kubectl-client-side-apply over to kubectl and keeps the last-applied annotation up to date
      """;

  private final FakeCluster cluster = new FakeCluster();
  private MapValue before = MapValue.EMPTY;

  @BeforeEach
  void live() {
    MapValue live = json(APPLIED.replace("'replicas':3", "'replicas':5"));
    String managed = ("[" + CLIENT + "," + OLD_VERSION + "," + OTHERS + "]").replace("\\\\", "\\");
    MapValue metadata =
        live.map("metadata")
            .with("namespace", Value.text("default"))
            .with("uid", Value.text("u"))
            .with("resourceVersion", Value.text("7"))
            .with(
                "annotations",
                MapValue.of(
                    "kubectl.kubernetes.io/last-applied-configuration",
                    Value.text(APPLIED.replace('\'', '"'))))
            .with("managedFields", Json.parse(managed.replace('\'', '"')));
    cluster.put(live.with("metadata", metadata));
    cluster.requests.clear();
    before = cluster.object("deployments default/web");
  }

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private Ran migrate(String manifest, String... flags) {
    return new Ran.Setting(cluster)
        .reading(manifest)
        .run(WithSnapshots.with(flags, "migrate", "-f", "-", "--wide", "--to=server-side"));
  }

  private void assertNothingWritten() {
    assertThat(cluster.options).allMatch(WriteOptions::dryRun);
    assertThat(cluster.deletions).isEmpty();
    assertThat(cluster.object("deployments default/web")).isEqualTo(before);
  }

  @Test
  void tellsByManagedFieldsWithoutTheServer() {
    Ran ran = migrate(MANIFEST, "--local");
    assertThat(ran.toString()).isEqualTo(new Ran(ran.args(), 0, TABLE, "").toString());
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("PATCH"));
  }

  @Test
  void theServerTellsTheConflicts() {
    cluster.before(
        "PATCH",
        () -> {
          throw conflict();
        });
    Ran ran = migrate(MANIFEST);
    assertThat(ran.out()).isEqualTo(TABLE);
    assertThat(ran.status()).isZero();
    assertThat(cluster.options).containsExactly(new WriteOptions("kubectl", "", true));
    assertNothingWritten();
  }

  private static ClusterException conflict() {
    MapValue details =
        json(
            """
            {'causes':[
             {'reason':'FieldManagerConflict','field':'.spec.replicas','message':
              'conflict with \\\\'kubectl\\\\' with subresource \\\\'scale\\\\' using apps/v1'},
             {'reason':'FieldManagerConflict',
              'field':'.spec.template.spec.containers[name=web].image',
              'message':'conflict with \\\\'kubectl-client-side-apply\\\\' using apps/v1'}]}
            """
                .replace("\\\\", "\\"));
    return new ClusterException(409, "Conflict", "Apply failed with 2 conflicts", details);
  }

  @Test
  void whereTheServerTakesItNothingIsInConflict() {
    cluster.before("PATCH", () -> cluster.answer(MapValue.EMPTY));
    Ran ran = migrate(MANIFEST.replace("web:2", "web:1"));
    assertThat(ran.out())
        .startsWith("Deployment default/web (STDIN:1): 2 fields are removed, 2 fields get stuck\n")
        .endsWith(
            "  apply --server-side hands the fields of kubectl-client-side-apply over to kubectl"
                + " and keeps the last-applied annotation up to date\n");
    assertNothingWritten();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "403 | Forbidden | deployments.apps \"web\" is forbidden: User \"u\" cannot patch resource",
        "400 | BadRequest | admission webhook does not support dry run",
      })
  void goesByManagedFieldsWhereTheServerMayNotBeAsked(int status, String reason, String message) {
    cluster.fail("PATCH", status, reason, message);
    Ran ran = migrate(MANIFEST);
    assertThat(ran.out()).isEqualTo(TABLE);
    assertThat(ran.err())
        .startsWith(
            "Warning: STDIN:1: Deployment default/web: Error from server (" + reason + "): ")
        .contains("their conflicts are computed from managed fields");
    assertThat(ran.status()).isZero();
  }

  @Test
  void whatTheServerRefusesForOtherReasonsIsAnError() {
    cluster.fail("PATCH", 422, "Invalid", "spec.replicas: must be less");
    Ran ran = migrate(MANIFEST);
    assertThat(ran.err())
        .contains("error: STDIN:1: Deployment default/web: ")
        .contains("must be less");
    assertThat(ran.status()).isEqualTo(1);
    assertNothingWritten();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "image: web:2, ports: [{containerPort: 80}; {containerPort: 80, protocol: TCP}]"
            + " | spec.template.spec.containers[0].ports[1] | another item has the same"
            + " containerPort=80,protocol=\"TCP\"",
        "image: web:2}#      - {name: web, image: b | spec.template.spec.containers[1] | another"
            + " item has the same name=\"web\"",
      })
  void tellsWhichListsTheServerRejects(String containers, String field, String why) {
    String manifest =
        MANIFEST.replace("image: web:2", containers.replace(";", ",").replace("#", "\n"));
    cluster.fail("PATCH", 500, "", "failed to create typed patch object (x): duplicate entries");
    Ran asked = migrate(manifest);
    Ran local = migrate(manifest, "--local");
    assertThat(local.out())
        .contains("1 list item is rejected")
        .containsPattern("  \\Q" + field + "\\E +rejected +- +fails: \\Q" + why + "\\E\n");
    assertThat(asked.out()).isEqualTo(local.out());
    assertThat(asked.err()).isEmpty();
    assertThat(asked.status()).isZero();
    cluster.before("PATCH", () -> cluster.answer(MapValue.EMPTY));
    assertThat(migrate(manifest).out()).as("the server knows better").doesNotContain("rejected");
  }

  /// The server puts the whole of such a map in place.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{matchLabels: {app: web, tier: front}} | spec.selector +conflict",
        "{matchLabels: {tier: front}} | spec.selector +conflict",
        "{matchLabels: {}} | spec.selector +conflict",
        "{matchLabels: {app: web}} | Deployment",
      })
  void tellsConflictsOfMapsThatAreOneValue(String selector, String told) {
    String manifest =
        MANIFEST.replace("selector: {matchLabels: {app: web}}", "selector: " + selector);
    Ran ran = migrate(manifest, "--local");
    assertThat(ran.out()).containsPattern(told);
    assertThat(ran.out().lines().filter(line -> line.contains("spec.selector")))
        .hasSize(told.contains("selector") ? 1 : 0);
  }

  @Test
  void tellsWhichSetsTheServerRejects() {
    String manifest = MANIFEST.replace("name: web}", "name: web, finalizers: [a/b, c/d, a/b]}");
    assertThat(migrate(manifest, "--local").out())
        .containsPattern("metadata.finalizers\\[2] +rejected .*the set has this value twice");
  }

  @Test
  void objectsThatAreNamedGoByWhatWasAppliedLast() {
    Ran ran = japply("migrate", "--wide", "deployment", "web", "--to=server-side", "--local");
    assertThat(ran.out())
        .startsWith("Deployment default/web: 1 conflict\n")
        .containsPattern("spec.replicas +conflict +kubectl/scale");
    assertThat(ran.status()).isZero();
    assertThat(japply("migrate", "--wide", "deployments/web", "--to=server-side", "--local").out())
        .isEqualTo(ran.out());
    Ran none = japply("migrate", "--wide", "deployment", "none", "--to=server-side");
    assertThat(none.err()).contains("not found");
    assertThat(none.status()).isEqualTo(1);
  }

  private Ran japply(String... args) {
    return new Ran.Setting(cluster).run(args);
  }

  @Test
  void anotherManagerTakesTheAnnotationAway() {
    assertThat(migrate(MANIFEST, "--local", "--field-manager=ci").out())
        .endsWith("kubectl-client-side-apply over to ci and removes the last-applied annotation\n");
  }

  @Test
  void tellsOfObjectsThatDoNotGoOver() {
    String absent = MANIFEST.replace("name: web}", "name: absent}");
    assertThat(migrate(absent).out())
        .isEqualTo(
            "Deployment default/absent (STDIN:1): is not there; apply --server-side would create"
                + " it\n");
    MapValue live = cluster.object("deployments default/web");
    cluster.put(
        live.with(
            "metadata", live.map("metadata").without("annotations").without("managedFields")));
    assertThat(japply("migrate", "--wide", "deployment", "web", "--to=server-side").out())
        .isEqualTo(
            "Deployment default/web: has no last-applied annotation, so nothing goes over\n");
    assertThat(migrate(MANIFEST, "--local").out())
        .isEqualTo(
            """
            Deployment default/web (STDIN:1): no obstacles
              apply --server-side hands nothing over: no manager owns the last-applied annotation
            """);
  }

  @Test
  void valuesOfSecretsAreNotShown() {
    String secret = "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {p: aHVudGVyMjI=}}";
    applyOld(secret.replace("aHVudGVyMjI=", "b3RoZXItdmFsdWU="));
    cluster.fail("PATCH", 403, "Forbidden", "hunter22: cannot patch resource aHVudGVyMjI=");
    Ran ran = migrate(secret);
    assertThat(ran.out() + ran.err())
        .contains("Secret default/s")
        .doesNotContain("hunter22", "aHVudGVyMjI", "other-value", "b3RoZXItdmFsdWU");
  }

  private void applyOld(String manifest) {
    assertThat(new Ran.Setting(cluster).reading(manifest).run("apply", "-f", "-").status())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "migrate -f - | must specify --to=server-side",
        "migrate -f - --to=client-side | invalid --to value \"client-side\"; must be server-side",
        "migrate --to=server-side | must specify -f, TYPE NAME or TYPE/NAME",
        "migrate --to=server-side deployment | no name was specified",
        "migrate --to=server-side deployment web -l a=b | --selector only works with -f",
        "migrate --to=server-side -f - --show=x | invalid --show value \"x\"; must be found or all",
        "migrate --to=server-side -f - | no objects passed to migrate",
      })
  void saysWhatIsMissing(String command, String problem) {
    Ran ran = japply(command.split(" ", -1));
    assertThat(ran.err()).contains(problem);
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void oneFailureDoesNotHideTheOthers() {
    cluster.fail("GET default/first", 403, "Forbidden", "no");
    String first = MANIFEST.replace("name: web}", "name: first}");
    Ran ran = migrate(first + "---\n" + MANIFEST, "--local");
    assertThat(ran.err())
        .contains("STDIN:1: Deployment default/first: Error from server (Forbidden): no");
    assertThat(ran.out()).contains("Deployment default/web (STDIN:");
    assertThat(ran.status()).isEqualTo(1);
  }
}
