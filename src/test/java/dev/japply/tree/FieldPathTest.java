package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FieldPathTest {
  private static final FieldPath ROOT = FieldPath.root();

  static Stream<Arguments> paths() {
    return Stream.of(
        Arguments.of(ROOT, ""),
        Arguments.of(ROOT.key("spec"), "spec"),
        Arguments.of(ROOT.index(0), "[0]"),
        Arguments.of(
            ROOT.key("spec").key("containers").index(2).key("image"), "spec.containers[2].image"),
        Arguments.of(
            ROOT.key("labels").key("app.kubernetes.io/name"), "labels[app.kubernetes.io/name]"),
        Arguments.of(ROOT.key("a/b").key("c"), "[a/b].c"),
        Arguments.of(ROOT.index(1).index(2), "[1][2]"),
        Arguments.of(
            ROOT.key("ports").item(named("web").with("port", Value.number(80))).key("x"),
            "ports[name=web,port=80].x"),
        Arguments.of(ROOT.key("finalizers").item(Value.text("a.b/c")), "finalizers[a.b/c]"));
  }

  private static MapValue named(String name) {
    return MapValue.of("name", Value.text(name));
  }

  @Test
  void itemsAreFoundByWhatTellsThemApart() {
    Value tree =
        Json.parse("{\"c\":[{\"name\":\"a\"},{\"name\":\"b\",\"x\":1}],\"f\":[\"p\",\"q\"]}");
    FieldPath x = ROOT.key("c").item(named("b")).key("x");
    assertThat(x.in(tree)).isEqualTo(Value.number(1));
    assertThat(x.numberedIn(tree)).hasToString("c[1].x");
    assertThat(x.numberedIn(tree).in(tree)).isEqualTo(Value.number(1));
    assertThat(ROOT.key("f").item(Value.text("q")).numberedIn(tree)).hasToString("f[1]");
    FieldPath none = ROOT.key("c").item(named("d")).key("x");
    assertThat(none.in(tree)).isEqualTo(Missing.MISSING);
    assertThat(none.numberedIn(tree)).isEqualTo(none);
    assertThat(ROOT.key("c").index(2).in(tree)).isEqualTo(Missing.MISSING);
  }

  @ParameterizedTest
  @MethodSource("paths")
  void readsFromTheRootDown(FieldPath path, String text) {
    assertThat(path).hasToString(text);
  }

  @Test
  void stepsLeaveTheRootOut() {
    FieldPath first = ROOT.key("a");
    FieldPath second = first.index(0);
    var steps = new ArrayList<FieldPath>();
    second.steps().forEachRemaining(steps::add);
    assertThat(steps).containsExactly(first, second);
    assertThat(ROOT.steps()).isExhausted();
  }

  @Test
  void aPathMovesBelowAnother() {
    FieldPath top = ROOT.key("items").index(3);
    FieldPath path = ROOT.key("a").index(1).key("b").item(named("c"));
    assertThat(path.below(top)).hasToString("items[3].a[1].b[name=c]");
    assertThat(path.below(ROOT)).isEqualTo(path);
    assertThat(ROOT.below(top)).isEqualTo(top);
  }

  @Test
  void theRootIsItsOwnParent() {
    assertThat(ROOT.parentPath()).isEqualTo(ROOT);
    assertThat(ROOT.key("a").index(1).parentPath()).isEqualTo(ROOT.key("a"));
  }

  @Test
  void equalStepsMakeEqualPaths() {
    assertThat(ROOT.key("a").index(1)).isEqualTo(FieldPath.root().key("a").index(1));
    assertThat(ROOT.key("a")).isNotEqualTo(ROOT.key("b"));
  }
}
