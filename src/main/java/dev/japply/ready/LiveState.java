package dev.japply.ready;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// A live object, as rules ask about it. What is not of the form that Kubernetes gives it counts as
/// absent.
record LiveState(MapValue tree) {

  MapValue spec() {
    return tree.map("spec");
  }

  MapValue status() {
    return tree.map("status");
  }

  /// A number of the status; 0 where there is none, since Kubernetes leaves zeros out.
  long count(String key) {
    return number(status(), key, 0);
  }

  static long number(MapValue map, String key, long absent) {
    return map.get(key) instanceof IntValue(long number) ? number : absent;
  }

  long generation() {
    return number(tree.map("metadata"), "generation", 0);
  }

  /// Whether the controller says which generation it has seen.
  boolean tellsObserved() {
    return status().get("observedGeneration") instanceof IntValue;
  }

  /// Whether the controller has seen the newest generation, or does not say.
  boolean isObserved() {
    return number(status(), "observedGeneration", generation()) >= generation();
  }

  /// A condition; empty where it is not there.
  Optional<Condition> condition(String type) {
    return maps(status().get("conditions")).stream()
        .filter(condition -> condition.text("type").equals(type))
        .map(condition -> new Condition(this, condition))
        .findFirst();
  }

  boolean has(String type) {
    return condition(type).filter(Condition::isTrue).isPresent();
  }

  /// The maps of a list.
  static List<MapValue> maps(Node list) {
    return list instanceof ListValue(List<Value> items)
        ? items.stream().filter(MapValue.class::isInstance).map(MapValue.class::cast).toList()
        : List.of();
  }

  /// One of the conditions.
  record Condition(LiveState object, MapValue tree) {
    boolean isTrue() {
      return tree.text("status").equals("True") && isFresh();
    }

    boolean isFalse() {
      return tree.text("status").equals("False") && isFresh();
    }

    /// Whether it is about the newest generation, or does not say.
    boolean isFresh() {
      return number(tree, "observedGeneration", object.generation()) >= object.generation();
    }

    String reason() {
      return tree.text("reason");
    }

    /// `Ready=False: Installing: it takes a while`.
    String told() {
      var text = new StringBuilder(tree.text("type")).append('=').append(tree.text("status"));
      for (String part : List.of(tree.text("reason"), tree.text("message").strip())) {
        text.append(part.isEmpty() ? "" : ": " + part);
      }
      return isFresh() ? text.toString() : text.append(", of an older generation").toString();
    }
  }
}
