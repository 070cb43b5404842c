package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Converts YAML nodes to values: scalars resolved, aliases followed, `<<` merged, keys turned into
/// strings. If a key is repeated, the last entry counts, with a notice, or the [ScalarRules] make
/// it an error.
final class YamlDecoder {
  private final ScalarRules rules;
  private final Consumer<DocumentWarning> notices;
  private final AliasWalk walk = new AliasWalk();

  /// The values that JSON cannot express. They are errors only where no repeated key replaces them.
  private final IdentityHashMap<PositionedValue, SyntaxFailure> unfit = new IdentityHashMap<>();

  /// @param notices receives the warnings
  YamlDecoder(ScalarRules rules, Consumer<DocumentWarning> notices) {
    this.rules = rules;
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
    Value value = rules.value(scalar);
    var leaf = new Leaf(value, scalar.place(), scalar.textPlace());
    if (value instanceof FloatValue(double number) && !Double.isFinite(number)) {
      String name = Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
      unfit.put(
          leaf,
          new SyntaxFailure(
              "error converting YAML to JSON: json: unsupported value: " + name,
              scalar.place(),
              "quote the value to make it a string"));
    }
    return leaf;
  }

  private PositionedValue items(Sequence sequence) {
    var items = new ArrayList<PositionedValue>(sequence.items().size());
    for (YamlNode item : sequence.items()) {
      items.add(decode(item));
    }
    return new Items(items, sequence.place());
  }

  private Fields fields(Mapping mapping) {
    var collector = new FieldCollector(notices, mapping.pairs().size(), rules.isStrict());
    collect(mapping, collector);
    var fields = new Fields(collector.fields(), mapping.place());
    collector.badKey().ifPresent(failure -> unfit.put(fields, failure));
    return fields;
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
        put(pair, fields);
      }
    }
  }

  /// Merges the `<<` first, so that the entries next to it override merged ones.
  private void collectStrictly(Mapping mapping, FieldCollector fields) {
    Pair merge = null;
    for (Pair pair : mapping.pairs()) {
      if (MergeKey.is(pair.key())) {
        if (merge != null) {
          throw YamlErrors.failure(
              "duplicate merge key", pair.key().place(), "give one << a list of maps");
        }
        merge = pair;
      }
    }
    if (merge != null) {
      merge(merge, fields);
    }
    for (Pair pair : mapping.pairs()) {
      if (!MergeKey.is(pair.key())) {
        put(pair, fields);
      }
    }
  }

  private void put(Pair pair, FieldCollector fields) {
    TextPosition place = pair.key().place();
    Optional<String> key = key(pair.key());
    PositionedValue value = decode(pair.value());
    if (key.isPresent()) {
      fields.put(key.get(), place, value);
      OctalNotice.about(key.get(), pair.value()).ifPresent(notices);
    } else {
      fields.reject(badKey("unsupported map key: " + written(pair.key()), place));
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

  private void merge(YamlNode source, TextPosition at, FieldCollector fields) {
    switch (source) {
      case Mapping mapping -> {
        walk.pass(at);
        fields.merge(at, () -> addMerged(mapping, fields));
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

  private void addMerged(Mapping mapping, FieldCollector fields) {
    if (rules.isStrict()) {
      fields(mapping)
          .fields()
          .forEach((key, field) -> fields.put(key, field.place(), field.value()));
    } else {
      collect(mapping, fields);
    }
  }

  /// Returns the key in JSON; empty if JSON cannot express it.
  private Optional<String> key(YamlNode node) {
    walk.pass(node);
    return switch (node) {
      case Scalar scalar -> rules.key(scalar);
      case Alias alias -> walk.follow(alias, () -> key(alias.target()));
      case Mapping mapping -> throw badKey("invalid map key: a map", mapping.place());
      case Sequence sequence -> throw badKey("invalid map key: a list", sequence.place());
    };
  }

  private static SyntaxFailure badKey(String message, TextPosition place) {
    return YamlErrors.failure(message, place, "a key must be a string: put quotes around it");
  }

  /// The key `<<`, which merges the entries of other maps into a map.
  ///
  /// <https://yaml.org/type/merge.html>
  private static final class MergeKey {
    private MergeKey() {}

    static boolean is(YamlNode key) {
      return key instanceof Scalar scalar
          && scalar.text().equals("<<")
          && ((scalar.tag().isEmpty() && scalar.plain())
              || scalar.tag().equals("tag:yaml.org,2002:merge"));
    }

    /// Returns the failure for a value at `place` that cannot be merged.
    static SyntaxFailure wantsMap(TextPosition place) {
      return YamlErrors.failure(
          "map merge requires map or sequence of maps as the value",
          place,
          "give << a map, or put it in quotes");
    }
  }

  /// Walks the nodes of a document and follows aliases. Rejects aliases that contain themselves,
  /// and documents that exceed the [AliasBudget].
  private static final class AliasWalk {
    private final Set<YamlNode> following = Collections.newSetFromMap(new IdentityHashMap<>());
    private final AliasBudget budget = new AliasBudget();

    /// Counts `node`.
    ///
    /// @throws SyntaxFailure if aliases expand to too many nodes
    void pass(YamlNode node) {
      pass(node.place());
      if (!following.isEmpty() && node instanceof Scalar scalar) {
        budget.spend(scalar.place(), scalar.text());
      }
    }

    /// Counts a node at `place`, but not its text.
    void pass(TextPosition place) {
      budget.spend(place, !following.isEmpty());
    }

    /// Runs `work` on the target of `alias`.
    ///
    /// @throws SyntaxFailure if the alias is within its own target
    <T> T follow(Alias alias, Supplier<T> work) {
      if (!following.add(alias)) {
        throw YamlErrors.failure(
            "anchor '" + alias.name() + "' value contains itself", alias.place(), "");
      }
      T result = work.get();
      following.remove(alias);
      return result;
    }

    /// Limits the growth of documents through aliases, as go-yaml does: in documents of up to
    /// 400,000 nodes 99 % may be expanded from aliases, falling to 10 % at 4,000,000. In addition
    /// to go-yaml's limits, the expanded texts are limited to 16 MiB.
    private static final class AliasBudget {
      private static final int LOW = 400_000;
      private static final int HIGH = 4_000_000;
      private static final int FREE_NODES = 1000;
      private static final int FREE_ALIASED = 100;

      private static final int TEXTS = 16 << 20;

      private int texts;
      private int nodes;
      private int aliased;

      /// Counts a node.
      ///
      /// @param inAlias whether an alias led to it
      void spend(TextPosition place, boolean inAlias) {
        nodes++;
        aliased += inAlias ? 1 : 0;
        if (aliased > FREE_ALIASED && nodes > FREE_NODES && (double) aliased / nodes > allowed()) {
          throw excess(place);
        }
      }

      /// Counts the characters of a text that an alias expands to.
      void spend(TextPosition place, String text) {
        if (text.length() > TEXTS - texts) {
          throw excess(place);
        }
        texts += text.length();
      }

      private static SyntaxFailure excess(TextPosition place) {
        return YamlErrors.failure(
            "document contains excessive aliasing", place, "write the repeated parts out");
      }

      private double allowed() {
        if (nodes <= LOW) {
          return 0.99;
        }
        return nodes >= HIGH ? 0.10 : 0.99 - 0.89 * ((double) (nodes - LOW) / (HIGH - LOW));
      }
    }
  }
}
