package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The work of reading grows with the size of what is read, not with its square. Work is what is
/// allocated, since what grows with the square in a parser is what it copies; what only computes
/// would not end within the time of the test.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("verify")
class GrowthTest {
  private static final int SIZE = 200_000;
  private static final int TIMES = 8;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Documents of about as many characters as are asked for.
  static Stream<Named<IntFunction<String>>> shapes() {
    return Stream.of(
        Named.of("a line", size -> "a: " + "b".repeat(size)),
        Named.of("a quoted line", size -> "a: '" + "b".repeat(size) + "'"),
        Named.of("a flow line", size -> "a: [" + "b, ".repeat(size / 3) + "]"),
        Named.of("a block's line", size -> "a: |\n  " + "b".repeat(size)),
        Named.of("a comment", size -> "a: b # " + "c".repeat(size)),
        Named.of("digits", size -> "a: " + "9".repeat(size)),
        Named.of("hexadecimal digits", size -> "a: 0x" + "f".repeat(size)),
        Named.of("octal digits", size -> "a: 0" + "7".repeat(size) + "8"),
        Named.of("digits and underscores", size -> "a: .0" + "_0".repeat(size / 2)),
        Named.of("digits in JSON", size -> "{\"a\": " + "9".repeat(size) + "}"),
        Named.of("tabs on lines", size -> "- a:\tb\n".repeat(size / 7)),
        Named.of("tabs on a line", size -> "a: [" + "b,\t\tc,".repeat(size / 7) + "]"),
        Named.of("tabs in a row", size -> "a:" + "\t ".repeat(size / 2) + "b"),
        Named.of("keys without values", size -> "{" + "a: ,".repeat(size / 4) + "}"),
        Named.of("merges", size -> "a: b\n" + "<<: {a: b}\n".repeat(size / 11)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void growsWithTheInput(IntFunction<String> shape) {
    read(shape.apply(SIZE / TIMES));
    long small = work(shape.apply(SIZE));
    long large = work(shape.apply(SIZE * TIMES));
    assertThat(large).isLessThan(3L * TIMES * (small + (4 << 20)));
  }

  @Test
  void manyTabsAreRead() {
    String tabs = "- a:\tb\t# c\n  d: e\t# f\n";
    assertThat(Reading.read(tabs.repeat(50_000)))
        .isEqualTo(Reading.read(tabs.replace('\t', ' ').repeat(50_000)));
  }

  private static long work(String text) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    read(text);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void read(String text) {
    ManifestReader.read(List.of(Source.of("m.yaml", text)));
  }
}
