package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of files that upstream and the user have changed; among it the cases in which kpt
/// damages packages.
class PackageMergeTest {
  private static final String APP =
      """
      # The app.
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web # its name

      spec:
        replicas: 1
        template:
          spec:
            containers:
            - name: web
              image:   "web:1"   # pinned
              args: [a, b]
              env:
              - name: A
                value: "1"
              ports:
              - containerPort: 80
            # The helper.
            - {name: helper, image: 'helper:1'}
      """;

  private static final String PORTS =
      """
      - containerPort: 80
                name: http
              - containerPort: 80
                protocol: UDP
      """;

  private static String replaced(String text, String... pairs) {
    String result = text;
    for (int i = 0; i < pairs.length; i += 2) {
      assertThat(result).contains(pairs[i]);
      result = result.replace(pairs[i], pairs[i + 1]);
    }
    return result;
  }

  private static String merged(String origin, String updated, String local) {
    MergedPackage merged = Trees.of(origin, updated, local).merge();
    assertThat(Trees.conflicts(merged)).isEmpty();
    return Trees.text(merged);
  }

  @Test
  void bothSidesChangesComeTogetherAndAllElseKeepsItsBytes() {
    String updated = replaced(APP, "web:1", "web:2", "replicas: 1", "replicas: 1\n  paused: true");
    String local =
        replaced(APP, "replicas: 1", "replicas: 5 # ours", "# The app.", "# Our app.\n\n# Two.");
    assertThat(merged(APP, updated, local))
        .isEqualTo(replaced(local, "web:1", "web:2", "5 # ours", "5 # ours\n  paused: true"));
  }

  @Test
  void adjacentLinesThatBothChangedAreEditedFieldByField() {
    String updated =
        replaced(
            APP, "image:   \"web:1\"   # pinned", "image: \"web:2\" # theirs", "[a, b]", "[a, c]");
    String local =
        replaced(APP, "name: web\n        image", "name: web\n        tty: true\n        image");
    assertThat(merged(APP, updated, local))
        .contains("tty: true\n")
        .contains("args: [a, c]\n")
        .contains("\"web:2\"")
        .contains("# The helper.\n      - {name: helper, image: 'helper:1'}\n");
  }

  @Test
  void anUpdateWithoutUpstreamChangesKeepsEveryByte() {
    String odd =
        """
        %s---
        # only a comment
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: c} # note
        data: &x
          yes: 'y'
          gone: null
        other: *x
        ---
        """
            .formatted(APP);
    String local = replaced(odd, "    - name: A\n", "    # none\n", "          value: \"1\"\n", "");
    local = replaced(local, "        # none\n", "", "        env:\n", "");
    assertThat(merged(odd, odd, local)).isEqualTo(local);
  }

  @Test
  void aFileThatOnlyUpstreamChangedIsUpstreams() {
    String updated = "# new\r\n" + replaced(APP, "replicas: 1", "replicas:     2");
    assertThat(merged(APP, updated, APP)).isEqualTo(updated);
    assertThat(merged(APP, "", APP)).isEmpty();
    assertThat(merged("", APP, "")).isEqualTo(APP);
  }

  @Test
  void conflictsAreToldWithLineAndValuesWhoeverWins() {
    String updated = replaced(APP, "replicas: 1", "replicas: 2", "web:1", "web:2");
    String local = replaced(APP, "replicas: 1", "replicas: 3", "# The app.", "# The app.\n#");
    Trees trees = Trees.of(APP, updated, local);
    MergedPackage upstream = trees.merge(true);
    assertThat(Trees.conflicts(upstream))
        .containsExactly("9 spec.replicas: 1 -> 2 | 3 => UPSTREAM");
    assertThat(Trees.text(upstream)).isEqualTo(replaced(local, "web:1", "web:2", "s: 3", "s: 2"));
    MergedPackage here = trees.merge(false);
    assertThat(Trees.conflicts(here)).containsExactly("9 spec.replicas: 1 -> 2 | 3 => LOCAL");
    assertThat(Trees.text(here)).isEqualTo(replaced(local, "web:1", "web:2"));
    assertThat(upstream.conflicts().getFirst().subject()).isEqualTo("Deployment web");
  }

  // The cases in which kpt damages packages.

  @Test
  void aContainerThatWasDeletedHereComesBackWholeOrNotAtAll() {
    String updated = replaced(APP, "helper:1", "helper:2");
    String local =
        replaced(APP, "      # The helper.\n      - {name: helper, image: 'helper:1'}\n", "");
    Trees trees = Trees.of(APP, updated, local);
    assertThat(Trees.text(trees.merge(false))).isEqualTo(local);
    MergedPackage upstream = trees.merge(true);
    assertThat(Trees.text(upstream)).contains("- {name: helper, image: 'helper:2'}\n");
    assertThat(upstream.conflicts()).hasSize(1);
  }

  @Test
  void aContainerThatUpstreamDeletedStaysWholeIfItWasEdited() {
    String updated =
        replaced(APP, "      # The helper.\n      - {name: helper, image: 'helper:1'}\n", "");
    String local = replaced(APP, "image: 'helper:1'", "image: 'helper:1', tty: true");
    MergedPackage merged = Trees.of(APP, updated, local).merge();
    assertThat(Trees.text(merged)).isEqualTo(local);
    assertThat(merged.conflicts())
        .singleElement()
        .satisfies(
            c -> assertThat(c.field()).isEqualTo("spec.template.spec.containers[name=helper]"));
    assertThat(merged(APP, updated, replaced(APP, "replicas: 1", "replicas: 2")))
        .doesNotContain("helper");
  }

  @Test
  void whatWasDeletedHereStaysDeleted() {
    String local = replaced(APP, "        env:\n        - name: A\n          value: \"1\"\n", "");
    String updated = replaced(APP, "replicas: 1", "replicas: 2");
    assertThat(merged(APP, updated, local))
        .isEqualTo(replaced(local, "replicas: 1", "replicas: 2"));
  }

  @Test
  void localAdditionsStayWhenUpstreamDeletesTheList() {
    String updated = replaced(APP, "        env:\n        - name: A\n          value: \"1\"\n", "");
    String local =
        replaced(
            APP,
            "          value: \"1\"\n",
            "          value: \"1\"\n        - name: MINE\n          value: x\n");
    assertThat(merged(APP, updated, local))
        .isEqualTo(replaced(local, "        - name: A\n          value: \"1\"\n", ""));
  }

  @Test
  void entriesWithOneKeyStayTwo() {
    String twice =
        replaced(
            APP, "value: \"1\"\n", "value: \"1\"\n        - name: A\n          value: \"2\"\n");
    String updated = replaced(twice, "value: \"2\"", "value: \"3\"");
    String local = replaced(twice, "replicas: 1", "replicas: 2", "value: \"1\"", "value: mine");
    assertThat(merged(twice, updated, local))
        .isEqualTo(replaced(local, "value: \"2\"", "value: \"3\""));
  }

  @Test
  void changesOfItemsWithoutTheirKeyAreNotIgnored() {
    String keyless = replaced(APP, "- name: A\n          value", "- value");
    String updated = replaced(keyless, "value: \"1\"", "value: \"2\"");
    String local = replaced(keyless, "replicas: 1", "replicas: 2");
    assertThat(merged(keyless, updated, local))
        .isEqualTo(replaced(local, "value: \"1\"", "value: \"2\""));
  }

  @Test
  void portsOfOneNumberAreToldApartByProtocol() {
    String updated = replaced(APP, "- containerPort: 80\n", PORTS);
    String local =
        replaced(APP, "- containerPort: 80\n", "- containerPort: 80\n          protocol: TCP\n");
    assertThat(merged(APP, updated, local))
        .contains("name: http\n", "protocol: TCP\n", "protocol: UDP\n");
  }

  @Test
  void aChangeOfTypeIsAConflictOfOneField() {
    String updated = replaced(APP, "[a, b]", "x");
    String local = replaced(APP, "[a, b]", "[a, b, c]", "replicas: 1", "replicas: 2");
    MergedPackage merged = Trees.of(APP, updated, local).merge();
    assertThat(Trees.text(merged)).isEqualTo(replaced(local, "[a, b, c]", "x"));
    assertThat(merged.conflicts()).hasSize(1);
  }

  @Test
  void itemsOfAListAreObjects() {
    String list =
        """
        apiVersion: v1
        kind: List
        items:
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: a
          data: {k: "1"}
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: b
          data:
            k: "1" # b's
        """;
    String updated = replaced(list, "data: {k: \"1\"}", "data: {k: \"2\"}");
    String local = replaced(list, "    k: \"1\" # b's", "    k: mine # b's\n    more: x");
    assertThat(merged(list, updated, local)).isEqualTo(replaced(local, "{k: \"1\"}", "{k: \"2\"}"));
  }

  @Test
  void aMapThatUpstreamRemovesLeavesNoHusk() {
    String with = replaced(APP, "metadata:\n", "metadata:\n  labels:\n    a: x\n    b: y\n");
    String local = replaced(with, "replicas: 1", "replicas: 2");
    assertThat(merged(with, APP, local)).isEqualTo(replaced(APP, "replicas: 1", "replicas: 2"));
    String edited = replaced(with, "    b: y\n", "    b: y\n    mine: z\n");
    assertThat(merged(with, APP, edited))
        .isEqualTo(replaced(APP, "metadata:\n", "metadata:\n  labels:\n    mine: z\n"));
  }

  // Objects in files.

  private static final String A =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: \"1\"\n";
  private static final String B = A.replace("name: a", "name: b");

  private static MergedPackage merge(
      Map<String, String> origin, Map<String, String> updated, Map<String, String> local) {
    return new Trees(Trees.tree(origin), Trees.tree(updated), Trees.tree(local)).merge();
  }

  @Test
  void anObjectThatMovedToAnotherFileKeepsReceivingUpdates() {
    String fresh = A.replace("\"1\"", "\"2\"");
    PackageTree here =
        merge(
                Map.of("all.yaml", A + "---\n" + B),
                Map.of("all.yaml", fresh + "---\n" + B),
                Map.of("mine.yaml", "# mine\n" + A, "all.yaml", B))
            .tree();
    assertThat(Trees.text(here, "mine.yaml")).isEqualTo("# mine\n" + fresh);
    assertThat(Trees.text(here, "all.yaml")).isEqualTo(B);
    PackageTree there =
        merge(
                Map.of("all.yaml", A + "---\n" + B),
                Map.of("all.yaml", B, "new/a.yaml", fresh),
                Map.of("all.yaml", A.replace("data:", "data:\n  own: x") + "---\n" + B))
            .tree();
    assertThat(Trees.text(there, "new/a.yaml"))
        .isEqualTo(fresh.replace("data:", "data:\n  own: x"));
    assertThat(Trees.text(there, "all.yaml")).isEqualTo(B);
  }

  @Test
  void anObjectThatWasRenamedKeepsReceivingUpdates() {
    String fresh = A.replace("\"1\"", "\"2\"");
    String renamed = A.replace("name: a", "name: mine");
    assertThat(merged(A, fresh, renamed)).isEqualTo(fresh.replace("name: a", "name: mine"));
    String commented = renamed.replace("metadata:", "metadata: # kpt-merge: /a");
    PackageTree moved =
        merge(Map.of("a.yaml", A), Map.of("a.yaml", fresh), Map.of("x.yaml", commented)).tree();
    assertThat(Trees.text(moved, "x.yaml")).isEqualTo(commented.replace("\"1\"", "\"2\""));
    assertThat(Trees.text(moved, "a.yaml")).isEmpty();
  }

  @Test
  void objectsComeGoAndStay() {
    String edited = B.replace("\"1\"", "mine");
    MergedPackage merged =
        Trees.of(A + "---\n" + B, A.replace("name: a", "name: c"), A + "---\n" + edited)
            .merge(false);
    assertThat(Trees.text(merged)).isEqualTo(edited + "---\n" + A.replace("name: a", "name: c"));
    assertThat(merged.conflicts())
        .singleElement()
        .satisfies(c -> {
          assertThat(c.subject()).isEqualTo("ConfigMap b");
          assertThat(c.place().line()).isEqualTo(8);
          assertThat(c.result()).isEqualTo(UpdateConflict.Resolution.LOCAL);
        });
    assertThat(
            merged(A + "---\n" + B, A + "---\n" + B.replace("1", "2"), "# x\n" + A + "---\n" + B))
        .isEqualTo("# x\n" + A + "---\n" + B.replace("1", "2"));
    assertThat(merged(A + "---\n" + B, "# x\n" + B, B)).isEqualTo("# x\n" + B);
  }

  @Test
  void anEditedObjectThatUpstreamDeletedGoesOnlyWhereUpstreamWins() {
    Trees trees = Trees.of(A + "---\n" + B, A, A + "---\n" + B.replace("\"1\"", "mine"));
    MergedPackage upstream = trees.merge(true);
    assertThat(Trees.text(upstream)).isEqualTo(A);
    assertThat(Trees.conflicts(upstream)).containsExactly("8 : there ->  | changed => UPSTREAM");
    MergedPackage marked = trees.update(MergeOptions.DEFAULT.with(ConflictChoice.MARK));
    assertThat(Trees.text(marked))
        .isEqualTo(
            A
                + "<<<<<<< local\n---\n"
                + B.replace("\"1\"", "mine")
                + "=======\n>>>>>>> upstream\n");
    assertThat(Trees.conflicts(marked)).containsExactly("8 : there ->  | changed => LOCAL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: b # mine",
        "# mine\n  name: b",
        "name: b\n# mine",
        "annotations:\n    internal.kpt.dev/upstream-identifier: '|ConfigMap|default|b'\n  # mine"
            + "\n  name: b"
      })
  void aLocalCommentInAnObjectThatUpstreamDeletesIsAnEdit(String name) {
    String commented = B.replace("name: b", name);
    String both = A + "---\n" + B;
    MergedPackage kept = Trees.of(both, A, A + "---\n" + commented).merge(false);
    assertThat(Trees.text(kept)).isEqualTo(A + "---\n" + commented);
    assertThat(Trees.conflicts(kept)).containsExactly("8 : there ->  | changed => LOCAL");
    String renamed = A + "---\n" + B.replace("name: b", "name: c");
    MergedPackage two = Trees.of(both, renamed, A + "---\n" + commented).merge(false);
    assertThat(Trees.text(two)).contains(commented, B.replace("name: b", "name: c"));
    assertThat(two.conflicts()).hasSize(1);
    assertThat(merged(A + "---\n" + commented, A, A + "---\n" + B)).isEqualTo(A);
    assertThat(merged(both, A, A + "---\n" + B.replace("metadata:", "metadata: # kpt-merge: /b")))
        .isEqualTo(A);
  }

  @Test
  void ownCommentsStayInAFileWhoseObjectsUpstreamDeleted() {
    assertThat(merged("# head\n---\n" + A, "", "# head\n---\n# mine\n---\n" + A))
        .isEqualTo("# head\n---\n# mine\n");
    assertThat(merged("# head\n---\n" + A, "", "# head\n---\n---\n" + A)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObjectThatWasDeletedHereStaysDeletedAndUpstreamsChangesOfItAreNamed(boolean upstreamWins) {
    Trees changed = Trees.of(A + "---\n" + B, A + "---\n" + B.replace("1", "2"), "# x\n" + A);
    MergedPackage merged = changed.merge(upstreamWins);
    assertThat(Trees.text(merged)).isEqualTo("# x\n" + A);
    assertThat(Trees.conflicts(merged)).containsExactly("8 : there -> changed |  => LOCAL");
    assertThat(merged.conflicts().getFirst().subject()).isEqualTo("ConfigMap b");
    Trees moved =
        new Trees(
            Trees.tree(Map.of("a.yaml", A + "---\n" + B)),
            Trees.tree(Map.of("a.yaml", A, "b.yaml", B)),
            Trees.tree(Map.of("a.yaml", A)));
    assertThat(moved.merge(upstreamWins).conflicts()).isEmpty();
    String comment = B.replace("data:", "# Why.\ndata:");
    assertThat(Trees.of(A + "---\n" + B, A + "---\n" + comment, A).merge().conflicts()).hasSize(1);
  }

  @Test
  void itemsOfAListThatOneSideDeletedAndTheOtherChangedAreNamed() {
    String list = "apiVersion: v1\nkind: List\nitems:\n" + item("a") + item("b");
    String edited = list.replace("b, k: 1", "b, k: mine");
    MergedPackage kept =
        Trees.of(list, list.replace(item("b"), ""), edited.replace(item("a"), "")).merge(false);
    assertThat(Trees.text(kept)).isEqualTo(edited.replace(item("a"), ""));
    assertThat(Trees.conflicts(kept)).containsExactly("4 : there ->  | changed => LOCAL");
    assertThat(kept.conflicts().getFirst().subject()).isEqualTo("ConfigMap b");
    MergedPackage deleted = Trees.of(list, list.replace(item("b"), ""), edited).merge(true);
    assertThat(Trees.text(deleted)).isEqualTo(list.replace(item("b"), ""));
    assertThat(Trees.conflicts(deleted)).containsExactly("5 : there ->  | changed => UPSTREAM");
    String mine = list.replace(item("b"), "").replace("a, k: 1", "a, k: mine");
    MergedPackage gone = Trees.of(list, list.replace("b, k: 1", "b, k: 2"), mine).merge();
    assertThat(Trees.text(gone)).isEqualTo(mine);
    assertThat(Trees.conflicts(gone)).containsExactly("5 : there -> changed |  => LOCAL");
    assertThat(gone.conflicts().getFirst().subject()).isEqualTo("ConfigMap b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# mine\n- {kind: A, apiVersion: v1, metadata: {name: b}}\n",
        "- {kind: A, apiVersion: v1, metadata: {name: b}} # mine\n",
        "- kind: A\n  # mine\n  apiVersion: v1\n  metadata: {name: b}\n",
        "- kind: A\n  apiVersion: v1\n  metadata:\n    name: b # mine\n"
      })
  void aLocalCommentAtAnItemThatUpstreamDeletesIsAnEdit(String commented) {
    String b = commented.replaceAll("(?m)^ *# mine\\n| # mine", "");
    String list = "apiVersion: v1\nkind: List\nitems:\n" + item("a") + b + item("c");
    String local = list.replace(b, commented);
    MergedPackage kept = Trees.of(list, list.replace(b, ""), local).merge(false);
    assertThat(Trees.text(kept)).isEqualTo(local);
    assertThat(kept.conflicts()).hasSize(1);
    assertThat(kept.conflicts().getFirst().subject()).isEqualTo("A b");
    MergedPackage gone = Trees.of(list, list.replace(item("a"), ""), local).merge(false);
    assertThat(Trees.text(gone)).isEqualTo(local.replace(item("a"), ""));
    assertThat(gone.conflicts()).isEmpty();
  }

  private static String item(String name) {
    return "- {apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {v: %s, k: 1}}\n"
        .formatted(name, name);
  }

  private static final String CRD =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.example.com}
      spec:
        group: example.com
        names: {kind: Widget, plural: widgets}
        versions:
        - name: v1
          schema:
            openAPIV3Schema:
              properties:
                spec:
                  properties:
                    parts:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [id]
                      items: {type: object, properties: {id: {type: string}}}
      """;

  @Test
  void typesThatThePackageDefinesMergeByTheirKeys() {
    String widget =
        """
        apiVersion: example.com/v1
        kind: Widget
        metadata: {name: w}
        spec:
          parts:
          - id: a
            n: 1
          - id: b
            n: 1
        """;
    String updated = widget.replace("id: a\n    n: 1", "id: a\n    n: 2");
    String local = widget.replace("id: b\n    n: 1", "id: b\n    n: 9");
    var files = Map.of("crd.yaml", CRD, "a.yaml", widget);
    MergedPackage merged =
        merge(
            files,
            Map.of("crd.yaml", CRD, "a.yaml", updated),
            Map.of("crd.yaml", CRD, "a.yaml", local));
    assertThat(Trees.conflicts(merged)).isEmpty();
    assertThat(Trees.text(merged)).isEqualTo(updated.replace("id: b\n    n: 1", "id: b\n    n: 9"));
    assertThat(Trees.conflicts(Trees.of(widget, updated, local).merge())).hasSize(1);
  }

  // Other files.

  @Test
  void otherFilesMergeAsTextAndTemplatesAreNeverRewritten() {
    String helm = "kind: {{ .Kind }}\n\n{{- if x }}\na: 1\n{{ end }}\nb: 1\nc:    1\n";
    Map<String, String> origin = Map.of("t.yaml", helm, "README", "a\nb\nc\nd\n", "x", "1");
    Map<String, String> updated =
        Map.of("t.yaml", helm.replace("a: 1", "a: 2"), "README", "A\nb\nc\nD\n", "x", "1");
    Map<String, String> local =
        Map.of("t.yaml", helm.replace("c:    1", "c:    9"), "README", "a\nb\nc\nour d\n");
    MergedPackage merged = merge(origin, updated, local);
    assertThat(Trees.text(merged.tree(), "t.yaml"))
        .isEqualTo(helm.replace("a: 1", "a: 2").replace("c:    1", "c:    9"));
    assertThat(Trees.text(merged.tree(), "README")).isEqualTo("A\nb\nc\nD\n");
    assertThat(Trees.conflicts(merged)).containsExactly("4 : d\n -> D\n | our d\n => UPSTREAM");
    assertThat(merged.tree().file("x")).isNull();
  }

  @Test
  void valuesOfSecretsAreNotTold() {
    String secret = A.replace("ConfigMap", "Secret");
    MergedPackage merged =
        Trees.of(secret, secret.replace("\"1", "\"hush"), secret.replace("\"1", "\"hush2")).merge();
    assertThat(Trees.conflicts(merged))
        .containsExactly("6 data.k: (hidden) -> (hidden) | (hidden) => UPSTREAM");
    String template = secret + "{{ x }}\n";
    var trees =
        Trees.of(template, template.replace("\"1", "\"hush"), template.replace("\"1", "\"hush2"));
    merged =
        new PackageUpdate(trees.origin(), trees.local(), trees.updated())
            .run(UpdateStrategy.RESOURCE_MERGE, MergeOptions.DEFAULT);
    assertThat(merged.conflicts()).hasSize(1);
    assertThat(Trees.conflicts(merged).toString()).doesNotContain("hush");
  }
}
