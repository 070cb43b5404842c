package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.compare.ObjectChange;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.TracedBuild;
import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.generated.EditedTree.Edit;
import dev.japply.plan.Cause;
import dev.japply.plan.FieldExplanation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines that `build --diff` names, in generated trees of which some lines were edited: each
/// named line is an edited one, and without that edit the field has another value.
@Tag("generated")
@Order(1)
class CausingLinesTest {
  private static final int TREES = 1_000;
  private static final long SEED = Long.getLong("japply.seed", 1);
  private static final int TRIES = 20;

  @TempDir private Path directory;
  private final List<String> failures = new ArrayList<>();
  private int written;
  private int fields;
  private int trees;

  @Test
  void namedLinesCauseTheDifferences() {
    int count = Cases.of(TREES);
    for (long seed = SEED; trees < count; seed++) {
      check(seed);
      assertThat(seed).as("%d of %d trees", trees, count).isLessThan(SEED + 20L * count + 100);
    }
    assertThat(failures).as("%d fields", fields).isEmpty();
    assertThat(fields).isGreaterThanOrEqualTo(trees);
  }

  private Optional<TracedBuild> build(Tree tree) {
    Path folder = tree.write(directory.resolve("t" + written++));
    return EditedTree.build(folder, BuildOptions.local(Path.of("")));
  }

  private void check(long seed) {
    Tree old = TreeGenerator.generate(seed);
    Optional<TracedBuild> before = build(old);
    if (before.isEmpty()) {
      return;
    }
    var random = new Random(seed);
    for (int i = 0; i < TRIES; i++) {
      EditedTree tree = EditedTree.of(old, random);
      Optional<TracedBuild> after = build(tree.now());
      if (after.isPresent()) {
        List<ObjectChange> changes = tree.compare(directory, before.get(), after.get());
        if (changes.stream().anyMatch(change -> change.kind() != Kind.SAME)) {
          trees++;
          changes.forEach(
              change -> change.fields().forEach(field -> check(seed, tree, change, field)));
          return;
        }
      }
    }
  }

  private void check(long seed, EditedTree tree, ObjectChange change, FieldExplanation field) {
    fields++;
    String what =
        "seed %d: %s %s %s: %s %s"
            .formatted(
                seed,
                change.pair().latest().object().key().subject(),
                change.kind(),
                field.path(),
                field.cause().words().replace(directory.toString(), ""),
                tree.edits());
    Optional<Edit> cause =
        tree.edits().stream()
            .filter(edit ->
                field.origin().source().endsWith("/" + edit.file())
                    && field.origin().line() == edit.line())
            .findFirst();
    if (field.cause().code().equals(Cause.NO_LINE) || cause.isEmpty()) {
      failures.add(what);
      return;
    }
    Optional<TracedBuild> reverted = build(tree.without(cause.get()));
    if (reverted.isPresent()
        && change.pair().now() != null
        && isSame(tree, reverted.get(), change, field)) {
      failures.add("reverting changes nothing: " + what);
    }
  }

  private static boolean meet(String one, String other) {
    return one.startsWith(other) || other.startsWith(one);
  }

  /// Items may have other names in the other comparison.
  private static String plain(FieldExplanation field) {
    return field.path().replaceAll("\\[[^]]*=[^]]*]|\\[\\d+]", "[]");
  }

  /// Whether the field has the value of the edited tree.
  private boolean isSame(
      EditedTree tree, TracedBuild built, ObjectChange change, FieldExplanation field) {
    ObjectChange other =
        tree.compare(directory, built, new TracedBuild(List.of(change.pair().latest()), List.of()))
            .getFirst();
    return other.kind() == Kind.SAME
        || (other.kind() == Kind.CHANGED
            && other.fields().stream().noneMatch(each -> meet(plain(each), plain(field))));
  }
}
