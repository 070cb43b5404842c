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
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Searches objects in several places; the results have the order of the places.
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
    for (PlaceLists.Listed listed :
        new PlaceLists(concurrency)
            .read(
                places,
                place -> cluster.list(place.resource(), place.namespace(), selector, wanted))) {
      listed.objects().stream().filter(PruneSearch::isKnown).forEach(objects::add);
      problems.addAll(unknown(listed.objects()));
      if (listed.failure() != null) {
        problems.add(problem(listed.place().resource(), listed.failure()));
      }
    }
    return new Found(objects, problems);
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
