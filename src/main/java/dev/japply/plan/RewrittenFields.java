package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Entry;
import dev.japply.merge.FieldReason.Extent;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.KubeObject;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.Planner.Annotation;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The fields of a new object that the server does not store as the manifest has them, as where a
/// mutating webhook rewrites values: those that the next apply would send again. Fields that the
/// server adds are not among them, and neither are values that differ in each request.
public final class RewrittenFields {
  private static final FieldPath METADATA = FieldPath.root().key("metadata");
  private static final FieldPath DATA = FieldPath.root().key("data");
  static final FieldPath TEXTS = FieldPath.root().key("stringData");
  private static final FieldPath STATUS = FieldPath.root().key("status");

  /// Fields of `metadata` that belong to the server even if a manifest has them.
  private static final Set<String> OF_SERVER =
      Set.of(
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "generation",
          "managedFields",
          "resourceVersion",
          "selfLink",
          "uid");

  private RewrittenFields() {}

  /// Returns the fields with the values of the server as their results.
  ///
  /// @param after the new object as the server returns it
  /// @param schema the schema of the object; null if it is not known
  public static List<FieldReason> of(
      PlanOptions options, KubeObject desired, MapValue after, @Nullable Schema schema) {
    var planner = new Planner(options.with(ReasonsWanted.SENT), Annotation.LEFT);
    var fields = new ArrayList<FieldReason>();
    for (FieldReason reason : planner.decide(desired, after, schema).reasons().fields()) {
      Node manifest = reason.values().manifest();
      Node stored = reason.path().in(after);
      if (reason instanceof Sent sent
          && sent.change().isOfField()
          && sent.change() != Change.RESENT
          && manifest instanceof Value given
          && !isOfServer(sent.path())
          && !isAllocated(sent.path(), given)
          && !isIn(stored, given, FieldType.of(schema).at(sent.path()))) {
        var values = new Values(MISSING, manifest, MISSING, stored);
        var entry = new Entry(sent.path(), given, Extent.PART);
        fields.add(new Sent(sent.path(), values, Change.ADDED, entry));
      }
    }
    return List.copyOf(fields);
  }

  /// Returns the sent object with the values that the server stores of its fields; missing if
  /// `planned` creates none, or one that is stored as it is sent.
  public static Node result(PlannedObject planned) {
    if (!planned.reasons().rewritten() || planned.before() instanceof MapValue) {
      return MISSING;
    }
    return switch (planned.action()) {
      case Action.Create(MapValue body) -> result(body, planned.reasons().fields());
      case Action.Apply apply -> result(apply.manifest(), planned.reasons().fields());
      default -> MISSING;
    };
  }

  /// Returns a planned recreation with the values that the server stores of the new object's
  /// fields.
  public static PlannedObject recreated(
      PlannedObject planned, MapValue body, List<FieldReason> rewritten) {
    return !rewritten.isEmpty()
            && result(ServerNormalization.stored(body), rewritten) instanceof MapValue after
        ? new PlannedObject(
            planned.desired(),
            planned.action(),
            planned.before(),
            after,
            planned.reasons().asRewritten())
        : planned;
  }

  static Node result(MapValue sent, List<FieldReason> rewritten) {
    Node result = sent;
    for (FieldReason field : rewritten) {
      if (field instanceof Sent) {
        result = field.path().put(inData(field.path(), result), field.values().result());
      }
    }
    return result;
  }

  /// The server stores the texts of a Secret in its data.
  private static Node inData(FieldPath path, Node result) {
    if (!(path instanceof FieldPath.Key(FieldPath parent, String key) && parent.equals(DATA))) {
      return result;
    }
    Node rest = TEXTS.key(key).put(result, MISSING);
    return DATA.in(rest) instanceof MapValue ? rest : DATA.put(rest, MapValue.EMPTY);
  }

  /// Returns the sent object with the map that the texts of a Secret are stored in.
  static MapValue withData(MapValue sent, MapValue result) {
    boolean comes = DATA.in(sent) instanceof Missing && DATA.in(result) instanceof MapValue;
    return comes ? (MapValue) DATA.put(sent, MapValue.EMPTY) : sent;
  }

  private static boolean isOfServer(FieldPath path) {
    return path.isWithin(STATUS)
        || (path instanceof FieldPath.Key(FieldPath parent, String key)
            && parent.equals(METADATA)
            && OF_SERVER.contains(key));
  }

  /// Whether the server chooses the value: a port that is 0 or an empty address.
  private static boolean isAllocated(FieldPath path, Value given) {
    return path instanceof FieldPath.Key(FieldPath parent, String key)
        && ServerSideDifference.ALLOCATED.contains(key)
        && SemanticEquality.isEmpty(given);
  }

  /// Whether the server stores `given`, perhaps in another form or with additions. It leaves out
  /// zero values.
  private static boolean isIn(Node stored, Value given, FieldType type) {
    return switch (stored) {
      case Missing none -> SemanticEquality.isEmpty(given);
      case MapValue map when given instanceof MapValue(var entries) ->
          entries.entrySet().stream()
              .allMatch(entry ->
                  isIn(map.get(entry.getKey()), entry.getValue(), type.key(entry.getKey())));
      case ListValue list when given instanceof ListValue items && list.size() == items.size() ->
          IntStream.range(0, items.size())
              .allMatch(i -> isIn(list.items().get(i), items.items().get(i), type.item()));
      case Value value -> SemanticEquality.same(value, given, type.type());
    };
  }
}
