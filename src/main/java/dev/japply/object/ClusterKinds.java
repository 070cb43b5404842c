package dev.japply.object;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Kubernetes' own kinds of objects that are in no Namespace.
public final class ClusterKinds {
  private static final Map<String, Set<String>> BY_GROUP =
      Map.ofEntries(
          Map.entry("", Set.of("ComponentStatus", "Namespace", "Node", "PersistentVolume")),
          Map.entry(
              "admissionregistration.k8s.io",
              Set.of(
                  "MutatingAdmissionPolicy",
                  "MutatingAdmissionPolicyBinding",
                  "MutatingWebhookConfiguration",
                  "ValidatingAdmissionPolicy",
                  "ValidatingAdmissionPolicyBinding",
                  "ValidatingWebhookConfiguration")),
          Map.entry("apiextensions.k8s.io", Set.of("CustomResourceDefinition")),
          Map.entry("apiregistration.k8s.io", Set.of("APIService")),
          Map.entry("authentication.k8s.io", Set.of("SelfSubjectReview", "TokenReview")),
          Map.entry(
              "authorization.k8s.io",
              Set.of("SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview")),
          Map.entry(
              "certificates.k8s.io", Set.of("CertificateSigningRequest", "ClusterTrustBundle")),
          Map.entry(
              "flowcontrol.apiserver.k8s.io", Set.of("FlowSchema", "PriorityLevelConfiguration")),
          Map.entry("networking.k8s.io", Set.of("IPAddress", "IngressClass", "ServiceCIDR")),
          Map.entry("node.k8s.io", Set.of("RuntimeClass")),
          Map.entry("policy", Set.of("PodSecurityPolicy")),
          Map.entry("rbac.authorization.k8s.io", Set.of("ClusterRole", "ClusterRoleBinding")),
          Map.entry("resource.k8s.io", Set.of("DeviceClass", "DeviceTaintRule", "ResourceSlice")),
          Map.entry("scheduling.k8s.io", Set.of("PriorityClass")),
          Map.entry(
              "storage.k8s.io",
              Set.of(
                  "CSIDriver",
                  "CSINode",
                  "StorageClass",
                  "VolumeAttachment",
                  "VolumeAttributesClass")),
          Map.entry("storagemigration.k8s.io", Set.of("StorageVersionMigration")));

  private ClusterKinds() {}

  /// Returns the kinds, without versions.
  public static Set<Gvk> all() {
    return BY_GROUP.entrySet().stream()
        .flatMap(group -> group.getValue().stream().map(kind -> new Gvk(group.getKey(), "", kind)))
        .collect(Collectors.toUnmodifiableSet());
  }

  /// Whether a kind of that name has no Namespace.
  ///
  /// @param kind regardless of case
  /// @param group the API group, regardless of case; empty for any
  public static boolean has(String kind, String group) {
    return BY_GROUP.entrySet().stream()
        .filter(each -> group.isEmpty() || group.equalsIgnoreCase(each.getKey()))
        .flatMap(each -> each.getValue().stream())
        .anyMatch(kind::equalsIgnoreCase);
  }
}
