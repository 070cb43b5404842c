package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.japply.Cases;
import dev.japply.diff.FileDiff;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.object.ObjectKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Releases of real packages, split into files as people do, edited at random, and updated from
/// each version to the next.
///
/// After each update all local edits are there, what nobody edited is as upstream has it, comments
/// stand where what they are about stands, and no more lines have changed than upstream changed,
/// and than what is in conflict takes up. `-Djapply.scripts=NUMBER` runs more scripts on each
/// package.
@Tag("generated")
@Order(1)
class RealWorldTest {
  private static final int SCRIPTS = Integer.getInteger("japply.scripts", Cases.of(56));
  private static final int MOST_EDITS = 12;

  static List<RealPackages> released() {
    return RealPackages.released();
  }

  @Test
  void editsOfOurPackageSurviveAllUpdates() {
    run(RealPackages.own());
  }

  @ParameterizedTest
  @MethodSource("released")
  @EnabledIfSystemProperty(
      named = "japply.releases",
      matches = ".+",
      disabledReason = "no releases of applications: RELEASES=DIR names them")
  void editsSurviveAllUpdates(RealPackages packages) {
    run(packages);
  }

  private static void run(RealPackages packages) {
    var read = new ManifestFiles.Read();
    for (int script = 0; script < SCRIPTS; script++) {
      var random = new Random(packages.name().hashCode() * 31L + script);
      int from = random.nextInt(packages.versions().size() - 1);
      PackageTree first = packages.versions().get(from);
      LocalScript.Edited edited = LocalScript.edit(first, 1 + random.nextInt(MOST_EDITS), random);
      PackageTree local = edited.tree();
      for (int to = from + 1; to < packages.versions().size(); to++) {
        var trees = new Trees(packages.versions().get(to - 1), packages.versions().get(to), local);
        String as = "%s, script %s, version %s".formatted(packages.name(), script, to);
        local = new Update(trees, random.nextBoolean(), read, as).check(edited);
      }
    }
  }

  /// One update, and what must be true of it.
  private record Update(Trees trees, boolean upstreamWins, ManifestFiles.Read read, String as) {

    /// The updated package.
    PackageTree check(LocalScript.Edited edited) {
      MergedPackage merged = trees.merge(upstreamWins, read);
      PackageTree result = merged.tree();
      String said = as + ", conflicts " + Trees.conflicts(merged);
      checkFields(merged, said);
      checkComments(result, edited.comments(), said);
      checkTexts(merged, edited.texts(), said);
      checkLines(merged, said);
      var again = new Trees(trees.updated(), trees.updated(), result);
      assertThat(again.merge(upstreamWins, read).tree()).as(said).isEqualTo(result);
      return result;
    }

    private void checkFields(MergedPackage merged, String said) {
      var origin = Leaves.of(trees.origin(), read);
      var updated = Leaves.of(trees.updated(), read);
      var local = Leaves.of(trees.local(), read);
      var result = Leaves.of(merged.tree(), read);
      local.forEach((key, fields) -> {
        Map<String, String> before = origin.getOrDefault(key, Map.of());
        Map<String, String> theirs = updated.getOrDefault(key, Map.of());
        Map<String, String> now = result.getOrDefault(key, Map.of());
        var all = new TreeSet<>(fields.keySet());
        all.addAll(before.keySet());
        for (String field : all) {
          boolean edited = !same(before, fields, field);
          if (edited && (!upstreamWins || !isInConflict(merged, key, field))) {
            assertThat(now.get(field))
                .as("%s: %s %s", said, key, field)
                .isEqualTo(fields.get(field));
          }
        }
        all.addAll(theirs.keySet());
        boolean goes = theirs.isEmpty();
        for (String field : all) {
          boolean asFetched = same(before, fields, field) && !goes;
          if (asFetched && !isInConflict(merged, key, field)) {
            assertThat(now.get(field))
                .as("%s: %s %s", said, key, field)
                .isEqualTo(theirs.get(field));
          }
        }
      });
      var gone = new HashSet<>(origin.keySet());
      gone.removeAll(local.keySet());
      gone.retainAll(result.keySet());
      assertThat(gone).as(said).isEmpty();
    }

    private static boolean same(Map<String, String> a, Map<String, String> b, String field) {
      return String.valueOf(a.get(field)).equals(String.valueOf(b.get(field)));
    }

    private static boolean isInConflict(MergedPackage merged, ObjectKey key, String field) {
      String bare = field.replaceAll("\\[[^]]*]", "");
      return merged.conflicts().stream()
          .filter(conflict -> conflict.subject().equals(key.subject()))
          .map(conflict -> conflict.field().replaceAll("\\[[^]]*]", ""))
          .anyMatch(other -> bare.startsWith(other) || other.startsWith(bare));
    }

    private void checkComments(
        PackageTree result, List<LocalScript.Comment> comments, String said) {
      var fields = Leaves.of(result, read);
      for (LocalScript.Comment comment : comments) {
        boolean remains =
            fields.getOrDefault(comment.object(), Map.of()).containsKey(comment.field());
        if (remains && contains(trees.local(), comment.text())) {
          assertThat(contains(result, comment.text())).as("%s: %s", said, comment).isTrue();
        }
      }
    }

    private void checkTexts(MergedPackage merged, Map<String, String> texts, String said) {
      texts.forEach((line, path) -> {
        boolean there = Trees.text(trees.local(), path).contains(line);
        boolean conflict =
            upstreamWins
                && merged.conflicts().stream().anyMatch(c -> c.place().source().equals(path));
        if (there && !conflict) {
          assertThat(Trees.text(merged.tree(), path)).as(said).contains(line);
        }
      });
    }

    private static boolean contains(PackageTree tree, String text) {
      return tree.files().values().stream().anyMatch(file -> file.text().contains(text));
    }

    private void checkLines(MergedPackage merged, String said) {
      long conflicting =
          merged.conflicts().stream().mapToLong(c -> 2 + changed(c.local(), c.updated())).sum();
      long allowed = changed(trees.origin(), trees.updated()) + conflicting;
      if (changed(trees.local(), merged.tree()) > allowed) {
        fail(
            "%s: upstream%n%s%nhere%n%s%nis now%n%s",
            said,
            diff(trees.origin(), trees.updated()),
            diff(trees.origin(), trees.local()),
            diff(trees.local(), merged.tree()));
      }
    }

    private static String diff(PackageTree before, PackageTree after) {
      return paths(before, after).stream()
          .map(path -> FileDiff.of(path, text(before, path), text(after, path)))
          .collect(Collectors.joining());
    }

    private static long changed(PackageTree before, PackageTree after) {
      return paths(before, after).stream()
          .mapToLong(path -> changed(text(before, path), text(after, path)))
          .sum();
    }

    private static Set<String> paths(PackageTree before, PackageTree after) {
      var paths = new TreeSet<>(before.files().keySet());
      paths.addAll(after.files().keySet());
      return paths;
    }

    private static String text(PackageTree tree, String path) {
      PackageFile file = tree.file(path);
      return file == null ? "" : file.text();
    }

    /// How many lines differ. Comments of ours that go or move with what they stand at are none.
    private static long changed(String before, String after) {
      return before.equals(after)
          ? 0
          : FileDiff.of("x", before, after)
              .lines()
              .skip(2)
              .filter(line -> line.matches("[-+].*") && !line.matches("[-+] *# mine \\d+\\."))
              .count();
    }
  }
}
