package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.AnnotationLimit.Excess;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;

class AnnotationLimitTest {
  private static MapValue annotated(String... pairs) {
    MapValue annotations = MapValue.EMPTY;
    for (int i = 0; i < pairs.length; i += 2) {
      annotations = annotations.with(pairs[i], Value.text(pairs[i + 1]));
    }
    return MapValue.of("metadata", MapValue.of("annotations", annotations));
  }

  @Test
  void takesExactlyTheLimit() {
    String value = "x".repeat(AnnotationLimit.MAX_BYTES - 3);
    assertThat(AnnotationLimit.check(annotated("key", value))).isEmpty();
    assertThat(AnnotationLimit.check(annotated("key", value + "x")))
        .contains(new Excess(262_145, "key", 262_145));
  }

  @Test
  void countsBytesOfAllKeysAndValuesAndNamesTheLargest() {
    String half = "ä".repeat(AnnotationLimit.MAX_BYTES / 4);
    assertThat(AnnotationLimit.check(annotated("a", half, "b", half + "x")))
        .contains(new Excess(262_147, "b", 131_074));
    assertThat(AnnotationLimit.check(annotated("a", half + "x", "b", half)))
        .contains(new Excess(262_147, "a", 131_074));
  }
}
