package dev.japply.plan;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Objects that depend on each other in a circle: each on the next, and the last on the first.
record Circle(List<Knot> knots) {
  /// So many are named.
  private static final int NAMED = 12;

  /// The circle to which one comes from `start`, something of which waits.
  static Circle from(Knot start) {
    var path = new LinkedHashSet<Knot>();
    Knot next = start;
    while (path.add(next)) {
      next = next.waitedFor().orElseThrow();
    }
    List<Knot> all = List.copyOf(path);
    return new Circle(all.subList(all.indexOf(next), all.size()));
  }

  /// Takes it apart; the answer is what only waited for that.
  List<Knot> open() {
    var freed = new ArrayList<Knot>();
    knots.forEach(knot -> freed.addAll(knot.release()));
    freed.removeIf(Knot::isDone);
    return freed;
  }

  /// `ConfigMap a (m.yaml:1) → ConfigMap b (m.yaml:9) → ConfigMap a`.
  Problem problem() {
    var path = new ArrayList<String>();
    Knot last = knots.getLast();
    for (int i = 0; i < Math.min(knots.size(), NAMED); i++) {
      Knot knot = knots.get(i);
      String how = i == 0 ? "" : knots.get(i - 1).how(knot);
      path.add(how + name(knot) + place(knot.object().origin()));
    }
    if (knots.size() > NAMED) {
      path.add((knots.size() - NAMED) + " more");
    }
    Knot first = knots.getFirst();
    path.add(last.how(first) + name(first));
    return DependsOn.problem(
        first.object(), "a circle: " + String.join(" → ", path), "no order can satisfy that");
  }

  private static String place(Origin origin) {
    return origin.equals(Origin.NONE) ? "" : " (" + origin + ")";
  }

  private static String name(Knot knot) {
    return knot.object().key().subject();
  }
}
