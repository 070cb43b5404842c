package dev.japply.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The merge of packages as programs have it.
class PackageVersionsTest {
  private static final String APP = "kind: A\napiVersion: v1\na: 1\nb: 1\n";
  private static final String PARTS =
      "kind: Part\napiVersion: x.y/v1\nparts:\n- id: 1\n  n: 1\n- id: 2\n  n: 1\n";

  private static PackageVersions app(String updated, String local) {
    return new PackageVersions(
        Map.of("a.yaml", APP), Map.of("a.yaml", updated), Map.of("a.yaml", local));
  }

  @Test
  void bothSidesChangesComeTogether() {
    MergedFiles merged =
        app(APP.replace("a: 1", "a: 2"), APP.replace("b: 1", "b: 3 # mine"))
            .merge(PackageRules.DEFAULT);
    assertThat(merged.files())
        .containsExactly(Map.entry("a.yaml", "kind: A\napiVersion: v1\na: 2\nb: 3 # mine\n"));
    assertThat(merged.conflicts()).isEmpty();
  }

  @Test
  void whoWinsIsTheProgramsChoice() {
    PackageVersions versions = app(APP.replace("a: 1", "a: 2"), APP.replace("a: 1", "a: 3"));
    MergedFiles upstream = versions.merge(PackageRules.DEFAULT.withWinner(Winner.UPSTREAM));
    assertThat(upstream.files().get("a.yaml")).contains("a: 2");
    assertThat(upstream.conflicts())
        .singleElement()
        .satisfies(c -> {
          assertThat(c.place()).hasToString("a.yaml:3");
          assertThat(List.of(c.field(), c.origin(), c.updated(), c.local()))
              .containsExactly("a", "1", "2", "3");
          assertThat(c.winner()).isEqualTo(Winner.UPSTREAM);
        });
    MergedFiles local = versions.merge(PackageRules.DEFAULT);
    assertThat(local.files().get("a.yaml")).contains("a: 3");
    assertThat(local.conflicts().getFirst().winner()).isEqualTo(Winner.LOCAL);
  }

  @Test
  void keysAndDefinitionsTellItemsApart() {
    var versions =
        new PackageVersions(
            Map.of("a.yaml", PARTS),
            Map.of("a.yaml", PARTS.replace("id: 1\n  n: 1", "id: 1\n  n: 2")),
            Map.of("a.yaml", PARTS.replace("id: 2\n  n: 1", "id: 2\n  n: 3")));
    assertThat(versions.merge(PackageRules.DEFAULT).conflicts()).hasSize(1);
    var inferred = new PackageRules(Winner.UPSTREAM, List.of("id"), List.of());
    assertThat(versions.merge(inferred).conflicts()).isEmpty();
    var definition =
        (MapValue)
            Json.parse(
                """
                {"spec":{"group":"x.y","names":{"kind":"Part"},"versions":[{"name":"v1","schema":
                {"openAPIV3Schema":{"properties":{"parts":{"type":"array","x-kubernetes-list-type":
                "map","x-kubernetes-list-map-keys":["id"],"items":{"type":"object"}}}}}}]}}
                """);
    var defined = new PackageRules(Winner.UPSTREAM, List.of(), List.of(definition));
    assertThat(versions.merge(defined).files().get("a.yaml")).contains("n: 2", "n: 3");
  }

  @Test
  void kptfilesMergeAndOtherFilesAreTexts() {
    String kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: NAME\n";
    var versions =
        new PackageVersions(
            Map.of("Kptfile", kptfile, "README", "a\nb\nc\n"),
            Map.of("Kptfile", kptfile + "info:\n  site: x\n", "README", "A\nb\nc\n"),
            Map.of("Kptfile", kptfile.replace("NAME", "mine"), "README", "a\nb\nour c\n"));
    assertThat(versions.merge(PackageRules.DEFAULT).files())
        .containsExactly(
            Map.entry("Kptfile", kptfile.replace("NAME", "mine") + "info:\n  site: x\n"),
            Map.entry("README", "A\nb\nour c\n"));
  }
}
