package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// The order of applying objects.
public enum Order {
  /// Order of [Wave]. Objects of one wave are applied in parallel, started in input order.
  DEPENDENCIES,
  /// In input order, as kubectl does.
  INPUT;

  /// Returns the items in this order, split where later items must wait for earlier ones.
  ///
  /// @param object returns an item's object
  public <T> List<List<T>> waves(
      List<T> items, Function<T, KubeObject> object, DependencyGraph graph) {
    return switch (this) {
      case INPUT -> items.stream().map(List::of).toList();
      case DEPENDENCIES -> {
        var waves = new TreeMap<Wave, List<T>>();
        for (T item : items) {
          waves
              .computeIfAbsent(graph.wave(object.apply(item)), wave -> new ArrayList<>())
              .add(item);
        }
        yield List.copyOf(waves.values());
      }
    };
  }

  /// The wave of an object: it is applied after the objects of lower waves.
  ///
  /// @param level the level within the rank: 0, or one above the objects that it depends on
  record Wave(InstallOrder rank, int level) implements Comparable<Wave> {
    /// Returns the wave of an object by its type alone.
    static Wave of(Gvk type) {
      return new Wave(InstallOrder.of(type), 0);
    }

    /// The first wave from this one on that is after `other`.
    Wave after(Wave other) {
      return compareTo(other) > 0 ? this : new Wave(other.rank, other.level + 1);
    }

    @Override
    public int compareTo(Wave other) {
      int order = rank.compareTo(other.rank);
      return order == 0 ? Integer.compare(level, other.level) : order;
    }

    /// The order of types: an object is applied after objects of lower rank.
    ///
    /// The ranks are coarse on purpose: independent types are applied in parallel, started in the
    /// author's order.
    enum InstallOrder {
      /// The server refuses objects in a namespace that is not there.
      NAMESPACES("Namespace"),

      /// The server rejects a custom resource before its type exists.
      TYPES("CustomResourceDefinition.apiextensions.k8s.io"),

      /// Quotas, limits and classes are checked only when a Pod or claim is created. Pods require
      /// their service account and priority class.
      RULES(
          "ResourceQuota",
          "LimitRange",
          "ServiceAccount",
          "PriorityClass.scheduling.k8s.io",
          "RuntimeClass.node.k8s.io",
          "StorageClass.storage.k8s.io",
          "CSIDriver.storage.k8s.io",
          "VolumeAttributesClass.storage.k8s.io",
          "DeviceClass.resource.k8s.io",
          "IngressClass.networking.k8s.io",
          "Role.rbac.authorization.k8s.io",
          "ClusterRole.rbac.authorization.k8s.io"),

      /// The server reads the role, because users cannot grant more permissions than they have.
      BINDINGS(
          "RoleBinding.rbac.authorization.k8s.io", "ClusterRoleBinding.rbac.authorization.k8s.io"),

      /// Containers do not start without the data that they mount and read, and get the environment
      /// variables of Services only then. No Pod may run before its network policy.
      POD_PREREQUISITES(
          "ConfigMap",
          "Secret",
          "PersistentVolume",
          "PersistentVolumeClaim",
          "Service",
          "Endpoints",
          "EndpointSlice.discovery.k8s.io",
          "NetworkPolicy.networking.k8s.io"),

      /// All other types, such as workloads and custom resources.
      OTHERS,

      /// Autoscalers measure and scale existing objects.
      SCALERS("HorizontalPodAutoscaler.autoscaling"),

      /// The server calls webhooks for all later requests, including those for their own backends.
      INTERCEPTORS(
          "MutatingWebhookConfiguration.admissionregistration.k8s.io",
          "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
          "APIService.apiregistration.k8s.io");

      /// Kinds with their groups, as `kubectl get` takes them.
      @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable, though Set is not.
      private final Set<String> types;

      InstallOrder(String... types) {
        this.types = Set.of(types);
      }

      static InstallOrder of(Gvk gvk) {
        String type = gvk.groupKind();
        return Arrays.stream(values())
            .filter(rank -> rank.types.contains(type))
            .findFirst()
            .orElse(OTHERS);
      }
    }
  }
}
