package dev.japply.apply;

import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The required permissions with the objects that need them, in order of first use.
public final class PermissionSet {
  private final SequencedMap<AccessRequest, List<KubeObject>> objects = new LinkedHashMap<>();

  /// Adds a permission that no object of the run needs, such as for a search.
  public void add(AccessRequest right) {
    objects.computeIfAbsent(right, none -> new ArrayList<>());
  }

  void add(AccessRequest right, KubeObject object) {
    objects.computeIfAbsent(right, none -> new ArrayList<>()).add(object);
  }

  SequencedMap<AccessRequest, List<KubeObject>> objects() {
    return Collections.unmodifiableSequencedMap(objects);
  }
}
