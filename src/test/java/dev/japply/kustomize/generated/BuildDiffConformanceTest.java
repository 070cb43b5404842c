package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.compare.ObjectChange;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.TracedBuild;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `build --diff` shows the objects that differ between the builds of kustomize's own code.
@UsesOracle
@Tag("generated")
@Order(1)
class BuildDiffConformanceTest {
  private static final int TREES = 1_000;
  private static final int TRIES = 20;
  private static final long SEED = Long.getLong("japply.seed", 1);

  @TempDir private static Path directory;
  private static Oracle oracle;

  @BeforeAll
  static void startOracle() {
    oracle = Oracle.start().orElseThrow();
  }

  @AfterAll
  static void endOracle() {
    oracle.close();
  }

  private int compared;
  private int differing;

  @Test
  void theSameObjectsDiffer() {
    int count = Cases.of(TREES);
    for (long seed = SEED; seed < SEED + count; seed++) {
      Tree tree = TreeGenerator.generate(seed);
      if (!tree.hasTypes()) { // kustomize keeps them until its process ends
        compare(seed, tree);
      }
    }
    assertThat(compared).isGreaterThan(count / 4);
    assertThat(differing).isGreaterThan(compared / 2);
  }

  private void compare(long seed, Tree tree) {
    Path root = directory.resolve("s" + seed);
    Path old = tree.write(root.resolve("old"));
    Optional<TracedBuild> before = EditedTree.build(tree, Differences.kustomize());
    var random = new Random(seed);
    for (int i = 0; i < TRIES && before.isPresent(); i++) {
      EditedTree edited = EditedTree.of(tree, random);
      Optional<TracedBuild> after = EditedTree.build(edited.now(), Differences.kustomize());
      if (after.isPresent()) {
        Path now = edited.now().write(root.resolve("now"));
        Built one = TreeConformance.kustomize(oracle, old, /* unrestricted= */ false);
        Built other = TreeConformance.kustomize(oracle, now, /* unrestricted= */ false);
        if (isReadable(one) && isReadable(other)) {
          Set<String> expected = differing(objects(one), objects(other));
          Set<String> shown = shown(edited.compare(before.get(), after.get()));
          assertThat(shown).as("seed %d: %s", seed, edited.edits()).isEqualTo(expected);
          compared++;
          differing += expected.size();
        }
        return;
      }
    }
  }

  /// Whether a build has only objects that a manifest may have.
  private static boolean isReadable(Built built) {
    return !built.isError() && !read(built).hasErrors();
  }

  private static ManifestSet read(Built built) {
    return ManifestReader.read(List.of(Source.of("built", built.text())));
  }

  private static Map<String, MapValue> objects(Built built) {
    var objects = new HashMap<String, MapValue>();
    read(built).objects().forEach(object -> objects.put(name(object), object.tree()));
    return objects;
  }

  private static String name(KubeObject object) {
    return object.gvk().apiVersion() + " " + object.key().subject();
  }

  private static Set<String> differing(Map<String, MapValue> old, Map<String, MapValue> now) {
    var names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    names.removeIf(name -> old.containsKey(name) && old.get(name).equals(now.get(name)));
    return names;
  }

  private static Set<String> shown(List<ObjectChange> changes) {
    var names = new TreeSet<String>();
    for (ObjectChange change : changes) {
      if (change.kind() != Kind.SAME) {
        TracedObject old = change.pair().old();
        TracedObject now = change.pair().now();
        if (old != null) {
          names.add(name(old.object()));
        }
        if (now != null) {
          names.add(name(now.object()));
        }
      }
    }
    return names;
  }
}
