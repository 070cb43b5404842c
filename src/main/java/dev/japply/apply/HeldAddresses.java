package dev.japply.apply;

import dev.japply.plan.RecreateBody;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// The addresses and node ports that a Service has to itself, and that its new object has again:
/// they are free when it is gone, but not yet.
///
/// @param body the new object
/// @param live the object that would be gone by then
record HeldAddresses(MapValue body, MapValue live) {
  private static final List<String> FIELDS =
      List.of("clusterIP", "clusterIPs", "healthCheckNodePort");

  private static boolean isService(MapValue body) {
    return body.text("kind").equals("Service") && body.text("apiVersion").equals("v1");
  }

  /// Returns forms of `body` that get other addresses, and other node ports, too, where another
  /// Service has its own by now; none if it is no Service.
  static List<MapValue> withOthers(MapValue body) {
    if (!isService(body)) {
      return List.of();
    }
    MapValue spec = body.map("spec").without("clusterIP").without("clusterIPs");
    MapValue portless = spec;
    if (spec.get("ports") instanceof ListValue(List<Value> items)) {
      List<Value> ports =
          items.stream()
              .map(port -> port instanceof MapValue map ? map.without("nodePort") : port)
              .toList();
      portless = spec.without("healthCheckNodePort").with("ports", new ListValue(ports));
    }
    return List.of(body.with("spec", spec), body.with("spec", portless));
  }

  /// Returns the new object without them.
  MapValue free() {
    if (!isService(body)) {
      return body;
    }
    MapValue held = live.map("spec");
    MapValue spec = body.map("spec");
    for (String field : FIELDS) {
      spec = spec.get(field).equals(held.get(field)) ? spec.without(field) : spec;
    }
    if (spec.get("ports") instanceof ListValue(List<Value> ports)) {
      var kept = new ArrayList<Value>();
      for (Value port : ports) {
        kept.add(isHeld(port) ? ((MapValue) port).without("nodePort") : port);
      }
      spec = spec.with("ports", new ListValue(kept));
    }
    return body.with("spec", spec);
  }

  private boolean isHeld(Value port) {
    return port instanceof MapValue map
        && !(map.get("nodePort") instanceof Missing)
        && ports(live).stream()
            .anyMatch(taken ->
                taken instanceof MapValue other
                    && map.get("nodePort").equals(other.get("nodePort")));
  }

  /// Returns `made`, which the server made of the object without them, with them.
  MapValue in(MapValue made) {
    if (!isService(body)) {
      return made;
    }
    MapValue spec = made.map("spec");
    for (String field : FIELDS) {
      boolean left = body.map("spec").get(field).equals(live.map("spec").get(field));
      spec =
          left && body.map("spec").get(field) instanceof Value own ? spec.with(field, own) : spec;
    }
    var ports = new ArrayList<>(ports(made));
    List<Value> own = ports(body);
    for (int i = 0; i < own.size(); i++) {
      int place = place(ports, own, i);
      if (isHeld(own.get(i)) && place >= 0 && ports.get(place) instanceof MapValue port) {
        ports.set(place, port.with("nodePort", number((MapValue) own.get(i))));
      }
    }
    return made.with("spec", ports.isEmpty() ? spec : spec.with("ports", new ListValue(ports)));
  }

  private static Value number(MapValue port) {
    return (Value) port.get("nodePort");
  }

  /// Returns the index in `made` of a port of the new object; negative if there is none. A port
  /// whose number was rewritten is in the same place.
  private static int place(List<Value> made, List<Value> own, int index) {
    for (int i = 0; i < made.size(); i++) {
      if (made.get(i) instanceof MapValue port
          && own.get(index) instanceof MapValue wanted
          && RecreateBody.areOnePort(port, wanted)) {
        return i;
      }
    }
    return made.size() == own.size() ? index : -1;
  }

  private static List<Value> ports(MapValue service) {
    return service.map("spec").get("ports") instanceof ListValue(List<Value> ports)
        ? ports
        : List.of();
  }
}
