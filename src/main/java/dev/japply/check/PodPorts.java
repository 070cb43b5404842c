package dev.japply.check;

import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.StringValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

final class PodPorts {
  private static final String HOST_PORT = "hostPort";
  private static final String CONTAINER_PORT = "containerPort";
  private static final String NAME = "name";
  private static final String PORTS = "ports";
  private static final String NAME_HINT =
      "write at most 15 lower case letters, digits and \"-\", with a letter";

  private final Consumer<Finding> findings;

  private PodPorts(Consumer<Finding> findings) {
    this.findings = findings;
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  /// Checks the ports of a Pod. Its init containers do not run at the same time.
  static void check(MapAtPath pod, Consumer<Finding> findings) {
    var rules = new PodPorts(findings);
    for (MapAtPath container : pod.items("initContainers")) {
      rules.checkContainer(container.items(PORTS), new HashSet<>());
    }
    Set<String> hostPorts = new HashSet<>();
    Map<String, FieldPath> others = new HashMap<>();
    boolean hostNetwork = pod.get("hostNetwork").equals(Value.TRUE);
    List<MapAtPath> containers = pod.items("containers");
    for (MapAtPath container : containers) {
      List<MapAtPath> ports = container.items(PORTS);
      rules.checkContainer(ports, hostPorts);
      if (hostNetwork) {
        ports.forEach(rules::checkHostNetwork);
      }
      if (containers.size() > 1) {
        rules.warnOfClashes(ports, others);
      }
    }
  }

  private void checkContainer(List<MapAtPath> ports, Set<String> hostPorts) {
    Set<String> names = new HashSet<>();
    for (MapAtPath port : ports) {
      checkNumber(port, CONTAINER_PORT, findings);
      String name = port.text(NAME);
      FieldPath path = port.path();
      if (!name.isEmpty() && !Names.isPortName(name)) {
        report(path.key(NAME), "is not the name of a port", NAME_HINT);
      } else if (!name.isEmpty() && !names.add(name)) {
        report(path.key(NAME), "is the name of an earlier port", "give it another name");
      }
      if (port.get(HOST_PORT) instanceof IntValue(long number) && number != 0) {
        checkNumber(port, HOST_PORT, findings);
        if (!hostPorts.add(protocol(port) + "/" + port.text("hostIP") + "/" + number)) {
          report(path.key(HOST_PORT), "is the hostPort of an earlier port", "use another one");
        }
      }
    }
  }

  static String protocol(MapAtPath port) {
    String protocol = port.text("protocol");
    return protocol.isEmpty() ? "TCP" : protocol;
  }

  private void checkHostNetwork(MapAtPath port) {
    if (port.get(HOST_PORT) instanceof IntValue(long host)
        && port.get(CONTAINER_PORT) instanceof IntValue(long container)
        && host != 0
        && host != container) {
      report(
          port.path().key(HOST_PORT),
          "must be the containerPort, because hostNetwork is true",
          "remove it, or write " + container);
    }
  }

  /// Warns of ports that an earlier container has, too. A server takes them, but only one of the
  /// containers can listen.
  private void warnOfClashes(List<MapAtPath> ports, Map<String, FieldPath> others) {
    Map<String, FieldPath> own = new LinkedHashMap<>();
    for (MapAtPath port : ports) {
      FieldPath path = port.path();
      if (port.get(CONTAINER_PORT) instanceof IntValue(long number)) {
        own.put(number + "/" + protocol(port), path.key(CONTAINER_PORT));
      }
      if (port.get(NAME) instanceof StringValue(String name) && !name.isEmpty()) {
        own.put(name, path.key(NAME));
      }
    }
    own.forEach((port, path) -> {
      FieldPath other = others.putIfAbsent(port, path);
      if (other != null) {
        findings.accept(
            Finding.warning(
                WarningId.PORT_CLASH,
                path,
                "is the same as " + other,
                "the containers of a Pod share their ports"));
      }
    });
  }

  /// Reports a number that is no port, or a text that is no name of one.
  static void checkNumberOrName(MapAtPath part, String key, Consumer<Finding> findings) {
    checkNumber(part, key, findings);
    if (part.get(key) instanceof StringValue(String name) && !Names.isPortName(name)) {
      findings.accept(Finding.error(part.path().key(key), "is not the name of a port", NAME_HINT));
    }
  }

  static void checkNumber(MapAtPath part, String key, Consumer<Finding> findings) {
    if (part.get(key) instanceof IntValue(long number) && !Names.isPort(number)) {
      findings.accept(Finding.error(part.path().key(key), "must be from 1 to 65535", ""));
    }
  }
}
