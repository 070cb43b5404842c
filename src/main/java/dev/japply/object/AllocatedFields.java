package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Map;

/// The texts that a server or a controller fills in if they are empty, and that then stay. An empty
/// text in a manifest means that the field is not set: most of them cannot be emptied again.
///
/// An empty `storageClassName` is a value: the claim gets a volume without a class.
public final class AllocatedFields {
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final Value EMPTY = new StringValue("");

  private static final Map<String, List<FieldPath>> FIELDS =
      Map.of(
          "PersistentVolumeClaim",
          List.of(SPEC.key("volumeName")),
          "PersistentVolume",
          List.of(SPEC.key("claimRef").key("uid"), SPEC.key("claimRef").key("resourceVersion")),
          "Pod",
          List.of(SPEC.key("nodeName"), SPEC.key("priorityClassName")),
          "Node",
          List.of(SPEC.key("podCIDR"), SPEC.key("providerID")),
          "Service",
          List.of(SPEC.key("clusterIP")),
          "CertificateSigningRequest.certificates.k8s.io",
          List.of(SPEC.key("username"), SPEC.key("uid")));

  private AllocatedFields() {}

  /// Returns the manifest without those that are empty. The empty address of a Service of type
  /// `ExternalName` stays, since such a Service has none.
  public static MapValue withoutEmpty(MapValue manifest) {
    MapValue rest = manifest;
    boolean external = SPEC.key("type").in(manifest).equals(new StringValue("ExternalName"));
    if (!external) {
      for (FieldPath field : FIELDS.getOrDefault(Gvk.of(manifest).groupKind(), List.of())) {
        if (field.in(rest).equals(EMPTY)) {
          rest = (MapValue) field.put(rest, Missing.MISSING);
        }
      }
    }
    return rest;
  }
}
