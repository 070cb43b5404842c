package dev.japply.kustomize.generated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Objects of the kinds that kustomizations are made of, as maps and lists that can be changed.
/// They refer to each other by names from small lists, so that many references are right.
final class Shapes {
  static final List<String> APPS = List.of("web", "api", "db", "cache");
  static final List<String> CONFIGS = List.of("settings", "config");
  static final List<String> SECRETS = List.of("token", "creds");
  static final List<String> IMAGES =
      List.of(
          "nginx",
          "nginx:1.27",
          "busybox@sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3",
          "nginx@sha512:0a0b",
          "registry.example.com:5000/team/app:v1",
          "example.com/app");
  static final List<String> NAMESPACES = List.of("prod", "test", "default");

  /// kustomize's own annotation, which no patch changes.
  static final String FROM_CHART = "internal.config.kubernetes.io/helm-generated";

  private static final List<String> WORKLOADS =
      List.of("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "Pod", "ReplicaSet");
  private static final int OTHERS = 18;

  private final Chance chance;
  private final Containers containers;

  Shapes(Chance chance) {
    this.chance = chance;
    this.containers = new Containers(chance);
  }

  /// A map of these keys and values, in their order.
  static Map<String, Object> map(Object... pairs) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  static List<Object> list(Object... items) {
    return new ArrayList<>(Arrays.asList(items));
  }

  Map<String, Object> any() {
    if (chance.once(2)) {
      return workload(chance.pick(WORKLOADS));
    }
    return switch (chance.between(1, OTHERS)) {
      case 1, 2 -> service();
      case 3, 4, 5 -> configMap();
      case 6, 7 -> secret();
      case 8 -> object("v1", "ServiceAccount", "runner");
      case 9 -> object("v1", "Namespace", chance.pick(NAMESPACES));
      case 10 -> role();
      case 11, 12 -> roleBinding();
      case 13 -> ingress();
      case 14 -> autoscaler();
      case 15 -> claim();
      case 16 -> chance.once(3) ? policy() : webhook();
      case 17 -> chance.once(2) ? networkPolicy() : disruptionBudget();
      default -> custom();
    };
  }

  private Map<String, Object> object(String apiVersion, String kind, String name) {
    var metadata = map("name", name);
    if (chance.once(5)) {
      metadata.put("namespace", chance.pick(NAMESPACES));
    }
    if (chance.once(3)) {
      metadata.put("labels", map("app", chance.pick(APPS)));
    }
    if (chance.once(4)) {
      metadata.put(
          "annotations",
          map(chance.pick("note", "example.com/note"), chance.pick("a", "1", "true", "b c")));
    }
    if (chance.once(60)) {
      metadata.put("annotations", map(FROM_CHART, chance.pick("true", "true", "false")));
    }
    if (chance.once(60)) {
      metadata.put("creationTimestamp", new YamlText.Plain("null"));
    }
    return map("apiVersion", apiVersion, "kind", kind, "metadata", metadata);
  }

  private Map<String, Object> workload(String kind) {
    String name = chance.pick(APPS);
    var template = map("metadata", map("labels", map("app", name)), "spec", containers.podSpec());
    var selector = map("matchLabels", map("app", name));
    return switch (kind) {
      case "Pod" -> with(object("v1", kind, name), containers.podSpec());
      case "Job" -> with(object("batch/v1", kind, name), map("template", template));
      case "CronJob" ->
          with(
              object("batch/v1", kind, name),
              map(
                  "schedule",
                  "*/5 * * * *",
                  "jobTemplate",
                  map("spec", map("template", template))));
      case "DaemonSet" ->
          with(object("apps/v1", kind, name), map("selector", selector, "template", template));
      default -> {
        var spec =
            map("replicas", chance.between(1, 3), "selector", selector, "template", template);
        if (kind.equals("StatefulSet")) {
          spec.put("serviceName", name);
          if (chance.once(3)) {
            var claim = map("accessModes", list("ReadWriteOnce"), "storageClassName", "fast");
            spec.put(
                "volumeClaimTemplates", list(map("metadata", map("name", "data"), "spec", claim)));
          }
        }
        if (chance.once(4)) {
          spec.put(
              "strategy", map("type", "RollingUpdate", "rollingUpdate", map("maxSurge", "25%")));
        }
        yield with(object("apps/v1", kind, name), spec);
      }
    };
  }

  private static Map<String, Object> with(Map<String, Object> object, Object spec) {
    object.put("spec", spec);
    return object;
  }

  private Map<String, Object> service() {
    String name = chance.pick(APPS);
    var ports = list(map("name", "http", "port", 80, "targetPort", chance.once(2) ? "http" : 8080));
    if (chance.once(2)) {
      ports.add(map("name", "dns", "port", 53, "protocol", "UDP"));
    }
    if (chance.once(4)) {
      ports.add(map("port", 53, "protocol", "TCP"));
    }
    return with(object("v1", "Service", name), map("selector", map("app", name), "ports", ports));
  }

  private Map<String, Object> configMap() {
    var config = object("v1", "ConfigMap", chance.pick(CONFIGS));
    var data = new Values(chance).strings();
    if (chance.once(3)) {
      data.put(chance.pick(EmbeddedTexts.KEYS), chance.pick(EmbeddedTexts.TEXTS));
    }
    config.put("data", data);
    if (chance.once(8)) {
      config.put("binaryData", map("blob", "AAEC"));
    }
    return config;
  }

  private Map<String, Object> secret() {
    var secret = object("v1", "Secret", chance.pick(SECRETS));
    secret.put("type", "Opaque");
    if (chance.once(2)) {
      secret.put("stringData", map("password", chance.pick("geheim", "12345", "$(NAME)")));
    } else {
      secret.put("data", map("password", "Z2VoZWlt"));
    }
    return secret;
  }

  private Map<String, Object> role() {
    var role =
        chance.once(2)
            ? object("rbac.authorization.k8s.io/v1", "Role", "reader")
            : object("rbac.authorization.k8s.io/v1", "ClusterRole", "reader");
    role.put(
        "rules",
        list(
            map(
                "apiGroups", list(""),
                "resources", list("configmaps"),
                "resourceNames", list(chance.pick(CONFIGS)),
                "verbs", list("get", "list"))));
    return role;
  }

  private Map<String, Object> roleBinding() {
    String kind = chance.pick("RoleBinding", "ClusterRoleBinding");
    var binding = object("rbac.authorization.k8s.io/v1", kind, "readers");
    binding.put(
        "roleRef",
        map(
            "apiGroup", "rbac.authorization.k8s.io",
            "kind", chance.pick("Role", "ClusterRole"),
            "name", "reader"));
    var subject = map("kind", "ServiceAccount", "name", chance.pick("runner", "default"));
    if (chance.once(2)) {
      subject.put("namespace", chance.pick(NAMESPACES));
    }
    binding.put("subjects", list(subject));
    return binding;
  }

  private Map<String, Object> ingress() {
    var backend = map("service", map("name", chance.pick(APPS), "port", map("number", 80)));
    var path = map("path", "/", "pathType", "Prefix", "backend", backend);
    var ingress = object("networking.k8s.io/v1", "Ingress", chance.pick(APPS));
    return with(
        ingress,
        map(
            "tls", list(map("hosts", list("example.com"), "secretName", chance.pick(SECRETS))),
            "rules", list(map("host", "example.com", "http", map("paths", list(path))))));
  }

  private Map<String, Object> autoscaler() {
    String name = chance.pick(APPS);
    return with(
        object("autoscaling/v2", "HorizontalPodAutoscaler", name),
        map(
            "scaleTargetRef", map("apiVersion", "apps/v1", "kind", "Deployment", "name", name),
            "minReplicas", 1,
            "maxReplicas", 10));
  }

  private Map<String, Object> claim() {
    return with(
        object("v1", "PersistentVolumeClaim", "data"),
        map(
            "accessModes", list("ReadWriteOnce"),
            "storageClassName", "fast",
            "resources", map("requests", map("storage", "1Gi"))));
  }

  private Map<String, Object> webhook() {
    var hook =
        object(
            "admissionregistration.k8s.io/v1",
            chance.pick("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"),
            "checks");
    var service =
        map("name", chance.pick(APPS), "namespace", chance.pick(NAMESPACES), "path", "/check");
    hook.put(
        "webhooks",
        list(
            map(
                "name",
                "checks.example.com",
                "clientConfig",
                map("service", service),
                "admissionReviewVersions",
                list("v1"),
                "sideEffects",
                "None")));
    return hook;
  }

  private Map<String, Object> policy() {
    return object(
        "admissionregistration.k8s.io/v1",
        chance.pick("ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"),
        "checks");
  }

  private Map<String, Object> networkPolicy() {
    String name = chance.pick(APPS);
    var peer = map("podSelector", map("matchLabels", map("app", chance.pick(APPS))));
    return with(
        object("networking.k8s.io/v1", "NetworkPolicy", name),
        map(
            "podSelector", map("matchLabels", map("app", name)),
            "ingress", list(map("from", list(peer)))));
  }

  private Map<String, Object> disruptionBudget() {
    String name = chance.pick(APPS);
    return with(
        object("policy/v1", "PodDisruptionBudget", name),
        map("minAvailable", "50%", "selector", map("matchLabels", map("app", name))));
  }

  private Map<String, Object> custom() {
    var values = new Values(chance);
    return with(
        object("example.com/v1", "Widget", chance.pick(APPS)),
        map(
            "size", values.scalar(),
            "parts", list(map("name", "a", "count", values.scalar()), map("name", "b")),
            "config", map("name", chance.pick(CONFIGS)),
            "image", chance.pick(IMAGES),
            "notes", values.strings()));
  }
}
