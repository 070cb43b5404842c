package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PathText.Item;
import dev.japply.kustomize.build.PrefixSuffixTransformer.Subjects;
import dev.japply.kustomize.build.Transformers.LayerContext;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.FieldReader;
import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.KustomizationFields.ResourceSelector;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.kustomize.load.Provenance;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `ValueAddTransformer`: puts one value into fields of many objects.
///
/// @param lines the lines of the value
record ValueAddTransformer(
    String value, List<Spot> spots, List<LineRange> lines, LayerContext tools) implements Runnable {
  private static final String NAMESPACE = "metadata/namespace";

  /// A target of the value.
  ///
  /// @param selector selects the objects; null for all
  /// @param position the segment of a path in the field, from 1; 0 replaces the whole value
  private record Spot(
      @Nullable ResourceSelector selector,
      String path,
      long position,
      Origin place,
      List<LineRange> lines) {
    static Spot read(FieldReader map) {
      var spot =
          new Spot(
              map.map("selector", ResourceSelector::read),
              map.text("fieldPath"),
              map.number("filePathPosition"),
              map.place(),
              LineRange.joined(map.lines("selector"), map.lines()));
      if (spot.path.isEmpty() || spot.position < 0) {
        String what =
            spot.path.isEmpty()
                ? "fieldPath cannot be empty"
                : "value of filePathPosition (%d) cannot be negative".formatted(spot.position);
        throw new JapplyException(spot.place, what, "correct it");
      }
      return spot;
    }
  }

  static ValueAddTransformer read(BuiltResource config, FieldReader map, LayerContext tools) {
    String written = map.text("value").strip();
    var spots = new ArrayList<>(map.maps("targets", Spot::read));
    String file = map.text("targetFilePath");
    if (!file.isEmpty()) {
      var content =
          tools.layer().directory().load(new TextEntry(file, map.place("targetFilePath")));
      KustomizationReader.tolerant(content).forEach(more -> spots.addAll(targets(more)));
    }
    if (spots.isEmpty()) {
      throw config.failure("must specify at least one target", "write targets");
    }
    return new ValueAddTransformer(
        written.isEmpty() ? tools.layer().directory().lastName() : written,
        spots,
        map.lines("value"),
        tools);
  }

  private static List<Spot> targets(FieldReader map) {
    return map.maps("targets", Spot::read);
  }

  @Override
  public void run() {
    for (Spot spot : spots) {
      ResourceSelector selector = spot.selector();
      var selected =
          selector == null
              ? tools.resources().all()
              : TargetSelector.of(tools.resources(), selector);
      selected.forEach(resource -> add(resource, spot));
    }
  }

  private Step setting(Spot spot) {
    return Step.of(spot.place(), DecidingLines.of(lines, spot.lines()));
  }

  private void add(BuiltResource resource, Spot spot) {
    if (spot.path().equals(NAMESPACE)) {
      var target =
          new PrefixSuffixTransformer.Target(value, Subjects.DEFAULT, /* unsetOnly= */ false);
      tools
          .nameTransformer()
          .setNamespace(resource, target, new FieldList(List.of()), setting(spot));
      return;
    }
    try {
      MapValue changed =
          new PathValue(tools.build().spelling(), value, spot.position())
              .put(resource.tree(), spot.path());
      resource.become(changed, setting(spot));
    } catch (FieldException e) {
      throw resource.failure(String.valueOf(e.getMessage()), "requested at " + spot.place(), e);
    }
  }

  /// Sets the single field at a path to a text, and creates it if it is missing. Follows
  /// kustomize's `valueadd` filter.
  ///
  /// @param position part of the field's path that `value` replaces, from 1; 0 to replace the whole
  ///   field
  private record PathValue(ScalarStyle spelling, String value, long position) {
    /// Returns `object` with the field set.
    ///
    /// @param path keys separated by `/`
    /// @throws FieldException if the path does not fit the object
    MapValue put(MapValue object, String path) {
      List<String> keys =
          FieldSpec.of(path).keys().stream()
              .map(String::strip)
              .filter(key -> !key.isEmpty())
              .toList();
      return put(object, keys) instanceof MapValue changed ? changed : object;
    }

    private Value put(@Nullable Value at, List<String> keys) {
      if (keys.isEmpty()) {
        return scalar(at);
      }
      if (at instanceof NullValue) {
        return at;
      }
      String key = keys.getFirst();
      List<String> rest = keys.subList(1, keys.size());
      if (PathText.isIndex(key) || key.equals("-")) {
        return index(items(at, key), key, rest);
      }
      if (key.equals("*")) {
        throw new FieldException("wildcard is not supported here");
      }
      if (PathText.isItem(key)) {
        return item(items(at, key), key, rest);
      }
      MapValue map =
          switch (at) {
            case null -> MapValue.EMPTY;
            case MapValue known -> known;
            case Value other ->
                throw new FieldException("'" + key + "' is looked for in a value that is no map");
          };
      return map.with(key, put(map.entries().get(key), rest));
    }

    private Value scalar(@Nullable Value old) {
      if (old != null && !Scalars.isScalar(old)) {
        throw new FieldException("wrong node kind: a single value must be there");
      }
      String before = old == null || old instanceof NullValue ? "" : spelling.text(old);
      String text = position > 0 ? inserted(before) : value;
      return old != null && spelling.isQuoted(old)
          ? spelling.quoted(text)
          : new Scalars(spelling).untagged(text);
    }

    /// The path in the field with the value among its parts; `/` at its start stays there.
    private String inserted(String path) {
      boolean isAbsolute = path.startsWith("/");
      var parts = new ArrayList<String>();
      for (String part : path.split("/", -1)) {
        if (!part.isEmpty()) {
          parts.add(part);
        }
      }
      parts.add((int) Math.min(position - 1, parts.size()), value);
      return Provenance.cleanPath((isAbsolute ? "/" : "") + String.join("/", parts));
    }

    private static ListValue items(@Nullable Value at, String key) {
      return switch (at) {
        case null -> ListValue.EMPTY;
        case ListValue list -> list;
        case Value other ->
            throw new FieldException("'" + key + "' is looked for in a value that is no list");
      };
    }

    private Value index(ListValue list, String key, List<String> rest) {
      int index = key.equals("-") ? list.size() - 1 : Integer.parseInt(key);
      if (index < 0 || index >= list.size()) {
        throw new FieldException("there is no item " + key);
      }
      var items = new ArrayList<>(list.items());
      items.set(index, put(items.get(index), rest));
      return new ListValue(items);
    }

    private Value item(ListValue list, String key, List<String> rest) {
      Item wanted = Item.of(key);
      var items = new ArrayList<>(list.items());
      for (int i = 0; i < items.size(); i++) {
        if (isWanted(items.get(i), wanted)) {
          items.set(i, put(items.get(i), rest));
          return new ListValue(items);
        }
      }
      Value created = new Scalars(spelling).plain(wanted.value());
      items.add(put(wanted.key().isEmpty() ? created : MapValue.of(wanted.key(), created), rest));
      return new ListValue(items);
    }

    private boolean isWanted(Value item, Item wanted) {
      if (wanted.key().isEmpty()) {
        return spelling.text(item).equals(wanted.value());
      }
      return item instanceof MapValue map
          && map.get(wanted.key()) instanceof Value field
          && spelling.text(field).equals(wanted.value());
    }
  }
}
