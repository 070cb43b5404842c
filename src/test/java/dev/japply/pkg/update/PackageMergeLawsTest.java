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

  private static final int COMMENTS = 4;

  /// Comments of either side stay where what they stand at stays. Those in lines that touch what
  /// the other side has changed are for [dev.japply.diff.TextMergeTest].
  @Test
  void commentsOfBothSidesRemain() {
    var random = new Random(17);
    int commented = 0;
    for (int round = 0; round < ROUNDS; round++) {
      var sides = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
      for (int i = 0; i < EDITS.size(); i++) {
        if (random.nextInt(3) == 0) {
          sides.get(random.nextInt(2)).add(i);
        }
      }
      var texts = new ArrayList<String>(List.of(FILE, FILE));
      var comments = new ArrayList<String>();
      List<String> lines = FILE.lines().toList();
      for (int i = 0; i < COMMENTS; i++) {
        int at = random.nextInt(lines.size());
        int side = i % 2;
        String line = lines.get(at);
        if (takesComment(line) && !isTouched(at, sides.get(1 - side), texts.get(1 - side))) {
          String comment = " # comment " + i;
          texts.set(side, texts.get(side).replace(line + "\n", line + comment + "\n"));
          comments.add(comment);
        }
      }
      String updated = edited(texts.get(0), sides.get(0));
      String local = edited(texts.get(1), sides.get(1));
      String merged = Trees.text(Trees.of(FILE, updated, local).merge());
      for (String comment : comments) {
        if (updated.contains(comment) || local.contains(comment)) {
          assertThat(merged).as("%s---%n%s", updated, local).contains(comment);
          commented++;
        }
      }
    }
    assertThat(commented).isGreaterThan(ROUNDS);
  }

  /// A line that stands once, and is none of a text.
  private static boolean takesComment(String line) {
    return (line.endsWith(":") || line.matches(" *(?:- )?\\w+: [^|>#]*"))
        && FILE.indexOf(line + "\n") == FILE.lastIndexOf(line + "\n");
  }

  /// Whether a line of the file is one that a side has changed, or stands beside one.
  private static boolean isTouched(int at, List<Integer> edits, String commented) {
    List<String> other = commented.lines().toList();
    List<String> lines = FILE.lines().toList();
    for (int i = Math.max(0, at - 1); i < Math.min(lines.size(), at + 2); i++) {
      if (!other.get(i).equals(lines.get(i))) {
        return true;
      }
    }
    return edits.stream()
        .anyMatch(edit -> {
          int start = FILE.indexOf(EDITS.get(edit)[0]);
          int end = start + EDITS.get(edit)[0].length();
          return lineOf(start) <= at + 1 && at <= lineOf(end) + 1;
        });
  }

  private static int lineOf(int offset) {
    return (int) FILE.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  /// The text with those edits that still find their places.
  private static String edited(String text, List<Integer> edits) {
    String result = text;
    for (int edit : edits) {
      result = result.replace(EDITS.get(edit)[0], EDITS.get(edit)[1]);
    }
    return result;
  }
}
