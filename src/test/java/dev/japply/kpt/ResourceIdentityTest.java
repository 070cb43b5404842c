package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which objects of the three versions of a package are one.
class ResourceIdentityTest {
  private static final String A =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: \"1\"\n";
  private static final String FRESH = A.replace("\"1\"", "\"2\"");
  private static final String MINE = A.replace("name: a", "name: mine");

  private static PackageTree merged(
      Map<String, String> origin, Map<String, String> updated, Map<String, String> local) {
    return new Trees(Trees.tree(origin), Trees.tree(updated), Trees.tree(local)).merge().tree();
  }

  private static String merged(String origin, String updated, String local) {
    return Trees.text(Trees.of(origin, updated, local).merge());
  }

  @Test
  void namespacesTellObjectsApart() {
    String one = A.replace("name: a", "name: a\n  namespace: one");
    String two = A.replace("name: a", "name: a\n  namespace: two");
    String both = one + "---\n" + two;
    assertThat(merged(both, one + "---\n" + two.replace("\"1\"", "\"2\""), "# x\n" + both))
        .isEqualTo("# x\n" + one + "---\n" + two.replace("\"1\"", "\"2\""));
  }

  @Test
  void groupsAndKindsTellObjectsApartAndVersionsDoNot() {
    String beta = A.replace("v1", "example.com/v1beta1").replace("ConfigMap", "Widget");
    String stable = FRESH.replace("v1", "example.com/v1").replace("ConfigMap", "Widget");
    String local = beta.replace("data:", "data:\n  own: x");
    assertThat(merged(beta, stable, local)).isEqualTo(stable.replace("data:", "data:\n  own: x"));
    String other = FRESH.replace("v1", "other.com/v1").replace("ConfigMap", "Widget");
    assertThat(merged(beta, beta + "---\n" + other, local)).isEqualTo(local + "---\n" + other);
    String secret = FRESH.replace("ConfigMap", "Secret");
    assertThat(merged(A, A + "---\n" + secret, "# x\n" + A))
        .isEqualTo("# x\n" + A + "---\n" + secret);
  }

  @Test
  void pathsTellObjectsApartThatHaveOneName() {
    PackageTree tree =
        merged(
            Map.of("base/a.yaml", A, "over/a.yaml", A),
            Map.of("base/a.yaml", A, "over/a.yaml", FRESH),
            Map.of("base/a.yaml", "# base\n" + A, "over/a.yaml", "# over\n" + A));
    assertThat(Trees.text(tree, "base/a.yaml")).isEqualTo("# base\n" + A);
    assertThat(Trees.text(tree, "over/a.yaml")).isEqualTo("# over\n" + FRESH);
  }

  @Test
  void anObjectThatWasDeletedHereDoesNotTakeThePlaceOfItsNamesake() {
    PackageTree tree =
        merged(
            Map.of("base/a.yaml", A, "over/a.yaml", A.replace("\"1\"", "over")),
            Map.of("base/a.yaml", A, "over/a.yaml", FRESH),
            Map.of("over/a.yaml", "# over\n" + A.replace("\"1\"", "over")));
    assertThat(tree.files()).containsOnlyKeys("over/a.yaml");
    assertThat(Trees.text(tree, "over/a.yaml")).isEqualTo("# over\n" + FRESH);
  }

  @Test
  void commentsOfKptTellWhatAnObjectWasCalled() {
    String placed = A.replace("name: a", "name: a\n  namespace: there");
    String fresh = placed.replace("\"1\"", "\"2\"");
    String renamed =
        MINE.replace("metadata:", "metadata: # kpt-merge: there/a")
            .replace("name: mine", "name: mine\n  namespace: here");
    PackageTree tree =
        merged(
            Map.of("a.yaml", placed),
            Map.of("a.yaml", fresh),
            Map.of("b.yaml", renamed, "c.yaml", MINE));
    assertThat(Trees.text(tree, "b.yaml")).isEqualTo(renamed.replace("\"1\"", "\"2\""));
    assertThat(Trees.text(tree, "c.yaml")).isEqualTo(MINE);
    assertThat(tree.files()).containsOnlyKeys("b.yaml", "c.yaml");
  }

  @Test
  void theOnlyUnknownObjectOfAKindInTheFileIsTheMissingOne() {
    assertThat(merged(A, FRESH, MINE)).isEqualTo(FRESH.replace("name: a", "name: mine"));
    String other = MINE.replace("mine", "other");
    assertThat(merged(A, FRESH, MINE + "---\n" + other)).isEqualTo(MINE + "---\n" + other);
    PackageTree elsewhere =
        merged(Map.of("a.yaml", A), Map.of("a.yaml", FRESH), Map.of("x.yaml", MINE));
    assertThat(Trees.text(elsewhere, "x.yaml")).isEqualTo(MINE);
    assertThat(elsewhere.files()).containsOnlyKeys("x.yaml");
    String secret = MINE.replace("ConfigMap", "Secret");
    assertThat(merged(A, FRESH, secret)).isEqualTo(secret);
  }

  @Test
  void anObjectThatUpstreamKnowsIsNoRenamedOne() {
    assertThat(merged(A, FRESH + "---\n" + MINE.replace("\"1\"", "\"3\""), MINE))
        .isEqualTo(MINE.replace("\"1\"", "\"3\""));
  }

  @Test
  void anObjectThatBothMovedIsWhereItWasMovedHere() {
    PackageTree tree =
        merged(
            Map.of("a.yaml", A), Map.of("theirs.yaml", FRESH), Map.of("ours.yaml", "# ours\n" + A));
    assertThat(tree.files()).containsOnlyKeys("ours.yaml");
    assertThat(Trees.text(tree, "ours.yaml")).isEqualTo("# ours\n" + FRESH);
  }

  @Test
  void aMovedObjectThatWasEditedAndUpstreamDeletedStays() {
    PackageTree tree =
        new Trees(
                Trees.tree(Map.of("a.yaml", A)),
                PackageTree.EMPTY,
                Trees.tree(Map.of("ours.yaml", A.replace("\"1\"", "mine"))))
            .merge(false)
            .tree();
    assertThat(Trees.text(tree, "ours.yaml")).contains("mine");
    assertThat(merged(Map.of("a.yaml", A), Map.of(), Map.of("ours.yaml", A)).files()).isEmpty();
  }
}
