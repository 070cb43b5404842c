package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ItemsTest {
  private static final Random RANDOM = new Random(7);

  /// Long lists find items by an index, short ones by comparing.
  @Test
  void findsTheSameItemsInLongAndShortLists() {
    for (int round = 0; round < 200; round++) {
      List<Value> items = new ArrayList<>();
      for (int i = 0; i < 1 + RANDOM.nextInt(40); i++) {
        items.add(item());
      }
      Value identity = item();
      var expected = new ArrayList<Integer>();
      for (int i = 0; i < items.size(); i++) {
        if (!ListValue.of(items.get(i)).places(identity).isEmpty()) {
          expected.add(i);
        }
      }
      var list = new ListValue(items);
      assertThat(list.places(identity)).as("%s in %s", identity, list).isEqualTo(expected);
      assertThat(list.places(items.getFirst())).startsWith(0);
      assertThat(list).isEqualTo(new ListValue(List.copyOf(items)));
      assertThat(list.hashCode())
          .isEqualTo(new ListValue(List.of(items.toArray(Value[]::new))).hashCode());
    }
  }

  private static Value item() {
    MapValue item = MapValue.EMPTY;
    for (String key : List.of("a", "b", "c", "d")) {
      item = RANDOM.nextBoolean() ? item.with(key, Value.number(RANDOM.nextInt(2))) : item;
    }
    return RANDOM.nextInt(5) > 0 ? item : Value.number(RANDOM.nextInt(3));
  }
}
