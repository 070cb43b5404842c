package dev.japply.yaml;

import dev.japply.tree.FloatText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.Place;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// From YAML nodes to the value that `kubectl` makes of them: scalars resolved, aliases followed,
/// `<<` merged, keys turned into strings. Of a repeated key the last one counts, with a notice.
final class YamlDecoder {
  private final ScalarTexts scalars;
  private final Consumer<DocumentWarning> notices;
  private final AliasWalk walk = new AliasWalk();

  /// The values that JSON cannot express. They are errors only where no repeated key replaces them.
  private final Map<PositionedValue, SyntaxFailure> unfit = new IdentityHashMap<>();

  /// @param scalars the texts of scalars
  /// @param notices receives the warnings
  YamlDecoder(ScalarTexts scalars, Consumer<DocumentWarning> notices) {
    this.scalars = scalars;
    this.notices = notices;
  }

  /// Returns the value of `node`.
  ///
  /// @throws SyntaxFailure if it has none
  PositionedValue read(YamlNode node) {
    PositionedValue value = decode(node);
    if (!unfit.isEmpty()) {
      check(value);
    }
    return value;
  }

  private void check(PositionedValue value) {
    SyntaxFailure failure = unfit.get(value);
    if (failure != null) {
      throw failure;
    }
    switch (value) {
      case Fields fields -> fields.fields().values().forEach(field -> check(field.value()));
      case Items items -> items.items().forEach(this::check);
      case Leaf leaf -> {}
    }
  }

  private PositionedValue decode(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> leaf(scalar);
      case Sequence sequence -> items(sequence);
      case Mapping mapping -> fields(mapping);
      case Alias alias -> walk.follow(alias, () -> decode(alias.target()));
    };
  }

  private Leaf leaf(Scalar scalar) {
    Value value = resolved(scalar, text(scalar));
    try {
      return new Leaf(json(value, scalar), scalar.place(), scalar.textPlace());
    } catch (SyntaxFailure failure) {
      var leaf = new Leaf(Value.NULL, scalar.place(), scalar.textPlace());
      unfit.put(leaf, failure);
      return leaf;
    }
  }

  private String text(Scalar scalar) {
    return scalars.of(scalar.text(), scalar.place());
  }

  /// Returns the value of a scalar that contains `text`. Substituted text is resolved as if it were
  /// written there, except that it becomes no null, which would remove a field, and no number that
  /// JSON does not support.
  private static Value resolved(Scalar scalar, String text) {
    if (text.equals(scalar.text())) {
      return ScalarResolver.resolve(scalar);
    }
    var filled = new Scalar(scalar.tag(), text, scalar.style(), scalar.place());
    Value value = ScalarResolver.resolve(filled);
    boolean odd =
        value instanceof Value.NullValue
            || (value instanceof FloatValue(double number) && !Double.isFinite(number));
    return odd && scalar.tag().isEmpty() ? Value.text(text) : value;
  }

  private PositionedValue items(Sequence sequence) {
    var items = new ArrayList<PositionedValue>(sequence.items().size());
    for (YamlNode item : sequence.items()) {
      items.add(decode(item));
    }
    return new Items(items, sequence.place());
  }

  private Fields fields(Mapping mapping) {
    var collector = new FieldCollector(notices);
    collect(mapping, collector);
    var fields = new Fields(collector.fields(), mapping.place());
    collector.badKey().ifPresent(failure -> unfit.put(fields, failure));
    return fields;
  }

  private void collect(Mapping mapping, FieldCollector fields) {
    for (Pair pair : mapping.pairs()) {
      if (MergeKey.is(pair.key())) {
        merge(pair, fields);
      } else {
        Optional<String> key = key(pair.key());
        PositionedValue value = decode(pair.value());
        if (key.isPresent()) {
          fields.put(key.get(), pair.key().place(), value);
          OctalNotice.about(key.get(), pair.value()).ifPresent(notices);
        } else {
          fields.reject(badKey("unsupported map key: " + written(pair.key()), pair.key().place()));
        }
      }
    }
  }

  /// Merges maps by `<<`. In contrast to the YAML specification, merged entries replace those
  /// written above the `<<`.
  private void merge(Pair pair, FieldCollector fields) {
    List<YamlNode> sources =
        pair.value() instanceof Sequence sequence
            ? sequence.items().reversed()
            : List.of(pair.value());
    for (YamlNode source : sources) {
      merge(source, pair.key().place(), fields);
    }
  }

  private void merge(YamlNode source, Place at, FieldCollector fields) {
    switch (source) {
      case Mapping mapping -> {
        walk.pass(at);
        fields.merge(at, () -> collect(mapping, fields));
      }
      case Alias alias when alias.target() instanceof Mapping mapping -> {
        walk.pass(at);
        walk.follow(
            alias,
            () -> {
              merge(mapping, at, fields);
              return alias;
            });
      }
      case Alias alias -> throw MergeKey.wantsMap(alias.place());
      case Scalar scalar -> throw MergeKey.wantsMap(scalar.place());
      case Sequence sequence -> throw MergeKey.wantsMap(sequence.place());
    }
  }

  private static String written(YamlNode key) {
    return switch (key) {
      case Scalar scalar -> scalar.text();
      case Alias alias -> written(alias.target());
      case Mapping mapping -> "";
      case Sequence sequence -> "";
    };
  }

  /// Returns the key in JSON; empty if JSON cannot express it.
  private Optional<String> key(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> scalarKey(scalar);
      case Alias alias -> walk.follow(alias, () -> key(alias.target()));
      case Mapping mapping -> throw badKey("invalid map key: a map", mapping.place());
      case Sequence sequence -> throw badKey("invalid map key: a list", sequence.place());
    };
  }

  private Optional<String> scalarKey(Scalar scalar) {
    String text = text(scalar);
    Value value = resolved(scalar, text);
    Optional<String> key = KeyText.of(text.equals(scalar.text()) ? value : json(value, scalar));
    if (scalar.plain() && key.isPresent() && !key.get().equals(text)) {
      notices.accept(
          new DocumentWarning(
              scalar.place(),
              "key %s is read as \"%s\"".formatted(scalar.text(), key.get()),
              "quote the key to keep it as written"));
    }
    return key;
  }

  private static SyntaxFailure badKey(String message, Place place) {
    return YamlErrors.failure(message, place, "a key must be a string: put quotes around it");
  }

  /// Converts whole floats to integers, as a round trip through JSON does.
  static Value json(Value value, Scalar scalar) {
    if (!(value instanceof FloatValue(double number))) {
      return value;
    }
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      String name = Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
      throw new SyntaxFailure(
          "error converting YAML to JSON: json: unsupported value: " + name,
          scalar.place(),
          "quote the value to make it a string");
    }
    String text = FloatText.json(number);
    boolean whole = text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    return whole && Math.abs(number) < 0x1p63 ? Value.number(Long.parseLong(text)) : value;
  }
}
