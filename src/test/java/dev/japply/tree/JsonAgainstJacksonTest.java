package dev.japply.tree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// [Json] accepts no text that Jackson refuses, and reads the same. It refuses more only where a
/// text is not UTF-8.
class JsonAgainstJacksonTest {
  private static final JsonFactory JACKSON = new JsonFactory();
  private static final byte[] ODD =
      "{}[]\",:\\/tfn0129-+.eEu \n\r\t\u00c3\u00a9\u0000".getBytes(UTF_8);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void readsAsJacksonDoes(long seed) {
    var texts = new JsonTexts(seed);
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] text = texts.value().getBytes(UTF_8);
      assertSame(text);
      for (int change = 0; change < 5 && text.length > 0; change++) {
        assertSame(changed(text, random));
      }
    }
  }

  private static byte[] changed(byte[] text, SplittableRandom random) {
    byte[] changed = text.clone();
    int at = random.nextInt(changed.length);
    switch (random.nextInt(3)) {
      case 0 -> changed = Arrays.copyOf(changed, at);
      case 1 -> changed[at] = ODD[random.nextInt(ODD.length)];
      default -> changed[at] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private static void assertSame(byte[] text) {
    Optional<Value> ours;
    try {
      ours = Optional.of(Json.parse(text));
    } catch (JsonSyntaxException e) {
      ours = Optional.empty();
    }
    String shown = new String(text, UTF_8);
    Optional<Value> theirs = isUtf8(text) ? jackson(shown) : Optional.empty();
    assertThat(ours).as(shown).isEqualTo(theirs);
  }

  private static boolean isUtf8(byte[] text) {
    try {
      var unused = UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static Optional<Value> jackson(String text) {
    try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), text)) {
      JsonToken first = parser.nextToken();
      Optional<Value> value = first == null ? Optional.empty() : Optional.of(read(parser, first));
      return parser.nextToken() == null ? value : Optional.empty();
    } catch (IOException | JacksonException e) {
      return Optional.empty();
    }
  }

  private static Value read(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> {
        var entries = new LinkedHashMap<String, Value>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String key = wellFormed(parser.currentName());
          entries.put(key, read(parser, parser.nextToken()));
        }
        yield new MapValue(entries);
      }
      case START_ARRAY -> {
        var items = new ArrayList<Value>();
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          items.add(read(parser, next));
        }
        yield new ListValue(items);
      }
      case VALUE_STRING -> Value.text(wellFormed(parser.getString()));
      case VALUE_NUMBER_INT -> Value.number(new BigInteger(parser.getString()));
      case VALUE_NUMBER_FLOAT -> number(Double.parseDouble(parser.getString()));
      case VALUE_TRUE -> Value.TRUE;
      case VALUE_FALSE -> Value.FALSE;
      case VALUE_NULL -> Value.NULL;
      default -> throw new IOException("no value");
    };
  }

  private static Value number(double number) throws IOException {
    if (Double.isInfinite(number)) {
      throw new IOException("no float64 holds it");
    }
    return new FloatValue(number);
  }

  private static String wellFormed(String text) {
    return new String(
        text.codePoints()
            .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
            .toArray(),
        0,
        (int) text.codePoints().count());
  }
}
