package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.LiveMetadata;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Lists objects in several places in parallel; the results have the order of the places.
///
/// @param wanted decides about the objects that count
/// @param concurrency number of types that are listed in parallel
record PruneSearch(
    Cluster cluster, LabelSelector selector, Predicate<MapValue> wanted, int concurrency) {

  /// The objects, and why some types could not be listed.
  record Found(List<MapValue> objects, List<Problem> problems) {
    Found {
      objects = List.copyOf(objects);
      problems = List.copyOf(problems);
    }

    Found plus(List<Problem> more) {
      return new Found(objects, Stream.concat(problems.stream(), more.stream()).toList());
    }
  }

  /// An interrupt ends the search.
  Found find(List<PruneScope.Place> places) {
    var objects = new ArrayList<MapValue>();
    var problems = new ArrayList<Problem>();
    try (var workers = new Workers(concurrency)) {
      for (Future<Found> task :
          places.stream().map(place -> workers.begin(() -> list(place))).toList()) {
        Found found = workers.result(task).orElse(new Found(List.of(), List.of()));
        objects.addAll(found.objects());
        problems.addAll(found.problems());
      }
    }
    return new Found(objects, problems);
  }

  private Found list(PruneScope.Place place) {
    try {
      List<MapValue> objects = cluster.list(place.resource(), place.namespace(), selector, wanted);
      return new Found(objects.stream().filter(PruneSearch::isKnown).toList(), unknown(objects));
    } catch (ClusterException e) {
      return new Found(List.of(), List.of(problem(place.resource(), e)));
    }
  }

  /// Whether the object has a uid, and so differs from those that were just applied.
  private static boolean isKnown(MapValue object) {
    return !LiveMetadata.uid(object).isEmpty();
  }

  private static List<Problem> unknown(List<MapValue> objects) {
    return objects.stream()
        .filter(object -> !isKnown(object))
        .map(object ->
            Problem.error(
                Origin.NONE,
                KubeObject.of(object, Origin.NONE).key().subject(),
                "not pruned: the server reports no uid for it, so it may have just been applied",
                "delete it by hand if it is no longer wanted"))
        .toList();
  }

  private static Problem problem(Resource resource, ClusterException e) {
    Gvk gvk = resource.gvk();
    String what =
        "error pruning %s object %s/%s, Kind=%s: %s"
            .formatted(
                resource.namespaced() ? "namespaced" : "nonNamespaced",
                gvk.group(),
                gvk.version(),
                gvk.kind(),
                ServerProblems.sentence(e));
    return Problem.error(Origin.NONE, what, e.hint());
  }
}
