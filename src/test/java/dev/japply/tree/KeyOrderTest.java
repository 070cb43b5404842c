package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOrderTest {
  /// The ends of what takes one, two, three and four bytes, around the surrogates, and prefixes.
  private static final List<String> TEXTS =
      List.of(
          "",
          "\0",
          "a",
          "A",
          "aa",
          "a\0",
          "\u007f",
          "\u0080",
          "\u07ff",
          "\u0800",
          "\ud7ff",
          "\ue000",
          "\ufffd",
          "\uffff",
          "\ud800\udc00",
          "\ud800\udc01",
          "\ud801\udc00",
          "\udbff\udfff",
          "a\uffff",
          "a\ud800\udc00",
          "a\ud800\udc00z",
          "\uffffz");

  @Test
  void isTheOrderOfTheirBytes() {
    for (String a : TEXTS) {
      for (String b : TEXTS) {
        int bytes =
            Arrays.compareUnsigned(
                a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(KeyOrder.UTF8.compare(a, b)))
            .as("%s and %s", a, b)
            .isEqualTo(Integer.signum(bytes));
      }
    }
  }
}
