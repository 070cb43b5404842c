package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Rules for the ports of a Service.
final class ServiceRules {
  private static final String NODE_PORT = "nodePort";

  private final MapAtPath spec;
  private final List<MapAtPath> ports;
  private final Consumer<Finding> findings;

  private ServiceRules(MapValue service, Consumer<Finding> findings) {
    this.spec = MapAtPath.of(service).part("spec");
    this.ports = spec.items("ports");
    this.findings = findings;
  }

  /// Checks a Service.
  ///
  /// @param service the object without null
  static void check(MapValue service, Consumer<Finding> findings) {
    var rules = new ServiceRules(service, findings);
    rules.checkNames();
    rules.checkNumbers();
    rules.checkClashes();
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private void checkNames() {
    Set<String> names = new HashSet<>();
    for (MapAtPath port : ports) {
      FieldPath path = port.path().key("name");
      String name = port.text("name");
      if (name.isEmpty()) {
        if (ports.size() > 1) {
          report(path, "required value is missing", "each of several ports has a name");
        }
      } else if (!Names.isLabel(name)) {
        findings.accept(Names.notLabel(path));
      } else if (!names.add(name)) {
        report(path, "is the name of an earlier port", "give it another name");
      }
    }
  }

  private void checkNumbers() {
    for (MapAtPath port : ports) {
      PodPorts.checkNumber(port, "port", findings);
      // 0 and an empty text are the default, the port of the Service.
      if (!port.get("targetPort").equals(Value.number(0))
          && !port.get("targetPort").equals(Value.text(""))) {
        PodPorts.checkNumberOrName(port, "targetPort", findings);
      }
    }
  }

  private void checkClashes() {
    Set<String> numbers = new HashSet<>();
    Set<String> nodePorts = new HashSet<>();
    String type = spec.text("type");
    for (MapAtPath port : ports) {
      String protocol = PodPorts.protocol(port);
      if (port.get("port") instanceof IntValue(long number) && !numbers.add(protocol + number)) {
        report(port.path().key("port"), "is the number of an earlier port", "remove one of them");
      }
      if (port.get(NODE_PORT) instanceof IntValue(long number) && number != 0) {
        FieldPath path = port.path().key(NODE_PORT);
        if (type.isEmpty() || type.equals("ClusterIP")) {
          report(path, "a Service of type ClusterIP has none", "set spec.type to NodePort");
        } else if (!nodePorts.add(protocol + number)) {
          report(path, "is the nodePort of an earlier port", "use another one");
        }
      }
    }
  }
}
