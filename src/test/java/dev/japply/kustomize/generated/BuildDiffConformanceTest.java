package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.compare.ObjectChange;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.TracedBuild;
import dev.japply.compare.TracedObject;
import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
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

  @Test
  void theSameObjectsDiffer() {
    int compared = 0;
    int differing = 0;
    for (long seed = SEED; seed < SEED + Cases.of(TREES); seed++) {
      Tree tree = TreeGenerator.generate(seed);
      if (tree.hasTypes()) {
        continue; // kustomize keeps them until its process ends
      }
      EditedTree edited = EditedTree.of(tree, new Random(seed));
      Path root = directory.resolve("s" + seed);
      Path old = edited.old().write(root.resolve("old"));
      Path now = edited.now().write(root.resolve("now"));
      Built before = TreeConformance.kustomize(oracle, old, /* unrestricted= */ false);
      Built after = TreeConformance.kustomize(oracle, now, /* unrestricted= */ false);
      Optional<TracedBuild> one = EditedTree.build(old, options());
      Optional<TracedBuild> other = EditedTree.build(now, options());
      if (before.isError() || after.isError() || one.isEmpty() || other.isEmpty()) {
        continue;
      }
      compared++;
      Set<String> expected = differing(objects(before), objects(after));
      Set<String> shown = shown(edited.compare(root, one.get(), other.get()));
      assertThat(shown).as("seed %d: %s", seed, edited.edits()).isEqualTo(expected);
      differing += expected.size();
    }
    assertThat(compared).isGreaterThan(Cases.of(TREES) / 4);
    assertThat(differing).isGreaterThan(compared / 2);
  }

  private static BuildOptions options() {
    return new BuildOptions(
        Path.of(""),
        Restriction.ROOT_ONLY,
        ByteLimit.DEFAULT,
        Differences.kustomize(),
        RemoteLoader.NONE);
  }

  private static Map<String, MapValue> objects(Built built) {
    var objects = new HashMap<String, MapValue>();
    for (KubeObject object :
        ManifestReader.read(List.of(Source.of("built", built.text()))).objects()) {
      objects.put(name(object), object.tree());
    }
    return objects;
  }

  private static String name(KubeObject object) {
    return object.gvk().apiVersion() + " " + object.key().subjectInNamespace();
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
