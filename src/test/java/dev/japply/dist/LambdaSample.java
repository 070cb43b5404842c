package dev.japply.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/// Lambdas and method references of all kinds, with captured values and without.
public class LambdaSample extends LambdaSampleBase {
  private final String name;

  LambdaSample(String name) {
    this.name = name;
  }

  /// Returns what the lambdas return.
  public static List<String> results() {
    return new LambdaSample("sample").all(3, 5L, 2.5, (byte) 7, 'c', true);
  }

  private List<String> all(int i, long l, double d, byte b, char c, boolean z) {
    var results = new ArrayList<String>();
    Consumer<String> add = results::add; // whose result is dropped
    add.accept("first");
    Supplier<String> primitives = () -> i + " " + l + " " + d + " " + b + " " + c + " " + z;
    add.accept(primitives.get());
    IntSupplier number = () -> i + 1;
    add.accept(number.getAsInt() + "");
    LongSupplier wider = this::size;
    add.accept(wider.getAsLong() + "");
    Function<Integer, Long> boxed = each -> each + l;
    add.accept(boxed.apply(4) + "");
    Function<Integer, Long> unboxing = new Adder(l)::sum;
    add.accept(unboxing.apply(6) + "");
    ToDoubleFunction<Double> same = each -> each * d;
    add.accept(same.applyAsDouble(2.0) + "");
    IntFunction<String> own = this::text;
    add.accept(own.apply(9));
    UnaryOperator<String> bound = name::concat;
    add.accept(bound.apply("!"));
    BiFunction<String, Integer, Object> general = (text, at) -> text.charAt(at + i - i);
    add.accept(general.apply("abc", 1) + "");
    Supplier<Inner> made = Inner::new;
    add.accept(made.get().toString());
    Function<String, Supplier<String>> nested = text -> () -> text + name;
    add.accept(nested.apply("of ").get());
    Supplier<String> inherited = super::described;
    add.accept(inherited.get());
    Supplier<String> secret = new Adder(1)::secret;
    add.accept(secret.get());
    add.accept(Shown.of(name).shown());
    Runnable nothing = () -> add.accept("run");
    nothing.run();
    Function<String, Integer> unbound = String::length;
    add.accept(unbound.apply("unbound") + "");
    Function<Integer, String> ofClass = String::valueOf;
    add.accept(ofClass.apply(8));
    Function<String, StringBuilder> constructed = StringBuilder::new;
    add.accept(constructed.apply("made").toString());
    IntFunction<String[]> array = String[]::new;
    add.accept(array.apply(2).length + "");
    Function<Shown, String> ofInterface = Shown::shown;
    add.accept(ofInterface.apply(Shown.of(name)));
    UnaryOperator<String> plain = text -> text + text;
    add.accept(plain.apply("twice"));
    return results;
  }

  @Override
  String described() {
    return "not the base";
  }

  private int size() {
    return name.length();
  }

  private String text(int number) {
    return name + number;
  }

  private final class Inner {
    @Override
    public String toString() {
      return "inner of " + name;
    }
  }

  private record Adder(long one) {
    long sum(long other) {
      return one + other;
    }

    private String secret() {
      return "secret";
    }
  }

  interface Shown {
    String shown();

    static Shown of(String name) {
      return () -> "shown " + name;
    }
  }
}
