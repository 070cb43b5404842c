package dev.japply.pkg.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Laws of the merge of packages, on random edits of one file.
@Tag("slow")
class PackageMergeLawsTest {
  private static final int ROUNDS = 400;

  private static final String FILE =
      """
      # Head.
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        labels: {app: web}
      spec:
        replicas: 1
        # How pods are made.
        template:
          spec:
            serviceAccountName: one
            containers:
            - name: web
              image: "web:1"
              args: [a, b]
              env:
              - {name: A, value: "1"}
              - name: B
                value: b # why
              resources:
                limits:
                  cpu: 100m
            # The second one.
            - name: helper
              image: 'helper:1'
            volumes:
            - name: v
              emptyDir: {}
      ---
      # Another.
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: c
      data:
        a: one
        text: |
          line
          other

          last
        z: 1e3
      """;

  private static final String VOLUMES =
      """
              emptyDir: {}
            - name: w
              emptyDir: {} # new
      """;

  /// Edits that do not touch each other; what each makes of a text.
  private static final List<String[]> EDITS =
      List.of(
          edit("{app: web}", "{app: web, tier: x}"),
          edit("replicas: 1\n", "replicas: 4 # many\n"),
          edit("  # How pods are made.\n", "  # How pods are made today.\n"),
          edit("      serviceAccountName: one\n", ""),
          edit("\"web:1\"", "\"web:2\""),
          edit("args: [a, b]", "args: [a, c]"),
          edit("{name: A, value: \"1\"}", "{name: A, value: '2'}"),
          edit("value: b # why\n", "value: c # why\n"),
          edit("            cpu: 100m\n", "            cpu: 100m\n            memory: 1Gi\n"),
          edit("image: 'helper:1'\n", "image: 'helper:1'\n        tty: true\n"),
          edit("        emptyDir: {}\n", VOLUMES),
          edit("# Another.\n", "# Another one.\n"),
          edit("  a: one\n", "  a: two\n"),
          edit("    line\n", "    longer line\n"),
          edit("  z: 1e3\n", "  z: 1e3\n\n  # more\n  zz: x\n"),
          edit("# Head.\n", "# Head.\n\n# License.\n"));

  private static String[] edit(String before, String after) {
    return new String[] {before, after};
  }

  private static String applied(String text, List<Integer> edits) {
    String result = text;
    for (int edit : edits) {
      assertThat(result).contains(EDITS.get(edit)[0]);
      result = result.replace(EDITS.get(edit)[0], EDITS.get(edit)[1]);
    }
    return result;
  }

  /// Edits of different fields come together as if one had made them all; an update that is done
  /// again changes nothing; and nobody who changed nothing has a say.
  @Test
  void editsOfDifferentFieldsComeTogether() {
    var random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      var upstream = new ArrayList<Integer>();
      var here = new ArrayList<Integer>();
      for (int i = 0; i < EDITS.size(); i++) {
        int who = random.nextInt(4);
        if (who > 0) {
          (who == 1 ? upstream : here).add(i);
        }
      }
      String updated = applied(FILE, upstream);
      String local = applied(FILE, here);
      MergedPackage merged = Trees.of(FILE, updated, local).merge();
      String as = "upstream %s, here %s".formatted(upstream, here);
      assertThat(Trees.conflicts(merged)).as(as).isEmpty();
      assertThat(Trees.text(merged)).as(as).isEqualTo(applied(updated, here));
      assertThat(Trees.text(Trees.of(updated, updated, Trees.text(merged)).merge()))
          .as(as)
          .isEqualTo(Trees.text(merged));
      assertThat(Trees.text(Trees.of(FILE, FILE, local).merge())).isEqualTo(local);
      assertThat(Trees.text(Trees.of(FILE, updated, FILE).merge())).isEqualTo(updated);
    }
  }
}
