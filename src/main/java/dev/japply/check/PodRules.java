package dev.japply.check;

import dev.japply.diff.SimilarName;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Rules for the Pods of an object: containers, volumes, mounts and handlers.
final class PodRules {
  static final List<String> CONTAINERS = List.of("initContainers", "containers");

  private static final String CLAIMS = "volumeClaimTemplates";

  private final Consumer<Finding> findings;

  private PodRules(Consumer<Finding> findings) {
    this.findings = findings;
  }

  /// Reports what the Pods of an object break.
  ///
  /// @param object the object without null
  /// @param pod the path of the Pod spec
  static void check(MapValue object, FieldPath pod, Consumer<Finding> findings) {
    MapAtPath spec = MapAtPath.at(pod, object);
    var rules = new PodRules(findings);
    MapAtPath owner = MapAtPath.of(object).part("spec");
    rules.checkClaims(owner);
    Set<String> volumes = rules.volumes(spec, claims(owner));
    Set<String> names = new HashSet<>();
    for (String list : CONTAINERS) {
      for (MapAtPath container : spec.items(list)) {
        rules.checkName(container, names, "container");
        rules.checkMounts(container, volumes, pod);
        OneOfFields.handlers(container).forEach(rules::checkHandler);
      }
    }
    PodPorts.check(spec, findings);
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  /// Returns the names of the volumes, which must be valid and differ. A StatefulSet's volume with
  /// the name of a claim gives way to the claim.
  private Set<String> volumes(MapAtPath pod, Set<String> claims) {
    Set<String> names = new HashSet<>();
    for (MapAtPath volume : pod.items("volumes")) {
      String name = volume.text("name");
      if (volume.map().has("image")) { // a server without this kind of volume drops it
        names.add(name);
      } else if (!claims.contains(name)) {
        checkName(volume, names, "volume");
      }
    }
    names.addAll(claims);
    return names;
  }

  /// Returns the names of the claims that a StatefulSet adds as volumes.
  ///
  /// @param spec the spec of the StatefulSet, or of another object that has none
  static Set<String> claims(MapAtPath spec) {
    Set<String> names = new HashSet<>();
    for (MapAtPath claim : spec.items(CLAIMS)) {
      names.add(claim.part("metadata").text("name"));
    }
    return names;
  }

  private void checkClaims(MapAtPath spec) {
    for (MapAtPath claim : spec.items(CLAIMS)) {
      MapAtPath metadata = claim.part("metadata");
      FieldPath path = metadata.path().key("name");
      String name = metadata.text("name");
      if (name.isEmpty()) {
        findings.accept(Finding.missing(path));
      } else if (!Names.isLabel(name)) {
        findings.accept(Names.notLabel(path));
      }
    }
  }

  private void checkName(MapAtPath item, Set<String> names, String what) {
    String name = item.text("name");
    FieldPath path = item.path().key("name");
    if (name.isEmpty()) {
      return; // the schema requires it
    }
    if (!Names.isLabel(name)) {
      findings.accept(Names.notLabel(path));
    } else if (!names.add(name)) {
      report(path, "is the name of an earlier " + what, "give it another name");
    }
  }

  private void checkMounts(MapAtPath container, Set<String> volumes, FieldPath pod) {
    Set<String> paths = new HashSet<>();
    for (String list : List.of("volumeMounts", "volumeDevices")) {
      for (MapAtPath mount : container.items(list)) {
        String name = mount.text("name");
        if (!name.isEmpty() && !volumes.contains(name)) {
          String hint =
              SimilarName.find(volumes, name)
                  .map(known -> "did you mean \"" + known + "\"?")
                  .orElse("add it to " + pod.key("volumes"));
          report(mount.path().key("name"), "no volume has the name \"" + name + "\"", hint);
        }
        String path = mount.text("mountPath");
        if (!path.isEmpty() && !paths.add(path)) {
          report(
              mount.path().key("mountPath"), "is the path of an earlier mount", "use another path");
        }
      }
    }
  }

  /// Checks the port of a probe, or of a handler of the lifecycle.
  private void checkHandler(MapAtPath handler) {
    for (String action : List.of("httpGet", "tcpSocket", "grpc")) {
      PodPorts.checkNumberOrName(handler.part(action), "port", findings);
    }
  }
}
