package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.compare.ObjectChange;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.TracedBuild;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.generated.EditedTree.Edit;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.tree.Missing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The lines that `build --diff` names, in generated trees of which some lines were edited. Each
/// named line is an edited one, and its edit changes the field: without it, the field has another
/// value. If several edits have the same effect, that is so only without some of the others, too.
@Tag("generated")
@Order(1)
class CausingLinesTest {
  private static final int TREES = 1_000;
  private static final long SEED = Long.getLong("japply.seed", 1);
  private static final int TRIES = 20;

  private final List<String> failures = new ArrayList<>();
  private int fields;
  private int trees;

  @Test
  void namedLinesCauseTheDifferences() {
    int count = Cases.few(TREES);
    for (long seed = SEED; trees < count; seed++) {
      check(seed);
      assertThat(seed).as("%d of %d trees", trees, count).isLessThan(SEED + 20L * count + 100);
    }
    assertThat(failures).as("%d fields", fields).isEmpty();
    assertThat(fields).isGreaterThanOrEqualTo(trees);
  }

  @Test
  void namedLinesCauseTheDifferencesInTreesThatOnceFailed() {
    List<Long> seeds = Cases.seeds("kustomize/causing-lines-seeds.txt");
    seeds.forEach(this::check);
    assertThat(failures).as("%d fields", fields).isEmpty();
    assertThat(trees).isEqualTo(seeds.size());
  }

  private static Optional<TracedBuild> build(Tree tree) {
    return EditedTree.build(tree, Differences.japply());
  }

  private void check(long seed) {
    Tree old = TreeGenerator.generate(seed);
    Optional<TracedBuild> before = build(old);
    var random = new Random(seed);
    for (int i = 0; i < TRIES && before.isPresent(); i++) {
      EditedTree tree = EditedTree.of(old, random);
      Optional<TracedBuild> after = build(tree.now());
      if (after.isPresent()) {
        List<ObjectChange> changes = tree.compare(before.get(), after.get());
        if (changes.stream().anyMatch(change -> change.kind() != Kind.SAME)) {
          trees++;
          var edited = new EditedBuild(tree, before.get());
          changes.forEach(
              change -> change.fields().forEach(field -> check(seed, edited, change, field)));
          return;
        }
      }
    }
  }

  private void check(long seed, EditedBuild edited, ObjectChange change, FieldExplanation field) {
    fields++;
    List<Edit> edits = edited.tree.edits();
    Optional<Edit> cause =
        edits.stream()
            .filter(edit ->
                field.origin().source().equals(edit.file()) && field.origin().line() == edit.line())
            .findFirst();
    boolean isFound = cause.isPresent() && !field.cause().code().equals(Cause.NO_LINE);
    if (!isFound || !edited.changes(cause.get(), change, field)) {
      failures.add(
          "seed %d: %s %s %s: %s%s %s"
              .formatted(
                  seed,
                  change.pair().latest().object().key().subject(),
                  change.kind(),
                  field.path(),
                  field.cause().words(),
                  isFound ? ", without which it is the same" : "",
                  edits));
    }
  }

  /// Builds of a tree with some of its edits.
  private static final class EditedBuild {
    private final EditedTree tree;
    private final TracedBuild before;
    private final Map<List<Edit>, Optional<TracedBuild>> builds = new HashMap<>();

    EditedBuild(EditedTree tree, TracedBuild before) {
      this.tree = tree;
      this.before = before;
    }

    private Optional<TracedBuild> build(List<Edit> edits) {
      return builds.computeIfAbsent(edits, some -> CausingLinesTest.build(tree.with(some)));
    }

    /// Whether an edit changes a field: alone, or together with some of the other edits.
    boolean changes(Edit edit, ObjectChange change, FieldExplanation field) {
      List<Edit> others = tree.edits().stream().filter(other -> !other.equals(edit)).toList();
      Optional<TracedBuild> without = build(others);
      return without.isEmpty()
          || isOther(without.get(), change, field)
          || subsets(others).stream().anyMatch(some -> completes(edit, some, change, field));
    }

    /// Whether the field has its value with an edit and some others, but not with those alone.
    private boolean completes(
        Edit edit, List<Edit> some, ObjectChange change, FieldExplanation field) {
      Optional<TracedBuild> without = build(some);
      Optional<TracedBuild> with =
          build(
              tree.edits().stream().filter(one -> one.equals(edit) || some.contains(one)).toList());
      return without.isPresent()
          && with.isPresent()
          && isOther(without.get(), change, field)
          && !isOther(with.get(), change, field);
    }

    private static List<List<Edit>> subsets(List<Edit> edits) {
      List<List<Edit>> subsets = new ArrayList<>();
      subsets.add(List.of());
      for (Edit edit : edits) {
        for (List<Edit> subset : List.copyOf(subsets)) {
          var more = new ArrayList<>(subset);
          more.add(edit);
          subsets.add(more);
        }
      }
      return subsets;
    }

    /// Whether the field has another value in a build than in the build with all edits.
    private boolean isOther(TracedBuild built, ObjectChange change, FieldExplanation field) {
      if (change.kind() == Kind.REMOVED) {
        return tree.compare(before, built).stream()
            .noneMatch(other ->
                other.kind() == Kind.REMOVED
                    && Objects.equals(other.pair().old(), change.pair().old()));
      }
      ObjectChange other =
          tree.compare(built, TracedBuild.of(List.of(change.pair().latest()))).getFirst();
      return switch (other.kind()) {
        case SAME -> false;
        case ADDED, REMOVED -> true;
        case CHANGED, RENAMED -> other.fields().stream().anyMatch(each -> isSame(each, field));
      };
    }

    /// Whether a difference is about the same field. An item that went has its name in both builds.
    private static boolean isSame(FieldExplanation one, FieldExplanation other) {
      return other.values().result() instanceof Missing
          ? meet(one.path(), other.path())
          : meet(plain(one), plain(other));
    }

    private static boolean meet(String one, String other) {
      return one.startsWith(other) || other.startsWith(one);
    }

    /// Items may have other names in the other comparison.
    private static String plain(FieldExplanation field) {
      return field.path().replaceAll("\\[[^]]*=[^]]*]|\\[\\d+]", "[]");
    }
  }
}
