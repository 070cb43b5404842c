package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.AppliedValues;
import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.merge.FieldReason.Values;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.OwnedFields;
import dev.japply.plan.IgnoreRules.IgnoreRule;
import dev.japply.plan.IgnoredFields.Match;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The manifest of a server-side apply that keeps values and owners of ignored fields.
///
/// The part of an ignored field that the manager owns already is sent with its live value, since a
/// field that is left out would be removed. All else of it is left out, since a value that is sent
/// gets another owner.
///
/// @param tree the manifest to send
/// @param reasons the ignored fields
/// @param bound whether the manifest has live values, so that it is valid for this version of the
///   object alone
public record ServerSideManifest(MapValue tree, ChangeReasons reasons, boolean bound) {
  private static final String DATA = "data";
  private static final String TEXTS = "stringData";
  private static final String METADATA = "metadata";
  private static final List<String> PRECONDITIONS = List.of("uid", "resourceVersion");

  ServerSideManifest withTree(MapValue sent) {
    return new ServerSideManifest(sent, reasons, bound);
  }

  /// Returns the tree to send to the version of the object that `live` is, and to no other: a
  /// version alone does not keep the server from creating a deleted object.
  public static MapValue bound(MapValue tree, MapValue live) {
    MapValue metadata = tree.map(METADATA);
    for (String field : PRECONDITIONS) {
      if (!metadata.has(field)) {
        metadata = metadata.with(field, Value.text(live.map(METADATA).text(field)));
      }
    }
    return tree.with(METADATA, metadata);
  }

  /// Returns the tree to send to any version of the object, and to one that does not exist.
  public static MapValue unbound(MapValue tree) {
    MapValue metadata = tree.map(METADATA);
    for (String field : PRECONDITIONS) {
      metadata = metadata.without(field);
    }
    return tree.with(METADATA, metadata);
  }

  /// Returns `object` with the annotation of an apply of `manifest` alone: the server copies the
  /// fields that [#bound] has added into the annotation.
  public static MapValue unbound(MapValue object, MapValue manifest) {
    if (!(LastApplied.read(object) instanceof LastApplied.Stored.Document(MapValue sent))) {
      return object;
    }
    MapValue metadata = sent.map(METADATA);
    for (String field : PRECONDITIONS) {
      if (!manifest.map(METADATA).has(field)) {
        metadata = metadata.without(field);
      }
    }
    return metadata.equals(sent.map(METADATA))
        ? object
        : LastApplied.withText(object, LastApplied.encodeAsIs(sent.with(METADATA, metadata)));
  }

  /// Returns `tree` without `fields`, whose items have their keys, and without each map and list
  /// that becomes empty, unless `manager` owns the map itself.
  public static MapValue without(
      MapValue tree, List<FieldPath> fields, MapValue live, String manager) {
    OwnedFields own = OwnedFields.of(live, manager);
    MapValue rest = tree;
    for (FieldPath field : fields) {
      rest = ManifestEdit.without(field, rest, null, own);
    }
    return rest;
  }

  /// Returns `tree` with the live values of those parts of `fields` that `manager` owns, and
  /// without their other parts. So an apply changes neither their values nor their owners.
  public static MapValue keeping(
      MapValue tree,
      List<FieldPath> fields,
      MapValue live,
      @Nullable Schema schema,
      String manager) {
    OwnedFields own = OwnedFields.of(live, manager);
    MapValue kept = tree;
    for (FieldPath field : fields) {
      Optional<Value> part = AppliedValues.at(field, own, live, schema);
      kept =
          part.isPresent()
              ? ManifestEdit.put(field, kept, live, part.get(), schema)
              : ManifestEdit.without(field, kept, schema, own);
    }
    return kept;
  }

  /// Returns the manifest of `desired`, as it is sent.
  ///
  /// @param manager the field manager
  /// @throws JapplyException if a rule covers a part of a field that has one owner as a whole, or
  ///   that the manifest replaces as a whole
  static ServerSideManifest of(
      KubeObject desired,
      MapValue live,
      @Nullable Schema schema,
      IgnoreRules rules,
      String manager) {
    var documents = IgnoreAwareMerge.documents(MISSING, desired, live);
    List<Match> matches =
        IgnoredFields.keep(rules, documents.withResult(MapValue.EMPTY), schema).matches();
    var edit = new Edit(desired, live, schema, OwnedFields.of(live, manager));
    rules.patterns(live).forEach(edit::checkMaps);
    matches.forEach(edit::keep);
    List<String> texts = matches.stream().map(Match::rule).distinct().toList();
    var reasons = new ChangeReasons(edit.reasons, texts, null, schema);
    return new ServerSideManifest(edit.tree, reasons, edit.bound);
  }

  /// The change of one manifest, field by field.
  private static final class Edit {
    private final KubeObject desired;
    private final MapValue live;
    private final @Nullable Schema schema;
    private final OwnedFields own;
    private final List<FieldReason> reasons = new ArrayList<>();
    private MapValue tree;
    private boolean bound;

    Edit(KubeObject desired, MapValue live, @Nullable Schema schema, OwnedFields own) {
      this.desired = desired;
      this.live = live;
      this.schema = schema;
      this.own = own;
      this.tree = desired.tree();
    }

    void keep(Match match) {
      if (!(match.live() instanceof Value) && !(match.config() instanceof Value)) {
        return;
      }
      boolean key = match.path().isItemKey();
      if (key && isOfManager(match.rule())) {
        return; // the manager owns the key along with its fields of the item
      }
      // An item cannot be without its key, nor the key without the item.
      FieldPath path = key ? match.path().parentPath() : match.path();
      Node config = ManifestEdit.numbered(path, tree, schema).in(tree);
      Node part =
          AppliedValues.at(path, own, live, schema).<Node>map(value -> value).orElse(MISSING);
      boolean changes = !config.equals(part);
      checkWhole(path, match.rule(), config, part);
      if (changes) {
        tree =
            part instanceof Value value
                ? ManifestEdit.put(path, tree, live, value, schema)
                : ManifestEdit.without(path, tree, schema, own);
      }
      if (match.live() instanceof Value) {
        tree = ManifestEdit.keepingMap(path, tree, live, schema, own);
      }
      leaveTexts(path);
      bound |= part instanceof Value;
      Node stored = path.in(live);
      boolean kept = match.config() instanceof Value && !match.config().equals(stored);
      boolean stays = !(match.config() instanceof Value) && part instanceof Value;
      if (kept || stays) {
        reasons.add(
            new Ignored(path, new Values(MISSING, match.config(), stored, stored), match.rule()));
      }
    }

    /// A text of a Secret is stored as data.
    private void leaveTexts(FieldPath path) {
      if (desired.gvk().groupKind().equals("Secret")
          && path instanceof FieldPath.Key(FieldPath map, String key)
          && map.equals(FieldPath.root().key(DATA))) {
        tree = ManifestEdit.without(FieldPath.root().key(TEXTS).key(key), tree, schema);
      }
    }

    /// Checks that the manifest does not replace a map around an ignored field by another type of
    /// value, nor such a value by a map. Only a field without a schema can be of several types.
    private void checkMaps(IgnoreRules.Pattern pattern) {
      FieldPath path = FieldPath.root();
      for (FieldPattern.Pick pick : pattern.fields().picks()) {
        String key =
            switch (pick) {
              case FieldPattern.Pick.Named(var step) -> step.bracketed() ? "" : step.text();
              case FieldPattern.Pick.Token(String text) -> text;
              case FieldPattern.Pick.Every every -> "";
              case FieldPattern.Pick.Same same -> "";
            };
        Node there = path.in(live);
        Node sent = path.in(desired.tree());
        boolean replaced =
            (isMapWith(key, there) && isOther(sent)) || (isMapWith(key, sent) && isOther(there));
        if (replaced) {
          throw refused(
              path, pattern.rule(), "the manifest has another type of value in " + path, path);
        }
        if (key.isEmpty()) {
          return;
        }
        path = path.key(key);
      }
    }

    private static boolean isMapWith(String key, Node node) {
      return node instanceof MapValue map && map.has(key);
    }

    private static boolean isOther(Node node) {
      return node instanceof Value && !(node instanceof MapValue);
    }

    private static boolean isOfManager(String rule) {
      return IgnoreRule.parse(rule).target() instanceof IgnoreRule.Target.Manager;
    }

    private void checkWhole(FieldPath path, String rule, Node config, Node part) {
      Optional<FieldPath> above = oneValueAbove(path);
      if (above.isPresent() && (config instanceof Value || part instanceof Value)) {
        throw refused(path, rule, above.get() + " has one owner as a whole", above.get());
      }
    }

    /// Returns the problem with a rule.
    ///
    /// @param path the field that it is about
    /// @param name the field that the rule can name
    private JapplyException refused(FieldPath path, String rule, String reason, FieldPath name) {
      return new JapplyException(
          Problem.error(
              desired.positions().apply(path),
              desired.key().subject(),
              path + ": cannot be ignored with --server-side, since " + reason,
              "let the rule \"" + rule + "\" name " + name));
    }

    /// Returns the field above `path` that has one owner as a whole; empty if there is none.
    private Optional<FieldPath> oneValueAbove(FieldPath path) {
      FieldType type = FieldType.of(schema);
      for (var steps = path.steps(); steps.hasNext(); ) {
        FieldPath step = steps.next();
        if (step.equals(path)) {
          break;
        }
        type = type.below(step);
        boolean list =
            step.in(live) instanceof ListValue || LastWriter.in(step, tree) instanceof ListValue;
        if (type.isAtomic() || (list && !type.isShared())) {
          return Optional.of(step);
        }
      }
      return Optional.empty();
    }
  }
}
