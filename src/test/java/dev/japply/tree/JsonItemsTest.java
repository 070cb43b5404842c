package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.JsonItems.Item;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonItemsTest {
  private static JsonItems read(String text, Predicate<String> names) {
    return JsonItems.read(text.getBytes(StandardCharsets.UTF_8), names);
  }

  @Test
  void keepsWhatIsWanted() {
    JsonItems list =
        read(
            """
            {"kind":"List","metadata":{"continue":"c","remainingItemCount":7},
             "items": [
                {"metadata":{"name":"ä","x":{"name":"no"}},"data":{"metadata":{"name":"b"}}},
                {"a":[{"name":"z"}],"metadata":{"labels":{"name":"q"},"name":"b"}},{"x":1},3]}
            """,
            List.of("ä", "b")::contains);
    assertThat(list.count()).isEqualTo(4);
    assertThat(list.wanted()).extracting(Item::name).containsExactly("ä", "b");
    assertThat(list.wanted().getFirst().read())
        .isEqualTo(
            Json.parse(
                "{\"metadata\":{\"name\":\"ä\",\"x\":{\"name\":\"no\"}},"
                    + "\"data\":{\"metadata\":{\"name\":\"b\"}}}"));
    assertThat(list.rest().map("metadata").text("continue")).isEqualTo("c");
    assertThat(list.rest().text("kind")).isEqualTo("List");
  }

  @Test
  void tellsAnEmptyListFromNone() {
    assertThat(read("{\"items\":[3]}", name -> true).rest().get("items"))
        .isEqualTo(ListValue.EMPTY);
    assertThat(read("{\"items\":null}", name -> true).rest().get("items")).isEqualTo(Value.NULL);
    assertThat(read("{}", name -> true).rest().has("items")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"items\":null}", "{\"items\":[]}", "{\"items\":3}"})
  void mayBeEmpty(String text) {
    assertThat(read(text, name -> true).count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "3", "{\"items\":[{]}", "{\"items\":[{\"metadata\":{\"name\":"})
  void mustBeAMap(String text) {
    assertThatThrownBy(() -> read(text, name -> true)).isInstanceOf(JsonSyntaxException.class);
  }

  /// Items are what reading the whole list makes of them, wherever buffers and blanks fall.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agreesWithReadingAll(long seed) {
    var random = new Random(seed);
    var text = new StringBuilder("{\"items\":[");
    for (int i = 0; i < 300; i++) {
      String blanks = " \n".repeat(random.nextInt(3));
      String filling = "é\\u00e9x".repeat(random.nextInt(400));
      text.append(i == 0 ? "" : "," + blanks)
          .append("{\"data\":{\"k\":\"" + filling + "\"}," + blanks)
          .append("\"metadata\":{\"name\":\"n" + i + "\"" + blanks + "},\"z\":[" + i + "]}");
    }
    text.append("]}");
    var all = (MapValue) Json.parse(text.toString());
    List<Value> items = ((ListValue) all.get("items")).items();
    assertThat(read(text.toString(), name -> true).wanted().stream().map(Item::read).toList())
        .isEqualTo(items);
  }
}
