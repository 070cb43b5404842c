package dev.japply.yaml;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Converts YAML nodes to values: scalars resolved, aliases followed, `<<` merged, keys turned into
/// strings. If a key is repeated, the last entry counts, with a notice, or the [ScalarRules] make
/// it an error.
final class YamlDecoder {
  private final ScalarRules rules;
  private final Consumer<DocumentWarning> notices;
  private final AliasWalk walk = new AliasWalk();

  /// @param notices receives the warnings
  YamlDecoder(ScalarRules rules, Consumer<DocumentWarning> notices) {
    this.rules = rules;
    this.notices = notices;
  }

  /// Returns the value of `node`.
  ///
  /// @throws SyntaxFailure if it has none
  PositionedValue decode(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> new Leaf(rules.value(scalar), scalar.place(), scalar.textPlace());
      case Sequence sequence -> items(sequence);
      case Mapping mapping -> fields(mapping);
      case Alias alias -> walk.follow(alias, () -> decode(alias.target()));
    };
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
    if (rules.isStrict()) {
      collectStrictly(mapping, fields);
      return;
    }
    for (Pair pair : mapping.pairs()) {
      if (MergeKey.is(pair.key())) {
        merge(pair, fields);
      } else {
        put(key(pair.key()), pair, fields);
      }
    }
  }

  /// Merges the `<<` first, so that the entries next to it override merged ones.
  private void collectStrictly(Mapping mapping, FieldCollector fields) {
    List<Pair> merges = mapping.pairs().stream().filter(pair -> MergeKey.is(pair.key())).toList();
    if (merges.size() > 1) {
      throw YamlErrors.failure(
          "duplicate merge key", merges.get(1).key().place(), "give one << a list of maps");
    }
    merges.forEach(pair -> merge(pair, fields));
    Map<String, Place> own = new HashMap<>();
    for (Pair pair : mapping.pairs()) {
      if (MergeKey.is(pair.key())) {
        continue;
      }
      String key = key(pair.key());
      Place before = own.put(key, pair.key().place());
      if (before != null) {
        throw YamlErrors.failure(
            "mapping key \"%s\" already defined at line %d".formatted(key, before.line()),
            pair.key().place(),
            "remove one of them");
      }
      put(key, pair, fields);
    }
  }

  private void put(String key, Pair pair, FieldCollector fields) {
    fields.put(key, pair.key().place(), decode(pair.value()));
    OctalNotice.about(key, pair.value()).ifPresent(notices);
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
      case Scalar scalar -> rules.key(scalar);
      case Alias alias -> walk.follow(alias, () -> key(alias.target()));
      case Mapping mapping -> throw badKey("invalid map key: a map", mapping.place());
      case Sequence sequence -> throw badKey("invalid map key: a list", sequence.place());
    };
  }

  static SyntaxFailure badKey(String message, Place place) {
    return YamlErrors.failure(message, place, "a key must be a string: put quotes around it");
  }
}
