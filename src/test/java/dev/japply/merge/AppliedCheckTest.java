package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.FieldSet;
import dev.japply.object.LastApplied;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.PatchFormat;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `ServerSideLawsTest` compares the check with a real server.
class AppliedCheckTest {
  private static final Schema SHAPE =
      new OpenApiReader()
          .read(
              json(
                  """
                  {'components': {'schemas': {'Shape': {'type': 'object', 'properties': {
                    'apiVersion': {'type': 'string'}, 'kind': {'type': 'string'},
                    'metadata': {'type': 'object', 'properties': {
                      'name': {'type': 'string'},
                      'labels': {'type': 'object', 'additionalProperties': {'type': 'string'}},
                      'annotations': {'type': 'object', 'additionalProperties': {'type': 'string'}},
                      'finalizers': {'type': 'array', 'x-kubernetes-list-type': 'set',
                        'items': {'type': 'string'}}}},
                    'spec': {'type': 'object', 'properties': {
                      'n': {'type': 'integer'},
                      'hole': {'type': 'object'},
                      'plain': {'type': 'array', 'items': {'type': 'string'}},
                      'whole': {'type': 'object', 'x-kubernetes-map-type': 'atomic',
                        'additionalProperties': {'type': 'string'}},
                      'open': {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true},
                      'items': {'type': 'array', 'x-kubernetes-list-type': 'map',
                        'x-kubernetes-list-map-keys': ['name', 'protocol'],
                        'items': {'type': 'object', 'properties': {
                          'name': {'type': 'string'},
                          'protocol': {'type': 'string', 'default': 'TCP'},
                          'v': {'type': 'integer'}}}}}}}}}}}
                  """))
          .type("Shape")
          .map(type -> type.of(PatchFormat.JSON_MERGE))
          .orElseThrow();

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue shape(String spec) {
    return json("{'apiVersion': 'x/v1', 'kind': 'Shape', 'metadata': {'name': 's'}}")
        .with("spec", json(spec));
  }

  private static String fields(String spec) {
    return GoJson.write(AppliedFieldSet.of(shape(spec), SHAPE).orElseThrow().tree())
        .replace("\\\"", "~")
        .replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'n': 1}|{'f:spec':{'f:n':{}}}",
        "{'n': null}|{'f:spec':{'f:n':{}}}",
        "{'plain': []}|{'f:spec':{'f:plain':{}}}",
        "{'whole': {'a': 'b'}}|{'f:spec':{'f:whole':{}}}",
        "{'items': []}|{}",
        "{'items': [{'name': 'a', 'v': 1}]}|{'f:spec':{'f:items':{"
            + "'k:{~name~:~a~,~protocol~:~TCP~}':{'.':{},'f:name':{},'f:v':{}}}}}",
        "{'open': {'a': {'b': [1]}}}|{'f:spec':{'f:open':{'f:a':{'.':{},'f:b':{}}}}}",
        "{'open': {}}|{'f:spec':{'f:open':{}}}",
        "{'hole': {}}|{'f:spec':{'f:hole':{}}}"
      })
  void knowsTheFieldsOfAManifest(String spec, String fields) {
    assertThat(fields(spec)).isEqualTo(fields);
  }

  @Test
  void knowsNothingOfWhatTheSchemaDoesNotDescribe() {
    assertThat(AppliedFieldSet.of(shape("{'x': 1}"), SHAPE)).isEmpty();
    assertThat(AppliedFieldSet.of(shape("{'hole': {'a': 1}}"), SHAPE)).isEmpty();
  }

  /// The live object after `me` has applied `spec`.
  private static MapValue live(String spec, String more) {
    MapValue manifest = shape(spec);
    FieldSet fields = AppliedFieldSet.of(manifest, SHAPE).orElseThrow();
    MapValue entry =
        json("{'manager': 'me', 'operation': 'Apply', 'apiVersion': 'x/v1'}")
            .with("fieldsV1", fields.tree());
    MapValue stored = manifest.map("spec");
    for (var field : json(more).entries().entrySet()) {
      stored = stored.with(field.getKey(), field.getValue());
    }
    MapValue metadata = manifest.map("metadata").with("managedFields", ListValue.of(entry));
    return manifest.with("metadata", metadata).with("spec", stored);
  }

  private static String whyNotUnchanged(MapValue manifest, MapValue live) {
    return new AppliedCheck("me", SHAPE)
        .whyNotUnchanged(manifest, live)
        .map(doubt -> (doubt.path() + ": " + doubt.reason()).trim())
        .orElse("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'n': 1}|{}|{'n': 1}|none",
        // a default of the server
        "{'n': 1}|{'plain': ['x']}|{'n': 1}|none",
        "{'items': [{'name': 'a'}]}|{'items': [{'name': 'z', 'protocol': 'TCP'},"
            + " {'name': 'a', 'protocol': 'TCP', 'v': 1}]}|{'items': [{'name': 'a'}]}|none",
        "{'n': 1}|{'n': 2}|{'n': 1}|spec.n: live has another value",
        "{'n': 1}|{}|{'n': 2}|spec.n: live has another value",
        "{'n': 1}|{}|{'n': 1, 'plain': []}|spec.plain: me does not own it",
        "{'n': 1, 'plain': []}|{}|{'n': 1}|spec.plain: it is not in the manifest",
        "{'n': null}|{}|{'n': null}|spec.n: it is null",
        "{'n': 1}|{}|{'n': 1, 'x': 1}|spec.x: the schema does not describe it",
        "{'items': [{'name': 'a'}, {'name': 'b'}]}|{}|{'items': [{'name': 'b'}, {'name': 'a'}]}"
            + "|spec.items[1]: live has the items in another order",
        "{'items': [{'name': 'a'}]}|{'items': [{'name': 'a'}, {'name': 'a', 'protocol': 'TCP'}]}"
            + "|{'items': [{'name': 'a'}]}|spec.items: two live items have the same keys",
        "{'items': [{'name': 'a'}]}|{'items': []}|{'items': [{'name': 'a'}]}"
            + "|spec.items[0]: live has no such item"
      })
  void doubtsWhatAnApplyMayChange(String applied, String more, String spec, String doubt) {
    assertThat(whyNotUnchanged(shape(spec), live(applied, more))).isEqualTo(doubt);
  }

  @Test
  void doubtsWhatTheObjectShows() {
    MapValue manifest = shape("{'n': 1}");
    MapValue live = live("{'n': 1}", "{}");
    MapValue others =
        json("{'manager': 'o', 'operation': 'Update', 'apiVersion': 'x/v1', 'fieldsV1': {}}");
    assertThat(
            whyNotUnchanged(manifest, live.with("metadata", metadata(live, ListValue.of(others)))))
        .isEqualTo("metadata.managedFields: me has not applied the object");
    assertThat(whyNotUnchanged(manifest.with("apiVersion", Value.text("x/v2")), live))
        .isEqualTo("metadata.managedFields: me has applied another API version");
    assertThat(whyNotUnchanged(manifest.with("status", MapValue.EMPTY), live))
        .isEqualTo("status: it is not stored as it is sent");
    MapValue pinned = manifest.map("metadata").with("resourceVersion", Value.text("1"));
    assertThat(whyNotUnchanged(manifest.with("metadata", pinned), live))
        .isEqualTo("metadata.resourceVersion: the server maintains it");
    MapValue labels = json("{'labels': {'a': ''}}");
    MapValue metadata = live.map("metadata").with("labels", labels.map("labels"));
    assertThat(whyNotUnchanged(manifest, live.with("metadata", metadata)))
        .as("the server may store a null, but shows an empty text")
        .isEqualTo("none");
    ListValue entries = (ListValue) live.map("metadata").get("managedFields");
    MapValue other =
        json("{'manager': 'o', 'operation': 'Update', 'apiVersion': 'x/v0', 'fieldsV1': {}}");
    MapValue two =
        live.with(
            "metadata",
            live.map("metadata")
                .with("managedFields", ListValue.of(entries.items().getFirst(), other)));
    assertThat(whyNotUnchanged(manifest, two))
        .isEqualTo("metadata.managedFields: an entry has the API version x/v0");
    assertThat(new AppliedCheck("me", SHAPE, version -> true).whyNotUnchanged(manifest, two))
        .isEmpty();
  }

  /// Such as a Namespace that has nothing but its name: a manager without fields has no entry.
  @Test
  void aManifestWithoutFieldsChangesNothing() {
    MapValue bare = shape("{}").without("spec");
    MapValue live = live("{'n': 1}", "{}");
    MapValue other =
        json("{'manager': 'o', 'operation': 'Update', 'apiVersion': 'x/v1', 'fieldsV1': {}}");
    MapValue unowned = live.with("metadata", metadata(live, ListValue.of(other)));
    assertThat(whyNotUnchanged(bare, bare)).isEqualTo("none");
    assertThat(whyNotUnchanged(bare, unowned)).isEqualTo("none");
    assertThat(whyNotUnchanged(bare, live)).isEqualTo("spec.n: it is not in the manifest");
    assertThat(whyNotUnchanged(bare, live.with("metadata", metadata(live, ListValue.EMPTY))))
        .isEqualTo(
            "metadata.managedFields: no manager has an entry, so the server will make one for all");
    assertThat(whyNotUnchanged(bare.with("status", MapValue.EMPTY), unowned))
        .isEqualTo("status: it is not stored as it is sent");
  }

  private static MapValue metadata(MapValue live, ListValue managers) {
    return live.map("metadata").with("managedFields", managers);
  }

  /// An entry that owns the annotation of client-side apply.
  private static MapValue annotator(String manager, String operation) {
    return json(
        """
        {'manager': '%s', 'operation': '%s', 'apiVersion': 'x/v1', 'fieldsV1':
          {'f:metadata': {'f:annotations': {'f:%s': {}}}}}
        """
            .formatted(manager, operation, LastApplied.KEY));
  }

  @ParameterizedTest
  @CsvSource({
    "kubectl-last-applied, Apply, true, none",
    "kubectl-last-applied, Apply, false, it is not the manifest",
    "kubectl-client-side-apply, Update, true, the object was applied client-side",
    "other, Apply of a status, true, no manager owns it"
  })
  void comparesTheAnnotationOfClientSideApply(
      String annotator, String operation, boolean current, String reason) {
    MapValue manifest = shape("{'n': 1}");
    String text = GoJson.write(current ? manifest : shape("{'n': 2}")) + "\n";
    MapValue live = json(GoJson.write(live("{'n': 1}", "{}")).replace("\"me\"", "\"kubectl\""));
    ListValue entries = (ListValue) live.map("metadata").get("managedFields");
    MapValue metadata =
        live.map("metadata")
            .with("annotations", MapValue.of(LastApplied.KEY, Value.text(text)))
            .with(
                "managedFields",
                ListValue.of(entries.items().getFirst(), annotator(annotator, operation)));
    assertThat(
            new AppliedCheck("kubectl", SHAPE)
                .whyNotUnchanged(manifest, live.with("metadata", metadata))
                .map(doubt -> doubt.reason())
                .orElse("none"))
        .isEqualTo(reason);
  }

  @Test
  void doubtsAStatusOfATypeWithoutOne() {
    Schema map =
        BuiltinSchemas.load()
            .document("", "v1")
            .flatMap(types -> types.object("", "v1", "ConfigMap"))
            .orElseThrow();
    MapValue manifest =
        json(
            "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'c'}, 'data': {'a':"
                + " 'b'}}");
    MapValue entry =
        json("{'manager': 'me', 'operation': 'Apply', 'apiVersion': 'v1'}")
            .with("fieldsV1", AppliedFieldSet.of(manifest, map).orElseThrow().tree());
    MapValue metadata = manifest.map("metadata").with("managedFields", ListValue.of(entry));
    MapValue live = manifest.with("metadata", metadata);
    var check = new AppliedCheck("me", map);
    assertThat(check.whyNotUnchanged(manifest, live)).isEmpty();
    assertThat(check.whyNotUnchanged(manifest.with("status", MapValue.EMPTY), live)).isPresent();
  }

  private static String doubtOf(String kind, String apiVersion, String sent, String stored) {
    String group = apiVersion.contains("/") ? apiVersion.replaceFirst("/.*", "") : "";
    Schema type =
        BuiltinSchemas.load()
            .document(group, "v1")
            .flatMap(types -> types.object(group, "v1", kind))
            .orElseThrow();
    MapValue head =
        json("{'apiVersion': '%s', 'kind': '%s'}".formatted(apiVersion, kind))
            .with("metadata", json("{'name': 'x'}"));
    MapValue manifest = head.with("spec", json(sent));
    MapValue entry =
        json("{'manager': 'me', 'operation': 'Apply', 'apiVersion': '%s'}".formatted(apiVersion))
            .with("fieldsV1", AppliedFieldSet.of(manifest, type).orElseThrow().tree());
    MapValue metadata = head.map("metadata").with("managedFields", ListValue.of(entry));
    MapValue live = head.with("metadata", metadata).with("spec", json(stored));
    return new AppliedCheck("me", type)
        .whyNotUnchanged(manifest, live)
        .map(doubt -> doubt.path() + ": " + doubt.reason())
        .orElse("none");
  }

  private static final String CLAIM =
      "{'volumeClaimTemplates': [{'apiVersion': 'v1', 'kind': 'PersistentVolumeClaim', 'metadata':"
          + " {'name': 'd', 'creationTimestamp': null}, 'spec': {'accessModes': ['ReadWriteOnce'],"
          + " 'volumeMode': 'Filesystem'}, 'status': {'phase': 'Pending'}}]}";

  /// What is more in the live value must be a default, since a value of an earlier manifest would
  /// go.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'metadata': {'name': 'd'}, 'spec': {'accessModes': ['ReadWriteOnce']}}|none",
        "{'metadata': {'name': 'd'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'volumeName': ''},"
            + " 'status': {}}|none",
        "{'metadata': {'name': 'd'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'volumeMode':"
            + " 'Block'}}|spec.volumeClaimTemplates: live has another value",
        "{'metadata': {'name': 'd'}, 'spec': {}}|spec.volumeClaimTemplates: live has another value",
        "{'metadata': {'name': 'd', 'labels': {'a': 'b'}}, 'spec': {'accessModes':"
            + " ['ReadWriteOnce']}}|spec.volumeClaimTemplates: live has another value"
      })
  void knowsTheDefaultsOfClaimTemplates(String claim, String doubt) {
    String sent = "{'volumeClaimTemplates': [" + claim + "]}";
    assertThat(doubtOf("StatefulSet", "apps/v1", sent, CLAIM)).isEqualTo(doubt);
    String block = CLAIM.replace("Filesystem", "Block");
    assertThat(doubtOf("StatefulSet", "apps/v1", sent, block))
        .isEqualTo(
            claim.contains("Block") ? "none" : "spec.volumeClaimTemplates: live has another value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Ingress|networking.k8s.io/v1|{'rules': [{'host': ''}]}|{'rules': [{}]}|none",
        "Ingress|networking.k8s.io/v1|{'rules': [{}]}|{'rules': [{'host': 'a'}]}|spec.rules",
        "NetworkPolicy|networking.k8s.io/v1|{'podSelector': {}, 'ingress': [{'ports': [{'port':"
            + " 1}]}]}|{'podSelector': {}, 'ingress': [{'ports': [{'port': 1, 'protocol':"
            + " 'TCP'}]}]}|none",
        "NetworkPolicy|networking.k8s.io/v1|{'ingress': [{'ports': [{'port': 1}]}]}|{'ingress':"
            + " [{'ports': [{'port': 1, 'protocol': 'UDP'}]}]}|spec.ingress",
        // The server raises the generation.
        "NetworkPolicy|networking.k8s.io/v1|{'ingress': [{'from': []}]}|{'ingress': [{}]}"
            + "|spec.ingress",
        "LimitRange|v1|{'limits': [{'type': 'Container', 'max': {'cpu': 2}}]}|{'limits': [{'type':"
            + " 'Container', 'max': {'cpu': '2'}, 'default': {'cpu': '2'}, 'defaultRequest':"
            + " {'cpu': '2'}}]}|none",
        "LimitRange|v1|{'limits': [{'type': 'Container', 'max': {'cpu': 2}}]}|{'limits': [{'type':"
            + " 'Container', 'max': {'cpu': '2'}, 'default': {'cpu': '1'}, 'defaultRequest':"
            + " {'cpu': '2'}}]}|spec.limits",
        "LimitRange|v1|{'limits': [{'type': 'Pod', 'max': {'cpu': 2}}]}|{'limits': [{'type': 'Pod',"
            + " 'max': {'cpu': '2'}, 'default': {'cpu': '2'}}]}|spec.limits",
        "ValidatingAdmissionPolicy|admissionregistration.k8s.io/v1|{'matchConstraints':"
            + " {'resourceRules': [{'apiGroups': ['']}]}}|{'matchConstraints': {'resourceRules':"
            + " [{'apiGroups': [''], 'scope': '*'}], 'matchPolicy': 'Equivalent',"
            + " 'namespaceSelector': {}, 'objectSelector': {}}}|none",
        "ValidatingAdmissionPolicy|admissionregistration.k8s.io/v1|{'matchConstraints': {}}|"
            + "{'matchConstraints': {'matchPolicy': 'Exact', 'namespaceSelector': {},"
            + " 'objectSelector': {}}}|spec.matchConstraints"
      })
  void knowsTheDefaultsWithinValuesOfOneOwner(
      String kind, String apiVersion, String sent, String stored, String doubt) {
    assertThat(doubtOf(kind, apiVersion, sent, stored))
        .isEqualTo(doubt.equals("none") ? doubt : doubt + ": live has another value");
  }

  @Test
  void knowsTheBuiltInTypes() {
    Schema service =
        BuiltinSchemas.load()
            .document("", "v1")
            .flatMap(types -> types.object("", "v1", "Service"))
            .orElseThrow();
    MapValue manifest =
        json(
            """
            {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 's', 'labels': {'a': 'b'}},
             'spec': {'selector': {'app': 'a'}, 'ports': [{'port': 80}]}}
            """);
    assertThat(AppliedFieldSet.of(manifest, service).orElseThrow().tree())
        .isEqualTo(
            Json.parse(
                """
                {"f:metadata": {"f:labels": {"f:a": {}}}, "f:spec": {"f:selector": {}, "f:ports": {
                 "k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}": {".": {}, "f:port": {}}}}}
                """));
  }
}
