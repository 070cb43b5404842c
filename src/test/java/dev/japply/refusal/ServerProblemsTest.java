package dev.japply.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told of answers that a test cannot make a server give at will; the others are in the
/// scripts `error-*`. The answers have the form of those of Kubernetes 1.34.
class ServerProblemsTest {
  private static final MapValue JOB =
      json(
          """
          {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j", "namespace": "n"},
           "spec": {"template": {"spec": {"containers": [{"name": "b", "image": "b:2"}]}}}}\
          """);

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text);
  }

  /// A manifest whose fields stand on the lines that their paths are long.
  private static KubeObject object(MapValue tree) {
    return new KubeObject(
        tree, new Origin("f", 1, 1), path -> new Origin("f", 1 + path.toString().length(), 1));
  }

  private static KubeObject object(String apiVersion, String kind) {
    String metadata = "{\"name\": \"o\", \"namespace\": \"n\"}";
    return object(
        json(
            "{\"apiVersion\": \"%s\", \"kind\": \"%s\", \"metadata\": %s}"
                .formatted(apiVersion, kind, metadata)));
  }

  private static String told(List<Problem> problems) {
    return String.join("\n", problems.stream().map(Problem::toString).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          403 | Forbidden | admission webhook "a.b" denied the request: no,\\n\\nreally not | Error from server (Forbidden): admission webhook "a.b" denied the request: no, really not; this cluster has that rule: do as it says, or ask those who run a.b
          500 | InternalError | Internal error occurred: failed calling webhook "a.b": failed to call webhook: Post "https://x.y.svc:443/?timeout=1s": context deadline exceeded | Error from server (InternalError): Internal error occurred: failed calling webhook "a.b": failed to call webhook: Post "https://x.y.svc:443/?timeout=1s": context deadline exceeded; nothing was changed; that webhook must answer again, or be removed: kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations
          500 | ` ` | conversion webhook for a/v2, Kind=B failed: service "x" not found | Error from server: conversion webhook for a/v2, Kind=B failed: service "x" not found; the webhook of its CRD must answer again
          413 | RequestEntityTooLarge | Request entity too large: limit is 3145728 | Error from server (RequestEntityTooLarge): Request entity too large: limit is 3145728; split it
          500 | ` ` | etcdserver: request is too large | Error from server: etcdserver: request is too large; split it
          500 | ` ` | etcdserver: request timed out | Error from server: etcdserver: request timed out; whether it was written is not known; apply again
          429 | TooManyRequests | the server has received too many requests and has asked us to try again later | Error from server (TooManyRequests): the server has received too many requests and has asked us to try again later; apply again later
          503 | ServiceUnavailable | the server is currently unable to handle the request | Error from server (ServiceUnavailable): the server is currently unable to handle the request; apply again later
          404 | NotFound | the server could not find the requested resource | Error from server (NotFound): the server could not find the requested resource; the server may have ceased to serve this version: kubectl api-resources
          409 | AlreadyExists | object is being deleted: configmaps "o" already exists | Error from server (AlreadyExists): object is being deleted: configmaps "o" already exists; wait until it is gone, and apply again
          403 | Forbidden | roles "o" is forbidden: user "bob" (groups=["g"]) is attempting to grant RBAC permissions not currently held:\\n{APIGroups:["apps"], Resources:["*"], Verbs:["get" "list"]}\\n{APIGroups:[""], Resources:["pods"], ResourceNames:["p"], Verbs:["*"]}\\n{NonResourceURLs:["/metrics"], Verbs:["get"]}\\n{APIGroups:["b"], Resources:["c"], Verbs:["*"]} | Error from server (Forbidden): roles "o" is forbidden: user "bob" (groups=["g"]) is attempting to grant RBAC permissions not currently held: get,list *.apps; * pods p; get /metrics; and 1 more; somebody who holds these permissions must apply it
          """)
  void saysWhatToDo(int status, String reason, String message, String said) {
    var e =
        new ClusterException(status, reason.strip(), message.replace("\\n", "\n"), MapValue.EMPTY);
    assertThat(told(ServerProblems.of(object("v1", "ConfigMap"), e)))
        .isEqualTo("f:1: ConfigMap o: " + said);
  }

  private static ClusterException invalid(String field, String message) {
    MapValue cause =
        MapValue.EMPTY.with("field", Value.text(field)).with("message", Value.text(message));
    MapValue details = MapValue.of("causes", ListValue.of(cause));
    return new ClusterException(422, "Invalid", "all of it", details);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          v1 | Service | spec.clusterIPs[0] | Invalid value: ["10.0.3.8"]: may not change once set | f:19: Service "o" is invalid: spec.clusterIPs[0]: field is immutable: may not change once set; write the live address into the manifest, or delete it and apply again: kubectl delete service/o -n n
          batch/v1 | Job | spec.template | Invalid value: core.PodTemplateSpec{ObjectMeta:v1.ObjectMeta{Name:"a: }", Labels:map[string]string(nil)}}: field is immutable | f:14: Job "o" is invalid: spec.template: field is immutable; a Job does not change once it is made: delete it, which ends its Pods, and apply again: kubectl delete job.batch/o -n n
          v1 | ConfigMap | ` ` | ValidatingAdmissionPolicy 'p' with binding 'q' denied request: no | f:1: ConfigMap "o" is invalid: ValidatingAdmissionPolicy 'p' with binding 'q' denied request: no; this cluster has that rule: kubectl get validatingadmissionpolicy p -o yaml
          v1 | ConfigMap | [] | Too long: may not be more than 1048576 bytes | f:1: ConfigMap "o" is invalid: Too long: may not be more than 1048576 bytes; split the object
          v1 | ConfigMap | metadata.uid | Invalid value: "abc": field is immutable | f:13: ConfigMap "o" is invalid: metadata.uid: field is immutable; remove metadata.uid from the manifest
          a.b/v1 | C | spec.x | Invalid value: "string": failed rule: self == oldSelf | f:7: C "o" is invalid: spec.x: field is immutable: failed rule: self == oldSelf; write the live value into the manifest, or delete it and apply again: kubectl delete c.a.b/o -n n
          apiextensions.k8s.io/v1 | CustomResourceDefinition | spec.validation.openAPIV3Schema.x | Invalid value: {"Rule":"self.nin \\u003c= self.size","Message":"","MessageExpression":"","Reason":null,"FieldPath":""}: compilation failed: ERROR: <input>:1:5: undefined field 'nin'\\n ! self.nin\\n ! ....^ | f:34: CustomResourceDefinition "o" is invalid: spec.validation.openAPIV3Schema.x: Invalid value: …: compilation failed: ERROR: <input>:1:5: undefined field 'nin' ! self.nin ! ....^
          """)
  void namesTheField(String apiVersion, String kind, String field, String message, String said) {
    var e = invalid(field.strip(), message.replace("\\n", "\n"));
    assertThat(told(ServerProblems.of(object(apiVersion, kind), e))).isEqualTo(said);
  }

  /// The server counts the container that somebody injected before those of the manifest.
  @Test
  void findsTheItemOfTheManifest() {
    String injected = "{\"name\": \"a\", \"image\": \"a:1\"}";
    MapValue result = json(GoJson.write(JOB).replace("[{", "[" + injected + ", {"));
    MapValue live = json(GoJson.write(result).replace("b:2", "b:1"));
    var sent = new Sent(object(JOB), Optional.of(live), Optional.of(result), Optional::empty);
    var e = invalid("spec.template", "Invalid value: {\"Spec\":{}}: field is immutable");
    int line = 1 + "spec.template.spec.containers[0].image".length();
    assertThat(told(ServerProblems.of(sent, e)))
        .startsWith(
            "f:%d: Job \"j\" is invalid: spec.template.spec.containers[1].image (live \"b:1\","
                    .formatted(line)
                + " manifest \"b:2\"): field is immutable; a Job does not change");
  }
}
