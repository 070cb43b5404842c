package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.PackageMerge.OtherFiles;
import dev.japply.kpt.UpdateConflict.Resolution;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What becomes of single files that are no manifests.
class OtherFilesTest {
  private static final PackageFile ONE = PackageFile.of("one\ntwo\nthree\nfour\n");
  private static final PackageFile THEIRS = PackageFile.of("one\ntwo\nthree\n4\n");
  private static final PackageFile OURS = PackageFile.of("1\ntwo\nthree\nfour\n");
  private static final PackageFile BINARY = new PackageFile(new byte[] {0, 1}, false);

  private final OtherFiles upstreams = new OtherFiles(true);
  private final OtherFiles local = new OtherFiles(false);

  private @Nullable PackageFile merge(
      @Nullable PackageFile origin, @Nullable PackageFile updated, @Nullable PackageFile mine) {
    return upstreams.merge("run.sh", origin, updated, mine);
  }

  private static List<String> told(OtherFiles files) {
    return files.conflicts().stream()
        .map(c ->
            "%s: %s -> %s | %s => %s"
                .formatted(c.place(), c.origin(), c.updated(), c.local(), c.result()))
        .toList();
  }

  @Test
  void oneThatUpstreamDeletedGoesUnlessItWasEdited() {
    assertThat(merge(ONE, null, ONE)).isNull();
    assertThat(upstreams.conflicts()).isEmpty();
    assertThat(merge(ONE, null, OURS)).isNull();
    assertThat(told(upstreams)).containsExactly("run.sh: there ->  | changed => UPSTREAM");
    assertThat(local.merge("run.sh", ONE, null, OURS)).isEqualTo(OURS);
    assertThat(local.conflicts())
        .singleElement()
        .satisfies(c -> {
          assertThat(c.place().source()).isEqualTo("run.sh");
          assertThat(List.of(c.origin(), c.updated(), c.local()))
              .containsExactly("there", "", "changed");
          assertThat(c.result()).isEqualTo(Resolution.LOCAL);
        });
  }

  @Test
  void oneThatWasDeletedHereStaysDeletedAndNewOnesCome() {
    assertThat(merge(ONE, ONE, null)).isNull();
    assertThat(merge(null, ONE, null)).isEqualTo(ONE);
    assertThat(merge(null, null, OURS)).isEqualTo(OURS);
    assertThat(merge(null, ONE, ONE)).isEqualTo(ONE);
    assertThat(merge(ONE, null, null)).isNull();
    assertThat(upstreams.conflicts()).isEmpty();
    assertThat(merge(ONE, THEIRS, null)).isNull();
    assertThat(told(upstreams)).containsExactly("run.sh: there -> changed |  => LOCAL");
  }

  @Test
  void linesOfBothSidesComeTogether() {
    assertThat(merge(ONE, THEIRS, OURS)).isEqualTo(PackageFile.of("1\ntwo\nthree\n4\n"));
    assertThat(merge(ONE, ONE, OURS)).isEqualTo(OURS);
    assertThat(merge(ONE, THEIRS, ONE)).isEqualTo(THEIRS);
    assertThat(upstreams.conflicts()).isEmpty();
  }

  @Test
  void contentsThatCannotBeMergedAreConflicts() {
    var other = new PackageFile(new byte[] {0, 2}, true);
    var mine = new PackageFile(new byte[] {0, 3}, false);
    assertThat(merge(BINARY, other, mine)).isEqualTo(other);
    assertThat(told(upstreams)).containsExactly("run.sh:  ->  |  => UPSTREAM");
    // The mode is upstream's, which no one else has changed.
    assertThat(local.merge("run.sh", BINARY, other, mine))
        .isEqualTo(new PackageFile(mine.bytes(), true));
    assertThat(told(local)).containsExactly("run.sh:  ->  |  => LOCAL");
  }

  @Test
  void aModeThatOneSideChangedStays() {
    var ours = new PackageFile(OURS.bytes(), true);
    assertThat(merge(ONE, THEIRS, ours))
        .isEqualTo(new PackageFile(PackageFile.of("1\ntwo\nthree\n4\n").bytes(), true));
    var theirs = new PackageFile(THEIRS.bytes(), true);
    assertThat(merge(ONE, theirs, OURS)).extracting(PackageFile::executable).isEqualTo(true);
    assertThat(upstreams.conflicts()).isEmpty();
  }
}
