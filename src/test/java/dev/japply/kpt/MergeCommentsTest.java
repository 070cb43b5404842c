package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.PackageUpdate.MergedPackage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The comments that identify objects after a rename.
class MergeCommentsTest {
  private static final MergeOptions COMMENTS = MergeOptions.DEFAULT.withComments(true);

  private static final String A =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: \"1\"\n";
  private static final String FRESH = A.replace("\"1\"", "\"2\"");

  private static String commented(String text, String name) {
    return text.replaceFirst("metadata:", "metadata: # kpt-merge: " + name);
  }

  private static String written(String path, String text) {
    return Trees.text(PackageUpdate.commented(Trees.tree(Map.of(path, text))), path);
  }

  private static String written(String text) {
    return written("a.yaml", text);
  }

  private static MergedPackage merged(String origin, String updated, String local) {
    return Trees.of(origin, updated, local).update(COMMENTS);
  }

  @Test
  void eachObjectGetsOne() {
    String there = A.replace("  name: a", "  name: a\n  namespace: there");
    String flow = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {x: \"y\"}}\n";
    String lines = flow.replace("a, ", "a,\n  ");
    assertThat(written(A)).isEqualTo(commented(A, "/a"));
    assertThat(written("# First.\n---\n" + A + "--- # next\n\n" + there))
        .isEqualTo(
            "# First.\n---\n"
                + commented(A, "/a")
                + "--- # next\n\n"
                + commented(there, "there/a"));
    assertThat(written(flow)).isEqualTo(flow.stripTrailing() + " # kpt-merge: /a\n");
    assertThat(written(lines)).isEqualTo(lines.replaceFirst(",\n", ", # kpt-merge: /a\n"));
    assertThat(written(A.replace("\n", "\r\n")))
        .isEqualTo(commented(A, "/a").replace("\n", "\r\n"));
    assertThat(written(A.stripTrailing())).isEqualTo(commented(A, "/a").stripTrailing());
    assertThat(written("\ufeff" + A)).isEqualTo("\ufeff" + commented(A, "/a"));
    assertThat(written(commented(A, "/a"))).isEqualTo(commented(A, "/a"));
  }

  /// In these, a comment would replace another one or change a value, or identify nothing.
  @Test
  void otherDocumentsKeepTheirBytes() {
    for (String text :
        List.of(
            A.replace("metadata:", "metadata: # why"),
            commented(A, "/base"),
            A.replace("metadata:\n  name: a", "metadata: {name: 'a\n  #b'}"),
            A.replace("name: a", "generateName: a"),
            A.replace("name: a", "name: 'a b'"),
            A.replace("name: a", "name: 'a#b'"),
            A.replace("metadata:\n  name: a\n", ""),
            A.replace("metadata:\n  name: a\n", "metadata: null\n"),
            A.replace("kind: ConfigMap\n", ""),
            "{\"apiVersion\": \"v1\", \"kind\": \"A\", \"metadata\": {\"name\": \"a\"}}\n",
            "apiVersion: v1\n"
                + "kind: List\n"
                + "items:\n"
                + "- kind: A\n"
                + "  apiVersion: v1\n"
                + "  metadata:\n"
                + "    name: a\n",
            A + "---\n{{ template }}\n",
            "")) {
      assertThat(written(text)).isEqualTo(text);
    }
    assertThat(written("a.json", A)).isEqualTo(A);
    String text = A + "  t: |\n    metadata:\n      name: x\n";
    assertThat(written(text)).isEqualTo(commented(text, "/a"));
  }

  /// A comment in a value is none of the object.
  @Test
  void onlyTheCommentAtTheObjectsOwnMetadataIdentifiesIt() {
    String text = A + "  t: |\n    metadata: # kpt-merge: /other\n";
    String fresh = text.replace("\"1\"", "\"2\"");
    assertThat(Trees.text(merged(text, fresh, commented(text, "/a").replace("name: a", "name: b"))))
        .isEqualTo(commented(fresh, "/a").replace("name: a", "name: b"));
  }

  @Test
  void commentsAreNoEdits() {
    String local = commented(A, "/a");
    PackageTree fetched = Trees.tree(Map.of("a.yaml", A));
    assertThat(LocalChanges.since(fetched, Trees.tree(Map.of("a.yaml", local)))).isEmpty();
    assertThat(LocalChanges.since(fetched, Trees.tree(Map.of("a.yaml", local.replace("/a", "/b")))))
        .hasSize(1);
    assertThat(LocalChanges.since(fetched, Trees.tree(Map.of("a.yaml", local + "  x: y\n"))))
        .hasSize(1);
    for (MergeOptions options : List.of(COMMENTS, MergeOptions.DEFAULT)) {
      MergedPackage merged = Trees.of(A, FRESH, local).update(options);
      assertThat(Trees.text(merged)).isEqualTo(commented(FRESH, "/a"));
      assertThat(merged.conflicts()).isEmpty();
      assertThat(Trees.of(A, "", local).update(options).tree().files()).isEmpty();
    }
  }

  @Test
  void anUpdateWritesThemIntoObjectsThatWereFetchedWithout() {
    String other = A.replace("name: a", "name: other");
    String mine = A.replace("name: a", "name: mine").replace("  k", "  own: x\n  k");
    String own = mine.replace("ConfigMap", "Own");
    MergedPackage merged =
        merged(
            A + "---\n" + other, FRESH + "---\n" + other, mine + "---\n" + other + "---\n" + own);
    assertThat(Trees.text(merged))
        .isEqualTo(
            commented(mine, "/a").replace("\"1\"", "\"2\"")
                + "---\n"
                + commented(other, "/other")
                + "---\n"
                + own);
    assertThat(merged.conflicts()).isEmpty();
    String without = mine + "---\n" + other;
    assertThat(
            Trees.text(
                Trees.of(A + "---\n" + other, FRESH + "---\n" + other, without)
                    .update(MergeOptions.DEFAULT)))
        .isEqualTo(without.replaceFirst("\"1\"", "\"2\""));
  }

  /// Nothing but the comment says which one it was.
  @Test
  void anObjectWithoutAnythingInCommonIsFoundByItsComment() {
    String local =
        commented(A, "/a").replace("name: a", "name: z").replace("data:\n  k: \"1\"", "data: {}");
    MergedPackage merged = merged(A, A + "  new: x\n", local);
    assertThat(Trees.text(merged)).contains("name: z", "new: x");
    String stripped = local.replace(" # kpt-merge: /a", "");
    assertThat(Trees.conflicts(Trees.of(A + "  n: x\n", A, stripped).update(MergeOptions.DEFAULT)))
        .hasSize(1);
  }

  @Test
  void anObjectThatUpstreamGotFromAnotherPackageKeepsItsComment() {
    String origin = commented(A, "/base");
    String local = A.replace("name: a", "name: mine").replace("  k", "  own: x\n  k");
    assertThat(Trees.text(merged(origin, origin.replace("\"1\"", "\"2\""), local)))
        .isEqualTo(commented(local, "/base").replace("\"1\"", "\"2\""));
  }

  @Test
  void aCommentOfTheUserInItsPlaceStays() {
    String local = A.replace("metadata:", "metadata: # mine");
    assertThat(Trees.text(merged(A, FRESH, local))).isEqualTo(local.replace("\"1\"", "\"2\""));
    assertThat(merged(A, "", local).conflicts()).hasSize(1);
  }

  @Test
  void theChoiceIsInTheKptfileAndStaysThere() {
    Kptfile kptfile = Kptfile.create("x");
    Kptfile chosen = kptfile.withComments(false);
    assertThat(kptfile.hasComments()).isTrue();
    assertThat(chosen.hasComments()).isFalse();
    assertThat(chosen.text())
        .endsWith("  annotations:\n    japply.dev/merge-comments: \"false\"\n");
    assertThat(chosen.withComments(true).text()).isEqualTo(kptfile.text());
    assertThat(chosen.own()).isEqualTo(kptfile.own());
    assertThat(kptfile.placedAs(chosen).hasComments()).isFalse();
    assertThat(chosen.placedAs(kptfile).hasComments()).isTrue();
  }
}
