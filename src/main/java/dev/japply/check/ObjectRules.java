package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.PodSpecs;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Rules that no schema has, and that every server enforces: names, labels, and the rules for Pods
/// and Services.
final class ObjectRules {
  private static final FieldPath METADATA = FieldPath.root().key("metadata");
  private static final FieldPath SPEC = FieldPath.root().key("spec");

  private static final String RESTART = "restartPolicy";

  private static final String KEY =
      "write a name of up to 63 letters, digits, \"-\", \"_\" and \".\", after a domain and \"/\""
          + " or alone";

  /// The types whose names are labels.
  private static final Set<String> LABELS = Set.of("Namespace", "Service", "StatefulSet.apps");

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
          "PriorityClass.scheduling.k8s.io",
          "ReplicaSet.apps",
          "RuntimeClass.node.k8s.io",
          "StorageClass.storage.k8s.io");

  /// The types whose Pods always restart.
  private static final Set<String> ALWAYS_RESTARTING =
      Set.of(
          "DaemonSet.apps",
          "Deployment.apps",
          "ReplicaSet.apps",
          "ReplicationController",
          "StatefulSet.apps");

  /// The types whose Pods do not restart once they have succeeded.
  private static final Set<String> RUNNING_ONCE = Set.of("CronJob.batch", "Job.batch");

  private final Gvk gvk;
  private final String type;
  private final MapValue tree;
  private final Consumer<Finding> findings;

  private ObjectRules(Gvk gvk, MapValue tree, Consumer<Finding> findings) {
    this.gvk = gvk;
    this.type = gvk.groupKind();
    this.tree = tree;
    this.findings = findings;
  }

  /// Reports what an object breaks.
  ///
  /// @param manifest the object
  /// @param tree the object without null
  /// @param custom whether it is a custom resource
  /// @param minor the minor version of Kubernetes
  static void check(
      Gvk gvk,
      MapValue manifest,
      MapValue tree,
      boolean custom,
      int minor,
      Consumer<Finding> findings) {
    var rules = new ObjectRules(gvk, tree, findings);
    rules.checkName(custom);
    rules.checkMetadata(METADATA);
    PodSpecs.path(rules.type).ifPresent(rules::checkPods);
    AddressRules.check(rules.type, tree, PodSpecs.path(rules.type), minor, findings);
    SelectorRules.check(rules.type, manifest, findings);
    if (rules.type.equals("Service")) {
      rules.checkLabels(SPEC.key("selector"));
      ServiceRules.check(tree, findings);
    }
    OneOfFields.in(gvk, tree).forEach(rules::clash);
  }

  private void checkPods(FieldPath pod) {
    if (!pod.equals(SPEC)) {
      checkMetadata(pod.parentPath().key("metadata"));
      checkRestartPolicy(pod);
    }
    checkLabels(pod.key("nodeSelector"));
    PodRules.check(tree, pod, findings);
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
    String name = metadata.text("name");
    if (name.isEmpty()) {
      // A server makes up the name of a LimitRange.
      if (mayHaveName() && metadata.text("generateName").isEmpty() && !type.equals("LimitRange")) {
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
    } else if (type.equals("CronJob.batch") && name.length() > Names.CRON_JOB) {
      report(METADATA.key("name"), "must have at most 52 characters", "");
    }
    String namespace = metadata.text("namespace");
    if (!namespace.isEmpty() && !Names.isLabel(namespace)) {
      findings.accept(Names.notLabel(METADATA.key("namespace")));
    }
  }

  /// Whether no value of another type is in the place of the name.
  private boolean mayHaveName() {
    return switch (tree.get("metadata")) {
      case MapValue metadata ->
          metadata.get("name") instanceof StringValue || !metadata.has("name");
      case Value other -> false;
      case Missing none -> true;
    };
  }

  private void checkMetadata(FieldPath path) {
    if (!(path.in(tree) instanceof MapValue metadata)) {
      return;
    }
    checkLabels(path.key("labels"));
    metadata
        .map("annotations")
        .entries()
        .forEach((key, value) -> {
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

  /// Checks that the Pods restart as their controller requires. They always do by default.
  private void checkRestartPolicy(FieldPath pod) {
    if (!(pod.in(tree) instanceof MapValue spec)) {
      return;
    }
    String kind = gvk.kind();
    String policy = spec.text(RESTART);
    if (ALWAYS_RESTARTING.contains(type)) {
      if (policy.equals("OnFailure") || policy.equals("Never")) {
        report(pod.key(RESTART), "the Pods of a " + kind + " always restart", "remove it");
      }
    } else if (RUNNING_ONCE.contains(type)) {
      if (!spec.has(RESTART)) {
        report(pod.key(RESTART), "required value is missing", "set it to OnFailure or Never");
      } else if (policy.equals("Always")) {
        report(pod.key(RESTART), "must not be Always", "set it to OnFailure or Never");
      }
    }
  }

  /// Rules for the ports of a Service.
  private static final class ServiceRules {
    private static final String NODE_PORT = "nodePort";

    private final MapAtPath spec;
    private final List<MapAtPath> ports;
    private final Consumer<Finding> findings;

    private ServiceRules(MapValue service, Consumer<Finding> findings) {
      this.spec = MapAtPath.of(service).part("spec");
      this.ports = spec.items("ports");
      this.findings = findings;
    }

    /// Checks a Service.
    ///
    /// @param service the object without null
    static void check(MapValue service, Consumer<Finding> findings) {
      var rules = new ServiceRules(service, findings);
      rules.checkNames();
      rules.checkNumbers();
      rules.checkClashes();
    }

    private void report(FieldPath path, String what, String hint) {
      findings.accept(Finding.error(path, what, hint));
    }

    private void checkNames() {
      Set<String> names = new HashSet<>();
      for (MapAtPath port : ports) {
        FieldPath path = port.path().key("name");
        String name = port.text("name");
        if (name.isEmpty()) {
          if (ports.size() > 1) {
            report(path, "required value is missing", "each of several ports has a name");
          }
        } else if (!Names.isLabel(name)) {
          findings.accept(Names.notLabel(path));
        } else if (!names.add(name)) {
          report(path, "is the name of an earlier port", "give it another name");
        }
      }
    }

    private void checkNumbers() {
      for (MapAtPath port : ports) {
        PodPorts.checkNumber(port, "port", findings);
        // 0 and an empty text are the default, the port of the Service.
        if (!port.get("targetPort").equals(Value.number(0))
            && !port.get("targetPort").equals(Value.text(""))) {
          PodPorts.checkNumberOrName(port, "targetPort", findings);
        }
      }
    }

    private void checkClashes() {
      Set<String> numbers = new HashSet<>();
      Set<String> nodePorts = new HashSet<>();
      String type = spec.text("type");
      for (MapAtPath port : ports) {
        String protocol = PodPorts.protocol(port);
        if (port.get("port") instanceof IntValue(long number) && !numbers.add(protocol + number)) {
          report(port.path().key("port"), "is the number of an earlier port", "remove one of them");
        }
        if (port.get(NODE_PORT) instanceof IntValue(long number) && number != 0) {
          FieldPath path = port.path().key(NODE_PORT);
          if (type.isEmpty() || type.equals("ClusterIP")) {
            report(path, "a Service of type ClusterIP has none", "set spec.type to NodePort");
          } else if (!nodePorts.add(protocol + number)) {
            report(path, "is the nodePort of an earlier port", "use another one");
          }
        }
      }
    }
  }
}
