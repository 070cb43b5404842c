package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.PodSpecs;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
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

  /// Rules for the selector of an object that runs Pods: it must match the labels of the Pods. For
  /// a server, a label with null is a label with an empty text.
  private static final class SelectorRules {
    private static final FieldPath SPEC = FieldPath.root().key("spec");
    private static final FieldPath SELECTOR = SPEC.key("selector");
    private static final FieldPath LABELS = SPEC.key("template").key("metadata").key("labels");

    private static final Value EMPTY = Value.text("");

    /// The labels that a server itself uses in the selector of a Job.
    private static final Set<String> OF_JOBS =
        Set.of(
            "controller-uid",
            "job-name",
            "batch.kubernetes.io/controller-uid",
            "batch.kubernetes.io/job-name");

    private final MapValue object;
    private final MapValue labels;
    private final Consumer<Finding> findings;

    private SelectorRules(MapValue object, Consumer<Finding> findings) {
      this.object = object;
      this.labels = MapAtPath.at(LABELS, object).map();
      this.findings = findings;
    }

    /// Checks the selector of an object.
    ///
    /// @param type its kind and group
    static void check(String type, MapValue object, Consumer<Finding> findings) {
      var rules = new SelectorRules(object, findings);
      switch (type) {
        case "DaemonSet.apps", "Deployment.apps", "ReplicaSet.apps", "StatefulSet.apps" -> {
          rules.checkMatch();
          rules.checkNotEmpty();
        }
        case "ReplicationController" -> rules.checkLabels(SELECTOR);
        case "Job.batch" -> rules.checkJob();
        case "CronJob.batch" ->
            rules.checkGenerated(SPEC.key("jobTemplate").key("spec").key("selector"));
        default -> {}
      }
    }

    private void report(FieldPath path, String what, String hint) {
      findings.accept(Finding.error(path, what, hint));
    }

    private Node label(String key) {
      return text(labels.get(key));
    }

    private static Node text(Node value) {
      return value instanceof NullValue ? EMPTY : value;
    }

    private void checkMatch() {
      checkLabels(SELECTOR.key("matchLabels"));
      for (MapAtPath item : MapAtPath.at(SELECTOR, object).items("matchExpressions")) {
        if (!matches(item.map())) {
          report(item.path(), "does not match the labels of the Pods", "change it, or " + LABELS);
        }
      }
    }

    private void checkLabels(FieldPath path) {
      if (path.in(object) instanceof MapValue(Map<String, Value> wanted)) {
        wanted.forEach((key, value) -> {
          Node text = text(value);
          if (text instanceof StringValue && !label(key).equals(text)) {
            report(
                path.key(key),
                "is not a label of the Pods",
                label(key) instanceof Missing
                    ? "add it to " + LABELS
                    : "give it the same value in " + LABELS);
          }
        });
      }
    }

    /// Whether a requirement holds for the labels. The server refuses other operators by itself.
    private boolean matches(MapValue requirement) {
      Node label = label(requirement.text("key"));
      boolean listed =
          requirement.get("values") instanceof ListValue(List<Value> values)
              && label instanceof Value value
              && values.contains(value);
      return switch (requirement.text("operator")) {
        case "In" -> listed;
        case "NotIn" -> !listed;
        case "Exists" -> label instanceof Value;
        case "DoesNotExist" -> label instanceof Missing;
        default -> true;
      };
    }

    private void checkNotEmpty() {
      if (SELECTOR.in(object) instanceof MapValue selector
          && selector.map("matchLabels").isEmpty()
          && !(selector.get("matchExpressions") instanceof ListValue(List<Value> items)
              && !items.isEmpty())) {
        report(SELECTOR, "must not be empty", "select labels of the Pods");
      }
    }

    /// A server adds the selector of a Job, unless the Job declares that it has its own.
    private void checkJob() {
      if (SPEC.key("manualSelector").in(object).equals(Value.TRUE)) {
        checkMatch();
      } else if (SELECTOR.key("matchLabels").in(object) instanceof MapValue(Map<String, Value> own)
          && !OF_JOBS.containsAll(own.keySet())) {
        checkGenerated(SELECTOR);
      }
    }

    private void checkGenerated(FieldPath selector) {
      if (selector.in(object) instanceof MapValue) {
        report(selector, "the server adds the selector of a Job", "remove it");
      }
    }
  }
}
