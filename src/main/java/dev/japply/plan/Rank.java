package dev.japply.plan;

import dev.japply.object.Gvk;
import java.util.Arrays;
import java.util.Set;

/// What has to be there before what, by type: an object comes after those of lower rank.
///
/// The ranks are coarse on purpose. Objects of types that need nothing of each other are applied at
/// once, begun in the author's order.
enum Rank {
  /// The server refuses objects in a namespace that is not there.
  NAMESPACES("Namespace"),

  /// It does not know a custom resource before its type.
  TYPES("CustomResourceDefinition.apiextensions.k8s.io"),

  /// Quotas, limits and classes are looked at once, when a Pod or a claim is created; Pods are
  /// refused without their service account and priority class.
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

  /// The server looks up the role: nobody may hand out more rights than their own.
  BINDINGS("RoleBinding.rbac.authorization.k8s.io", "ClusterRoleBinding.rbac.authorization.k8s.io"),

  /// Containers do not start without what they mount and read.
  DATA("ConfigMap", "Secret", "PersistentVolume", "PersistentVolumeClaim"),

  /// A container learns at its start, and only then, of the Services that are there; and no Pod is
  /// to run before the policy that shuts it off.
  NETWORK(
      "Service", "Endpoints", "EndpointSlice.discovery.k8s.io", "NetworkPolicy.networking.k8s.io"),

  /// All else: what runs, what others define, and what nobody waits for.
  OTHERS,

  /// It measures and scales what is there.
  SCALERS("HorizontalPodAutoscaler.autoscaling"),

  /// From then on the server asks them about requests, also about those for what they run on.
  INTERCEPTORS(
      "MutatingWebhookConfiguration.admissionregistration.k8s.io",
      "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
      "APIService.apiregistration.k8s.io");

  /// Kinds with their groups, as `kubectl get` takes them.
  @SuppressWarnings(
      "ImmutableEnumChecker") // Set.of cannot be changed, which its type does not say.
  private final Set<String> types;

  Rank(String... types) {
    this.types = Set.of(types);
  }

  /// The rank of a type.
  static Rank of(Gvk gvk) {
    String type = gvk.groupKind();
    return Arrays.stream(values())
        .filter(rank -> rank.types.contains(type))
        .findFirst()
        .orElse(OTHERS);
  }
}
