package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PruneSearchTest {
  private static final List<Resource> TYPES =
      List.of(
          new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true),
          new Resource(Gvk.of("v1", "Secret"), "secrets", true));

  private final FakeCluster cluster = new FakeCluster();

  private PruneSearch.Found found() {
    var search = new PruneSearch(cluster, LabelSelector.EVERYTHING, object -> true, 1);
    return search.find(PruneScope.Place.of(TYPES, new TreeSet<>(List.of("default"))));
  }

  private void put() {
    cluster.put(
        (MapValue)
            Json.parse(
                """
                {"apiVersion":"v1","kind":"Secret",
                 "metadata":{"name":"s","namespace":"default","uid":"u"}}
                """));
    cluster.fail("LIST", 403, "Forbidden", "no");
  }

  @Test
  void goesOnAfterATypeThatCannotBeListed() {
    put();
    PruneSearch.Found found = found();
    assertThat(found.objects()).hasSize(1);
    assertThat(found.problems()).hasSize(1);
  }
}
