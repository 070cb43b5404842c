package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A collection that is longer than what is asked for at once.
class PagerTest {
  private static final Resource CONFIG_MAPS =
      new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);
  private static final int COUNT = 1001;

  private final FakeCluster cluster = new FakeCluster();

  @BeforeEach
  void fill() {
    for (int i = 0; i < COUNT; i++) {
      cluster.put(
          (MapValue)
              Json.parse(
                  """
                  {"apiVersion":"v1","kind":"ConfigMap",
                   "metadata":{"name":"c%d","namespace":"default"}}
                  """
                      .formatted(i)));
    }
  }

  private List<MapValue> all() {
    return cluster.list(CONFIG_MAPS, "default", LabelSelector.EVERYTHING);
  }

  @Test
  void takesAllParts() {
    assertThat(all()).hasSize(COUNT).doesNotHaveDuplicates();
    assertThat(cluster.requests).hasSize(3);
  }

  @Test
  void asksForAllAtOnceWhenTheServerHasForgottenAPart() {
    cluster.fail("LIST", 410, "Expired", "old");
    assertThat(all()).hasSize(COUNT);
    assertThat(cluster.requests).hasSize(2);
  }

  @Test
  void endsWithAnyOtherError() {
    cluster.fail("LIST", 403, "Forbidden", "no");
    assertThatThrownBy(this::all).hasMessage("no");
    assertThat(cluster.requests).hasSize(1);
  }
}
