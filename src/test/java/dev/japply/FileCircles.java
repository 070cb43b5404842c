package dev.japply;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Circles among files that use each other.
///
/// @param uses of each file the files that it uses
record FileCircles(Map<String, Set<String>> uses) {

  /// The groups in which each file uses each other one, directly or by way of others; files that
  /// are alone are left out.
  List<Set<String>> groups() {
    var reached = new TreeMap<String, Set<String>>();
    uses.keySet().forEach(file -> reached.put(file, reachedFrom(file)));
    var groups = new ArrayList<Set<String>>();
    var seen = new TreeSet<String>();
    for (String file : reached.keySet()) {
      var group = new TreeSet<String>();
      for (String other : reached.get(file)) {
        if (reached.getOrDefault(other, Set.of()).contains(file)) {
          group.add(other);
        }
      }
      if (group.size() > 1 && seen.addAll(group)) {
        groups.add(group);
      }
    }
    return groups;
  }

  private Set<String> reachedFrom(String file) {
    return steps(file).keySet();
  }

  /// The shortest way from the first file of a group back to it.
  List<String> circle(Set<String> group) {
    String start = group.iterator().next();
    Map<String, String> steps = steps(start);
    var circle = new ArrayList<>(List.of(start));
    String at = steps.getOrDefault(start, start);
    while (!at.equals(start)) {
      circle.addFirst(at);
      at = steps.getOrDefault(at, start);
    }
    circle.addFirst(start);
    return circle;
  }

  /// Each file that is reached from one, in the order of its distance, and the file that led there.
  private Map<String, String> steps(String start) {
    var steps = new LinkedHashMap<String, String>();
    var open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      String at = open.remove();
      for (String next : uses.getOrDefault(at, Set.of())) {
        if (steps.putIfAbsent(next, at) == null) {
          open.add(next);
        }
      }
    }
    return steps;
  }
}
