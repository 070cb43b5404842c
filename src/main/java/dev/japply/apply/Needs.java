package dev.japply.apply;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Which rights are needed, and for which objects, in the order in which they came up.
public final class Needs {
  private final SequencedMap<Right, List<KubeObject>> objects = new LinkedHashMap<>();

  /// That right is needed for something that is no object of the run, as a search is.
  public void add(Right right) {
    objects.computeIfAbsent(right, none -> new ArrayList<>());
  }

  /// That right is needed for an object.
  void add(Right right, KubeObject object) {
    objects.computeIfAbsent(right, none -> new ArrayList<>()).add(object);
  }

  /// What is needed, each with its objects.
  SequencedMap<Right, List<KubeObject>> objects() {
    return Collections.unmodifiableSequencedMap(objects);
  }
}
