package dev.japply.plan;

import static dev.japply.plan.IgnoredFields.CLAIMED;
import static dev.japply.plan.IgnoredFields.CONFIG;
import static dev.japply.plan.IgnoredFields.LIVE;
import static dev.japply.plan.IgnoredFields.OWNED;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.LastApplied;
import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.IgnoreRules.Pattern;
import dev.japply.plan.IgnoredItemPairs.Pair;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Copies the live values of ignored fields into the documents of a merge, so that it leaves them
/// unchanged.
///
/// A field that is not live leaves the manifest. An item of a list is like an object: it comes and
/// goes whole, and its fields are ignored while it is both live and in the manifest.
public final class IgnoredFields {
  /// The numbers of the documents of a merge.
  static final int LIVE = 0;

  static final int CONFIG = 1;

  /// The last-applied configuration.
  static final int OWNED = 2;

  /// The new configuration for the last-applied annotation.
  static final int CLAIMED = 3;

  /// The result of a merge without ignore rules.
  static final int RESULT = 4;

  private static final String DATA = "data";

  /// The field of a Secret's manifest for plain texts; the live object has them in `data`.
  private static final String TEXTS = "stringData";

  private final List<Match> matches = new ArrayList<>();
  private final List<Pick> picks;
  private final String rule;
  private final boolean strategic;

  private IgnoredFields(FieldPattern pattern, String rule, boolean strategic) {
    this.picks = pattern.picks();
    this.rule = rule;
    this.strategic = strategic;
  }

  /// The documents of a merge.
  ///
  /// @param owned the last-applied configuration
  /// @param config the manifest
  /// @param claimed the part of the manifest for the last-applied annotation
  /// @param live the live object; missing if it does not exist
  /// @param result the result of the merge without rules; `live` if it is not known
  record Documents(Node owned, MapValue config, MapValue claimed, Node live, Node result) {
    /// The same with another result.
    Documents withResult(MapValue other) {
      return new Documents(owned, config, claimed, live, other);
    }
  }

  /// A field that matches a rule.
  ///
  /// @param path the path, with items by their identity
  /// @param kept whether the merge would change it
  public record Match(
      FieldPath path, String rule, Node owned, Node config, Node live, boolean kept) {}

  /// The changed documents of a merge.
  ///
  /// @param owned changed so that no ignored field is deleted
  /// @param config changed so that no ignored field is set
  /// @param claimed without ignored fields
  record Kept(Node owned, MapValue config, MapValue claimed, List<Match> matches) {
    public Kept {
      matches = List.copyOf(matches);
    }

    /// Returns the rules that match a field of the object.
    List<String> rules() {
      return matches.stream().map(Match::rule).distinct().toList();
    }
  }

  /// Returns the documents of a merge on the client's side with the live values of fields that
  /// match `rules`.
  ///
  /// @param schema the schema of the object; null if it is not known
  static Kept keepInMerge(IgnoreRules rules, Documents documents, @Nullable Schema schema) {
    return keep(rules, documents, schema, /* strategic= */ true);
  }

  /// Returns the documents with the live values of fields that match `rules`.
  ///
  /// @param schema the schema of the object; null if it is not known
  static Kept keep(IgnoreRules rules, Documents documents, @Nullable Schema schema) {
    return keep(rules, documents, schema, /* strategic= */ false);
  }

  private static Kept keep(
      IgnoreRules rules, Documents documents, @Nullable Schema schema, boolean strategic) {
    Place place =
        Place.of(
            schema,
            documents.live() instanceof MapValue live ? withoutAnnotation(live) : documents.live(),
            documents.config(),
            documents.owned(),
            documents.claimed(),
            documents.result() instanceof MapValue result
                ? withoutAnnotation(result)
                : documents.result());
    var matches = new ArrayList<Match>();
    boolean secret = documents.config().text("kind").equals("Secret");
    for (Pattern pattern : rules.patterns(documents.live())) {
      boolean texts = secret && pattern.fields().key(0).equals(TEXTS);
      FieldPattern stored = texts ? pattern.fields().below(DATA) : pattern.fields();
      var fields = new IgnoredFields(stored, pattern.rule(), strategic);
      place = fields.walk(0, place, Above.NOTHING);
      matches.addAll(fields.matches);
      if (secret && stored.key(0).equals(DATA)) {
        var written = new IgnoredFields(stored.below(TEXTS), pattern.rule(), strategic);
        Place unclaimed = written.walk(0, FieldValues.onlyClaimed(place), Above.NOTHING);
        place = place.with(CLAIMED, unclaimed.at(CLAIMED));
      }
    }
    return new Kept(
        place.at(OWNED), (MapValue) place.at(CONFIG), (MapValue) place.at(CLAIMED), matches);
  }

  /// The annotation itself is nothing that it could hold.
  private static MapValue withoutAnnotation(MapValue object) {
    MapValue metadata = object.map("metadata");
    MapValue annotations = metadata.map("annotations");
    return annotations.has(LastApplied.KEY)
        ? object.with(
            "metadata", metadata.with("annotations", annotations.without(LastApplied.KEY)))
        : object;
  }

  /// The maps and lists above a field.
  ///
  /// @param whole whether a list is replaced as one value
  /// @param unnamed whether a map retains the keys of the manifest, and the manifest names none.
  ///   All of the map stays then, and a key with the live value would remove the others.
  private record Above(boolean whole, boolean unnamed) {
    static final Above NOTHING = new Above(false, false);

    Above map(Place at) {
      boolean empty = at.type().retainsKeys() && at.at(CONFIG).equals(MapValue.EMPTY);
      return empty ? new Above(whole, true) : this;
    }
  }

  private Place walk(int step, Place at, Above above) {
    if (step == picks.size()) {
      return end(at, above);
    }
    if (at.nodes().stream().anyMatch(ListValue.class::isInstance)) {
      return items(step, at, above);
    }
    Place result = at;
    for (String key : keys(picks.get(step), at)) {
      Place entry = walk(step + 1, at.key(key), above.map(at));
      result = FieldValues.withEntry(result, key, entry, step == 0);
    }
    return result;
  }

  private static Set<String> keys(Pick pick, Place at) {
    return switch (pick) {
      case Pick.Named(FieldReference.Step step) -> Set.of(step.text());
      case Pick.Token(String text) -> Set.of(text);
      case Pick.Every every -> at.keys();
      case Pick.Same same -> Set.of();
    };
  }

  private Place end(Place at, Above above) {
    if (at.nodes().stream().noneMatch(Value.class::isInstance)) {
      return at;
    }
    Node live = at.at(LIVE);
    boolean nowhere = live instanceof Missing && at.at(CONFIG).equals(Value.NULL);
    boolean kept = !nowhere && !at.isSame(LIVE, RESULT);
    matches.add(new Match(at.path(), rule, at.at(OWNED), at.at(CONFIG), live, kept));
    Place unclaimed = at.with(CLAIMED, Missing.MISSING);
    if (kept && above.unnamed()) {
      return unclaimed.with(OWNED, Missing.MISSING);
    }
    return kept ? unclaimed.with(CONFIG, live) : unclaimed;
  }

  private Place items(int step, Place at, Above above) {
    var result = new ItemEdits(at);
    boolean last = step + 1 == picks.size();
    boolean one = above.whole() || !at.type().merges();
    var within = new Above(one, above.unnamed());
    boolean inserts = one || !(at.at(RESULT) instanceof ListValue);
    for (Pair pair : new IgnoredItemPairs(picks.get(step), at, strategic).pairs()) {
      Place item = pair.item();
      boolean both = item.at(LIVE) instanceof Value && item.at(CONFIG) instanceof Value;
      Place after = walk(step + 1, last || both ? item : FieldValues.onlyClaimed(item), within);
      result.set(pair, last || both ? after : item.with(CLAIMED, after.at(CLAIMED)), inserts);
    }
    return result.place();
  }

  /// Changes items of lists together, so that their numbers stay valid until then.
  private static final class ItemEdits {
    private final Place lists;
    private final Map<Integer, Map<Integer, Node>> changed = new LinkedHashMap<>();

    /// The items to add to the manifest, by their number in the live list.
    private final Map<Integer, Value> added = new TreeMap<>();

    ItemEdits(Place lists) {
      this.lists = lists;
    }

    /// Replaces one item.
    ///
    /// @param inserts whether an item that only the live list has is added to the manifest; else no
    ///   manager needs to own it
    void set(Pair pair, Place after, boolean inserts) {
      for (int document : List.of(CONFIG, OWNED, CLAIMED)) {
        change(document, pair, after.at(document));
      }
      if (pair.item().at(CONFIG) == MISSING && after.at(CONFIG) instanceof Value live) {
        if (inserts || pair.numbers().get(OWNED) < 0) {
          added.put(pair.numbers().get(LIVE), live);
        } else {
          change(OWNED, pair, MISSING);
        }
      }
    }

    private void change(int document, Pair pair, Node node) {
      changed
          .computeIfAbsent(document, none -> new LinkedHashMap<>())
          .put(pair.numbers().get(document), node);
    }

    Place place() {
      Place result = lists;
      for (int document : List.of(CONFIG, OWNED, CLAIMED)) {
        result = FieldValues.with(result, document, list(document), /* root= */ false);
      }
      return result;
    }

    private Node list(int document) {
      boolean adds = document == CONFIG && !added.isEmpty();
      if (!(lists.at(document) instanceof ListValue) && !adds) {
        return lists.at(document);
      }
      Map<Integer, Node> changes = changed.getOrDefault(document, Map.of());
      var items = new ArrayList<Value>();
      if (lists.at(document) instanceof ListValue list) {
        for (int i = 0; i < list.size(); i++) {
          if (changes.getOrDefault(i, list.items().get(i)) instanceof Value item) {
            items.add(item);
          }
        }
      }
      if (adds) {
        added.forEach((number, item) -> items.add(Math.min(number, items.size()), item));
      }
      return new ListValue(items);
    }
  }
}
