package dev.japply.e2e;

import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Makes manifests for server-side apply: of built-in and custom types, with all types of lists and
/// maps, from few values, so that manifests of several managers meet, and often in other forms of
/// one value.
final class AppliedObjects {
  /// The types, each with the API version and the kind.
  static final List<String> TYPES =
      List.of(
          "v1 ConfigMap",
          "v1 Secret",
          "v1 Service",
          "apps/v1 Deployment",
          "laws.japply.dev/v1 Shape",
          "laws.japply.dev/v1 Loose");

  /// Types with lists and maps of one owner, in which the server fills in defaults.
  static final List<String> FILLED_TYPES =
      List.of(
          "apps/v1 StatefulSet",
          "autoscaling/v2 HorizontalPodAutoscaler",
          "batch/v1 CronJob",
          "networking.k8s.io/v1 Ingress",
          "networking.k8s.io/v1 NetworkPolicy",
          "policy/v1 PodDisruptionBudget",
          "rbac.authorization.k8s.io/v1 RoleBinding",
          "v1 LimitRange",
          "v1 Secret",
          "laws.japply.dev/v1 Filled");

  /// A type with each kind of list and map, one without a schema, and one with defaults in a list
  /// of one owner.
  static final String DEFINITIONS =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: shapes.laws.japply.dev}
      spec:
        group: laws.japply.dev
        names: {plural: shapes, kind: Shape}
        scope: Namespaced
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    number: {type: integer}
                    fraction: {type: number}
                    text: {type: string}
                    flag: {type: boolean}
                    either: {x-kubernetes-int-or-string: true}
                    filled: {type: integer, default: 5}
                    nothing: {type: string, nullable: true}
                    plain: {type: array, items: {type: string}}
                    set: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                    labels: {type: object, additionalProperties: {type: string}}
                    whole:
                      type: object
                      x-kubernetes-map-type: atomic
                      additionalProperties: {type: string}
                    open: {type: object, x-kubernetes-preserve-unknown-fields: true}
                    items:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name, protocol]
                      items:
                        type: object
                        required: [name]
                        properties:
                          name: {type: string}
                          protocol: {type: string, default: TCP}
                          value: {type: string}
                          filled: {type: integer, default: 7}
                          tags:
                            type: array
                            x-kubernetes-list-type: set
                            items: {type: string}
                          inner:
                            type: array
                            x-kubernetes-list-type: map
                            x-kubernetes-list-map-keys: [id]
                            items:
                              type: object
                              required: [id]
                              properties: {id: {type: integer}, x: {type: string}}
      ---
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: looses.laws.japply.dev}
      spec:
        group: laws.japply.dev
        names: {plural: looses, kind: Loose}
        scope: Namespaced
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
      ---
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: filleds.laws.japply.dev}
      spec:
        group: laws.japply.dev
        names: {plural: filleds, kind: Filled}
        scope: Namespaced
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    rules:
                      type: array
                      items:
                        type: object
                        properties:
                          name: {type: string}
                          weight: {type: integer, default: 1}
                          path: {type: object, default: {type: Prefix}, properties: {
                            type: {type: string}, value: {type: string, default: /}}}
                          refs: {type: array, default: [{}], items: {type: object, properties: {
                            group: {type: string, default: ""}, port: {type: integer}}}}
                          more: {type: object, properties: {there: {type: boolean, default: false}}}
                          note: {type: string, nullable: true}
                    target:
                      type: object
                      x-kubernetes-map-type: atomic
                      properties: {group: {type: string, default: apps}, name: {type: string}}
      """;

  private final RandomGenerator random;

  AppliedObjects(RandomGenerator random) {
    this.random = random;
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static Value json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  /// A manifest of a type.
  MapValue manifest(String type, String name) {
    String[] words = type.split(" ", -1);
    MapValue metadata = MapValue.of("name", Value.text(name));
    metadata = put(metadata, "labels", texts(), 0.4);
    metadata = put(metadata, "annotations", texts(), 0.2);
    metadata = put(metadata, "finalizers", some("'example.com/a'", "'example.com/b'"), 0.1);
    metadata = chance(0.03) ? metadata.with("creationTimestamp", Value.NULL) : metadata;
    MapValue object =
        MapValue.of("apiVersion", Value.text(words[0]))
            .with("kind", Value.text(words[1]))
            .with("metadata", metadata);
    object =
        switch (words[1]) {
          case "ConfigMap" -> put(object, "data", texts(), 0.9);
          case "Secret" -> secret(object);
          case "Service" -> object.with("spec", service());
          case "Deployment" -> object.with("spec", deployment());
          case "StatefulSet" -> object.with("spec", statefulSet());
          case "HorizontalPodAutoscaler" -> object.with("spec", autoscaler());
          case "CronJob" -> object.with("spec", cronJob());
          case "Ingress" -> object.with("spec", ingress());
          case "NetworkPolicy" -> object.with("spec", networkPolicy());
          case "PodDisruptionBudget" -> object.with("spec", budget());
          case "LimitRange" -> object.with("spec", limitRange());
          case "RoleBinding" -> roleBinding(object);
          case "Filled" -> object.with("spec", filled());
          case "Shape" -> put(object, "spec", shape(), 0.95);
          default -> put(put(object, "spec", any(0), 0.9), "other", any(1), 0.3);
        };
    return chance(0.05) ? object.with("status", status(words[1])) : object;
  }

  private Value status(String kind) {
    return json(
        switch (kind) {
          case "Service" -> pick("{}", "{'loadBalancer': {}}");
          case "Deployment" -> pick("{}", "{'replicas': 1}", "{'conditions': []}");
          default -> "{}";
        });
  }

  private MapValue put(MapValue map, String key, Value value, double probability) {
    return chance(probability) ? map.with(key, value) : map;
  }

  private MapValue texts() {
    MapValue texts = MapValue.EMPTY;
    for (String key : List.of("a", "b", "example.com/c")) {
      texts = put(texts, key, json(pick("'1'", "'1'", "'2'", "'2'", "''")), 0.5);
    }
    return chance(0.02) ? texts.with("a", Value.NULL) : texts;
  }

  private MapValue secret(MapValue object) {
    MapValue data = MapValue.EMPTY;
    for (String key : List.of("a", "b", "c")) {
      data = put(data, key, json(pick("'YQ=='", "'Yg=='", "'YQ=='", "'YR=='", "''")), 0.5);
    }
    data = chance(0.02) ? data.with("a", Value.NULL) : data;
    MapValue secret = put(object, "data", data, 0.9);
    return put(secret, "stringData", json("{'c': '" + pick("a", "b") + "'}"), 0.05);
  }

  private ListValue some(String... items) {
    var list = new ArrayList<Value>();
    for (String item : items) {
      if (chance(0.6)) {
        list.add(json(item));
      }
    }
    if (chance(0.2)) {
      Collections.shuffle(list, new java.util.Random(random.nextLong()));
    }
    return new ListValue(list);
  }

  private Value service() {
    MapValue spec = MapValue.EMPTY;
    ListValue ports =
        some(
            "{'port': 80, 'name': 'web'" + pick("", ", 'protocol': 'TCP'") + "}",
            "{'port': 80, 'name': 'quic', 'protocol': 'UDP', 'targetPort': " + pick("1", "2") + "}",
            "{'port': 443, 'name': '" + pick("tls", "https") + "'}");
    spec = spec.with("ports", ports.isEmpty() ? json("[{'port': 80, 'name': 'web'}]") : ports);
    spec = put(spec, "selector", json("{'app': '" + pick("a", "b") + "'}"), 0.6);
    spec = put(spec, "sessionAffinity", json(pick("'None'", "'ClientIP'")), 0.2);
    return put(spec, "type", json("'ClusterIP'"), 0.2);
  }

  private Value deployment() {
    MapValue spec = MapValue.EMPTY;
    spec = put(spec, "replicas", Value.number(random.nextInt(2)), 0.6);
    spec = put(spec, "minReadySeconds", Value.number(random.nextInt(3)), 0.3);
    spec = put(spec, "strategy", json(pick("{}", "{'type': 'RollingUpdate'}")), 0.1);
    spec = spec.with("selector", json("{'matchLabels': {'app': 'a'}}"));
    ListValue containers = some(container("a"), container("b"), container("c"));
    MapValue pod =
        MapValue.of(
            "containers",
            containers.isEmpty() ? new ListValue(List.of(json(container("a")))) : containers);
    pod = put(pod, "volumes", some("{'name': 'v', 'emptyDir': {}}"), 0.2);
    pod = put(pod, "tolerations", some("{'key': 'k', 'operator': 'Exists'}"), 0.2);
    pod = put(pod, "nodeSelector", json("{'disk': '" + pick("ssd", "hdd") + "'}"), 0.2);
    pod = put(pod, "securityContext", json("{}"), 0.1);
    MapValue metadata = MapValue.of("labels", json("{'app': 'a'}"));
    metadata = chance(0.05) ? metadata.with("creationTimestamp", Value.NULL) : metadata;
    return spec.with("template", MapValue.of("metadata", metadata).with("spec", pod));
  }

  private Value statefulSet() {
    Value template = json("{'metadata': {'labels': {'app': 'a'}}, 'spec': " + filledPod() + "}");
    MapValue spec =
        (MapValue)
            json("{'replicas': 0, 'serviceName': 's', 'selector': {'matchLabels': {'app': 'a'}}}");
    return put(spec.with("template", template), "volumeClaimTemplates", claims(), 0.8);
  }

  private ListValue claims() {
    return new ListValue(
        List.of(
            json(
                "{'metadata': {'name': 'd'"
                    + pick("", "", ", 'creationTimestamp': null", ", 'namespace': ''")
                    + pick(
                        "", ", 'labels': {}", ", 'labels': {'a': 'b'}", ", 'labels': {'a': null}")
                    + "}, 'spec': {'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {"
                    + "'storage': '"
                    + pick("1Gi", "1Gi", "1024Mi", "2Gi")
                    + "'}}"
                    + pick("", "", ", 'volumeMode': 'Filesystem'", ", 'volumeMode': 'Block'")
                    + pick("", "", ", 'storageClassName': ''", ", 'storageClassName': 'c'")
                    + pick("", "", ", 'volumeName': ''", ", 'selector': {}")
                    + "}"
                    + pick("", "", ", 'status': {}", ", 'apiVersion': 'v1'")
                    + "}")));
  }

  /// A pod whose lists and maps of one owner have defaults.
  private String filledPod() {
    return "{'containers': [{'name': 'c', 'image': 'i', 'env': [{'name': 'N', 'valueFrom': "
        + pick(
            "{'fieldRef': {'fieldPath': 'metadata.name'}}",
            "{'fieldRef': {'apiVersion': 'v1', 'fieldPath': 'metadata.name'}}",
            "{'fieldRef': {'apiVersion': '', 'fieldPath': 'metadata.name'}}",
            "{'resourceFieldRef': {'resource': 'limits.cpu'}}",
            "{'resourceFieldRef': {'resource': 'limits.cpu', 'divisor': " + pick("1", "0") + "}}",
            "{'resourceFieldRef': {'resource': 'limits.cpu', 'containerName': ''}}",
            "{'secretKeyRef': {'name': 's', 'key': 'k'}}",
            "{'secretKeyRef': {'name': 's', 'key': 'k', 'optional': false}}")
        + "}], 'envFrom': [{'configMapRef': {'name': 'c'}"
        + pick("", ", 'prefix': ''", ", 'prefix': 'p'")
        + "}]}], 'tolerations': [{'operator': 'Exists'"
        + pick("", ", 'key': ''", ", 'key': 'k'")
        + pick("", ", 'effect': ''", ", 'effect': 'NoSchedule'")
        + "}], 'volumes': [{'name': 'v', 'projected': {'sources': [{'serviceAccountToken': {'path':"
        + " 't'"
        + pick("", ", 'audience': ''", ", 'expirationSeconds': 3600", ", 'expirationSeconds': 7200")
        + "}}, {'downwardAPI': {'items': [{'path': 'n', 'fieldRef': {'fieldPath':"
        + " 'metadata.name'}}]}}"
        + pick("", ", {'secret': {'name': 's', 'items': []}}", ", {'secret': {'name': 's'}}")
        + "]}}]"
        + pick("", ", 'restartPolicy': 'Always'")
        + "}";
  }

  private Value autoscaler() {
    return json(
        "{'maxReplicas': 3, 'scaleTargetRef': {'apiVersion': 'apps/v1', 'kind': 'Deployment',"
            + " 'name': 'x'}, 'metrics': [{'type': 'Resource', 'resource': {'name': 'cpu',"
            + " 'target': {'type': "
            + pick(
                "'Utilization', 'averageUtilization': 50",
                "'AverageValue', 'averageValue': '500m'",
                "'AverageValue', 'averageValue': '0.5'",
                "'AverageValue', 'averageValue': 1",
                "'AverageValue', 'averageValue': '1'")
            + "}}}]"
            + pick(
                "",
                ", 'behavior': {'scaleDown': {'policies': [{'type': 'Pods', 'value': 1,"
                    + " 'periodSeconds': 60}]}}")
            + "}");
  }

  private Value cronJob() {
    String pod = filledPod().replace("'restartPolicy': 'Always'", "'restartPolicy': 'Never'");
    return json(
        "{'schedule': '0 0 1 1 *', 'suspend': true, 'jobTemplate': {'spec': {'template': {'spec': "
            + (pod.contains("Never")
                ? pod
                : pod.substring(0, pod.length() - 1) + ", 'restartPolicy': 'Never'}")
            + "}, 'podFailurePolicy': {'rules': [{'action': 'Ignore', 'onPodConditions': [{'type':"
            + " 'X'"
            + pick("", ", 'status': 'True'", ", 'status': 'False'")
            + "}]"
            + pick("", ", 'onExitCodes': null")
            + "}]}}}}");
  }

  private Value ingress() {
    String path =
        "{'path': '/', 'pathType': 'Prefix', 'backend': {'service': {'name': 'x', 'port':"
            + " {'number': 80"
            + pick("", ", 'name': ''")
            + "}}}}";
    return json(
        "{'rules': [{"
            + pick("", "'host': '', ", "'host': 'a.example', ", "'host': null, ")
            + "'http': {'paths': ["
            + path
            + "]}}]"
            + pick(
                "",
                ", 'tls': [{'hosts': []}]",
                ", 'tls': [{'secretName': ''}]",
                ", 'tls': []",
                ", 'tls': [{}]")
            + pick("", ", 'ingressClassName': 'c'")
            + "}");
  }

  private Value networkPolicy() {
    return json(
        "{'podSelector': "
            + pick("{}", "{'matchLabels': {}}", "{'matchLabels': {'a': 'b'}}")
            + ", 'ingress': [{'ports': [{'port': 80"
            + pick("", ", 'protocol': 'TCP'", ", 'protocol': 'UDP'", ", 'endPort': 90")
            + "}]"
            + pick(
                "",
                ", 'from': []",
                ", 'from': [{'podSelector': {}}]",
                ", 'from': [{'podSelector': {}, 'namespaceSelector': {}}]",
                ", 'from': [{'podSelector': {'matchLabels': {}}}]",
                ", 'from': [{'ipBlock': {'cidr': '10.0.0.0/8', 'except': []}}]")
            + "}]}");
  }

  private Value budget() {
    return json(
        "{'minAvailable': "
            + pick("1", "'50%'")
            + ", 'selector': {"
            + pick(
                "",
                "'matchLabels': {}",
                "'matchLabels': {'a': 'b'}",
                "'matchLabels': {'a': 'b'}, 'matchExpressions': []",
                "'matchExpressions': [{'key': 'a', 'operator': 'Exists', 'values': []}]")
            + "}}");
  }

  private Value limitRange() {
    return json(
        "{'limits': [{'type': "
            + pick("'Container'", "'Container'", "'Pod'")
            + pick("", ", 'max': {}", ", 'max': {'cpu': 2}", ", 'max': {'cpu': '2000m'}")
            + pick("", ", 'min': {'cpu': '1', 'memory': '1Ki'}", ", 'min': null")
            + pick("", ", 'default': {}", ", 'default': {'cpu': 1}", ", 'default': {'x.y/z': 1}")
            + pick("", ", 'defaultRequest': {'cpu': 1}", ", 'defaultRequest': {}")
            + "}]}");
  }

  private MapValue roleBinding(MapValue object) {
    ListValue subjects =
        some(
            "{'kind': 'ServiceAccount', 'name': 's'"
                + pick("", ", 'apiGroup': ''")
                + ", 'namespace': 'default'}",
            "{'kind': 'User', 'name': 'u'"
                + pick("", ", 'apiGroup': 'rbac.authorization.k8s.io'", ", 'namespace': ''")
                + "}",
            "{'kind': 'Group', 'name': 'g', 'apiGroup': '"
                + pick("", "rbac.authorization.k8s.io")
                + "'}");
    return put(object, "subjects", subjects, 0.9)
        .with(
            "roleRef",
            json(
                "{'kind': 'Role', 'name': 'r'"
                    + pick("", ", 'apiGroup': ''", ", 'apiGroup': 'rbac.authorization.k8s.io'")
                    + "}"));
  }

  private MapValue filled() {
    ListValue rules =
        some(
            "{'name': 'a'" + rule() + "}",
            "{'name': 'b'" + rule() + "}",
            "{" + rule().replaceFirst("^, ", "") + "}");
    MapValue spec = put(MapValue.EMPTY, "rules", rules, 0.9);
    return put(
        spec,
        "target",
        json("{" + pick("", "'group': 'apps', ", "'group': 'x', ") + "'name': 'n'}"),
        0.5);
  }

  private String rule() {
    return pick("", "", ", 'weight': 1", ", 'weight': 2")
        + pick("", "", ", 'path': {}", ", 'path': {'value': '/'}", ", 'path': {'type': 'Exact'}")
        + pick(
            "", "", ", 'refs': []", ", 'refs': [{}]", ", 'refs': [{'port': 1}]", ", 'refs': null")
        + pick("", "", ", 'more': {}", ", 'more': {'there': false}", ", 'more': {'there': true}")
        + pick("", "", ", 'note': null", ", 'note': ''");
  }

  private String container(String name) {
    var text = new StringBuilder("{'name': '" + name + "', 'image': '" + pick("i:1", "i:2") + "'");
    if (chance(0.3)) {
      text.append(", 'env': [{'name': 'X', 'value': '").append(pick("1", "2", "")).append("'}]");
    }
    if (chance(0.3)) {
      text.append(", 'ports': [{'containerPort': 80")
          .append(pick("", ", 'protocol': 'TCP'", ", 'name': 'p'"))
          .append("}]");
    }
    if (chance(0.3)) {
      text.append(", 'resources': ")
          .append(
              pick(
                  "{}",
                  "{'requests': {'cpu': '500m'}}",
                  "{'requests': {'cpu': '0.5'}}",
                  "{'limits': {'memory': '1024Mi'}}",
                  "{'limits': {'memory': '1Gi'}}"));
    }
    if (chance(0.1)) {
      text.append(pick(", 'tty': false", ", 'tty': true", ", 'workingDir': ''"));
    }
    if (chance(0.2)) {
      text.append(", 'args': ").append(pick("[]", "['-a']", "['-a', '-b']"));
    }
    return text.append("}").toString();
  }

  private MapValue shape() {
    MapValue spec = MapValue.EMPTY;
    spec = put(spec, "number", json(pick("1", "2", "1.0")), 0.4);
    spec = put(spec, "fraction", json(pick("1.5", "1")), 0.2);
    spec = put(spec, "text", json(pick("'a'", "'b'", "''")), 0.4);
    spec = put(spec, "flag", json(pick("true", "false")), 0.2);
    spec = put(spec, "either", json(pick("1", "'1'", "'25%'")), 0.2);
    spec = put(spec, "filled", json(pick("5", "6")), 0.2);
    spec = put(spec, "nothing", json(pick("null", "'a'")), 0.1);
    spec = put(spec, "plain", some("'a'", "'b'"), 0.2);
    spec = put(spec, "set", some("'a'", "'b'", "'c'"), 0.4);
    spec = put(spec, "labels", texts(), 0.3);
    spec = put(spec, "whole", texts(), 0.2);
    spec = put(spec, "open", any(1), 0.3);
    return put(
        spec,
        "items",
        some(item("a", ""), item("a", ", 'protocol': 'UDP'"), item("b", ", 'protocol': 'TCP'")),
        0.6);
  }

  private String item(String name, String protocol) {
    return "{'name': '"
        + name
        + "'"
        + protocol
        + (chance(0.5) ? ", 'value': '" + pick("1", "2") + "'" : "")
        + (chance(0.2) ? ", 'tags': " + pick("[]", "['x']", "['x', 'y']", "['y', 'x']") : "")
        + (chance(0.2) ? ", 'inner': " + pick("[{'id': 1}]", "[{'id': 2, 'x': 'a'}]") : "")
        + "}";
  }

  /// A value without a schema; on the top a map.
  private Value any(int depth) {
    if (depth < 3 && (depth == 0 || chance(0.5))) {
      MapValue map = MapValue.EMPTY;
      for (String key : List.of("a", "b", "c")) {
        map = put(map, key, any(depth + 1), 0.5);
      }
      return map;
    }
    return json(pick("1", "'a'", "'b'", "true", "[]", "[1, {'a': 2}]", "{}", "1.5", "null"));
  }

  /// The same manifest, as another tool may write it: another order, a field more or less.
  MapValue changed(MapValue manifest) {
    return switch (random.nextInt(5)) {
      case 0 -> (MapValue) reordered(manifest);
      case 1 -> {
        String type = manifest.text("apiVersion") + " " + manifest.text("kind");
        MapValue other = manifest(type, manifest.map("metadata").text("name"));
        String field = pick("data", "spec");
        yield other.get(field) instanceof MapValue map
                && manifest.get(field) instanceof MapValue own
            ? manifest.with(field, mixed(own, map))
            : manifest;
      }
      default -> manifest;
    };
  }

  private MapValue mixed(MapValue own, MapValue other) {
    MapValue mixed = own;
    for (Map.Entry<String, Value> entry : other.entries().entrySet()) {
      mixed = chance(0.3) ? mixed.with(entry.getKey(), entry.getValue()) : mixed;
    }
    return mixed;
  }

  private Value reordered(Value value) {
    return switch (value) {
      case MapValue map -> {
        var keys = new ArrayList<>(map.entries().keySet());
        Collections.shuffle(keys, new java.util.Random(random.nextLong()));
        var entries = new LinkedHashMap<String, Value>();
        keys.forEach(key -> entries.put(key, reordered((Value) map.get(key))));
        yield new MapValue(entries);
      }
      case ListValue list -> {
        var items = new ArrayList<>(list.items().stream().map(this::reordered).toList());
        if (chance(0.3)) {
          Collections.shuffle(items, new java.util.Random(random.nextLong()));
        }
        yield new ListValue(items);
      }
      default -> value;
    };
  }
}
