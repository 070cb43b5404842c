package dev.japply.plan;

import static dev.japply.plan.Side.CLAIMED;
import static dev.japply.plan.Side.CONFIG;
import static dev.japply.plan.Side.LIVE;
import static dev.japply.plan.Side.OWNED;
import static dev.japply.plan.Side.RESULT;

import dev.japply.object.LastApplied;
import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.IgnoreRules.Pattern;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts the live values of ignored fields into the documents of a merge, so that it leaves them
/// alone.
///
/// A field that is not live leaves the manifest. An item of a list is like an object: it comes and
/// goes whole, and its fields are ignored while it is both live and in the manifest.
public final class IgnoredFields {
  private static final String DATA = "data";

  /// Where a manifest of a Secret may have texts, which are live as data.
  private static final String TEXTS = "stringData";

  private final List<Match> matches = new ArrayList<>();
  private final List<Pick> picks;
  private final String rule;

  private IgnoredFields(FieldPattern pattern, String rule) {
    this.picks = pattern.picks();
    this.rule = rule;
  }

  /// The documents of a merge.
  ///
  /// @param owned what was applied last
  /// @param config what the manifest says
  /// @param claimed what of it the last-applied annotation is to say
  /// @param live the object; missing where there is none
  /// @param result what the merge would make of it without rules; `live` where that is not known
  record Documents(Node owned, MapValue config, MapValue claimed, Node live, Node result) {
    /// The same with another result.
    Documents withResult(MapValue other) {
      return new Documents(owned, config, claimed, live, other);
    }
  }

  /// A field that a rule is about.
  ///
  /// @param path items by what tells them apart
  /// @param kept whether the merge would change it
  public record Match(
      FieldPath path, String rule, Node owned, Node config, Node live, boolean kept) {}

  /// What becomes of documents.
  ///
  /// @param owned so that nothing is deleted that is ignored
  /// @param config so that nothing is set that is ignored
  /// @param claimed without what is ignored
  record Kept(Node owned, MapValue config, MapValue claimed, List<Match> matches) {
    public Kept {
      matches = List.copyOf(matches);
    }

    /// The rules that are about a field of the object.
    List<String> rules() {
      return matches.stream().map(Match::rule).distinct().toList();
    }
  }

  /// The documents with the live values of what `rules` say.
  ///
  /// @param schema the type of the object; null where it is not known
  static Kept keep(IgnoreRules rules, Documents documents, @Nullable Schema schema) {
    Place place =
        Place.of(
            documents.owned(),
            documents.config(),
            documents.claimed(),
            documents.live() instanceof MapValue live ? withoutAnnotation(live) : documents.live(),
            documents.result() instanceof MapValue result
                ? withoutAnnotation(result)
                : documents.result());
    var type = new ListType(schema, false, List.of());
    var matches = new ArrayList<Match>();
    boolean secret = documents.config().text("kind").equals("Secret");
    for (Pattern pattern : rules.patterns(documents.live())) {
      boolean texts = secret && pattern.fields().key(0).equals(TEXTS);
      FieldPattern stored = texts ? pattern.fields().below(DATA) : pattern.fields();
      var fields = new IgnoredFields(stored, pattern.rule());
      place = fields.walk(0, place, type, FieldPath.root(), false);
      matches.addAll(fields.matches);
      if (secret && stored.key(0).equals(DATA)) {
        var written = new IgnoredFields(stored.below(TEXTS), pattern.rule());
        Place unclaimed = written.walk(0, place.onlyClaimed(), type, FieldPath.root(), false);
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

  /// @param whole whether there is a list above that is replaced as one value
  private Place walk(int step, Place place, ListType type, FieldPath path, boolean whole) {
    if (step == picks.size()) {
      return end(place, path);
    }
    if (place.hasList()) {
      return items(step, place, type, path, whole);
    }
    Place result = place;
    for (String key : keys(picks.get(step), place)) {
      ListType below = ListType.of(type.type(), key);
      Place entry = walk(step + 1, place.entry(key), below, path.key(key), whole);
      result = result.withEntry(key, entry, step == 0);
    }
    return result;
  }

  private static Set<String> keys(Pick pick, Place place) {
    return switch (pick) {
      case Pick.Named(FieldReference.Step step) -> Set.of(step.text());
      case Pick.Token(String text) -> Set.of(text);
      case Pick.Every every -> {
        var keys = new LinkedHashSet<String>();
        for (Side side : Side.values()) {
          keys.addAll(place.at(side) instanceof MapValue map ? map.entries().keySet() : Set.of());
        }
        yield keys;
      }
      case Pick.Same same -> Set.of();
    };
  }

  private Place end(Place place, FieldPath path) {
    if (place.isNowhere()) {
      return place;
    }
    Node live = place.at(LIVE);
    boolean kept = !live.equals(place.at(RESULT));
    matches.add(new Match(path, rule, place.at(OWNED), place.at(CONFIG), live, kept));
    Place unclaimed = place.with(CLAIMED, Missing.MISSING);
    return kept ? unclaimed.with(CONFIG, live) : unclaimed;
  }

  private Place items(int step, Place place, ListType type, FieldPath path, boolean whole) {
    var pairing = new ItemPairs(picks.get(step), place, type);
    var result = new ItemEdits(place);
    var below = new ListType(type.items(), false, List.of());
    boolean last = step + 1 == picks.size();
    boolean inserts = whole || !type.merging() || !(place.at(RESULT) instanceof ListValue);
    for (ItemPairs.Pair pair : pairing.pairs()) {
      Place item = pair.in(place);
      boolean both = item.at(LIVE) instanceof Value && item.at(CONFIG) instanceof Value;
      Place seen = last || both ? item : item.onlyClaimed();
      FieldPath at = pair.path(path, item);
      Place after = walk(step + 1, seen, below, at, whole || !type.merging());
      result.set(pair, item, last || both ? after : item.with(CLAIMED, after.at(CLAIMED)), inserts);
    }
    return result.place();
  }
}
