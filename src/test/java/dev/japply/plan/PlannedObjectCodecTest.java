package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.reason.FieldReason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Planned objects as text and back.
class PlannedObjectCodecTest {
  private static final List<Value> SCALARS =
      List.of(
          Value.NULL,
          Value.TRUE,
          Value.text(""),
          Value.text("aHVudGVyMg=="),
          Value.text("\u00e9<&>\n"),
          Value.number(-1),
          Value.number(new BigInteger("12345678901234567890")),
          new Value.FloatValue(0.5));

  private final Random random = new Random(7);

  private MapValue map(int depth) {
    MapValue map = MapValue.EMPTY;
    for (int i = random.nextInt(4); i >= 0; i--) {
      map = map.with("k" + random.nextInt(9), value(depth));
    }
    return map;
  }

  private Value value(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(3)) {
      case 1 -> map(depth - 1);
      case 2 -> ListValue.of(value(depth - 1), value(depth - 1));
      default -> SCALARS.get(random.nextInt(SCALARS.size()));
    };
  }

  private Problem problem() {
    var problem =
        Problem.error(new Origin("f.yaml", 3, random.nextInt(9)), "Secret s", "no", "try");
    return random.nextBoolean() ? problem : problem.asWarning();
  }

  /// One of each kind.
  private List<Action> actions() {
    return List.of(
        new Action.Create(map(3)),
        new Action.Patch(random.nextBoolean(), map(3), map(3), random.nextBoolean()),
        new Action.Unchanged(),
        new Action.Refused(IntStream.range(0, random.nextInt(3)).mapToObj(i -> problem()).toList()),
        new Action.Apply(map(3), random.nextBoolean(), random.nextBoolean() ? "status" : ""),
        new Action.Recreate("u", map(3)),
        new Action.Delete("u"));
  }

  private PlannedObject planned(Action action) {
    var origin = new Origin("f.yaml", random.nextInt(9), random.nextInt(9));
    MapValue desired = map(3).with("kind", Value.text("Secret"));
    return new PlannedObject(KubeObject.of(desired, origin), action, node(), node(), reasons());
  }

  /// One of each kind of step and of reason.
  private List<FieldReason> reasons() {
    FieldPath path = FieldPath.root().key("a/b").index(3).item(map(1)).item(Value.text("x"));
    var values = new FieldReason.Values(node(), Value.NULL, value(2), node());
    var entry = new FieldReason.Entry(path.key("$patch"), value(2), FieldReason.Extent.WHOLE);
    return random.nextBoolean()
        ? List.of()
        : List.of(
            new FieldReason.Sent(path, values, FieldReason.Change.RESTORED, entry),
            new FieldReason.Stays(FieldPath.root(), values, FieldReason.Stay.IN_PART));
  }

  private Node node() {
    return random.nextBoolean() ? map(3) : MISSING;
  }

  @Test
  void everyKindOfActionIsTried() {
    assertThat(actions().stream().<Class<?>>map(Action::getClass).toList())
        .containsExactlyInAnyOrderElementsOf(records(Action.class));
  }

  private static List<Class<?>> records(Class<?> type) {
    var records = new ArrayList<Class<?>>();
    for (Class<?> one : type.getPermittedSubclasses()) {
      records.addAll(one.isRecord() ? List.of(one) : records(one));
    }
    return records.stream().distinct().toList();
  }

  @Test
  void whatIsStoredIsReadAsItWas() {
    for (int i = 0; i < 200; i++) {
      for (Action action : actions()) {
        PlannedObject planned = planned(action);
        String text = GoJson.write(PlannedObjectCodec.toTree(planned));
        PlannedObject read = PlannedObjectCodec.read((MapValue) Json.parse(text));
        assertThat(read.action()).isEqualTo(planned.action());
        assertThat(read.reasons()).isEqualTo(planned.reasons());
        assertThat(read.before()).isEqualTo(planned.before());
        assertThat(read.after()).isEqualTo(planned.after());
        assertThat(read.desired().tree()).isEqualTo(planned.desired().tree());
        assertThat(read.desired().origin()).isEqualTo(planned.desired().origin());
        assertThat(GoJson.write(PlannedObjectCodec.toTree(read))).isEqualTo(text);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"desired", "origin", "action"})
  void whatIsIncompleteIsNotRead(String key) {
    MapValue tree = PlannedObjectCodec.toTree(planned(new Action.Delete("u")));
    assertThatThrownBy(() -> PlannedObjectCodec.read(tree.without(key)))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("\"" + key + "\" is missing or wrong");
  }

  @Test
  void aReasonThatIsNoneIsNotRead() {
    MapValue tree = PlannedObjectCodec.toTree(planned(new Action.Unchanged()));
    MapValue reason =
        (MapValue) Json.parse("{\"path\":[\"a\"],\"values\":{},\"stay\":\"AS_MANIFEST\"}");
    assertThat(PlannedObjectCodec.read(tree.with("reasons", ListValue.of(reason))).reasons())
        .hasSize(1);
    for (MapValue wrong :
        List.of(
            reason.with("stay", Value.text("BORED")),
            reason.without("stay"),
            reason.with("path", ListValue.of(Value.TRUE)))) {
      MapValue other = tree.with("reasons", ListValue.of(wrong));
      assertThatThrownBy(() -> PlannedObjectCodec.read(other)).isInstanceOf(JapplyException.class);
    }
  }

  @Test
  void anActionWithoutItsPreconditionIsNotRead() {
    MapValue tree = PlannedObjectCodec.toTree(planned(new Action.Delete("u")));
    MapValue action = tree.map("action");
    assertThatThrownBy(() -> PlannedObjectCodec.read(tree.with("action", action.without("uid"))))
        .hasMessageContaining("uid");
    assertThatThrownBy(() ->
            PlannedObjectCodec.read(tree.with("action", action.with("type", Value.text("burn")))))
        .hasMessageContaining("type");
  }
}
