package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The functions: Go's own, and kubectl's `base64decode` and `exists`.
final class Functions {
  enum Kind {
    /// Any value, distinct from nil.
    VALUE,
    /// Anything; no value is nil.
    ANY,
    STRING
  }

  /// The parameters of a function.
  ///
  /// @param first kinds of the required arguments
  /// @param rest kind of further arguments; null if it takes none
  record Signature(List<Kind> first, @Nullable Kind rest) {
    Signature {
      first = List.copyOf(first);
    }

    Kind kind(int index) {
      return index < first.size() ? first.get(index) : rest == null ? Kind.VALUE : rest;
    }

    /// Returns the error for a wrong number of arguments; empty if the number is right.
    ///
    /// @param piped whether one more comes from the pipeline
    Optional<String> problem(String name, int count, boolean piped) {
      int all = count + (piped ? 1 : 0);
      if (rest != null ? all >= first.size() : all == first.size()) {
        return Optional.empty();
      }
      String wanted = rest != null ? "want at least " : "want ";
      return Optional.of(
          "wrong number of args for %s: %s%d got %d"
              .formatted(name, wanted, first.size(), rest != null ? count : all));
    }
  }

  private static final Signature VALUE = new Signature(List.of(Kind.VALUE), null);
  private static final Signature VALUES = new Signature(List.of(Kind.VALUE), Kind.VALUE);
  private static final Signature TWO = new Signature(List.of(Kind.VALUE, Kind.VALUE), null);
  private static final Signature TEXTS = new Signature(List.of(), Kind.ANY);

  private static final Map<String, Signature> SIGNATURES =
      Map.ofEntries(
          Map.entry("and", VALUES),
          Map.entry("or", VALUES),
          Map.entry("not", VALUE),
          Map.entry("len", VALUE),
          Map.entry("index", VALUES),
          Map.entry("slice", VALUES),
          Map.entry("call", VALUES),
          Map.entry("eq", VALUES),
          Map.entry("ne", TWO),
          Map.entry("lt", TWO),
          Map.entry("le", TWO),
          Map.entry("gt", TWO),
          Map.entry("ge", TWO),
          Map.entry("print", TEXTS),
          Map.entry("println", TEXTS),
          Map.entry("printf", new Signature(List.of(Kind.STRING), Kind.ANY)),
          Map.entry("html", TEXTS),
          Map.entry("js", TEXTS),
          Map.entry("urlquery", TEXTS),
          Map.entry("base64decode", new Signature(List.of(Kind.STRING), null)),
          Map.entry("exists", new Signature(List.of(Kind.ANY), Kind.ANY)));

  /// The names of all functions.
  static final Set<String> NAMES = SIGNATURES.keySet();

  private Functions() {}

  static Signature signature(String name) {
    return SIGNATURES.getOrDefault(name, VALUES);
  }

  /// The value of a function; `and`, `or` and `call` are not among them.
  ///
  /// @throws CallException when it does not take the arguments
  static GoValue call(String name, List<GoValue> arguments) {
    GoValue first = arguments.isEmpty() ? GoConstants.INVALID : arguments.getFirst();
    List<GoValue> rest = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
    return switch (name) {
      case "not" -> GoValue.bool(!Truthiness.of(first));
      case "len" -> GoValue.integer(length(first));
      case "index" -> IndexFunctions.index(first.unboxed(), rest);
      case "slice" -> IndexFunctions.slice(first.unboxed(), rest);
      case "exists" -> GoValue.bool(IndexFunctions.exists(first, rest));
      case "print" -> new Text(GoFormat.print(arguments));
      case "println" -> new Text(GoFormat.println(arguments));
      case "printf" -> new Text(GoFormat.printf(((Text) first).bytes(), rest));
      case "html" -> new Text(Escapes.html(text(arguments)));
      case "js" -> new Text(Escapes.js(text(arguments)));
      case "urlquery" -> new Text(Escapes.query(text(arguments)));
      case "base64decode" -> new Text(Base64Text.decode(((Text) first).bytes()));
      default -> GoValue.bool(TemplateComparison.of(name, first.unboxed(), rest));
    };
  }

  /// Nothing that an object holds can be called.
  static CallException uncallable(GoValue value, String name) {
    return new CallException(
        value.present()
            ? "non-function " + name + " of type " + value.unboxed().typeName()
            : "call of nil");
  }

  private static int length(GoValue value) {
    return switch (value.unboxed()) {
      case Text(String bytes) -> bytes.length();
      case GoValue.Map map -> map.entries().size();
      case Slice slice -> slice.items().size();
      case Invalid() when value instanceof Invalid ->
          throw new CallException("reflect: call of reflect.Value.Type on zero Value");
      case Invalid() -> throw new CallException("len of nil pointer");
      case Basic basic -> throw noLength(basic);
      case Boxed boxed -> throw noLength(boxed);
    };
  }

  private static CallException noLength(GoValue value) {
    return new CallException("len of type " + value.typeName());
  }

  /// The arguments in one text, nil as `<no value>`.
  private static String text(List<GoValue> arguments) {
    return GoFormat.print(
        arguments.stream().map(value -> value.present() ? value : new Text("<no value>")).toList());
  }
}
