package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.tree.Value;
import dev.japply.yaml.YamlSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /// An object with a value of its own, and one that many have.
  private static String object(String name, String own, String k) {
    return A.replace("name: a", "name: " + name)
        .replace("\"1\"", "\"" + k + "\"")
        .concat("  own: " + own + "\n  mode: rw\n");
  }

  private static String file(String... objects) {
    return String.join("---\n", objects);
  }

  private record Case(String why, String origin, String local, String expected) {}

  /// Each upstream object gets another `k`; the local names and orders differ.
  @Test
  void renamedObjectsOfOneFileArePairedByNameAndContent() {
    String origin = file(object("a", "1", "1"), object("b", "2", "1"), object("c", "3", "1"));
    String fresh = file(object("a", "1", "A"), object("b", "2", "B"), object("c", "3", "C"));
    for (Case each :
        List.of(
            new Case(
                "a prefix",
                origin,
                file(object("x-a", "1", "1"), object("x-b", "2", "1"), object("x-c", "3", "1")),
                file(object("x-a", "1", "A"), object("x-b", "2", "B"), object("x-c", "3", "C"))),
            new Case(
                "another order",
                origin,
                file(object("z", "3", "1"), object("y", "2", "1"), object("x", "1", "1")),
                file(object("z", "3", "C"), object("y", "2", "B"), object("x", "1", "A"))),
            new Case(
                "an edit that makes contents equal",
                origin,
                file(object("a-x", "9", "1"), object("b-x", "9", "1"), object("c", "3", "1")),
                file(object("a-x", "9", "A"), object("b-x", "9", "B"), object("c", "3", "C"))),
            new Case(
                "a namespace",
                origin,
                origin.replace("metadata:", "metadata:\n  namespace: mine"),
                fresh.replace("metadata:", "metadata:\n  namespace: mine")))) {
      MergedPackage merged = Trees.of(each.origin(), fresh, each.local()).merge();
      assertThat(Trees.text(merged)).as(each.why()).isEqualTo(each.expected());
      assertThat(merged.conflicts()).as(each.why()).isEmpty();
    }
  }

  @Test
  void equalObjectsWithUnrelatedNamesArePairedByTheirOrder() {
    String local = file(MINE, MINE.replace("mine", "other"));
    MergedPackage merged =
        Trees.of(file(A, A.replace("name: a", "name: b")), file(FRESH, B), local).merge();
    assertThat(Trees.text(merged))
        .isEqualTo(file(FRESH.replace("name: a", "name: mine"), MINE.replace("mine", "other")));
    assertThat(merged.conflicts()).isEmpty();
  }

  private static final String B = A.replace("name: a", "name: b");

  @Test
  void anObjectThatWasRenamedAndMovedIsPairedByItsContent() {
    PackageTree moved =
        merged(Map.of("a.yaml", A), Map.of("a.yaml", FRESH), Map.of("x.yaml", MINE));
    assertThat(Trees.text(moved, "x.yaml")).isEqualTo(FRESH.replace("name: a", "name: mine"));
    assertThat(moved.files()).containsOnlyKeys("x.yaml");
  }

  @Test
  void theOnlyUnknownObjectOfAKindInTheFileIsTheMissingOneIfTheyHaveAnythingInCommon() {
    assertThat(merged(A, FRESH, MINE)).isEqualTo(FRESH.replace("name: a", "name: mine"));
    String much = object("mine", "9", "1").replace("rw", "ro");
    String fresh = object("a", "1", "A");
    assertThat(merged(object("a", "1", "1"), fresh, much))
        .isEqualTo(much.replace("\"1\"", "\"A\""));
    String account = "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: a\n";
    String renamed = account.replace("name: a", "name: my-a");
    assertThat(merged(account, account + "secrets: [x]\n", renamed))
        .isEqualTo(renamed + "secrets: [x]\n");
  }

  @Test
  void changesOfObjectsWithoutACounterpartAreNamed() {
    String other = MINE.replace("mine", "other");
    for (String local :
        List.of(
            MINE + "---\n" + other,
            MINE.replace("ConfigMap", "Secret"),
            MINE.replace("k: \"1\"", "z: own"),
            MINE.replace("metadata:", "metadata: # kpt-merge: /elsewhere"))) {
      MergedPackage merged = Trees.of(A, FRESH, local).merge();
      assertThat(Trees.text(merged)).isEqualTo(local);
      assertThat(Trees.conflicts(merged)).containsExactly("1 : there -> changed |  => LOCAL");
    }
  }

  @Test
  void aCopyOfAnObjectWithItsCommentDoesNotTakeItsPlace() {
    String commented = A.replace("metadata:", "metadata: # kpt-merge: /a");
    String copy = MINE.replace("metadata:", "metadata: # kpt-merge: /a");
    assertThat(merged(A, FRESH, copy + "---\n" + commented))
        .isEqualTo(copy + "---\n" + commented.replace("\"1\"", "\"2\""));
  }

  /// Upstream got the object from a package of its own, as `base`, and renamed it.
  @Test
  void aCommentThatUpstreamHasFromAnotherPackageIdentifiesTheObject() {
    String origin = A.replace("metadata:", "metadata: # kpt-merge: /base");
    String fresh = FRESH.replace("metadata:", "metadata: # kpt-merge: /base");
    String mine = origin.replace("name: a", "name: mine").replace("k: \"1\"", "z: own\n  k: \"1\"");
    assertThat(merged(origin, fresh, mine)).isEqualTo(mine.replace("\"1\"", "\"2\""));
    String renamed = fresh.replace("name: a", "name: other");
    assertThat(merged(origin, renamed, origin + "  z: own\n")).isEqualTo(renamed + "  z: own\n");
  }

  @Test
  void renamedItemsOfAListArePaired() {
    String list = "apiVersion: v1\nkind: List\nitems:\n" + item("a") + item("b") + item("c");
    String fresh = list.replace("of: b}", "of: b, k: 2}").replace("of: c}", "of: c, k: 3}");
    String local = list.replace("name: b", "name: y").replace("name: c", "name: z");
    MergedPackage merged = Trees.of(list, fresh, local).merge();
    assertThat(Trees.text(merged))
        .isEqualTo(local.replace("of: b}", "of: b, k: 2}").replace("of: c}", "of: c, k: 3}"));
    assertThat(merged.conflicts()).isEmpty();
  }

  private static String item(String name) {
    return "- {apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {z: x, of: %s}}\n"
        .formatted(name, name);
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

  private static String list(String object) {
    return "apiVersion: v1\nkind: List\nitems:\n- "
        + object.strip().replace("\n", "\n  ").replace("metadata:", "metadata: # kpt-merge: /gone")
        + "\n";
  }

  /// The comment is about an object that the package never had.
  @Test
  void anObjectThatWasMovedIntoAListChangesThere() {
    assertThat(merged(A, FRESH, list(A))).isEqualTo(list(FRESH));
    PackageTree gone = merged(Map.of("a.yaml", A), Map.of(), Map.of("list.yaml", list(A)));
    assertThat(Trees.text(gone, "list.yaml")).doesNotContain("name: a");
  }

  @Test
  void anObjectThatWasMovedOutOfAListChangesThere() {
    PackageTree tree =
        merged(
            Map.of("list.yaml", list(A)),
            Map.of("list.yaml", list(FRESH)),
            Map.of("a.yaml", "# mine\n" + A));
    assertThat(Trees.text(tree, "a.yaml")).contains("# mine", "k: \"2\"");
  }

  /// Upstream moves an object that was edited here: into a list, out of one, into another one.
  @Test
  void anObjectThatUpstreamMovesChangesWhereItIsHere() {
    String mine = A + "  own: x\n";
    record Move(
        Map<String, String> origin, Map<String, String> updated, String file, String local) {}
    for (Move each :
        List.of(
            new Move(Map.of("a.yaml", A), Map.of("list.yaml", list(FRESH)), "a.yaml", mine),
            new Move(
                Map.of("list.yaml", list(A)), Map.of("a.yaml", FRESH), "list.yaml", list(mine)),
            new Move(
                Map.of("list.yaml", list(A)),
                Map.of("list.yaml", list(B), "y.yaml", list(FRESH)),
                "list.yaml",
                list(mine)))) {
      MergedPackage merge =
          new Trees(
                  Trees.tree(each.origin()),
                  Trees.tree(each.updated()),
                  Trees.tree(Map.of(each.file(), each.local())))
              .merge(false);
      String text = Trees.text(merge.tree(), each.file());
      assertThat(text).as(each.toString()).contains("  own: x", "k: \"2\"");
      assertThat(names(merge.tree())).as(each.toString()).containsOnlyOnce("a");
      assertThat(merge.conflicts()).as(each.toString()).isEmpty();
    }
  }

  private static List<String> names(PackageTree tree) {
    return tree.files().values().stream()
        .flatMap(file -> file.text().lines())
        .map(String::strip)
        .filter(line -> line.startsWith("name: "))
        .map(line -> line.substring("name: ".length()))
        .toList();
  }

  @Test
  void anObjectThatUpstreamMovesAndThatIsAsItWasFetchedMoves() {
    Map<String, String> listed = Map.of("list.yaml", list(FRESH), "x.yaml", B);
    Map<String, String> apart = Map.of("a.yaml", A, "x.yaml", B);
    Map<String, String> mine = Map.of("a.yaml", A, "x.yaml", B + "  own: x\n");
    assertThat(merged(apart, listed, mine).files())
        .isEqualTo(
            Trees.tree(Map.of("list.yaml", list(FRESH), "x.yaml", B + "  own: x\n")).files());
  }

  @Test
  void anObjectThatWasDeletedHereDoesNotComeBackInAList() {
    String other = B + "  own: x\n";
    Map<String, String> local = Map.of("b.yaml", other);
    Map<String, String> origin = Map.of("a.yaml", A, "b.yaml", B);
    for (String fresh : List.of(A, FRESH)) {
      MergedPackage merge =
          new Trees(
                  Trees.tree(origin),
                  Trees.tree(Map.of("b.yaml", B, "list.yaml", list(fresh) + item("new"))),
                  Trees.tree(local))
              .merge();
      assertThat(names(merge.tree())).containsExactly("b");
      assertThat(Trees.text(merge.tree(), "list.yaml"))
          .contains("name: new")
          .doesNotContain("name: a");
      assertThat(Trees.conflicts(merge))
          .isEqualTo(fresh.equals(A) ? List.of() : List.of("4 : there -> changed |  => LOCAL"));
    }
    PackageTree gone = merged(origin, Map.of("b.yaml", B, "list.yaml", list(A)), local);
    assertThat(gone.files()).containsOnlyKeys("b.yaml");
    Map<String, String> listed = Map.of("list.yaml", list(A) + item("b"));
    Map<String, String> apart = Map.of("list.yaml", list(B), "a.yaml", A);
    assertThat(names(merged(listed, apart, Map.of("list.yaml", list(other))))).containsExactly("b");
  }

  /// An object has no place in a list that was deleted here.
  @Test
  void anObjectStaysThatUpstreamMovesIntoAListThatWasDeletedHere() {
    PackageTree tree =
        merged(
            Map.of("a.yaml", A, "list.yaml", list(B)),
            Map.of("list.yaml", list(B) + "- " + FRESH.strip().replace("\n", "\n  ") + "\n"),
            Map.of("a.yaml", A));
    assertThat(tree.files()).isEqualTo(Trees.tree(Map.of("a.yaml", FRESH)).files());
  }

  /// Patches have the names of their objects.
  @Test
  void anOverlayOfUpstreamIsNoneOfTheUsers() {
    String theirs = A.replace("\"1\"", "theirs");
    String mine = A.replace("k: \"1\"", "own: mine");
    for (Map<String, String> base : List.of(Map.of("base/a.yaml", A), Map.of("x.yaml", B))) {
      var updated = new TreeMap<String, String>(base);
      updated.put("overlays/theirs/a.yaml", theirs);
      updated.putIfAbsent("base/a.yaml", A);
      var local = new TreeMap<String, String>(base);
      local.put("overlays/mine/a.yaml", mine);
      MergedPackage merge =
          new Trees(Trees.tree(base), Trees.tree(updated), Trees.tree(local)).merge();
      updated.put("overlays/mine/a.yaml", mine);
      assertThat(merge.tree()).isEqualTo(Trees.tree(updated));
      assertThat(merge.conflicts()).isEmpty();
    }
  }

  @Test
  void objectsOfPackagesThatWereFetchedHereAreOthers() {
    String kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: x\n";
    String own = kptfile + "upstream:\n  git: {repo: https://x, directory: /, ref: v1}\n";
    Map<String, String> local =
        Map.of("Kptfile", kptfile, "b.yaml", B, "own/Kptfile", own, "own/a.yaml", A);
    var result = new TreeMap<String, String>(local);
    result.put("new.yaml", FRESH);
    Trees trees =
        new Trees(
            Trees.tree(Map.of("b.yaml", B)),
            Trees.tree(Map.of("b.yaml", B, "new.yaml", FRESH)),
            Trees.tree(local));
    MergedPackage merged = trees.update(MergeOptions.DEFAULT.withComments(false));
    assertThat(merged.tree()).isEqualTo(Trees.tree(result));
  }

  /// kpt ends with an error.
  @Test
  void aSecondCopyOfARenamedObjectIsNamed() {
    String one = MINE.replace("metadata:", "metadata: # kpt-merge: /a");
    String two = one.replace("mine", "other");
    MergedPackage merged = Trees.of(A, FRESH, file(one, two)).merge(false);
    assertThat(Trees.text(merged)).isEqualTo(file(one.replace("\"1\"", "\"2\""), two));
    assertThat(Trees.conflicts(merged)).containsExactly("8 :  ->  |  => LOCAL");
    assertThat(Trees.of(A, A + "# x\n", file(one, A)).merge(false).conflicts()).isEmpty();
    assertThat(Trees.of(A, A, file(one, two)).merge(false).conflicts()).isEmpty();
  }

  /// Such a list is one value.
  @Test
  void changesOfTwoItemsOfOneNameAreNamed() {
    String fresh = list(FRESH) + item("b");
    String local = list(A) + item("a") + item("b");
    for (String origin : List.of(list(A) + item("b"), list(A) + item("a") + item("b"))) {
      for (String updated : List.of(fresh, fresh + item("a"))) {
        MergedPackage merged = Trees.of(origin, updated, local + item("own")).merge(false);
        assertThat(value(Trees.text(merged))).isEqualTo(value(local + item("own")));
        assertThat(merged.conflicts()).extracting(UpdateConflict::field).containsExactly("items");
      }
    }
  }

  private static Value value(String text) {
    return YamlSource.parse(text).orElseThrow().value();
  }
}
