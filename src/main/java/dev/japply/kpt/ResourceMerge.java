package dev.japply.kpt;

import dev.japply.diff.TextMerge;
import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretWalk;
import dev.japply.problem.Origin;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.KeyDefaults;
import dev.japply.walk.Place;
import dev.japply.yaml.CommentMerge;
import dev.japply.yaml.YamlEditor;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The merge of one document: its value by the three-way merge, its text by lines where that gives
/// the same value, else by edits of the local text.
final class ResourceMerge {
  private final PackageSchemas schemas;
  private final MovedItems moved;
  private final MergeOptions options;
  private final List<UpdateConflict> conflicts = new ArrayList<>();

  ResourceMerge(PackageSchemas schemas, MovedItems moved, MergeOptions options) {
    this.schemas = schemas;
    this.moved = moved;
    this.options = options;
  }

  List<UpdateConflict> conflicts() {
    return conflicts;
  }

  /// The text of a document that upstream and the user have, and had in common if `origin` is
  /// there.
  String merge(@Nullable PackageResource origin, PackageResource updated, PackageResource local) {
    boolean asHere = moved.areIn(local) || moved.areIn(updated);
    if (origin != null && updated.isSameText(origin) && !asHere) {
      return local.segment().body();
    }
    if (origin != null && local.isSameText(origin) && !asHere) {
      return updated.segment().body();
    }
    if (ObjectLists.isList(local.tree()) && ObjectLists.isList(updated.tree())) {
      return list(origin, updated, local);
    }
    MapValue result =
        object(
            tree(origin), updated.tree(), local.tree(), new ObjectPlace(local, FieldPath.root()));
    return text(origin, updated, local, result, List.of());
  }

  /// Returns the text of a document that only the user has: objects that moved into it change with
  /// upstream's.
  String merge(PackageResource local) {
    return moved.areIn(local)
        ? items(local, moved.items(null, local, /* isOrigin= */ true), moved.itemsAlone(local))
        : local.segment().body();
  }

  /// Returns the text of a list that upstream deleted, and whose objects it moved; empty if nothing
  /// remains.
  Optional<String> merge(PackageResource origin, PackageResource local) {
    String text =
        items(
            local,
            moved.items(origin, local, /* isOrigin= */ true),
            moved.items(null, local, /* isOrigin= */ false));
    boolean isEdited =
        !local.tree().without(ObjectLists.ITEMS).equals(origin.tree().without(ObjectLists.ITEMS))
            || KptMarks.hasMoreComments(text, origin.segment().body());
    boolean isEmpty =
        YamlSource.parse(text)
            .filter(list ->
                list.value() instanceof MapValue map && map.maps(ObjectLists.ITEMS).isEmpty())
            .isPresent();
    return isEmpty && !isEdited ? Optional.empty() : Optional.of(text);
  }

  private static String text(
      @Nullable PackageResource origin,
      PackageResource updated,
      PackageResource local,
      Value result,
      List<MapValue> kept) {
    String before = origin == null ? "" : origin.segment().body();
    YamlSource ours = local.segment().document();
    YamlSource theirs = updated.segment().document();
    // Lines first: so the comments and blank lines of both sides come together.
    String lines = TextMerge.mergeLines(before, local.segment().body(), updated.segment().body());
    YamlSource basis =
        origin == null
            ? ours
            : YamlSource.parse(lines)
                .filter(YamlSource::isClear)
                .filter(source -> hasItems(source, kept))
                .orElse(ours);
    String edited = YamlEditor.edit(basis, result, theirs);
    YamlSource old = origin == null ? null : origin.segment().document();
    Optional<YamlSource> source =
        edited.equals(basis.text()) ? Optional.of(basis) : YamlSource.parse(edited);
    return source.map(merged -> CommentMerge.merge(merged, old, theirs, ours)).orElse(edited);
  }

  private static boolean hasItems(YamlSource source, List<MapValue> items) {
    return items.isEmpty()
        || (source.value() instanceof MapValue map
            && map.maps(ObjectLists.ITEMS).containsAll(items));
  }

  private static Node tree(@Nullable PackageResource resource) {
    return resource == null ? Missing.MISSING : resource.tree();
  }

  /// The position of an object's fields.
  ///
  /// @param base the path of the object in its document
  private record ObjectPlace(PackageResource resource, FieldPath base) {}

  private MapValue object(Node origin, MapValue updated, MapValue local, ObjectPlace place) {
    Schema type = schemas.of(updated, place.resource().path());
    MergeOutcome outcome =
        ThreeWayMerge.update(
            new MergeRequest(
                origin,
                updated,
                local,
                type,
                new MergeRequest.Options(MergeRequest.Rules.JAPPLY, options.upstreamWins())),
            options.inferredKeys());
    MapValue result = outcome.result();
    if (!outcome.conflicts().isEmpty()) {
      // The names of items have keys that a manifest may leave out.
      Place named = KeyDefaults.together(Place.of(type, result, local, updated));
      for (Conflict conflict : outcome.conflicts()) {
        FieldPath inResult = conflict.path().numberedIn(named.at(0));
        FieldPath here = conflict.path().numberedIn(named.at(1));
        boolean upstream = inResult.in(result).equals(conflict.config());
        boolean secret = SecretWalk.isSecret(local, here) || SecretWalk.isSecret(result, inResult);
        Origin line = place.resource().placeOf(here.below(place.base()));
        conflicts.add(reported(conflict, line, upstream, secret, local));
      }
    }
    return result;
  }

  private static UpdateConflict reported(
      Conflict conflict, Origin place, boolean upstream, boolean secret, MapValue local) {
    return new UpdateConflict(
        place,
        subject(local),
        conflict.path().toString(),
        text(conflict.lastApplied(), secret),
        text(conflict.config(), secret),
        text(conflict.live(), secret),
        upstream ? Resolution.UPSTREAM : Resolution.LOCAL);
  }

  private static String subject(MapValue object) {
    return KubeObject.of(object, Origin.NONE).key().subject();
  }

  private static String text(Node node, boolean secret) {
    return node instanceof Value value ? secret ? PackageSecrets.HIDDEN : GoJson.write(value) : "";
  }

  /// A `List`, whose items are objects of their own.
  private String list(
      @Nullable PackageResource origin, PackageResource updated, PackageResource local) {
    MapValue before = origin == null ? MapValue.EMPTY : origin.tree();
    var place = new ObjectPlace(local, FieldPath.root());
    MapValue rest =
        object(
            before.without(ObjectLists.ITEMS),
            updated.tree().without(ObjectLists.ITEMS),
            local.tree().without(ObjectLists.ITEMS),
            place);
    ObjectLists.Merged merged =
        merged(
            moved.items(origin, local, /* isOrigin= */ true),
            moved.items(updated, local, /* isOrigin= */ false),
            local);
    for (int index : merged.deletedHere()) {
      conflicts.add(UpdateConflict.deletedHere(place(updated, index), subject(updated, index)));
    }
    return text(origin, updated, local, rest, merged);
  }

  /// A `List` whose items alone change.
  private String items(
      PackageResource local,
      List<ObjectLists.ObjectItem> before,
      List<ObjectLists.ObjectItem> theirs) {
    return text(null, local, local, local.tree(), merged(before, theirs, local));
  }

  private ObjectLists.Merged merged(
      List<ObjectLists.ObjectItem> before,
      List<ObjectLists.ObjectItem> theirs,
      PackageResource local) {
    ObjectLists.Merged merged =
        ObjectLists.merge(
            before,
            theirs,
            moved.itemsHere(local),
            options.upstreamWins(),
            (o, u, l, index) -> object(o, u, l, new ObjectPlace(local, ObjectLists.path(index))));
    for (int index : merged.deletedUpstream()) {
      conflicts.add(
          UpdateConflict.deletedUpstream(
              place(local, index), subject(local, index), options.upstreamWins()));
    }
    return merged;
  }

  private String text(
      @Nullable PackageResource origin,
      PackageResource updated,
      PackageResource local,
      MapValue rest,
      ObjectLists.Merged merged) {
    MapValue result = rest.with(ObjectLists.ITEMS, merged.items());
    // A merge by lines would delete an item whose only edit is a comment.
    var kept = new ArrayList<MapValue>();
    if (!options.upstreamWins()) {
      merged.deletedUpstream().forEach(index -> kept.add(tree(local, index)));
    }
    merged.renamed().stream()
        .filter(item -> item.updated().index() < 0)
        .forEach(item -> kept.add(item.local().tree()));
    String text = text(origin, updated, local, result, kept);
    merged.renamed().forEach(item -> addLostComments(item, local, text));
    return text;
  }

  /// Reports comments that upstream changed in an item with another name or place here, and that
  /// the merged text does not have: comments are only found at the same object.
  private void addLostComments(ObjectLists.Versions item, PackageResource list, String text) {
    String before = item.origin() == null ? "" : item.origin().text();
    List<String> lost =
        KptMarks.moreComments(item.updated().text(), before).stream()
            .filter(comment -> !text.contains(comment))
            .toList();
    if (!lost.isEmpty()) {
      conflicts.add(
          new UpdateConflict(
              place(list, item.local().index()),
              subject(item.local().tree()),
              "",
              "",
              String.join("\n", lost),
              "",
              Resolution.LOCAL));
    }
  }

  private static Origin place(PackageResource list, int index) {
    return list.placeOf(ObjectLists.path(index));
  }

  private static String subject(PackageResource list, int index) {
    return subject(tree(list, index));
  }

  private static MapValue tree(PackageResource list, int index) {
    return list.tree().maps(ObjectLists.ITEMS).get(index);
  }
}
