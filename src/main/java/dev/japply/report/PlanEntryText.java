package dev.japply.report;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.diff.RedactedPair;
import dev.japply.diff.Secrets;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.Compatibility;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PatchResult;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.file.BuiltinTypes;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.problem.Problem;
import dev.japply.report.Summary.End;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;

/// Explains one object of a plan.
///
/// The changes are computed from the request that will be sent, and from the object that it was
/// planned for. Only the reasons are read from the plan.
///
/// @param fields the fields that change, with reasons
/// @param diff the changes, in hunks of a unified diff; empty if it was not requested
/// @param warnings the warnings to show before the plan is applied
public record PlanEntryText(
    KubeObject object,
    Action action,
    List<FieldExplanation> fields,
    String diff,
    List<Problem> warnings) {
  private static final int CONTEXT = 3;

  public PlanEntryText {
    fields = List.copyOf(fields);
    warnings = List.copyOf(warnings);
  }

  /// The level of detail.
  ///
  /// @param secrets whether the values of Secrets are shown
  /// @param differences whether the differing lines are included
  /// @param manager the field manager of objects that are applied server-side
  public record Options(Secrets secrets, boolean differences, BuiltinTypes types, String manager) {
    /// Returns the options for a plan file, which contains no values of Secrets.
    public static Options of(PlanFile plan) {
      return new Options(
          Secrets.MASKED,
          /* differences= */ true,
          new BuiltinTypes(),
          plan.settings().serverManager());
    }
  }

  /// Explains an object that was just planned.
  public static PlanEntryText of(
      PlannedObject planned, ObjectExplanation explanation, Options options) {
    PlannedObject stored = PlanEntries.stored(planned);
    List<FieldExplanation> stated =
        explanation.fields().stream().map(FieldExplanation::planned).toList();
    return of(planned.desired(), stored, stated, explanation.warnings(), options);
  }

  /// Explains an object of a plan file.
  public static PlanEntryText of(Entry entry, Options options) {
    return of(
        entry.object(),
        entry.planned(),
        PlanEntryReader.fields(entry.explanation().fields()),
        PlanEntryReader.warnings(entry.explanation().warnings(), entry.object().key().subject()),
        options);
  }

  /// @param planned the parts of the planned object that a plan file has
  /// @param stated the fields as the plan states them
  private static PlanEntryText of(
      KubeObject object,
      PlannedObject planned,
      List<FieldExplanation> stated,
      List<Problem> warnings,
      Options options) {
    Action action = action(planned);
    Derived derived = derived(planned, action, stated, options);
    String diff = options.differences() ? diff(planned, derived.after(), options.secrets()) : "";
    return new PlanEntryText(object, action, derived.fields(), diff, warnings);
  }

  /// Returns this explanation with the warnings that match `shown`.
  public PlanEntryText withWarnings(Predicate<Problem> shown) {
    List<Problem> some = warnings.stream().filter(shown).toList();
    return new PlanEntryText(object, action, fields, diff, some);
  }

  /// The result of an action on the object before it.
  private record Derived(List<FieldExplanation> fields, Node after) {}

  /// Returns the action; a creation if the server applies an object that does not exist.
  private static Action action(PlannedObject planned) {
    return planned.action() instanceof Action.Apply apply && !(planned.before() instanceof MapValue)
        ? new Action.Create(apply.manifest())
        : planned.action();
  }

  private static Derived derived(
      PlannedObject planned, Action action, List<FieldExplanation> stated, Options options) {
    MapValue before = planned.before() instanceof MapValue there ? there : MapValue.EMPTY;
    return switch (action) {
      case Action.Patch patch -> {
        var schema = options.types().find(planned.desired().gvk());
        var result = PatchResult.of(patch, before, schema, stated, planned.after());
        yield new Derived(
            result.explained(stated, shown(planned, result, options)), result.after());
      }
      case Action.Recreate(String uid, MapValue body) -> {
        MapValue after = ServerNormalization.stored(body);
        var result = PatchResult.replaced(before, after, stated);
        yield new Derived(result.explained(stated, shown(planned, result, options)), after);
      }
      case Action.Unchanged same ->
          new Derived(stated.stream().filter(FieldExplanation::isIgnored).toList(), before);
      case Action.Create(MapValue body) -> new Derived(List.of(), body);
      case Action.Delete delete -> new Derived(List.of(), MISSING);
      case Action.Apply apply -> applied(planned, stated, options);
      case Action.Refused refused -> new Derived(List.of(), MISSING);
    };
  }

  /// Derives the fields of a server-side apply, with their reasons, from both states of the object.
  /// Only ignored fields, and positions in the manifest, are read from the plan.
  private static Derived applied(
      PlannedObject stored, List<FieldExplanation> stated, Options options) {
    Schema type = options.types().find(stored.desired().gvk());
    PlannedObject planned = stored.with(new ChangeReasons(List.of(), List.of(), null, type));
    var fields = new ArrayList<>(stated.stream().filter(FieldExplanation::isIgnored).toList());
    var places = new HashMap<String, FieldExplanation>();
    stated.forEach(field -> places.putIfAbsent(field.path(), field));
    for (FieldExplanation field :
        ObjectExplanation.of(planned, Show.PATCH, options.manager(), false, options.secrets())
            .fields()) {
      FieldExplanation place = places.get(field.path());
      fields.add(place == null ? field : field.placedAs(place));
    }
    return new Derived(fields, planned.object());
  }

  private static RedactedPair shown(PlannedObject planned, PatchResult result, Options options) {
    return options.secrets().shown(result.before(), result.after(), planned.desired().copies());
  }

  /// Returns the differing lines of an object.
  private static String diff(PlannedObject planned, Node after, Secrets secrets) {
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

  /// Returns the explanation as a plan file stores it: directives of a patch do not repeat lists.
  public Explanation stored() {
    List<FieldExplanation> shortened =
        fields.stream().map(field -> field.isDirective() ? field.withoutValues() : field).toList();
    return new Explanation(WhyJson.fields(shortened), WhyJson.warnings(warnings), diff);
  }

  /// Returns the outcome that is expected for the object.
  public End end() {
    return switch (action) {
      case Action.Create create -> End.CREATED;
      case Action.Patch patch -> End.CONFIGURED;
      case Action.Unchanged same -> End.UNCHANGED;
      case Action.Recreate recreate -> End.RECREATED;
      case Action.Delete delete -> End.PRUNED;
      case Action.Apply apply ->
          fields.stream().anyMatch(FieldExplanation::changes)
              ? End.CONFIGURED
              : End.SERVERSIDE_APPLIED;
      case Action.Refused refused -> End.FAILED;
    };
  }
}
