package dev.japply.check;

import dev.japply.diff.SimilarName;
import dev.japply.object.Gvk;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Rules for the Pods of an object: containers, volumes and ports.
final class PodRules {
  static final String PORT_NAME =
      "write at most 15 lower case letters, digits and \"-\", with a letter";
  static final List<String> CONTAINERS = List.of("initContainers", "containers");

  private final MapValue object;
  private final FieldPath pod;
  private final Consumer<Finding> findings;

  private PodRules(MapValue object, FieldPath pod, Consumer<Finding> findings) {
    this.object = object;
    this.pod = pod;
    this.findings = findings;
  }

  /// Reports what the Pods of an object break.
  ///
  /// @param object the object without null
  static void check(Gvk gvk, MapValue object, Consumer<Finding> findings) {
    Optional<FieldPath> pod = OneOfFields.pod(gvk);
    if (pod.isPresent() && pod.get().in(object) instanceof MapValue) {
      new PodRules(object, pod.get(), findings).check(gvk.groupKind().equals("StatefulSet.apps"));
    }
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private void check(boolean claims) {
    Set<String> volumes = volumes();
    Set<String> names = new HashSet<>();
    for (String list : CONTAINERS) {
      for (MapItem container : MapItem.in(pod.key(list), object)) {
        checkContainer(container, names, claims ? Optional.empty() : Optional.of(volumes));
      }
    }
  }

  /// Returns the names of the volumes, which must be valid and differ.
  private Set<String> volumes() {
    Set<String> names = new HashSet<>();
    for (MapItem item : MapItem.in(pod.key("volumes"), object)) {
      if (item.map().has("image")) { // a server without this kind of volume drops it
        names.add(item.map().text("name"));
      } else {
        checkName(item, names, "volume");
      }
    }
    return names;
  }

  private void checkName(MapItem item, Set<String> names, String what) {
    String name = item.map().text("name");
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

  /// @param volumes the volumes of the Pod; empty if others can be added to them
  private void checkContainer(MapItem container, Set<String> names, Optional<Set<String>> volumes) {
    checkName(container, names, "container");
    for (MapItem port : MapItem.in(container.path().key("ports"), object)) {
      checkPort(port.map(), "containerPort", port.path(), findings);
      String name = port.map().text("name");
      if (!name.isEmpty() && !Names.isPortName(name)) {
        report(port.path().key("name"), "is not the name of a port", PORT_NAME);
      }
    }
    if (volumes.isEmpty()) {
      return;
    }
    for (String list : List.of("volumeMounts", "volumeDevices")) {
      for (MapItem mount : MapItem.in(container.path().key(list), object)) {
        String name = mount.map().text("name");
        if (!name.isEmpty() && !volumes.get().contains(name)) {
          String hint =
              SimilarName.find(volumes.get(), name)
                  .map(known -> "did you mean \"" + known + "\"?")
                  .orElse("add it to " + pod.key("volumes"));
          report(mount.path().key("name"), "no volume has the name \"" + name + "\"", hint);
        }
      }
    }
  }

  /// Reports a number that is no port.
  static void checkPort(MapValue map, String key, FieldPath path, Consumer<Finding> findings) {
    if (map.get(key) instanceof IntValue(long number) && !Names.isPort(number)) {
      findings.accept(Finding.error(path.key(key), "must be from 1 to 65535", ""));
    }
  }
}
