package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.object.PodSpecs;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// References to objects that are neither in the input nor known to exist elsewhere.
final class References {
  private static final String CORE = "";
  private static final String CONFIG_MAP = "ConfigMap";
  private static final String SECRET = "Secret";
  private static final String SERVICE = "Service";
  private static final String ACCOUNT = "ServiceAccount";
  private static final String CLAIM = "PersistentVolumeClaim";
  private static final String NAMESPACE = "namespace";

  /// The objects that each namespace has.
  private static final Set<String> GIVEN =
      Set.of(ACCOUNT + "/default", CONFIG_MAP + "/kube-root-ca.crt");

  /// The annotations of an Ingress whose TLS Secrets a controller creates.
  private static final String CERT_MANAGER = "cert-manager.io/";

  private static final String ACME = "kubernetes.io/tls-acme";

  private static final String RBAC = "rbac.authorization.k8s.io";

  private final Set<ObjectKey> known;

  /// The same objects without their namespaces; null until they are needed.
  private @Nullable Set<ObjectKey> unplaced;

  private final List<ExternalObject> external;
  private final String namespace;

  /// @param known the objects in the input, with `namespace` for those that have none
  /// @param external the objects that exist elsewhere
  /// @param namespace the namespace of objects that have none; empty if it is not known
  References(Set<ObjectKey> known, List<ExternalObject> external, String namespace) {
    this.known = known;
    this.external = List.copyOf(external);
    this.namespace = namespace;
  }

  private static ObjectKey unplaced(ObjectKey key) {
    return new ObjectKey(key.group(), key.kind(), "", key.name());
  }

  private synchronized boolean isAnywhere(ObjectKey key) {
    Set<ObjectKey> all = unplaced;
    if (all == null) {
      all = known.stream().map(References::unplaced).collect(Collectors.toSet());
      unplaced = all;
    }
    return all.contains(unplaced(key));
  }

  private String in(String ofObject) {
    return ofObject.isEmpty() ? namespace : ofObject;
  }

  /// Reports the references of an object.
  ///
  /// @param ofObject the namespace of the object; empty if it has none
  /// @param tree the object without null
  void check(String ofObject, Gvk gvk, MapValue tree, Consumer<Finding> findings) {
    check(gvk.groupKind(), tree, new From(in(ofObject), findings));
  }

  /// Whether an object refers to others.
  ///
  /// @param tree the object without null
  static boolean has(Gvk gvk, MapValue tree) {
    var found = new ArrayList<Finding>();
    new References(Set.of(), List.of(), "").check("", gvk, tree, found::add);
    return !found.isEmpty();
  }

  private static void check(String type, MapValue tree, From from) {
    MapAtPath whole = MapAtPath.of(tree);
    MapAtPath spec = whole.part("spec");
    PodSpecs.path(type).ifPresent(pod -> from.checkPod(MapAtPath.at(pod, tree)));
    switch (type) {
      case "StatefulSet.apps" -> from.check(spec, "serviceName", SERVICE);
      case "Ingress.networking.k8s.io" -> from.checkIngress(whole);
      case "HorizontalPodAutoscaler.autoscaling" -> from.checkTarget(spec.part("scaleTargetRef"));
      case "ServiceAccount" -> from.checkPullSecrets(whole);
      case "RoleBinding.rbac.authorization.k8s.io" -> {
        from.checkRole(whole.part("roleRef"));
        from.checkSubjects(whole);
      }
      case "ClusterRoleBinding.rbac.authorization.k8s.io" -> from.checkSubjects(whole);
      default -> {}
    }
  }

  /// The references of one object.
  private final class From {
    private final String place;
    private final Consumer<Finding> findings;

    From(String place, Consumer<Finding> findings) {
      this.place = place;
      this.findings = findings;
    }

    void checkPod(MapAtPath pod) {
      check(pod, "serviceAccountName", ACCOUNT);
      checkPullSecrets(pod);
      for (MapAtPath volume : pod.items("volumes")) {
        checkSource(volume, "secretName");
        check(volume.part("persistentVolumeClaim"), "claimName", CLAIM);
        for (MapAtPath source : volume.part("projected").items("sources")) {
          checkSource(source, "name");
        }
      }
      for (String list : PodRules.CONTAINERS) {
        pod.items(list).forEach(this::checkVariables);
      }
    }

    void checkPullSecrets(MapAtPath part) {
      part.items("imagePullSecrets").forEach(secret -> check(secret, "name", SECRET));
    }

    private void checkSource(MapAtPath source, String secretName) {
      checkUnlessOptional(source.part("configMap"), "name", CONFIG_MAP);
      checkUnlessOptional(source.part("secret"), secretName, SECRET);
    }

    private void checkVariables(MapAtPath container) {
      for (MapAtPath variable : container.items("env")) {
        MapAtPath from = variable.part("valueFrom");
        checkUnlessOptional(from.part("configMapKeyRef"), "name", CONFIG_MAP);
        checkUnlessOptional(from.part("secretKeyRef"), "name", SECRET);
      }
      for (MapAtPath from : container.items("envFrom")) {
        checkUnlessOptional(from.part("configMapRef"), "name", CONFIG_MAP);
        checkUnlessOptional(from.part("secretRef"), "name", SECRET);
      }
    }

    void checkIngress(MapAtPath ingress) {
      MapAtPath spec = ingress.part("spec");
      check(spec.part("defaultBackend").part("service"), "name", SERVICE);
      for (MapAtPath rule : spec.items("rules")) {
        for (MapAtPath path : rule.part("http").items("paths")) {
          check(path.part("backend").part("service"), "name", SERVICE);
        }
      }
      Set<String> annotations =
          ingress.part("metadata").part("annotations").map().entries().keySet();
      if (annotations.stream().noneMatch(key -> key.startsWith(CERT_MANAGER) || key.equals(ACME))) {
        spec.items("tls").forEach(tls -> check(tls, "secretName", SECRET));
      }
    }

    void checkTarget(MapAtPath target) {
      Gvk type = Gvk.of(target.text("apiVersion"), target.text("kind"));
      if (!type.version().isEmpty() && !type.kind().isEmpty()) {
        check(place, target, type.group(), type.kind());
      }
    }

    void checkRole(MapAtPath role) {
      if (role.text("kind").equals("Role")) {
        check(place, role, RBAC, "Role");
      }
    }

    void checkSubjects(MapAtPath binding) {
      for (MapAtPath subject : binding.items("subjects")) {
        if (subject.text("kind").equals(ACCOUNT)) {
          check(subject.text(NAMESPACE), subject, CORE, ACCOUNT);
        }
      }
    }

    private void checkUnlessOptional(MapAtPath reference, String key, String kind) {
      if (!reference.get("optional").equals(Value.TRUE)) {
        check(reference, key, kind);
      }
    }

    /// Checks a reference to an object of the core group in the same namespace.
    void check(MapAtPath reference, String key, String kind) {
      check(place, reference.path().key(key), reference.text(key), CORE, kind);
    }

    private void check(String where, MapAtPath reference, String group, String kind) {
      check(where, reference.path().key("name"), reference.text("name"), group, kind);
    }

    private void check(String where, FieldPath path, String name, String group, String kind) {
      if (!name.isEmpty() && !isKnown(where, group, kind, name)) {
        findings.accept(
            Finding.warning(
                WarningId.MISSING_REFERENCE,
                path,
                "the manifests have no %s %s%s"
                    .formatted(kind, name, where.isEmpty() ? "" : " in namespace " + where),
                "if it exists elsewhere, add --external=" + kind + "/" + name));
      }
    }

    /// An object without namespace may be in each one.
    private boolean isKnown(String where, String group, String kind, String name) {
      var key = new ObjectKey(group, kind, where, name);
      return known.contains(key)
          || known.contains(unplaced(key))
          || (where.isEmpty() && isAnywhere(key))
          || GIVEN.contains(kind + "/" + name)
          || external.stream().anyMatch(each -> each.is(kind, name));
    }
  }
}
