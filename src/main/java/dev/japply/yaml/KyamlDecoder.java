package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.PositionedValue.Field;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Converts YAML nodes to values as kustomize does: keys next to a `<<` override merged keys, and a
/// repeated key is an error.
final class KyamlDecoder {
  private final ScalarStyle spelling;
  private final AliasWalk walk = new AliasWalk();

  KyamlDecoder(ScalarStyle spelling) {
    this.spelling = spelling;
  }

  /// Returns the value of `node`.
  ///
  /// @throws SyntaxFailure if it has none
  PositionedValue decode(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> new Leaf(value(scalar), scalar.place(), scalar.textPlace());
      case Sequence sequence -> items(sequence);
      case Mapping mapping -> new Fields(fields(mapping), mapping.place());
      case Alias alias -> walk.follow(alias, () -> decode(alias.target()));
    };
  }

  private Value value(Scalar scalar) {
    if (!scalar.plain()) {
      return scalar.tag().isEmpty() || isText(scalar)
          ? spelling.quoted(scalar.text())
          : YamlDecoder.json(ScalarResolver.resolve(scalar), scalar);
    }
    if (scalar.tag().isEmpty() && Timestamp.matches(scalar.text())) {
      return spelling.time(scalar.text());
    }
    return switch (YamlDecoder.json(ScalarResolver.resolveWithoutWords(scalar), scalar)) {
      case StringValue text -> text;
      case Value.BoolValue(boolean value) -> written(new Value.BoolValue(value), scalar);
      case NullValue none -> written(new NullValue(), scalar);
      case Value number -> written(number, scalar);
    };
  }

  private static boolean isText(Scalar scalar) {
    return ScalarResolver.resolve(scalar) instanceof StringValue;
  }

  private Value written(Value value, Scalar scalar) {
    spelling.written(value, scalar.text());
    return value;
  }

  private PositionedValue items(Sequence sequence) {
    var items = new ArrayList<PositionedValue>(sequence.items().size());
    for (YamlNode item : sequence.items()) {
      items.add(decode(item));
    }
    return new Items(items, sequence.place());
  }

  private SequencedMap<String, Field> fields(Mapping mapping) {
    var own = new LinkedHashMap<String, Field>();
    YamlNode merged = null;
    for (Pair pair : mapping.pairs()) {
      if (MergeKey.is(pair.key())) {
        merged = once(merged, pair);
      } else {
        String key = key(pair.key());
        var field = new Field(pair.key().place(), decode(pair.value()));
        Field before = own.put(key, field);
        if (before != null) {
          throw YamlErrors.failure(
              "mapping key \"%s\" already defined at line %d".formatted(key, before.place().line()),
              field.place(),
              "remove one of them");
        }
      }
    }
    if (merged == null) {
      return own;
    }
    var all = new LinkedHashMap<String, Field>();
    merge(merged, all);
    all.putAll(own);
    return all;
  }

  private static YamlNode once(@Nullable YamlNode before, Pair pair) {
    if (before != null) {
      throw YamlErrors.failure(
          "duplicate merge key", pair.key().place(), "give one << a list of maps");
    }
    return pair.value();
  }

  /// Merges several maps in reverse order, so that the first one takes precedence.
  private void merge(YamlNode source, SequencedMap<String, Field> into) {
    switch (source) {
      case Mapping mapping -> into.putAll(fields(mapping));
      case Sequence sequence -> sequence.items().reversed().forEach(item -> merge(item, into));
      case Alias alias when alias.target() instanceof Mapping mapping -> {
        walk.pass(alias.place());
        into.putAll(walk.follow(alias, () -> fields(mapping)));
      }
      case Alias alias -> throw MergeKey.wantsMap(alias.place());
      case Scalar scalar -> throw MergeKey.wantsMap(scalar.place());
    }
  }

  private String key(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> scalar.text();
      case Alias alias -> walk.follow(alias, () -> key(alias.target()));
      case Mapping mapping -> throw badKey("a map", mapping);
      case Sequence sequence -> throw badKey("a list", sequence);
    };
  }

  private static SyntaxFailure badKey(String what, YamlNode node) {
    return YamlErrors.failure(
        "invalid map key: " + what, node.place(), "a key must be a string: put quotes around it");
  }
}
