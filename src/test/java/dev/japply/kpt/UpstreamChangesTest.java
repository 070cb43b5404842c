package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A law of updates, on generated packages whose objects were edited, renamed, moved and deleted on
/// both sides: each line that upstream changed is in the result, or a conflict names it.
@Tag("generated")
class UpstreamChangesTest {
  private static final int ROUNDS = Cases.of(3_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final int FILES = 4;
  private static final int MOST_OBJECTS = 4;
  private static final int MOST_FIELDS = 4;
  private static final Set<String> LISTS = Set.of("f1.yaml", "f3.yaml");
  private static final String NOTES = "notes.txt";
  private static final List<String> KINDS = List.of("ConfigMap", "Widget", "Deployment");
  private static final List<String> FIELDS = List.of("a", "b", "c", "d", "e", "f");

  /// An object of a package.
  private static final class Item {
    final String kind;
    final String original;
    final Map<String, String> fields;

    /// Comments behind fields.
    final Map<String, String> remarks;

    String file;
    String name;
    String namespace = "";
    String comment = "";

    Item(Item item) {
      this(item.kind, item.file, item.original, item.fields, item.remarks);
    }

    Item(
        String kind,
        String file,
        String name,
        Map<String, String> fields,
        Map<String, String> remarks) {
      this.kind = kind;
      this.file = file;
      this.original = name;
      this.name = name;
      this.fields = new LinkedHashMap<>(fields);
      this.remarks = new LinkedHashMap<>(remarks);
    }

    String text() {
      var text = new StringBuilder();
      text.append("apiVersion: ").append(kind.equals("ConfigMap") ? "v1" : "apps/v1").append('\n');
      text.append("kind: ").append(kind).append('\n');
      text.append("metadata:").append(comment).append('\n');
      text.append("  name: ").append(name).append('\n');
      text.append(namespace.isEmpty() ? "" : "  namespace: " + namespace + "\n");
      text.append(
          switch (kind) {
            case "ConfigMap" -> "data:\n";
            case "Widget" -> "spec:\n  part:\n";
            default ->
                "spec:\n  template:\n    spec:\n      containers:\n      - name: main\n"
                    + "        env:\n";
          });
      fields.forEach((key, value) -> text.append(field(key, value)));
      return text.toString();
    }

    private String field(String key, String value) {
      String remark = remarks.containsKey(key) ? " # " + remarks.get(key) : "";
      return switch (kind) {
        case "ConfigMap" -> "  %s: %s%s\n".formatted(key, value, remark);
        case "Widget" -> "    %s: %s%s\n".formatted(key, value, remark);
        default -> "        - name: %s\n          value: %s%s\n".formatted(key, value, remark);
      };
    }
  }

  /// A version of the package.
  private static final class Version {
    final List<Item> items = new ArrayList<>();
    final Map<String, String> heads = new TreeMap<>();
    final List<String> notes = new ArrayList<>();

    PackageTree tree() {
      var files = new TreeMap<String, String>();
      for (Item item : items) {
        boolean listed = LISTS.contains(item.file);
        String text =
            listed ? "- " + item.text().strip().replace("\n", "\n  ") + "\n" : item.text();
        String head = heads.getOrDefault(item.file, "");
        String start =
            (head.isEmpty() ? "" : "# " + head + "\n---\n")
                + (listed ? "apiVersion: v1\nkind: List\nitems:\n" : "");
        files.merge(item.file, start + text, (a, b) -> a + (listed ? "" : "---\n") + text);
      }
      if (!notes.isEmpty()) {
        files.put(NOTES, String.join("\n", notes) + "\n");
      }
      return Trees.tree(files);
    }

    @Nullable Item item(String original) {
      return items.stream().filter(item -> item.original.equals(original)).findFirst().orElse(null);
    }
  }

  /// A change of upstream.
  ///
  /// @param text the text that is there now; the one that is gone, if it was deleted
  /// @param item the object, and its field for a comment; the file if it is in no object of origin
  private record Change(String text, boolean deleted, String item) {}

  /// The changes of one case.
  private static final class Case {
    final Random random;
    final Version origin = new Version();
    final Version updated = new Version();
    final Version local = new Version();
    final List<Change> changes = new ArrayList<>();
    int next;

    Case(long seed) {
      random = new Random(seed);
      for (int file = 0; file < FILES; file++) {
        int count = 1 + random.nextInt(MOST_OBJECTS);
        for (int i = 0; i < count; i++) {
          origin.items.add(item("f" + file + ".yaml", "n" + origin.items.size()));
        }
        if (one(2)) {
          origin.heads.put("f" + file + ".yaml", text("head"));
        }
      }
      for (int i = 0; i < MOST_FIELDS; i++) {
        origin.notes.add(text("note"));
      }
      upstream();
      here();
    }

    private String text(String start) {
      return start + next++ + "x";
    }

    private Item item(String file, String name) {
      var fields = new LinkedHashMap<String, String>();
      var remarks = new LinkedHashMap<String, String>();
      for (int i = 0; i < 1 + random.nextInt(MOST_FIELDS); i++) {
        fields.put(FIELDS.get(i), one(2) ? "same" : text("old"));
        if (one(4)) {
          remarks.put(FIELDS.get(i), text("remark"));
        }
      }
      String kind = KINDS.get(random.nextInt(KINDS.size()));
      return new Item(kind, file, name, fields, remarks);
    }

    private boolean one(int of) {
      return random.nextInt(of) == 0;
    }

    private void change(String text, boolean deleted, String item) {
      changes.add(new Change(text, deleted, item));
    }

    private void upstream() {
      for (Item each : origin.items) {
        if (one(8)) {
          each.fields.values().stream()
              .filter(value -> !value.equals("same"))
              .forEach(value -> change(value, true, each.original));
        } else {
          updated.items.add(changed(new Item(each)));
        }
      }
      if (one(3)) {
        Item added = item("f" + random.nextInt(FILES + 1) + ".yaml", text("added"));
        added.fields.put("f", text("new"));
        change(added.fields.get("f"), false, LISTS.contains(added.file) ? added.file : "");
        updated.items.add(random.nextInt(updated.items.size() + 1), added);
      }
      origin.heads.forEach((file, head) -> {
        String now = one(3) ? text("head") : head;
        updated.heads.put(file, now);
        boolean remains = updated.items.stream().anyMatch(item -> item.file.equals(file));
        if (!now.equals(head) && remains) {
          change(now, false, file);
        }
      });
      for (String note : origin.notes) {
        String now = one(4) ? text("note") : note;
        updated.notes.add(now);
        if (!now.equals(note)) {
          change(now, false, NOTES);
        }
      }
    }

    private Item changed(Item item) {
      for (String field : FIELDS) {
        String old = item.fields.get(field);
        if (one(4)) {
          item.fields.put(field, text("new"));
          change(item.fields.get(field), false, item.original);
        } else if (one(8) && old != null && item.fields.size() > 1) {
          item.fields.remove(field);
          item.remarks.remove(field);
          if (!old.equals("same")) {
            change(old, true, item.original);
          }
        } else if (one(6) && old != null) {
          item.remarks.put(field, text("remark"));
          change(item.remarks.get(field), false, item.original + "." + field);
        }
      }
      item.file = one(10) ? moved() : item.file;
      return item;
    }

    /// Also into a list, out of it, and into another one.
    private String moved() {
      return "f" + random.nextInt(FILES) + ".yaml";
    }

    private void here() {
      for (Item each : origin.items) {
        if (!one(10)) {
          Item edited = edited(new Item(each));
          local.items.add(
              one(2) ? local.items.size() : random.nextInt(local.items.size() + 1), edited);
        }
      }
      origin.heads.forEach((file, head) -> local.heads.put(file, one(4) ? text("mine") : head));
      origin.notes.forEach(note -> local.notes.add(one(4) ? text("mine") : note));
      if (one(10)) {
        local.notes.clear();
      }
    }

    private Item edited(Item item) {
      item.comment = one(2) ? "" : " # kpt-merge: /" + item.name;
      if (one(3)) {
        item.name = one(2) ? "my-" + item.name : text("z");
      }
      item.namespace = one(4) ? "mine" : "";
      String former = item.file;
      item.file = one(4) ? moved() : item.file;
      if (!former.equals(item.file) && (LISTS.contains(former) || LISTS.contains(item.file))) {
        // Without it, another object is as similar as this one.
        item.comment = " # kpt-merge: /" + item.original;
      }
      for (String field : FIELDS) {
        if (one(8)) {
          item.fields.put(field, text("mine"));
        } else if (one(8) && item.fields.size() > 1) {
          item.fields.remove(field);
          item.remarks.remove(field);
        }
      }
      return item;
    }

    Trees trees() {
      return new Trees(origin.tree(), updated.tree(), local.tree());
    }

    /// Whether the result has the change, or a conflict has it.
    boolean isThereOrNamed(Change change, String result, List<UpdateConflict> conflicts) {
      return result.contains(change.text()) != change.deleted()
          || conflicts.stream().anyMatch(conflict -> isNamed(conflict, change))
          || isWithoutSubject(change)
          || isOther(change);
    }

    private boolean isNamed(UpdateConflict conflict, Change change) {
      String item = change.item().replaceAll("\\..*", "");
      if (!change.deleted() && conflict.updated().contains(change.text())) {
        return true;
      }
      Item before = origin.item(item);
      Item after = updated.item(item);
      boolean isListed =
          (before != null && LISTS.contains(before.file))
              || (after != null && LISTS.contains(after.file));
      if (conflict.subject().equals("List") && isListed) {
        return conflict.kind() != UpdateConflict.Kind.CHANGED;
      }
      Item mine = local.item(item);
      return switch (conflict.kind()) {
        case CHANGED -> change.deleted() && conflict.origin().contains(change.text());
        case DELETED_HERE ->
            isAbout(conflict, item) || conflict.place().source().equals(change.item());
        case DELETED_UPSTREAM -> mine != null && isAbout(conflict, mine.name);
      };
    }

    /// Returns the names of objects that are there too often: those that were deleted here at all,
    /// the others twice, under the names of both sides together.
    List<String> tooMany(String result) {
      var names = new ArrayList<String>();
      for (Item each : origin.items) {
        Item mine = local.item(each.original);
        if (mine == null ? count(result, each) > 0 : isKnown(mine) && isTwice(result, each, mine)) {
          names.add(each.original);
        }
      }
      return names;
    }

    private static boolean isTwice(String result, Item each, Item mine) {
      return count(result, mine) + (mine.name.equals(each.name) ? 0 : count(result, each)) > 1;
    }

    /// Whether an object is the fetched one beyond doubt.
    private static boolean isKnown(Item mine) {
      return !mine.comment.isEmpty() || (mine.name + mine.namespace).equals(mine.original);
    }

    private static long count(String result, Item item) {
      return Pattern.compile("(?m)^ *name: " + item.name + "$").matcher(result).results().count();
    }

    /// Whether upstream deleted an object that may be another one here.
    private boolean isOther(Change change) {
      Item mine = local.item(change.item());
      return change.deleted()
          && updated.item(change.item()) == null
          && mine != null
          && !isKnown(mine);
    }

    private static boolean isAbout(UpdateConflict conflict, String name) {
      return conflict.subject().matches(".*[ /]" + name);
    }

    /// Whether it is a comment at a field that was deleted here.
    private boolean isWithoutSubject(Change change) {
      if (change.text().startsWith("head")) {
        return local.items.stream().noneMatch(item -> item.file.equals(change.item()));
      }
      if (!change.text().startsWith("remark")) {
        return false;
      }
      String[] place = change.item().split("\\.", 2);
      Item mine = local.item(place[0]);
      return mine != null && !mine.fields.containsKey(place[1]);
    }
  }

  @Test
  void eachChangeOfUpstreamIsThereOrNamed() {
    int named = 0;
    int there = 0;
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      var each = new Case(seed);
      for (ConflictChoice choice : List.of(ConflictChoice.LOCAL, ConflictChoice.UPSTREAM)) {
        for (boolean comments : List.of(true, false)) {
          MergedPackage merged =
              each.trees().update(MergeOptions.DEFAULT.with(choice).withComments(comments));
          String result = text(merged.tree());
          List<Change> lost =
              each.changes.stream()
                  .filter(change -> !each.isThereOrNamed(change, result, merged.conflicts()))
                  .toList();
          assertThat(lost)
              .as(
                  "seed %d, %s, %s%n%s%norigin%n%s%nupstream%n%s%nlocal%n%s%nresult%n%s",
                  seed,
                  choice,
                  lost,
                  merged.conflicts().stream()
                      .map(String::valueOf)
                      .collect(Collectors.joining("\n")),
                  text(each.origin.tree()),
                  text(each.updated.tree()),
                  text(each.local.tree()),
                  result)
              .isEmpty();
          assertThat(each.tooMany(result)).as("seed %d, %s%n%s", seed, choice, result).isEmpty();
          long found =
              each.changes.stream()
                  .filter(change -> result.contains(change.text()) != change.deleted())
                  .count();
          there += (int) found;
          named += each.changes.size() - (int) found;
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
