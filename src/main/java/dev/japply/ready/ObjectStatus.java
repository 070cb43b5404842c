package dev.japply.ready;

import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// A live object, as rules read it. A field with an unexpected type counts as absent.
record ObjectStatus(MapValue tree) {

  MapValue spec() {
    return tree.map("spec");
  }

  MapValue status() {
    return tree.map("status");
  }

  /// Returns a number of the status; 0 if it is absent, because Kubernetes omits zeros.
  long count(String key) {
    return number(status(), key, 0);
  }

  static long number(MapValue map, String key, long absent) {
    return map.get(key) instanceof IntValue(long number) ? number : absent;
  }

  long generation() {
    return number(tree.map("metadata"), "generation", 0);
  }

  boolean reportsObservedGeneration() {
    return status().get("observedGeneration") instanceof IntValue;
  }

  /// Whether the controller has observed the newest generation, or does not report it.
  boolean isObserved() {
    return number(status(), "observedGeneration", generation()) >= generation();
  }

  /// Returns a condition; empty if the object does not have it.
  Optional<Condition> condition(String type) {
    return status().maps("conditions").stream()
        .filter(condition -> condition.text("type").equals(type))
        .map(condition -> new Condition(this, condition))
        .findFirst();
  }

  boolean has(String type) {
    return condition(type).filter(Condition::isTrue).isPresent();
  }

  record Condition(ObjectStatus object, MapValue tree) {
    boolean isTrue() {
      return tree.text("status").equals("True") && isFresh();
    }

    boolean isFalse() {
      return tree.text("status").equals("False") && isFresh();
    }

    /// Whether it applies to the newest generation, or does not report one.
    boolean isFresh() {
      return number(tree, "observedGeneration", object.generation()) >= object.generation();
    }

    String reason() {
      return tree.text("reason");
    }

    /// Formats the condition: `Ready=False: Installing: it takes a while`.
    String description() {
      var text = new StringBuilder(tree.text("type")).append('=').append(tree.text("status"));
      for (String part : List.of(tree.text("reason"), tree.text("message").strip())) {
        text.append(part.isEmpty() ? "" : ": " + part);
      }
      return isFresh() ? text.toString() : text.append(", of an older generation").toString();
    }
  }
}
