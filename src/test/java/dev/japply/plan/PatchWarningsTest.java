package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.diff.Secrets;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is warned of before a patch is sent. In the cases `'` stands for `"`.
class PatchWarningsTest {
  private static final BuiltinSchemas SCHEMAS = BuiltinSchemas.load();
  private static final String SCALED =
      "[{'manager':'hpa','operation':'Update','subresource':'scale','fieldsV1':"
          + "{'f:spec':{'f:replicas':{}}}}]";
  private static final String APPLIED =
      "[{'manager':'argo','operation':'Apply','fieldsV1':{'f:spec':{'f:replicas':{}}}}]";

  private static List<String> warnings(
      String type, String applied, String live, String manifest, String managers) {
    return problems(type, applied, live, manifest, managers).stream().map(Problem::what).toList();
  }

  private static List<Problem> problems(
      String type, String applied, String live, String manifest, String managers) {
    MapValue before = object(type, live);
    String annotation = LastApplied.encode(object(type, applied));
    MapValue annotations = MapValue.of(LastApplied.KEY, Value.text(annotation));
    MapValue metadata =
        before
            .map("metadata")
            .with("annotations", annotations)
            .with("managedFields", Json.parse(managers.replace('\'', '"')));
    before = before.with("metadata", metadata);
    KubeObject desired = KubeObject.of(object(type, manifest), Origin.NONE);
    var planner = new Planner(PlanOptions.DEFAULT.with(ReasonsWanted.ALL), Planner.Annotation.LEFT);
    var decided = planner.decide(desired, before, schema(desired));
    var planned =
        new PlannedObject(desired, decided.action(), before, Missing.MISSING, decided.reasons());
    return ObjectExplanation.of(planned, Show.PATCH, "me", false, Secrets.MASKED).warnings();
  }

  private static Schema schema(KubeObject object) {
    var gvk = object.gvk();
    return SCHEMAS
        .document(gvk.group(), gvk.version())
        .flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()))
        .orElseThrow();
  }

  /// Of a type such as `apps/v1/Deployment`, with these entries.
  private static MapValue object(String type, String entries) {
    int slash = type.lastIndexOf('/');
    var object = (MapValue) Json.parse("{" + entries.replace('\'', '"') + "}");
    return object
        .with("apiVersion", Value.text(type.substring(0, slash)))
        .with("kind", Value.text(type.substring(slash + 1)))
        .with("metadata", MapValue.of("name", Value.text("n")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "v1/ConfigMap | 'data':{'k':'v'} | 'data':{'k':'v'} | 'data':{'k':'w'} | ",
        "v1/ConfigMap | 'data':{'k':'v'} | 'immutable':true,'data':{'k':'v'} | 'data':{'k':'w'}"
            + " | data.k: the server does not change this field",
        "batch/v1/Job | 'spec':{'completions':1} | 'spec':{'completions':1}"
            + " | 'spec':{'completions':1,'parallelism':2} | ",
        "batch/v1/Job | 'spec':{'selector':{}} | 'spec':{'template':{'spec':{'dnsPolicy':'a'}}} |"
            + " 'spec':{'template':{'spec':{'dnsPolicy':'b'}}} | spec.template.spec.dnsPolicy: the",
        "batch/v1/Job | 'spec':{} | 'spec':{'suspend':true,'template':{'spec':{'dnsPolicy':'a'}}} |"
            + " 'spec':{'template':{'spec':{'dnsPolicy':'b'}}} | spec.template.spec.dnsPolicy: the",
        "batch/v1/Job | 'spec':{} | 'spec':{'suspend':true,'template':{'spec':{'dnsPolicy':'a'}}} |"
            + " 'spec':{'template':{'spec':{'nodeSelector':{'a':'b'}}}} | ",
        "batch/v1/Job | 'spec':{} | 'spec':{'suspend':true,'template':{'spec':{'dnsPolicy':'a'}}},"
            + "'status':{'startTime':'now'} |"
            + " 'spec':{'template':{'spec':{'nodeSelector':{'a':'b'}}}} |"
            + " spec.template.spec.nodeSelector",
        "apps/v1/StatefulSet | 'spec':{'replicas':1} | 'spec':{'replicas':1} |"
            + " 'spec':{'replicas':2} | ",
        "apps/v1/StatefulSet | 'spec':{'serviceName':'a'} | 'spec':{'serviceName':'a'}"
            + " | 'spec':{'serviceName':'b'} | spec.serviceName: the server does not change",
        "apps/v1/StatefulSet | 'spec':{} | 'spec':{'updateStrategy':{'type':'RollingUpdate',"
            + "'rollingUpdate':{'partition':0}}} | 'spec':{'updateStrategy':{'type':'OnDelete'}}"
            + " | spec.updateStrategy: the server takes no rollingUpdate with type OnDelete",
        "apps/v1/Deployment | 'spec':{} | 'spec':{'strategy':{'type':'RollingUpdate',"
            + "'rollingUpdate':{'maxSurge':1}}} | 'spec':{'strategy':{'type':'Recreate'}} | ",
        "v1/Pod | 'spec':{} | 'spec':{'containers':[{'name':'c','image':'a'}]}"
            + " | 'spec':{'containers':[{'name':'c','image':'b'}]} | ",
        "v1/Pod | 'spec':{} | 'spec':{'containers':[{'name':'c','workingDir':'a'}]}"
            + " | 'spec':{'containers':[{'name':'c','workingDir':'b'}]}"
            + " | spec.containers[name=c].workingDir: the server does not change",
        "apps/v1/Deployment | 'spec':{} | 'spec':{'template':{'spec':{'containers':[{'name':'c',"
            + "'env':[{'name':'A','value':''}]}]}}} | 'spec':{'template':{'spec':{'containers':["
            + "{'name':'c','env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'x'}}}]}]}}} | ",
        "apps/v1/Deployment | 'spec':{} | 'spec':{'template':{'spec':{'containers':[{'name':'c',"
            + "'env':[{'name':'A','value':'a'}]}]}}} | 'spec':{'template':{'spec':{'containers':["
            + "{'name':'c','env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'x'}}}]}]}}} |"
            + " spec.template.spec.containers[name=c].env[name=A]: the server takes no value",
        "v1/PersistentVolumeClaim | 'spec':{} | 'spec':{'storageClassName':'a'}"
            + " | 'spec':{'storageClassName':'b'} | spec.storageClassName: the server does not",
        "v1/Service | 'spec':{} | 'spec':{'type':'ClusterIP','clusterIP':'None'}"
            + " | 'spec':{'type':'LoadBalancer'} | spec.type: a Service without cluster IP cannot",
        "v1/Service | 'spec':{} | 'spec':{'clusterIP':'10.0.0.1'} | 'spec':{'clusterIP':'10.0.0.2'}"
            + " | spec.clusterIP: the server does not change",
        "apps/v1/Deployment | 'spec':{'template':{'spec':{'containers':[{'name':'c'}]}}} |"
            + " 'spec':{'template':{'spec':{'containers':[{'name':'c', 'livenessProbe':"
            + " {'exec':{'command':['x']}}}]}}} |"
            + " 'spec':{'template':{'spec':{'containers':[{'name':'c', 'livenessProbe':"
            + " {'httpGet':{'port':80}}}]}}} | spec.template.spec.containers[name=c].livenessProbe:"
            + " the server takes no exec with httpGet",
      })
  void warnsOfWhatTheServerWillNotTake(
      String type, String applied, String live, String manifest, String warning) {
    List<String> warnings = warnings(type, applied, live, manifest, "[]");
    if (warning == null) {
      assertThat(warnings).isEmpty();
    } else {
      assertThat(warnings).singleElement().asString().startsWith(warning);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v1/PersistentVolumeClaim | undo the change, or give the new one another name",
        "v1/PersistentVolume | undo the change, or give the new one another name",
        "v1/Pod | undo the change, or recreate the object: apply with --force",
      })
  void advisesToRecreateWhereNoDataIsLost(String type, String hint) {
    String old = "'spec':{'hostname':'a'}";
    assertThat(problems(type, old, old, old.replace("'a'", "'b'"), "[]"))
        .singleElement()
        .extracting(Problem::hint)
        .isEqualTo(hint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scale | spec.replicas: set by hpa through scale, as autoscalers do",
        "apply | spec.replicas: applied by argo through server-side apply",
      })
  void warnsOfWhoeverWritesTheFieldToo(String how, String warning) {
    String three = "'spec':{'replicas':3}";
    String five = "'spec':{'replicas':5}";
    String managers = how.equals("scale") ? SCALED : APPLIED;
    assertThat(warnings("apps/v1/Deployment", three, five, three, managers))
        .containsExactly(warning);
    assertThat(warnings("apps/v1/Deployment", three, five, five, managers)).isEmpty();
  }

  /// Leaving it out now would take it from the autoscaler.
  @Test
  void advisesToPutReplicasBackThatHaveLeftTheManifest() {
    String three = "'spec':{'replicas':3}";
    String five = "'spec':{'replicas':5}";
    assertThat(problems("apps/v1/Deployment", three, five, three, SCALED))
        .extracting(Problem::hint)
        .containsExactly(
            "leave it out of the manifest, after japply release deployment/n spec.replicas");
    assertThat(problems("apps/v1/Deployment", three, five, "'spec':{}", SCALED))
        .extracting(Problem::hint)
        .containsExactly(
            "it goes back to the default; put it into the manifest again, and leave it out after"
                + " japply release deployment/n spec.replicas");
  }

  /// The annotation is nobody's field.
  @Test
  void warnsOnceOfEachWhoWritesFields() {
    String managers =
        "[{'manager':'argo','operation':'Apply','fieldsV1':{'f:data':{'f:a':{},'f:b':{},'f:c':{}},"
            + "'f:metadata':{'f:annotations':{'f:kubectl.kubernetes.io/last-applied-configuration'"
            + ":{}}}}}]";
    String old = "'data':{'a':'1','b':'1','c':'1'}";
    assertThat(warnings("v1/ConfigMap", old, old, "'data':{'a':'2','b':'1','c':'1'}", managers))
        .containsExactly("data.a: applied by argo through server-side apply");
    assertThat(warnings("v1/ConfigMap", old, old, "'data':{'a':'2','b':'2','c':'2'}", managers))
        .containsExactly("data.a and 2 more fields: applied by argo through server-side apply");
  }

  /// They go along with a change of something else.
  @Test
  void doesNotWarnOfDefaultsInListsThatAreSentWhole() {
    String applied = "'spec':{'minReadySeconds':1,'volumeClaimTemplates':[{'spec':{'a':'b'}}]}";
    String live =
        "'spec':{'minReadySeconds':1,'volumeClaimTemplates':[{'spec':{'a':'b','c':'d'}}]}";
    assertThat(warnings("apps/v1/StatefulSet", applied, live, applied.replace(":1", ":2"), "[]"))
        .isEmpty();
    assertThat(warnings("apps/v1/StatefulSet", applied, live, applied.replace("'b'", "'x'"), "[]"))
        .singleElement()
        .asString()
        .startsWith("spec.volumeClaimTemplates: the server does not change");
  }

  @Test
  void warnsOfItemsOfOneKey() {
    String one = "{'containerPort':53,'protocol':'UDP'}";
    String both = one + ",{'containerPort':53,'protocol':'TCP'}";
    String pod = "'spec':{'template':{'spec':{'containers':[{'name':'c','ports':[%s]}]}}}";
    assertThat(
            warnings(
                "apps/v1/Deployment",
                pod.formatted(one),
                pod.formatted(one),
                pod.formatted(both),
                "[]"))
        .singleElement()
        .asString()
        .startsWith(
            "spec.template.spec.containers[name=c].ports: sent whole, because no patch can address"
                + " its parts");
  }

  @Test
  void warnsOfAnnotationsThatAreNearlyFull() {
    String map = "'data':{'k':'%s'}";
    String small = map.formatted("v");
    assertThat(warnings("v1/ConfigMap", small, small, map.formatted("v".repeat(200_000)), "[]"))
        .isEmpty();
    assertThat(warnings("v1/ConfigMap", small, small, map.formatted("v".repeat(220_000)), "[]"))
        .singleElement()
        .asString()
        .startsWith("metadata.annotations: they take 220")
        .endsWith(" are left");
  }
}
