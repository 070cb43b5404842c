package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.merge.EditedObjects;
import dev.japply.merge.EditedObjects.Versions;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Laws of updates, on generated objects of all types and forms, that were changed on both sides.
@Tag("generated")
class GeneratedUpdatesTest {
  private static final int CASES = Cases.of(1_500);
  private static final int CASES_FOR_SHARE = 100;
  private static final int MERGED = 4;

  private final EditedObjects objects = new EditedObjects();

  /// The three versions of a file.
  private record Texts(String origin, String updated, String local) {
    String merged(ConflictChoice choice) {
      return Trees.text(Trees.of(origin, updated, local).merge(MergeOptions.DEFAULT.with(choice)));
    }

    String merged() {
      return merged(ConflictChoice.UPSTREAM);
    }
  }

  private Texts texts(long seed) {
    Versions versions = objects.versions(seed);
    return new Texts(
        new RandomYaml(seed, 0).write(versions.origin()),
        new RandomYaml(seed, 1).write(versions.updated()),
        new RandomYaml(seed, 2).write(versions.local()));
  }

  private static MapValue read(String text) {
    return (MapValue) YamlSource.parse(text).orElseThrow().value();
  }

  @Test
  void theLawsHoldForGeneratedObjects() {
    int merged = 0;
    for (long seed = 1; seed <= CASES; seed++) {
      Texts texts = texts(seed);
      String as =
          "seed %d%n%s---%n%s---%n%s"
              .formatted(seed, texts.origin(), texts.updated(), texts.local());
      String result = texts.merged();
      check(texts, result, as);
      merged += !result.equals(texts.updated()) && !result.equals(texts.local()) ? 1 : 0;
    }
    if (CASES >= CASES_FOR_SHARE) {
      assertThat(merged).isGreaterThan(CASES / MERGED);
    }
  }

  private static void check(Texts texts, String result, String as) {
    var unchanged = new Texts(texts.origin(), texts.origin(), texts.local());
    assertThat(unchanged.merged()).as(as).isEqualTo(texts.local());
    var unedited = new Texts(texts.origin(), texts.updated(), texts.origin());
    assertThat(unedited.merged()).as(as).isEqualTo(texts.updated());
    assertThat(new Texts(texts.updated(), texts.updated(), result).merged())
        .as(as)
        .isEqualTo(result);
    assertThat(broken(texts, result, true)).as(as + "---\n" + result).isEmpty();
    String kept = texts.merged(ConflictChoice.LOCAL);
    assertThat(broken(texts, kept, false)).as(as + "---\n" + kept).isEmpty();
  }

  private static List<String> broken(Texts texts, String result, boolean upstreamWins) {
    var broken = new ArrayList<String>();
    compare(
        new Fields(read(texts.origin()), read(texts.updated()), read(texts.local()), read(result)),
        "",
        upstreamWins,
        broken);
    return broken;
  }

  /// One map in the three versions and in the result.
  private record Fields(MapValue origin, MapValue updated, MapValue local, MapValue result) {
    Set<String> keys() {
      var keys = new LinkedHashSet<String>();
      for (MapValue map : List.of(origin, updated, local, result)) {
        keys.addAll(map.entries().keySet());
      }
      return keys;
    }
  }

  private static void compare(
      Fields fields, String path, boolean upstreamWins, List<String> broken) {
    for (String key : fields.keys()) {
      Node origin = fields.origin().get(key);
      Node updated = fields.updated().get(key);
      Node local = fields.local().get(key);
      Node result = fields.result().get(key);
      if (updated.equals(origin) || updated.equals(local)) {
        if (!result.equals(local)) {
          broken.add(path + key + ": upstream did not change it");
        }
      } else if (local.equals(origin)) {
        if (!result.equals(updated)) {
          broken.add(path + key + ": it was not changed here");
        }
      } else if (!result.equals(upstreamWins ? updated : local)
          && updated instanceof MapValue theirs
          && local instanceof MapValue ours
          && result instanceof MapValue merged) {
        MapValue before = origin instanceof MapValue map ? map : MapValue.EMPTY;
        compare(new Fields(before, theirs, ours, merged), path + key + ".", upstreamWins, broken);
      }
    }
  }
}
