package dev.japply.cluster;

import dev.japply.object.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Advice on a server's error message, by kind, field and message. The first matching row applies.
///
/// @param kind the object's kind; empty for any
/// @param field the start of the field's path; empty for any
/// @param words a pattern to find in the server's message
/// @param text the advice. `{delete}` is replaced by the command that deletes the object,
///   `{object}` by its type, name and namespace, `{field}`, `{kind}`, `{name}` and `{namespace}` by
///   their values, `{1}` by a group of `words`
record ErrorHints(Pattern kind, Pattern field, Pattern words, String text) {
  private static final String IMMUTABLE = "field is immutable";

  private static final String WEBHOOK_CONFIGURATIONS =
      "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations";

  private static final List<ErrorHints> TABLE =
      List.of(
          row("", "metadata", IMMUTABLE, "remove {field} from the manifest"),
          row(
              "Job",
              "",
              IMMUTABLE,
              "a Job cannot take this change once it exists: delete it, which ends its Pods, and"
                  + " apply again: {delete}"),
          row(
              "StatefulSet",
              "spec.selector",
              IMMUTABLE,
              "delete it, which ends its Pods, and apply again: {delete}"),
          row(
              "StatefulSet",
              "",
              IMMUTABLE,
              "delete it but leave its Pods, and apply again: {delete} --cascade=orphan"),
          row(
              "Deployment|DaemonSet|ReplicaSet",
              "",
              IMMUTABLE,
              "delete it, which ends its Pods, and apply again: {delete}"),
          row(
              "Pod",
              "spec\\.(?:containers|initContainers)\\[[^]]*]\\.resources",
              IMMUTABLE,
              "resize it in place by kubectl edit {object} --subresource=resize, or delete it and"
                  + " apply again: {delete}"),
          row(
              "Pod",
              "",
              IMMUTABLE,
              "delete it and apply again: {delete}; a Deployment would replace its Pods by itself"),
          row(
              "Service",
              "spec.clusterIP",
              IMMUTABLE,
              "write the live address into the manifest, or delete it and apply again: {delete}"),
          row(
              "ConfigMap|Secret",
              "data|stringData|binaryData|immutable",
              IMMUTABLE,
              "give the new one another name and refer to that, or delete it and apply again:"
                  + " {delete}"),
          row(
              "PersistentVolumeClaim|PersistentVolume",
              "",
              IMMUTABLE,
              "write the live value into the manifest, or give the new one another name; deleting"
                  + " this one may delete its data"),
          row(
              "CustomResourceDefinition",
              "",
              IMMUTABLE,
              "write the live value into the manifest, or give the new one another name; deleting"
                  + " this one deletes all its objects"),
          row("Namespace", "", IMMUTABLE, "write the live value into the manifest"),
          row(
              "",
              "",
              IMMUTABLE,
              "write the live value into the manifest, or delete it and apply again: {delete}"),
          row(
              "",
              "spec.resources",
              "less than (?:status.capacity|previous value)",
              "a volume cannot shrink"),
          row(
              "CustomResourceDefinition",
              "status.storedVersions",
              "",
              "leave that version in the manifest, with served: false if need be"),
          row(
              "",
              "",
              "(?:may not be more than|must have at most) \\d{7} bytes",
              "split the object"),
          row("", "", "Request entity too large|request is too large|larger than max", "split it"),
          row(
              "",
              "",
              "ValidatingAdmissionPolicy '([^']+)'",
              "this is a rule of the cluster: kubectl get validatingadmissionpolicy {1} -o yaml"),
          row(
              "",
              "",
              "admission webhook \"([^\"]+)\" denied",
              "this is a rule of the cluster: follow it, or contact the operators of {1}"),
          row(
              "",
              "",
              "failed calling webhook \"([^\"]+)\".*service \"([^\"]+)\" not found",
              "nothing was changed; create Service {2}, or remove webhook {1}: "
                  + WEBHOOK_CONFIGURATIONS),
          row(
              "",
              "",
              "failed calling webhook \"([^\"]+)\".*x509: ",
              "nothing was changed; correct the caBundle or the certificate of webhook {1}: "
                  + WEBHOOK_CONFIGURATIONS),
          row(
              "",
              "",
              "failed calling webhook",
              "nothing was changed; that webhook must respond again, or be removed: "
                  + WEBHOOK_CONFIGURATIONS),
          row("", "", "conversion webhook for", "the webhook of its CRD must respond again"),
          row(
              "",
              "",
              "cannot (\\w+) resource \"([^\"]+)\" in API group \"\" .*in the namespace \"([^\"]+)",
              "request permission to {1} {2} in {3}"),
          row(
              "",
              "",
              "cannot (\\w+) resource \"([^\"]+)\" in API group \"([^\"]*)\" in the"
                  + " namespace \"([^\"]+)",
              "request permission to {1} {2}.{3} in {4}"),
          row(
              "",
              "",
              "cannot (\\w+) resource \"([^\"]+)\" in API group \"\" at the cluster scope",
              "request a ClusterRoleBinding that lets you {1} {2}"),
          row(
              "",
              "",
              "cannot (\\w+) resource \"([^\"]+)\" in API group \"([^\"]*)\" at the cluster scope",
              "request a ClusterRoleBinding that lets you {1} {2}.{3}"),
          row(
              "",
              "",
              "attempting to grant RBAC permissions",
              "a user with these permissions must apply it"),
          row(
              "",
              "",
              "exceeded quota: ([^,]+),",
              "request less, or have the quota raised: kubectl describe resourcequota {1} -n"
                  + " {namespace}"),
          row(
              "",
              "",
              "failed quota: [^:]+: must specify (.+)",
              "the quota requires it: set resources on all containers"),
          row(
              "",
              "",
              "(?:minimum|maximum) \\S+ usage per",
              "keep to the limits of the namespace"
                  + ": kubectl describe limitrange -n {namespace}"),
          row(
              "",
              "",
              "violates PodSecurity",
              "set these fields, or have the label pod-security.kubernetes.io/enforce of the"
                  + " namespace changed"),
          row("", "", "support resize", "set allowVolumeExpansion: true in its StorageClass"),
          row(
              "",
              "",
              "because it is being terminated",
              "wait until the namespace is gone: kubectl wait --for=delete namespace/{namespace};"
                  + " then create it and apply again"),
          row("", "", "object is being deleted", "wait until it is gone, and apply again"),
          row(
              "",
              "",
              "namespaces \"[^\"]*\" not found",
              "create the namespace first, or add it to the input"),
          row(
              "RoleBinding|ClusterRoleBinding",
              "",
              "\" not found",
              "create the role that roleRef names first"),
          row(
              "",
              "",
              "could not find the requested resource",
              "the server may no longer serve this version: kubectl api-resources"),
          row("", "", "too many requests|currently unable to handle", "apply again later"),
          row(
              "",
              "",
              "etcdserver: |time allotted|request timed out|Timeout: ",
              "whether it was written is not known; apply again"),
          row("", "", "illegal base64", "data holds base64; put plain text under stringData"));

  private static ErrorHints row(String kind, String field, String words, String text) {
    return new ErrorHints(
        Pattern.compile(kind), Pattern.compile(field), Pattern.compile(words), text);
  }

  /// Returns the advice for the message `words` about the field at `path` of the object `key`;
  /// empty if there is none.
  static String on(ObjectKey key, String path, String words) {
    return TABLE.stream()
        .flatMap(advice -> advice.given(key, path, words).stream())
        .findFirst()
        .orElse("");
  }

  /// Returns the advice for a message about no specific object; empty if there is none.
  static String on(String words) {
    return on(new ObjectKey("", "", "", ""), "", words);
  }

  private Optional<String> given(ObjectKey key, String path, String message) {
    var found = words.matcher(message);
    boolean fits =
        (kind.pattern().isEmpty() || kind.matcher(key.kind()).matches())
            && field.matcher(path).lookingAt()
            && found.find();
    if (!fits) {
      return Optional.empty();
    }
    String object = key.argument() + key.namespaceFlag();
    String filled =
        text.replace("{delete}", "kubectl delete " + object)
            .replace("{object}", object)
            .replace("{field}", path)
            .replace("{kind}", key.kind())
            .replace("{namespace}", key.namespace());
    for (int i = 1; i <= found.groupCount(); i++) {
      filled = filled.replace("{" + i + "}", found.group(i));
    }
    return Optional.of(filled);
  }
}
