package dev.japply.e2e;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes manifests that a real server takes, of many types, with values that it drops, fills in or
/// writes in another form: explicit zeros, empty maps and lists, defaults, and quantities.
final class Manifests {
  /// What may stand at a place: one of those between `<` and `>`, which bars divide.
  private static final Pattern CHOICE = Pattern.compile("<([^<>]*)>");

  private static final List<String> TEMPLATES =
      List.of(
          """
          {apiVersion: apps/v1, kind: Deployment, metadata: {name: web<|, labels: {}|, labels: {a: b}|\
          , annotations: {a: ""}|, finalizers: []>}, spec: {selector: {matchLabels: {app: web}}\
          <|, replicas: 0|, replicas: 2|, replicas: null><|, minReadySeconds: 0|, minReadySeconds: 5>\
          <|, paused: false|, paused: true><|, revisionHistoryLimit: 10|, revisionHistoryLimit: 0>\
          <|, strategy: {}|, strategy: {type: Recreate}|, strategy: {rollingUpdate: {maxSurge: 1}}>\
          , template: {metadata: {labels: {app: web}<|, annotations: {}|, annotations: {x: "y"}>}, spec: {\
          containers: [{name: web, image: "web:<1|2>"<|, env: []|, env: [{name: A}]|\
          , env: [{name: A, value: ""}, {name: B, value: x}]><|, resources: {}|\
          , resources: {requests: {cpu: 0.5}}|, resources: {requests: {cpu: 500m}}>\
          <|, ports: [{containerPort: 80}]|, ports: [{containerPort: 80, hostPort: 0}]|\
          , ports: [{containerPort: 80, protocol: TCP}, {containerPort: 80, protocol: UDP}]>\
          <|, livenessProbe: {httpGet: {port: 80}}|, livenessProbe: {initialDelaySeconds: 0, httpGet:\
           {port: 80, path: /x}}><|, stdin: false|, tty: true><|, command: []|, command: [a, b]>\
          <|, imagePullPolicy: Always><|, securityContext: {}|, securityContext: {privileged: false}>}\
          <|, {name: side, image: "side:1"}>]\
          <|, hostNetwork: false|, hostNetwork: true><|, dnsPolicy: ClusterFirst|, dnsPolicy: Default>\
          <|, terminationGracePeriodSeconds: 0><|, securityContext: {}|, securityContext: {fsGroup: 1}>\
          <|, nodeSelector: {}|, nodeSelector: {a: b}><|, tolerations: []|, tolerations: [{key: a}]>\
          <|, volumes: [{name: v}]|, volumes: [{name: v, emptyDir: {}}]|, volumes: [{name: v, secret:\
           {secretName: s, optional: false}}]><|, priority: null|, initContainers: []>}}}}
          """,
          """
          {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata:\
           {name: NAME}, webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions:\
           [v1], clientConfig: {service: {name: s, namespace: nowhere<|, port: 443|, path: /<x|y>>}}\
          <|, failurePolicy: Ignore|, failurePolicy: Fail><|, matchPolicy: Equivalent|\
          , matchPolicy: Exact><|, timeoutSeconds: 10|, timeoutSeconds: 5><|, namespaceSelector: {}>\
          <|, objectSelector: {matchLabels: {a: b}}>, rules: [{apiGroups: [none.example.com],\
           apiVersions: [v1], operations: [CREATE<|, UPDATE>], resources: [things]\
          <|, scope: "*"|, scope: Namespaced>}]}]}
          """,
          """
          {apiVersion: v1, kind: Service, metadata: {name: svc}, spec: {<|type: ClusterIP, |type:\
           NodePort, |clusterIP: None, >ports: [{port: 80<|, protocol: TCP|, name: ""|, targetPort: 80|\
          , targetPort: http|, nodePort: 0>}]<|, selector: {}|, selector: {a: b}>\
          <|, sessionAffinity: None|, externalIPs: []>}}
          """,
          """
          {apiVersion: v1, kind: ConfigMap, metadata: {name: c<|, annotations: {}|, labels: {a: ""}>}\
          <|, data: {}|, data: {k: ""}|, data: {k: v, l: w}><|, binaryData: {}><|, immutable: null>}
          """,
          """
          {apiVersion: v1, kind: Secret, metadata: {name: s}<|, type: Opaque><|, data: {}|\
          , data: {k: dg==}><|, stringData: {}|, stringData: {k: v}|, stringData: {l: w}>}
          """,
          """
          {apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: np}, spec: {podSelector:\
           {<|matchLabels: {}|matchLabels: {a: b}>}<|, policyTypes: [Ingress]|, policyTypes: [Ingress,\
           Egress]><|, ingress: []|, ingress: [{}]|, ingress: [{from: [], ports: [{port: 80}]}]|\
          , ingress: [{ports: [{port: 80, protocol: TCP}]}]><|, egress: []>}}
          """,
          """
          {apiVersion: batch/v1, kind: CronJob, metadata: {name: j}, spec: {schedule: "<1|2> * * * *"\
          <|, suspend: false|, suspend: true><|, concurrencyPolicy: Allow|, concurrencyPolicy: Forbid>\
          <|, successfulJobsHistoryLimit: 3|, successfulJobsHistoryLimit: 0><|, timeZone: null>,\
           jobTemplate: {<|metadata: {}, |metadata: {labels: {}}, >spec: {<|parallelism: 1, |\
          completions: 2, |ttlSecondsAfterFinished: 0, >template: {spec: {restartPolicy: Never,\
           containers: [{name: c, image: i<|, args: []|, args: [x]>}]}}}}}}
          """,
          """
          {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: p}, spec: {selector:\
           {matchLabels: {a: <b|c>}}<|, minAvailable: 0|, minAvailable: 1|, maxUnavailable: 50%>}}
          """,
          """
          {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {maxReplicas:\
           <2|3>, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: none}\
          <|, minReplicas: 1|, minReplicas: 2><|, behavior: {}|, behavior: {scaleDown: {}}|, behavior:\
           {scaleDown: {stabilizationWindowSeconds: 0}}><|, metrics: [{type: Resource, resource: {name:\
           cpu, target: {type: Utilization, averageUtilization: 50}}}]>}}
          """,
          """
          {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}, rules: [\
          <|{apiGroups: [""], resources: [pods], verbs: [get<|, list>]<|, resourceNames: []>}>]}
          """,
          """
          {apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, spec: {rules: [{host:\
           <a|b>.example.com, http: {paths: [{path: /, pathType: <Prefix|Exact>, backend: {service: {name:\
           s, port: {number: 80<|, name: "">}}}}]}}]<|, tls: []|, tls: [{hosts: [a.example.com]}]>}}
          """);

  private Manifests() {}

  /// How many types there are.
  static int types() {
    return TEMPLATES.size();
  }

  /// A manifest of that type.
  ///
  /// @param name of what is in no namespace
  static String of(int type, Random random, String name) {
    String text = TEMPLATES.get(type).replace("NAME", name);
    for (Matcher choice = CHOICE.matcher(text); choice.find(); choice = CHOICE.matcher(text)) {
      String[] choices = choice.group(1).split("\\|", -1);
      String chosen = choices[random.nextInt(choices.length)];
      text = text.substring(0, choice.start()) + chosen + text.substring(choice.end());
    }
    return text;
  }
}
