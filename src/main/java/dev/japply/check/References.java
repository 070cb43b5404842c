package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// References of Pods to objects that are neither in the input nor known to exist elsewhere.
final class References {
  private static final String CONFIG_MAP = "ConfigMap";
  private static final String SECRET = "Secret";
  private static final String ACCOUNT = "ServiceAccount";
  private static final String CLAIM = "PersistentVolumeClaim";

  /// The objects that each namespace has.
  private static final Set<String> GIVEN =
      Set.of(ACCOUNT + "/default", CONFIG_MAP + "/kube-root-ca.crt");

  private final Set<String> known = new HashSet<>();
  private final List<ExternalObject> external;
  private final String namespace;

  /// @param objects the input
  /// @param external the objects that exist elsewhere
  /// @param namespace the namespace of objects that have none
  References(List<KubeObject> objects, List<ExternalObject> external, String namespace) {
    this.external = List.copyOf(external);
    this.namespace = namespace;
    for (KubeObject object : objects) {
      if (object.gvk().group().isEmpty()) {
        known.add(in(object) + "/" + object.gvk().kind() + "/" + object.name());
      }
    }
  }

  private String in(KubeObject object) {
    return object.namespace().isEmpty() ? namespace : object.namespace();
  }

  /// Reports the references of an object.
  ///
  /// @param tree the object without null
  void check(KubeObject object, MapValue tree, Consumer<Finding> findings) {
    Gvk gvk = object.gvk();
    Optional<FieldPath> pod = OneOfFields.pod(gvk);
    if (pod.isPresent()) {
      new Pod(in(object), tree, findings).check(pod.get());
    }
  }

  private final class Pod {
    private final String place;
    private final MapValue tree;
    private final Consumer<Finding> findings;

    Pod(String place, MapValue tree, Consumer<Finding> findings) {
      this.place = place;
      this.tree = tree;
      this.findings = findings;
    }

    void check(FieldPath pod) {
      name(pod.key("serviceAccountName"), ACCOUNT);
      for (MapItem secret : MapItem.in(pod.key("imagePullSecrets"), tree)) {
        name(secret.path().key("name"), SECRET);
      }
      for (MapItem volume : MapItem.in(pod.key("volumes"), tree)) {
        checkSource(volume.path(), "secretName");
        name(volume.path().key("persistentVolumeClaim").key("claimName"), CLAIM);
        FieldPath sources = volume.path().key("projected").key("sources");
        for (MapItem source : MapItem.in(sources, tree)) {
          checkSource(source.path(), "name");
        }
      }
      for (String list : PodRules.CONTAINERS) {
        for (MapItem container : MapItem.in(pod.key(list), tree)) {
          checkVariables(container.path());
        }
      }
    }

    private void checkSource(FieldPath source, String secretName) {
      optional(source.key("configMap"), "name", CONFIG_MAP);
      optional(source.key("secret"), secretName, SECRET);
    }

    private void checkVariables(FieldPath container) {
      for (MapItem variable : MapItem.in(container.key("env"), tree)) {
        FieldPath from = variable.path().key("valueFrom");
        optional(from.key("configMapKeyRef"), "name", CONFIG_MAP);
        optional(from.key("secretKeyRef"), "name", SECRET);
      }
      for (MapItem from : MapItem.in(container.key("envFrom"), tree)) {
        optional(from.path().key("configMapRef"), "name", CONFIG_MAP);
        optional(from.path().key("secretRef"), "name", SECRET);
      }
    }

    private void optional(FieldPath reference, String key, String kind) {
      if (reference.in(tree) instanceof MapValue map && !map.get("optional").equals(Value.TRUE)) {
        name(reference.key(key), kind);
      }
    }

    private void name(FieldPath path, String kind) {
      if (path.in(tree) instanceof Value.StringValue(String name)
          && !name.isEmpty()
          && !isKnown(kind, name)) {
        findings.accept(
            Finding.warning(
                WarningId.MISSING_REFERENCE,
                path,
                "the manifests have no %s %s%s"
                    .formatted(kind, name, place.isEmpty() ? "" : " in namespace " + place),
                "if it exists elsewhere, add --external=" + kind + "/" + name));
      }
    }

    private boolean isKnown(String kind, String name) {
      return GIVEN.contains(kind + "/" + name)
          || known.contains(place + "/" + kind + "/" + name)
          || external.stream().anyMatch(each -> each.is(kind, name));
    }
  }
}
