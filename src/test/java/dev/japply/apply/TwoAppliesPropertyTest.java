package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.FakeCluster;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Order;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// One apply comes into the middle of another, of the same objects: before any one of its requests.
/// Each has a key of its own in every object, and others that the objects had before, or not.
/// Whatever comes of it, a key that was applied stands in the annotation.
@Tag("generated")
class TwoAppliesPropertyTest {
  private static final int CASES = Cases.of(500);

  private static List<KubeObject> manifests(Random random, String own, int count) {
    var manifests = new ArrayList<KubeObject>();
    for (int i = 0; i < count; i++) {
      MapValue data = MapValue.of(own, Value.text("x"));
      for (String key : List.of("a", "b", "c")) {
        data = random.nextBoolean() ? data.with(key, Value.text(own + random.nextInt(2))) : data;
      }
      MapValue tree =
          (MapValue)
              Json.parse(
                  """
                  {"apiVersion":"v1","kind":"ConfigMap",
                   "metadata":{"name":"c%d","namespace":"default"}}\
                  """
                      .formatted(i));
      manifests.add(KubeObject.of(tree.with("data", data), new Origin("f", i + 1, 1)));
    }
    return manifests;
  }

  private static List<Event> apply(Cluster cluster, List<KubeObject> manifests) {
    var options = Options.of(Ways.planning(Rules.JAPPLY), new Schedule(Order.DEPENDENCIES, 1));
    var targets = ResolvedObjects.find(cluster, /* enforced= */ false, manifests);
    var events = new ArrayList<Event>();
    new Apply(cluster, Apply.Settings.of(options), new Ending(), Options.into(events))
        .run(targets.targets());
    return events;
  }

  /// The cluster, with something that is done before its request of that number.
  private static Cluster before(Cluster cluster, int number, Runnable action) {
    var requests = new AtomicInteger();
    Set<String> counted = Set.of("get", "page", "create", "patch");
    return (Cluster)
        Proxy.newProxyInstance(
            Cluster.class.getClassLoader(),
            new Class<?>[] {Cluster.class},
            (proxy, method, arguments) -> {
              if (counted.contains(method.getName()) && requests.incrementAndGet() == number) {
                action.run();
              }
              try {
                return method.invoke(cluster, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Set<String> orphans(FakeCluster cluster) {
    var orphans = new TreeSet<String>();
    for (MapValue object : cluster.objects.values()) {
      if (!LastApplied.text(object).isEmpty()) {
        MapValue owned = ((MapValue) Json.parse(LastApplied.text(object))).map("data");
        object.map("data").entries().keySet().stream()
            .filter(key -> !owned.has(key))
            .forEach(orphans::add);
      }
    }
    return orphans;
  }

  @Test
  void leaveNoKeyWithoutItsAnnotation() {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new Random(seed);
      var cluster = new FakeCluster();
      int count = 1 + random.nextInt(10);
      if (random.nextInt(4) > 0) {
        apply(cluster, manifests(random, "first", 1 + random.nextInt(count)));
      }
      List<KubeObject> other = manifests(random, "other", count);
      int number = 1 + random.nextInt(2 * count);
      var end =
          apply(
              before(cluster, number, () -> apply(cluster, other)),
              manifests(random, "one", count));
      assertThat(orphans(cluster)).as("seed %d", seed).isEmpty();
      assertThat(end).as("seed %d", seed).noneMatch(Event.Failed.class::isInstance);
    }
  }
}
