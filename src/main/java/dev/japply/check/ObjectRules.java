package dev.japply.check;

import dev.japply.object.KubeObject;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Rules that no schema has, and that every server enforces: names, labels, ports, and selectors.
final class ObjectRules {
  private static final FieldPath METADATA = FieldPath.root().key("metadata");
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final FieldPath TEMPLATE = SPEC.key("template");

  private static final String KEY =
      "write a name of up to 63 letters, digits, \"-\", \"_\" and \".\", after a domain and \"/\""
          + " or alone";

  /// The types whose names are labels.
  private static final Set<String> LABELS = Set.of("Namespace", "Service");

  /// The types whose names are subdomains. Other types have rules of their own, or none.
  private static final Set<String> SUBDOMAINS =
      Set.of(
          "ConfigMap",
          "Endpoints",
          "LimitRange",
          "PersistentVolume",
          "PersistentVolumeClaim",
          "Pod",
          "PodTemplate",
          "ReplicationController",
          "ResourceQuota",
          "Secret",
          "ServiceAccount",
          "CronJob.batch",
          "DaemonSet.apps",
          "Deployment.apps",
          "HorizontalPodAutoscaler.autoscaling",
          "Ingress.networking.k8s.io",
          "IngressClass.networking.k8s.io",
          "Job.batch",
          "NetworkPolicy.networking.k8s.io",
          "PodDisruptionBudget.policy",
          "PriorityClass.scheduling.k8s.io",
          "ReplicaSet.apps",
          "RuntimeClass.node.k8s.io",
          "StatefulSet.apps",
          "StorageClass.storage.k8s.io");

  /// The types with a selector that must match the labels of their Pods.
  private static final Set<String> SELECTING =
      Set.of("DaemonSet.apps", "Deployment.apps", "ReplicaSet.apps", "StatefulSet.apps");

  private final KubeObject object;
  private final MapValue tree;
  private final Consumer<Finding> findings;

  private ObjectRules(KubeObject object, MapValue tree, Consumer<Finding> findings) {
    this.object = object;
    this.tree = tree;
    this.findings = findings;
  }

  /// Reports what an object breaks.
  ///
  /// @param tree the object without null
  /// @param custom whether it is a custom resource
  static void check(KubeObject object, MapValue tree, boolean custom, Consumer<Finding> findings) {
    var rules = new ObjectRules(object, tree, findings);
    rules.checkName(custom);
    rules.checkMetadata(METADATA);
    String type = object.gvk().groupKind();
    if (SELECTING.contains(type)) {
      rules.checkMetadata(TEMPLATE.key("metadata"));
      rules.checkSelector();
    }
    if (type.equals("Service")) {
      rules.checkService();
    }
    PodRules.check(object.gvk(), tree, findings);
    if (OneOfFields.pod(object.gvk()).isPresent()) {
      OneOfFields.in(object.gvk(), tree).forEach(rules::clash);
    }
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private void clash(OneOfFields.Clash clash) {
    FieldPath path = clash.map().numberedIn(tree);
    report(path, clash.said() + ": these exclude each other", "remove one of them");
  }

  private void checkName(boolean custom) {
    MapValue metadata = tree.map("metadata");
    String type = object.gvk().groupKind();
    String name = metadata.text("name");
    if (name.isEmpty()) {
      // A server makes up the name of a LimitRange.
      if (metadata.text("generateName").isEmpty() && !type.equals("LimitRange")) {
        findings.accept(Finding.missing(METADATA.key("name")));
      }
      return;
    }
    if (LABELS.contains(type) && !Names.isLabel(name)) {
      findings.accept(Names.notLabel(METADATA.key("name")));
    } else if ((custom || SUBDOMAINS.contains(type)) && !Names.isSubdomain(name)) {
      report(
          METADATA.key("name"),
          "must have at most 253 lower case letters, digits, \"-\" and \".\"",
          "start and end each part between dots with a letter or a digit");
    }
    String namespace = metadata.text("namespace");
    if (!namespace.isEmpty() && !Names.isLabel(namespace)) {
      findings.accept(Names.notLabel(METADATA.key("namespace")));
    }
  }

  private void checkMetadata(FieldPath path) {
    if (!(path.in(tree) instanceof MapValue metadata)) {
      return;
    }
    checkLabels(path.key("labels"));
    metadata
        .map("annotations")
        .entries()
        .keySet()
        .forEach(key -> {
          if (!Names.isAnnotationKey(key)) {
            report(path.key("annotations").key(key), "the key is not valid", KEY);
          }
        });
  }

  private void checkLabels(FieldPath path) {
    if (path.in(tree) instanceof MapValue(Map<String, Value> labels)) {
      labels.forEach((key, value) -> {
        if (!Names.isKey(key)) {
          report(path.key(key), "the key is not valid", KEY);
        }
        if (value instanceof StringValue(String text) && !Names.isLabelValue(text)) {
          report(
              path.key(key),
              "must have at most 63 letters, digits, \"-\", \"_\" and \".\"",
              "start and end with a letter or a digit");
        }
      });
    }
  }

  /// Checks that the selector matches the labels of the Pods.
  private void checkSelector() {
    MapValue labels = tree.map("spec").map("template").map("metadata").map("labels");
    FieldPath path = SPEC.key("selector").key("matchLabels");
    if (path.in(tree) instanceof MapValue(Map<String, Value> wanted)) {
      wanted.forEach((key, value) -> {
        if (value instanceof StringValue && !labels.get(key).equals(value)) {
          report(
              path.key(key),
              "is not a label of the Pods",
              labels.get(key) instanceof Missing
                  ? "add it to spec.template.metadata.labels"
                  : "give it the same value in spec.template.metadata.labels");
        }
      });
    }
  }

  private void checkService() {
    FieldPath path = SPEC.key("ports");
    boolean several = path.in(tree) instanceof ListValue ports && ports.size() > 1;
    Set<String> names = new HashSet<>();
    for (MapItem item : MapItem.in(path, tree)) {
      FieldPath at = item.path();
      MapValue port = item.map();
      PodRules.checkPort(port, "port", at, findings);
      // 0 is the default, the port of the Service.
      if (!port.get("targetPort").equals(Value.number(0))) {
        PodRules.checkPort(port, "targetPort", at, findings);
      }
      String target = port.text("targetPort");
      if (!target.isEmpty() && !Names.isPortName(target)) {
        report(at.key("targetPort"), "is not the name of a port", PodRules.PORT_NAME);
      }
      String name = port.text("name");
      if (name.isEmpty() && several) {
        report(at.key("name"), "required value is missing", "each of several ports has a name");
      } else if (!name.isEmpty() && !names.add(name)) {
        report(at.key("name"), "is the name of an earlier port", "give it another name");
      }
    }
  }
}
