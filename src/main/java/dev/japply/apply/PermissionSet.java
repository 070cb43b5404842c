package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

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

  /// A right that is needed, and that the user does not have.
  ///
  /// @param objects those that cannot be dealt with for want of it; empty for a search
  /// @param reason the server's reason; empty if it gives none
  public record Missing(AccessRequest right, List<KubeObject> objects, String reason) {
    /// So many objects are named.
    private static final int NAMED = 5;

    public Missing {
      objects = List.copyOf(objects);
    }

    /// `no permission to patch deployments.apps in namespace shop, needed for Deployment web
    /// (app.yaml:3)`.
    public Problem problem() {
      String what =
          "no permission to " + right + ", needed " + (objects.isEmpty() ? "to prune" : named());
      return Problem.error(Origin.NONE, reason.isEmpty() ? what : what + ": " + reason, "");
    }

    private String named() {
      String names =
          objects.stream().limit(NAMED).map(Missing::name).collect(Collectors.joining(", "));
      int more = objects.size() - NAMED;
      return "for " + names + (more > 0 ? " and " + more + " more" : "");
    }

    private static String name(KubeObject object) {
      boolean placed = !object.origin().equals(Origin.NONE);
      return object.key().subject() + (placed ? " (" + object.origin() + ")" : "");
    }
  }
}
