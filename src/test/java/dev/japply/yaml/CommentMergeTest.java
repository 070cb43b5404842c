package dev.japply.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommentMergeTest {
  private static final String ORIGIN = "a:\n  k: 1\nb:\n  k: 1\n";

  private static String merge(String merged, String updated, String local) {
    return CommentMerge.merge(read(merged), read(ORIGIN), read(updated), read(local));
  }

  private static YamlSource read(String text) {
    return YamlSource.parse(text).orElseThrow();
  }

  /// The lines of upstream are all there, but its comment at `a` is not.
  @Test
  void keepsTheCommentsOfBothSidesWhereOneIsElsewhereToo() {
    String local = "a:\n  k: 1 # x\nb:\n  k: 1 # y\n";
    String updated = "a:\n  k: 1 # y\nb:\n  k: 1\nc: 2\n";
    assertThat(merge(local + "c: 2\n", updated, local))
        .isEqualTo("a:\n  k: 1 # x # y\nb:\n  k: 1 # y\nc: 2\n");
  }

  @Test
  void restoresALostCommentOfOneSide() {
    String local = "a:\n  k: 1 # x\nb:\n  k: 1 # x\n";
    String updated = ORIGIN + "c: 2\n";
    assertThat(merge("a:\n  k: 1 # x\nb:\n  k: 1\nc: 2\n", updated, local))
        .isEqualTo(local + "c: 2\n");
    assertThat(merge(local + "c: 2\n", updated, local)).isEqualTo(local + "c: 2\n");
  }
}
