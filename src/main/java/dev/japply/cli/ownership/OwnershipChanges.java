package dev.japply.cli.ownership;

import dev.japply.apply.OwnershipPatcher.Fields;
import dev.japply.apply.OwnershipPatcher.Owners;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cluster.Cluster;
import dev.japply.merge.AnnotationEdit;
import dev.japply.merge.AnnotationEdit.Kind;
import dev.japply.merge.MergeException;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.object.OwnedFields;
import dev.japply.plan.FieldReference;
import dev.japply.plan.OwnershipTransfer;
import dev.japply.plan.PlanProblems;
import dev.japply.plan.ServerSideTransfer;
import dev.japply.plan.UnknownField;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes of objects whose fields are adopted or released, computed before anything is written.
final class OwnershipChanges {
  private final Cluster cluster;
  private final OwnershipOptions options;
  private final List<OwnershipChange> changes = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private final Set<FieldReference> found = new HashSet<>();

  /// The configurations in the annotations of the objects.
  private final List<MapValue> applied = new ArrayList<>();

  private final List<MapValue> live = new ArrayList<>();

  private int passedOver;
  private boolean annotated;

  private OwnershipChanges(Cluster cluster, OwnershipOptions options) {
    this.cluster = cluster;
    this.options = options;
  }

  /// One object that has some of the fields.
  ///
  /// @param effects the consequences for later applies
  /// @param schema the schema of its type; null if there is none
  record OwnershipChange(
      LiveObject object,
      List<FieldReference> fields,
      Owners owners,
      List<AnnotationEdit.Change> effects,
      @Nullable Schema schema) {
    /// Whether an owner becomes another.
    boolean isChange() {
      return !owners.areIn(object.live());
    }
  }

  static OwnershipChanges of(Cluster cluster, LookupResult found, OwnershipOptions options) {
    var changes = new OwnershipChanges(cluster, options);
    changes.problems.addAll(found.problems());
    found.objects().forEach(changes::add);
    if (changes.problems.isEmpty()) {
      options.fields().stream()
          .filter(field -> !changes.found.contains(field))
          .map(field -> changes.nowhere(field.text()))
          .forEach(changes.problems::add);
    }
    return changes;
  }

  /// Returns the error for a field that no object has.
  private Problem nowhere(String field) {
    boolean ofManager = !annotated && passedOver > 0;
    return switch (options.direction()) {
      case RELEASE ->
          ofManager
              ? nowhere(
                  field,
                  options.serverManager() + " owns it in no object",
                  live,
                  "`japply why TYPE NAME` shows the managers; name one by --field-manager")
              : nowhere(
                  field,
                  "no object has it in its last-applied annotation",
                  applied,
                  "`japply view-last-applied` shows the annotation");
      case ADOPT ->
          nowhere(
              field,
              "no applied object has it live",
              live,
              "`japply why TYPE NAME` shows the fields of a live object");
    };
  }

  /// @param searched objects that may have a similar field
  /// @param otherwise the hint if none has one
  private static Problem nowhere(
      String field, String what, List<MapValue> searched, String otherwise) {
    String hint =
        similar(field, searched).map(name -> "did you mean " + name + "?").orElse(otherwise);
    return Problem.error(Origin.NONE, "field \"" + field + "\": " + what, hint);
  }

  /// Returns the similar field of the first object that has one; empty if none has one.
  private static Optional<String> similar(String field, List<MapValue> objects) {
    return objects.stream()
        .flatMap(object -> UnknownField.find(field, object, null).stream())
        .flatMap(unknown -> unknown.nearest().stream())
        .findFirst();
  }

  List<OwnershipChange> changes() {
    return changes;
  }

  /// Returns the problems that prevent all writes; empty if there are none.
  List<Problem> problems() {
    return problems;
  }

  List<Problem> warnings() {
    return warnings;
  }

  /// Returns the number of objects that have none of the fields.
  int passedOver() {
    return passedOver;
  }

  private void add(LiveObject object) {
    OwnedFields own = OwnedFields.of(object.live(), options.serverManager());
    annotated |= !(object.lastApplied() instanceof Stored.Absent);
    live.add(object.live());
    switch (object.lastApplied()) {
      case Stored.Document(MapValue config) -> {
        applied.add(config);
        add(object, config, own);
      }
      case Stored.Absent absent when own.isEmpty() -> addWithoutAnnotation(object);
      case Stored.Absent absent -> add(object, null, own);
      case Stored.Empty empty -> problems.add(object.unreadable());
      case Stored.Broken broken -> problems.add(object.unreadable());
    }
  }

  private void addWithoutAnnotation(LiveObject object) {
    passedOver++;
    if (options.direction() == OwnershipTransfer.ADOPT) {
      warnings.add(object.unannotated().asWarning(WarningId.NOT_EDITED));
    }
  }

  /// Adds the change of an object that was applied.
  ///
  /// @param annotated the last applied configuration; null if only the server has the owners
  /// @param own the fields of server-side apply
  private void add(LiveObject object, @Nullable MapValue annotated, OwnedFields own) {
    Schema schema = cluster.schema(object.resource().gvk()).orElse(null);
    ServerSideTransfer transfer =
        own.isEmpty() || schema == null ? null : new ServerSideTransfer(own, object.live(), schema);
    if (annotated == null && transfer == null) {
      addWithoutAnnotation(object);
      return;
    }
    MapValue config =
        annotated == null && transfer != null
            ? transfer.applied()
            : Objects.requireNonNull(annotated);
    try {
      OwnershipTransfer.Result result =
          options.direction().of(config, object.live(), options.fields(), schema);
      List<FieldReference> fields = new ArrayList<>(options.fields());
      fields.removeIf(field -> !result.found().contains(field) && !isLeft(field, object));
      found.addAll(fields);
      if (fields.isEmpty()) {
        passedOver++;
        return;
      }
      String text =
          annotated == null
              ? null
              : result.config().equals(config)
                  ? object.annotation()
                  : LastApplied.encode(result.config());
      Fields owned =
          transfer == null
              ? null
              : new Fields(own.manager(), transfer.fields(options.direction(), fields));
      List<AnnotationEdit.Change> effects =
          AnnotationEdit.of(config, result.config(), object.live(), schema).changes();
      add(new OwnershipChange(object, fields, new Owners(text, owned), effects, schema));
    } catch (JapplyException e) {
      String subject = object.requested().key().subject();
      e.problems().forEach(problem -> problems.add(problem.about(subject)));
    } catch (MergeException e) {
      problems.add(PlanProblems.unmergeable(object.requested(), object.live(), e));
    }
  }

  /// Whether an earlier run has released a field that the manifest still has.
  private boolean isLeft(FieldReference field, LiveObject object) {
    return options.inFiles()
        && options.direction() == OwnershipTransfer.RELEASE
        && field.find(object.requested().tree()).isPresent();
  }

  private void add(OwnershipChange change) {
    LiveObject object = change.object();
    if (options.direction() == OwnershipTransfer.RELEASE) {
      change.effects().stream()
          .filter(effect -> effect.kind() == Kind.VALUE)
          .map(effect -> partOfOneValue(object, effect.path().toString()))
          .forEach(problems::add);
    }
    if (change.owners().annotation() != null) {
      AnnotationLimit.check(change.owners().in(object.live())).stream()
          .map(excess -> PlanProblems.tooLarge(object.requested(), excess))
          .forEach(problems::add);
    }
    changes.add(change);
  }

  /// Returns the error for a part of a value that merges as a whole.
  private static Problem partOfOneValue(LiveObject object, String whole) {
    return object
        .requested()
        .error(
            whole + " merges as one value, so no part of it changes hands",
            "name all of it: " + whole);
  }
}
