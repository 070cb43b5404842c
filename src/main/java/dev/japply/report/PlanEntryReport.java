package dev.japply.report;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.diff.Secrets;
import dev.japply.diff.UnifiedDiff;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretMask;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Compatibility;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PatchResult;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecreateBody;
import dev.japply.plan.file.DeletionPlan;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanEntries.BuiltinTypes;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.Summary.End;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;

/// Reports objects of a plan before it is carried out.
///
/// The changes are computed from the request that will be sent, and from the object that it was
/// planned for. Only the reasons are the plan's.
///
/// @param secrets whether the values of Secrets are shown
/// @param differences whether the differing lines are included
/// @param manager the field manager of objects that are applied server-side
/// @param orphan whether objects that depend on a deleted one stay
public record PlanEntryReport(
    Secrets secrets, boolean differences, BuiltinTypes types, String manager, boolean orphan) {
  private static final int CONTEXT = 3;

  /// Returns the report for a plan file, which contains no values of Secrets.
  public static PlanEntryReport of(PlanFile plan) {
    return new PlanEntryReport(
        Secrets.MASKED,
        /* differences= */ true,
        new BuiltinTypes(),
        plan.settings().serverManager(),
        isOrphaning(plan.settings().deletion()));
  }

  /// Returns the report for an undo, which does not apply server-side.
  public static PlanEntryReport ofUndo(Secrets secrets) {
    return new PlanEntryReport(
        secrets,
        /* differences= */ false,
        new BuiltinTypes(),
        /* manager= */ "",
        /* orphan= */ false);
  }

  /// Returns the report for a deletion.
  ///
  /// @param orphan whether objects that depend on a deleted one stay
  public static PlanEntryReport ofDeletion(Secrets secrets, boolean orphan) {
    return new PlanEntryReport(
        secrets, /* differences= */ false, new BuiltinTypes(), /* manager= */ "", orphan);
  }

  /// Returns the reports of a plan of a deletion.
  public static List<ReportedObject> of(DeletionPlan plan) {
    var report = ofDeletion(Secrets.MASKED, isOrphaning(plan.options().deletion()));
    return plan.objects().stream()
        .map(each -> withDependents(report.of(each.entry()), each.dependents()))
        .toList();
  }

  /// Returns the report of a deletion with the objects that are deleted along.
  public static ReportedObject withDependents(ReportedObject object, List<ObjectKey> dependents) {
    if (dependents.isEmpty()) {
      return object;
    }
    var effects = new ArrayList<>(object.effects());
    effects.add(
        "this also deletes "
            + dependents.stream().map(ObjectKey::subject).collect(Collectors.joining(", ")));
    return object.withEffects(effects);
  }

  /// Checks whether objects that depend on a deleted one stay.
  public static boolean isOrphaning(Deletion deletion) {
    return deletion.cascade().equals("orphan");
  }

  /// Reports an object that was just planned.
  ///
  /// @param fields the fields with reasons
  /// @param warnings the warnings about the object, which can have the reason for a recreation
  public ReportedObject of(
      PlannedObject planned, List<FieldExplanation> fields, List<Problem> warnings) {
    List<FieldExplanation> stated = fields.stream().map(FieldExplanation::planned).toList();
    PlannedObject stored = PlanEntries.stored(planned);
    return of(planned.desired(), stored, effect(stored, stated))
        .withEffects(effects(planned, warnings, orphan));
  }

  /// Reports an object of a plan file.
  public ReportedObject of(Entry entry) {
    PlannedObject planned = entry.planned();
    Effect effect = effect(planned, entry.explanation().fields());
    KubeObject object =
        effect.after() instanceof MapValue after
            ? DependencyGraph.ordered(entry.object(), after)
            : entry.object();
    return of(object, planned, effect)
        .withEffects(effects(planned, entry.explanation().warnings(), orphan));
  }

  /// Returns the rule that allows a recreation with its reason, and everything that a deletion does
  /// to others.
  public static List<String> effects(
      PlannedObject planned, List<Problem> warnings, boolean orphan) {
    boolean deletes = planned.action() instanceof Action.Recreate || planned.isDeletion();
    if (!deletes || !(planned.before() instanceof MapValue live)) {
      return List.of();
    }
    var effects = new ArrayList<String>();
    warnings.stream()
        .filter(warning -> warning.id() == WarningId.RECREATION)
        .map(Problem::what)
        .forEach(effects::add);
    String along = RecreateBody.along(live, orphan);
    boolean named = effects.stream().anyMatch(effect -> effect.startsWith(PlanText.RECREATED));
    if (!named && !along.isEmpty()) {
      effects.addFirst(along);
    }
    return effects;
  }

  /// @param planned the parts of the planned object that a plan file has
  private ReportedObject of(KubeObject object, PlannedObject planned, Effect effect) {
    String diff = differences ? diff(planned, effect.after()) : "";
    var reported = new ReportedObject(object, effect.end(), diff, effect.fields());
    return switch (effect.end()) {
      case CREATED -> reported.withContent(content(planned, effect.after(), secrets));
      case RECREATED -> recreated(reported, planned, effect);
      case MOVED -> reported.movedTo(planned.successor().orElse(null));
      default -> reported;
    };
  }

  /// Returns a recreation with the new object, and with the old values of its changed fields.
  /// Fields that the server has added to the old object are left out: it adds them again.
  private ReportedObject recreated(ReportedObject reported, PlannedObject planned, Effect effect) {
    if (!(effect.after() instanceof MapValue after)) {
      return reported;
    }
    SecretMask.Pair shown = secrets.shown(planned.before(), after, planned.copies());
    FieldFilter filter = FieldFilter.own(secrets);
    if (!(shown.after() instanceof MapValue made)) {
      return reported;
    }
    Node old = filter.of(made, after.has("status"));
    for (FieldPath path : effect.paths()) {
      old = putOld(path, old, shown.before());
    }
    MapValue content = filter.of(made, after.has("status"));
    MapValue replaced = old instanceof MapValue was ? filter.of(was, after.has("status")) : made;
    String now = GoYaml.unfolded(content);
    String diff =
        differences
            ? UnifiedDiff.hunks(GoYaml.unfolded(replaced), now, (int) now.lines().count())
            : "";
    return new ReportedObject(reported.object(), reported.end(), diff, reported.fields())
        .withContent(content, replaced);
  }

  /// Returns `tree` with the value that the old object has at `path`.
  private static Node putOld(FieldPath path, Node tree, Node old) {
    Node value = path.in(old);
    return value instanceof Value
        ? path.put(withParent(path, tree, old), value)
        : withoutParent(path.parentPath(), path.put(tree, value), old);
  }

  /// Returns `tree` without the map or list at `path` if that is empty, and the old object has
  /// none.
  private static Node withoutParent(FieldPath path, Node tree, Node old) {
    boolean isEmpty =
        path.in(tree) instanceof MapValue map
            ? map.isEmpty()
            : path.in(tree) instanceof ListValue list && list.isEmpty();
    return !isEmpty || path.in(old) instanceof Value
        ? tree
        : withoutParent(path.parentPath(), path.put(tree, Missing.MISSING), old);
  }

  /// Returns `tree` with the maps and lists around `path` that the old object has.
  private static Node withParent(FieldPath path, Node tree, Node old) {
    FieldPath parent = path.parentPath();
    if (path instanceof FieldPath.Root || !(parent.in(tree) instanceof Missing)) {
      return tree;
    }
    Node empty =
        parent instanceof FieldPath.Item(FieldPath list, MapValue keys)
            ? keys
            : parent.in(old) instanceof ListValue ? ListValue.EMPTY : MapValue.EMPTY;
    return parent.put(withParent(parent, tree, old), empty);
  }

  /// Returns the fields of a new object that people write, with values of Secrets hidden.
  ///
  /// @param after the object as the server stores it
  private static Node content(PlannedObject planned, Node after, Secrets secrets) {
    return after instanceof MapValue object
        ? secrets
            .shown(
                MISSING,
                FieldFilter.own(secrets).of(object, object.has("status")),
                planned.copies())
            .after()
        : MISSING;
  }

  /// Returns the fields of an object that a plan creates, as `plan` shows them; missing if the plan
  /// creates none.
  public static Node created(PlannedObject planned, Secrets secrets) {
    PlannedObject stored = PlanEntries.stored(planned);
    Node sent =
        switch (stored.action()) {
          case Action.Create(MapValue body) -> body;
          case Action.Apply apply when !(stored.before() instanceof MapValue) -> apply.manifest();
          default -> MISSING;
        };
    Node after = sent instanceof MapValue && stored.after() instanceof MapValue made ? made : sent;
    return content(planned, after, secrets);
  }

  /// The effect that is expected of an action.
  ///
  /// @param paths the changed fields of a recreation
  private record Effect(End end, List<FieldExplanation> fields, Node after, List<FieldPath> paths) {
    Effect(End end, List<FieldExplanation> fields, Node after) {
      this(end, fields, after, List.of());
    }
  }

  private Effect effect(PlannedObject planned, List<FieldExplanation> stated) {
    Node before = planned.before();
    MapValue live = before instanceof MapValue there ? there : MapValue.EMPTY;
    return switch (planned.action()) {
      case Action.Patch patch -> {
        var schema = types.find(planned.desired().gvk());
        var result = PatchResult.of(patch, live, schema, stated, planned.after());
        yield new Effect(
            End.CONFIGURED, result.explained(stated, shown(planned, result)), result.after());
      }
      case Action.Recreate(String uid, MapValue body) -> {
        MapValue made =
            planned.after() instanceof MapValue after ? after : ServerNormalization.stored(body);
        var result = PatchResult.replaced(live, made, stated);
        yield new Effect(
            End.RECREATED,
            result.explained(stated, shown(planned, result)),
            result.after(),
            result.fields().stream().map(PatchResult.Field::path).toList());
      }
      case Action.Unchanged same ->
          new Effect(
              End.UNCHANGED, stated.stream().filter(FieldExplanation::isIgnored).toList(), live);
      case Action.Create(MapValue body) -> created(body, planned, stated);
      case Action.Delete delete ->
          new Effect(delete.successor() == null ? End.PRUNED : End.MOVED, List.of(), MISSING);
      case Action.Apply apply when before instanceof MapValue -> ofServer(planned, stated);
      case Action.Apply apply -> created(apply.manifest(), planned, stated);
      case Action.Refused refused -> new Effect(End.FAILED, List.of(), MISSING);
    };
  }

  /// Derives those fields of a new object that the server rewrites.
  private Effect created(MapValue sent, PlannedObject planned, List<FieldExplanation> stated) {
    if (!(planned.after() instanceof MapValue after)) {
      return new Effect(End.CREATED, List.of(), sent);
    }
    var result = PatchResult.created(sent, after, types.find(planned.desired().gvk()));
    return new Effect(
        End.CREATED, result.explained(stated, shown(planned, result)), result.after());
  }

  /// Derives the fields of a server-side apply, with their reasons, from both states of the object.
  /// Only ignored and stuck fields, and positions in the manifest, are read from the plan.
  private Effect ofServer(PlannedObject stored, List<FieldExplanation> stated) {
    Schema type = types.find(stored.desired().gvk());
    PlannedObject planned = stored.with(new ChangeReasons(List.of(), List.of(), null, type));
    var fields = new ArrayList<FieldExplanation>();
    stated.stream().filter(field -> field.isIgnored() || field.isStuck()).forEach(fields::add);
    var places = new HashMap<String, FieldExplanation>();
    stated.forEach(field -> places.putIfAbsent(field.path(), field));
    for (FieldExplanation field :
        ObjectExplanation.of(planned, Show.PATCH, manager, false, secrets).fields()) {
      if (field.isStuck()) {
        continue; // not known without the manifest, and read from the plan
      }
      FieldExplanation place = places.get(field.path());
      fields.add(place == null ? field : field.placedAs(place));
    }
    boolean changes = fields.stream().anyMatch(FieldExplanation::changes);
    return new Effect(changes ? End.CONFIGURED : End.SERVERSIDE_APPLIED, fields, planned.object());
  }

  private SecretMask.Pair shown(PlannedObject planned, PatchResult result) {
    return secrets.shown(result.before(), result.after(), planned.desired().copies());
  }

  private String diff(PlannedObject planned, Node after) {
    KubeObject object = planned.desired();
    boolean status = planned.before() instanceof MapValue before && before.has("status");
    KubeObject shown =
        status ? object.withTree(object.tree().with("status", MapValue.EMPTY)) : object;
    boolean annotation =
        planned.before() instanceof MapValue before
            && after instanceof MapValue now
            && !annotation(before).equals(annotation(now));
    return new DiffFiles(FieldFilter.own(secrets), /* annotated= */ false, Compatibility.japply())
        .of(new PlannedObject(shown, planned.action(), planned.before(), after), annotation)
        .hunks(CONTEXT);
  }

  /// Returns the text of the annotation, or its replacement in a plan file.
  private static Node annotation(MapValue object) {
    return object.map("metadata").map("annotations").get(LastApplied.KEY);
  }
}
