package dev.japply.dist;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// Lambdas and method references of all forms, for `PlainLambdasTest`.
public final class LambdaSample {
  private final String name;
  private final List<Object> seen = new ArrayList<>();

  private LambdaSample(String name) {
    this.name = name;
  }

  /// Returns what all of them do.
  public static String described() {
    var sample = new LambdaSample("me");
    sample.run();
    return sample.seen + " " + new Inner().text() + " " + Own.of(4).read();
  }

  private void run() {
    long big = 1L << 40;
    double half = 0.5;
    boolean flag = true;
    LongSupplier captured = () -> big + (flag ? 1 : 0);
    DoubleUnaryOperator doubled = x -> x * half;
    IntUnaryOperator plain = i -> i + 1;
    see(captured.getAsLong());
    see(doubled.applyAsDouble(3));
    see(plain.applyAsInt(3));
    Supplier<LambdaSample> made = () -> new LambdaSample("other");
    Function<String, LambdaSample> constructor = LambdaSample::new;
    see(made.get().name + constructor.apply("third").name);
    Function<LambdaSample, String> bound = LambdaSample::secret;
    Supplier<String> own = this::secret;
    see(bound.apply(this) + own.get());
    // values are boxed, unboxed, widened and dropped
    Function<Integer, Integer> boxes = LambdaSample::twice;
    ToLongFunction<Integer> widens = LambdaSample::twice;
    ToIntFunction<Integer> unboxes = Integer::intValue;
    Consumer<Object> drops = seen::add;
    BiFunction<Integer, Long, Number> mixed = (a, b) -> a + b;
    see(boxes.apply(4));
    see(widens.applyAsLong(5));
    see(unboxes.applyAsInt(6));
    drops.accept("dropped");
    see(mixed.apply(1, 2L));
    ObjIntConsumer<List<Object>> puts = (list, i) -> list.add(i);
    puts.accept(seen, 7);
    IntFunction<int[]> arrays = int[]::new;
    see(arrays.apply(3).length);
    Supplier<Long> wide = LambdaSample::wide;
    Runnable dropsLong = LambdaSample::wide;
    dropsLong.run();
    see(wide.get());
    Map<String, List<String>> grouped = new TreeMap<>();
    Stream.of("b", "a", "ab")
        .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .forEach(text ->
            grouped.computeIfAbsent(text.substring(0, 1), key -> new ArrayList<>()).add(text));
    see(grouped);
    var kept = (Supplier<String> & Serializable) () -> name + "kept";
    see(kept.get());
    Supplier<Supplier<String>> nested = () -> () -> name + captured.getAsLong();
    see(nested.get().get());
  }

  private void see(Object value) {
    seen.add(value);
  }

  private String secret() {
    return "secret " + name;
  }

  private static int twice(int value) {
    return 2 * value;
  }

  private static long wide() {
    return 1L << 33;
  }

  /// A member of the nest.
  private static final class Inner {
    private final String text = "inner";

    String text() {
      Supplier<String> read = this::hidden;
      return Stream.of("x", "y").map(each -> each + read.get()).toList().toString();
    }

    private String hidden() {
      return text;
    }
  }

  /// Interfaces have lambdas, too.
  interface Own {
    int value();

    static Own of(int value) {
      return () -> value;
    }

    default String read() {
      Supplier<String> text = this::own;
      return text.get();
    }

    private String own() {
      return "own" + value();
    }
  }
}
