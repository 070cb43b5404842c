package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Laws of the merge of packages, on random edits of one file.
@Tag("generated")
class PackageMergeLawsTest {
  private static final int ROUNDS = Cases.of(400);

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

  private static final int COMMENTS = 6;

  /// A comment, and what it stands at: the document, and the field in it.
  private record Comment(String text, int document, String field) {
    boolean isAtPlaceOf(Comment other) {
      return document == other.document && field.equals(other.field);
    }
  }

  /// Comments of either side, behind or above anything, stay where what they stand at stays, even
  /// where the other side has changed, added or deleted lines beside it.
  @Test
  void commentsOfBothSidesRemain() {
    var random = new Random(17);
    List<Comment> fields = fields(FILE);
    int commented = 0;
    for (int round = 0; round < 3 * ROUNDS; round++) {
      var texts = new ArrayList<String>(List.of(FILE, FILE));
      List<Comment> comments = comment(texts, fields, random);
      for (int i = 0; i < EDITS.size(); i++) {
        if (random.nextInt(3) == 0) {
          int side = random.nextInt(2);
          texts.set(side, edited(texts.get(side), i));
        }
      }
      String merged = Trees.text(Trees.of(FILE, texts.get(0), texts.get(1)).merge());
      List<Comment> left = fields(merged);
      for (Comment comment : comments) {
        boolean there = texts.stream().anyMatch(text -> text.contains(comment.text() + "\n"));
        if (there && left.stream().anyMatch(comment::isAtPlaceOf)) {
          assertThat(merged)
              .as("%s%nupstream%n%s%nhere%n%s", comment, texts.get(0), texts.get(1))
              .containsOnlyOnce(comment.text());
          commented++;
        }
      }
    }
    assertThat(commented).isGreaterThan(5 * ROUNDS);
  }

  /// Puts comments into both texts in turn.
  private static List<Comment> comment(List<String> texts, List<Comment> fields, Random random) {
    var comments = new ArrayList<Comment>();
    List<String> lines = FILE.lines().toList();
    for (int i = 0; i < COMMENTS; i++) {
      Comment at = fields.get(random.nextInt(fields.size()));
      String line = lines.get(Integer.parseInt(at.text()));
      String comment = "# comment " + i;
      String indent = line.substring(0, line.length() - line.stripLeading().length());
      boolean above = random.nextBoolean() || line.contains("#") || line.endsWith("|");
      String now = above ? indent + comment + "\n" + line : line + " " + comment;
      String text = texts.get(i % 2);
      if (text.indexOf(line + "\n") == text.lastIndexOf(line + "\n")) {
        texts.set(i % 2, text.replace("\n" + line + "\n", "\n" + now + "\n"));
        comments.add(new Comment(comment, at.document(), at.field()));
      }
    }
    return comments;
  }

  /// The fields and items of a file, each with the number of its line in place of a text.
  private static List<Comment> fields(String text) {
    YamlFile file = YamlFile.parse("a.yaml", PackageFile.of(text)).orElseThrow();
    var fields = new ArrayList<Comment>();
    for (int i = 0; i < file.segments().size(); i++) {
      collect(i, file.segments().get(i), FieldPath.root(), "", fields);
    }
    return fields;
  }

  private static void collect(
      int document, YamlDocumentText segment, FieldPath path, String field, List<Comment> fields) {
    Node node = path.in(segment.value());
    if (!field.isEmpty()) {
      int line = segment.line() + segment.document().line(path) - 2;
      fields.add(new Comment(String.valueOf(line), document, field));
    }
    if (node instanceof MapValue map && (map.isEmpty() || !isFlow(segment, path))) {
      for (String key : map.entries().keySet()) {
        collect(document, segment, path.key(key), field + "." + key, fields);
      }
    } else if (node instanceof ListValue list && !isFlow(segment, path)) {
      for (int i = 0; i < list.size(); i++) {
        String name = Leaves.key(list).map(key -> "[" + key + "]").orElse("");
        name += Leaves.key(list).isEmpty() ? i : Leaves.name(list.items().get(i), "name");
        collect(document, segment, path.index(i), field + name, fields);
      }
    }
  }

  private static boolean isFlow(YamlDocumentText segment, FieldPath path) {
    String line = segment.body().lines().toList().get(segment.document().line(path) - 1);
    return line.stripTrailing().matches(".*[\\]}](?: *#.*)?");
  }

  /// The text with an edit, if that still finds its place.
  private static String edited(String text, int edit) {
    return text.replace(EDITS.get(edit)[0], EDITS.get(edit)[1]);
  }
}
