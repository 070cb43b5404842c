package dev.japply.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.report.ProblemReporter.PruneText;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class PruneTextTest {
  private static MapValue object(String apiVersion, String kind, String metadata) {
    return (MapValue)
        Json.parse(
            """
            {"apiVersion":"%s","kind":"%s","metadata":%s}
            """
                .formatted(apiVersion, kind, metadata));
  }

  @Test
  void saysWhatGoesAlong() {
    List<MapValue> objects =
        List.of(
            object("v1", "ConfigMap", "{\"name\":\"c\",\"namespace\":\"n\"}"),
            object("v1", "Namespace", "{\"name\":\"n\"}"),
            object("example.com/v1", "Namespace", "{\"name\":\"m\"}"),
            object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "{\"name\":\"ws.e\"}"));
    assertThat(PruneText.lines(objects, List.of()))
        .containsExactly(
            "4 objects are no longer in the manifests, to be pruned:",
            "  ConfigMap n/c",
            "  Namespace n and everything in it",
            "  Namespace m",
            "  CustomResourceDefinition ws.e and all its objects");
  }

  @Test
  void saysWhatIsKeptAndWhy() {
    MapValue kept =
        object(
            "v1",
            "ConfigMap",
            """
            {"name":"c","namespace":"n","annotations":{"helm.sh/resource-policy":"keep"}}
            """);
    String line = "  ConfigMap n/c (helm.sh/resource-policy: keep)";
    assertThat(PruneText.lines(List.of(), List.of(kept)))
        .containsExactly(
            "1 object is no longer in the manifests, but kept by an annotation:", line);
    assertThat(
            PruneText.lines(
                List.of(object("v1", "ConfigMap", "{\"name\":\"d\"}")), List.of(kept, kept)))
        .containsExactly(
            "1 object is no longer in the manifests, to be pruned:",
            "  ConfigMap d",
            "2 objects are no longer in the manifests, but kept by an annotation:",
            line,
            line);
  }
}
