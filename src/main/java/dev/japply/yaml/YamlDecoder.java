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
import java.util.List;
import java.util.function.Consumer;

/// From YAML nodes to the value that `kubectl` makes of them: scalars resolved, aliases followed,
/// `<<` merged, keys turned into strings. Of a repeated key the last one counts, with a notice.
final class YamlDecoder {
  private final ScalarTexts scalars;
  private final Consumer<DocumentWarning> notices;
  private final AliasWalk walk = new AliasWalk();

  /// @param scalars the texts of scalars
  /// @param notices receives the warnings
  YamlDecoder(ScalarTexts scalars, Consumer<DocumentWarning> notices) {
    this.scalars = scalars;
    this.notices = notices;
  }

  /// Returns the value of `node`.
  ///
  /// @throws SyntaxFailure if it has none
  PositionedValue decode(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar ->
          new Leaf(value(scalar, text(scalar)), scalar.place(), scalar.textPlace());
      case Sequence sequence -> items(sequence);
      case Mapping mapping -> fields(mapping);
      case Alias alias -> walk.follow(alias, () -> decode(alias.target()));
    };
  }

  private String text(Scalar scalar) {
    return scalars.of(scalar.text(), scalar.place());
  }

  /// Returns the value of a scalar that contains `text`. Substituted text is resolved as if it were
  /// written there, except that it becomes no null, which would remove a field, and no number that
  /// JSON does not support.
  private static Value value(Scalar scalar, String text) {
    if (text.equals(scalar.text())) {
      return json(ScalarResolver.resolve(scalar), scalar);
    }
    var filled = new Scalar(scalar.tag(), text, scalar.style(), scalar.place());
    Value value = ScalarResolver.resolve(filled);
    boolean odd =
        value instanceof Value.NullValue
            || (value instanceof FloatValue(double number) && !Double.isFinite(number));
    return odd && scalar.tag().isEmpty() ? Value.text(text) : json(value, scalar);
  }

  private PositionedValue items(Sequence sequence) {
    var items = new ArrayList<PositionedValue>(sequence.items().size());
    for (YamlNode item : sequence.items()) {
      items.add(decode(item));
    }
    return new Items(items, sequence.place());
  }

  private Fields fields(Mapping mapping) {
    var fields = new FieldCollector(notices);
    collect(mapping, fields);
    return new Fields(fields.fields(), mapping.place());
  }

  private void collect(Mapping mapping, FieldCollector fields) {
    for (Pair pair : mapping.pairs()) {
      if (MergeKey.is(pair.key())) {
        merge(pair, fields);
      } else {
        String key = key(pair.key());
        fields.put(key, pair.key().place(), decode(pair.value()));
        OctalNotice.about(key, pair.value()).ifPresent(notices);
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

  private String key(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> scalarKey(scalar);
      case Alias alias -> walk.follow(alias, () -> key(alias.target()));
      case Mapping mapping -> throw badKey("invalid map key: a map", mapping.place());
      case Sequence sequence -> throw badKey("invalid map key: a list", sequence.place());
    };
  }

  private String scalarKey(Scalar scalar) {
    String text = text(scalar);
    Value value = text.equals(scalar.text()) ? ScalarResolver.resolve(scalar) : value(scalar, text);
    String key =
        KeyText.of(value)
            .orElseThrow(() -> badKey("unsupported map key: " + scalar.text(), scalar.place()));
    if (scalar.plain() && !key.equals(text)) {
      notices.accept(
          new DocumentWarning(
              scalar.place(),
              "key %s is read as \"%s\"".formatted(scalar.text(), key),
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
