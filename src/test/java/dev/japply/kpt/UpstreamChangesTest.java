package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A law of updates, on generated packages whose objects were edited, renamed, moved and deleted:
/// each line that upstream changed is in the result, or a conflict names it.
@Tag("generated")
class UpstreamChangesTest {
  private static final int ROUNDS = Cases.of(4_000);
  private static final int FILES = 3;
  private static final int MOST_OBJECTS = 4;
  private static final int MOST_FIELDS = 4;
  private static final List<String> KINDS = List.of("ConfigMap", "Widget", "Deployment");
  private static final List<String> FIELDS = List.of("a", "b", "c", "d", "e", "f");

  /// An object of a package.
  private static final class Item {
    final String kind;
    final String original;
    final Map<String, String> fields;
    String file;
    String name;
    String namespace = "";
    String comment = "";

    Item(String kind, String file, String name, Map<String, String> fields) {
      this.kind = kind;
      this.file = file;
      this.original = name;
      this.name = name;
      this.fields = new LinkedHashMap<>(fields);
    }

    Item copy() {
      return new Item(kind, file, name, fields);
    }

    String subject() {
      return kind + " " + original;
    }

    String text() {
      var text = new StringBuilder();
      text.append("apiVersion: ").append(kind.equals("ConfigMap") ? "v1" : "apps/v1").append('\n');
      text.append("kind: ").append(kind).append('\n');
      text.append("metadata:").append(comment).append('\n');
      text.append("  name: ").append(name).append('\n');
      text.append(namespace.isEmpty() ? "" : "  namespace: " + namespace + "\n");
      switch (kind) {
        case "ConfigMap" -> {
          text.append("data:\n");
          fields.forEach((key, value) -> text.append("  %s: %s\n".formatted(key, value)));
        }
        case "Widget" -> {
          text.append("spec:\n  part:\n");
          fields.forEach((key, value) -> text.append("    %s: %s\n".formatted(key, value)));
        }
        default -> {
          text.append("spec:\n  template:\n    spec:\n      containers:\n");
          text.append("      - name: main\n        env:\n");
          fields.forEach((key, value) ->
              text.append("        - name: %s\n          value: %s\n".formatted(key, value)));
        }
      }
      return text.toString();
    }
  }

  /// The changes of one case.
  private static final class Case {
    final Random random;
    final List<Item> origin = new ArrayList<>();
    final List<Item> updated = new ArrayList<>();
    final List<Item> local = new ArrayList<>();

    /// New values of upstream, by the subjects of the objects that have them.
    final Map<String, String> wanted = new TreeMap<>();

    int next;

    Case(long seed) {
      random = new Random(seed);
      for (int file = 0; file < FILES; file++) {
        int count = 1 + random.nextInt(MOST_OBJECTS);
        for (int i = 0; i < count; i++) {
          String kind = KINDS.get(random.nextInt(KINDS.size()));
          origin.add(new Item(kind, "f" + file + ".yaml", "n" + origin.size(), fields()));
        }
      }
      origin.forEach(item -> change(item.copy()));
      origin.forEach(item -> edit(item.copy()));
    }

    private Map<String, String> fields() {
      var fields = new LinkedHashMap<String, String>();
      for (int i = 0; i < 1 + random.nextInt(MOST_FIELDS); i++) {
        fields.put(FIELDS.get(i), random.nextBoolean() ? "same" : "old" + next++);
      }
      return fields;
    }

    private boolean one(int of) {
      return random.nextInt(of) == 0;
    }

    private void change(Item item) {
      if (one(8)) {
        return;
      }
      for (String field : FIELDS) {
        if (one(4)) {
          String value = "new" + next++ + "x";
          item.fields.put(field, value);
          wanted.put(value, item.subject());
        }
      }
      updated.add(item);
    }

    private void edit(Item item) {
      if (one(10)) {
        return;
      }
      item.comment = one(2) ? "" : " # kpt-merge: /" + item.name;
      if (one(3)) {
        item.name = one(2) ? "my-" + item.name : "z" + next++;
      }
      item.namespace = one(4) ? "mine" : "";
      item.file = one(4) ? "f" + random.nextInt(FILES + 1) + ".yaml" : item.file;
      for (String field : FIELDS) {
        if (one(8)) {
          item.fields.put(field, "mine" + next++);
        } else if (one(8)) {
          item.fields.remove(field);
        }
      }
      local.add(one(2) ? local.size() : random.nextInt(local.size() + 1), item);
    }

    private static PackageTree tree(List<Item> items) {
      var files = new TreeMap<String, String>();
      items.forEach(item -> files.merge(item.file, item.text(), (a, b) -> a + "---\n" + b));
      return Trees.tree(files);
    }

    Trees trees() {
      return new Trees(tree(origin), tree(updated), tree(local));
    }
  }

  private static boolean isNamed(UpdateConflict conflict, String value, String subject) {
    return conflict.updated().contains(value)
        || (conflict.kind() == UpdateConflict.Kind.DELETED_HERE
            && conflict.subject().equals(subject));
  }

  @Test
  void eachChangeOfUpstreamIsThereOrNamed() {
    int named = 0;
    int there = 0;
    for (long seed = 1; seed <= ROUNDS; seed++) {
      var each = new Case(seed);
      for (ConflictChoice choice : List.of(ConflictChoice.LOCAL, ConflictChoice.UPSTREAM)) {
        for (boolean comments : List.of(true, false)) {
          MergedPackage merged =
              each.trees().update(MergeOptions.DEFAULT.with(choice).withComments(comments));
          String result = text(merged.tree());
          for (var change : each.wanted.entrySet()) {
            boolean isThere = result.contains(change.getKey());
            boolean isNamed =
                merged.conflicts().stream()
                    .anyMatch(conflict -> isNamed(conflict, change.getKey(), change.getValue()));
            assertThat(isThere || isNamed)
                .as(
                    "seed %d, %s, %s: %s%n%s%nlocal%n%s%nresult%n%s",
                    seed,
                    choice,
                    change,
                    Trees.conflicts(merged),
                    text(each.trees().updated()),
                    text(each.trees().local()),
                    result)
                .isTrue();
            there += isThere ? 1 : 0;
            named += isThere ? 0 : 1;
          }
        }
      }
    }
    assertThat(named).isPositive().isLessThan(there);
  }

  private static String text(PackageTree tree) {
    var text = new StringBuilder();
    tree.files().forEach((path, file) -> text.append("# %s\n%s".formatted(path, file.text())));
    return text.toString();
  }
}
