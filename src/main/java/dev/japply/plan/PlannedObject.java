package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The planned action for one object and its result. An immutable value: its preconditions show at
/// execution whether it still fits the cluster.
///
/// @param desired the desired object; for an [Action.Delete] the live one
/// @param before the live object at planning time; [dev.japply.tree.Missing#MISSING] if it does not
///   exist or was not read
/// @param after the object afterwards; the same as `before` if nothing changes, except for fields
///   that the server maintains; missing if it is deleted, or if nothing can be done
/// @param reasons none if they were not requested, nothing is merged, or there is no live object
public record PlannedObject(
    KubeObject desired, Action action, Node before, Node after, ChangeReasons reasons) {
  /// Creates a planned object without reasons.
  public PlannedObject(KubeObject desired, Action action, Node before, Node after) {
    this(desired, action, before, after, ChangeReasons.NONE);
  }

  public static PlannedObject refused(KubeObject desired, List<Problem> problems) {
    return new PlannedObject(desired, new Action.Refused(problems), MISSING, MISSING);
  }

  /// Returns a refused object that was read.
  ///
  /// @param live null if it does not exist
  public static PlannedObject refused(
      KubeObject desired, @Nullable MapValue live, List<Problem> problems) {
    Node before = live == null ? MISSING : live;
    return new PlannedObject(desired, new Action.Refused(problems), before, MISSING);
  }

  /// Whether the object is deleted, and not created again.
  public boolean isDeletion() {
    return action instanceof Action.Delete;
  }

  /// Returns the object that takes the place of this one, which is deleted; empty if there is none.
  public Optional<ObjectKey> successor() {
    return action instanceof Action.Delete delete
        ? Optional.ofNullable(delete.successor())
        : Optional.empty();
  }

  /// Returns this planned object with `object` as its result.
  public PlannedObject withAfter(MapValue object) {
    return new PlannedObject(desired, action, before, object, reasons);
  }

  /// Returns this planned object with the action for another version of the live object.
  public PlannedObject with(Action other, MapValue live) {
    return new PlannedObject(desired, other, live, after, reasons);
  }

  public PlannedObject with(ChangeReasons given) {
    return new PlannedObject(desired, action, before, after, given);
  }

  /// Returns only the kind of the action, the ignored fields and the managers, to save memory.
  public PlannedObject brief() {
    Action kind =
        switch (action) {
          case Action.Refused refused -> refused;
          case Action.Delete delete -> delete;
          case Action other -> new Action.Unchanged();
        };
    Node owned = before instanceof MapValue live ? ManagedFields.onlyNames(live) : MISSING;
    return new PlannedObject(desired, kind, owned, MISSING, reasons.brief());
  }

  /// Returns the texts in all states of the object that are values of Secrets.
  public SecretCopies copies() {
    SecretCopies copies = SecretCopies.of(desired, before, after);
    if (copies.isEmpty()) {
      return copies;
    }
    for (FieldReason reason : reasons.fields()) {
      Node config = reason.values().manifest();
      copies =
          copies
              .with(config, reason.values().lastApplied())
              .with(config, reason.values().live())
              .with(config, reason.values().result());
    }
    return copies;
  }

  /// Returns the configuration for the last-applied annotation.
  public MapValue claimed() {
    return reasons.claimed() == null ? desired.tree() : reasons.claimed();
  }

  /// Returns the resulting object; the live one if the result is not known.
  public MapValue object() {
    return after instanceof MapValue there
        ? there
        : before instanceof MapValue there ? there : desired.tree();
  }

  /// Returns the resource version that the action requires; empty if any version is valid.
  Optional<String> version() {
    return action instanceof Action.Patch patch && patch.guarded()
        ? Optional.of(before instanceof MapValue live ? LiveMetadata.version(live) : "")
        : Optional.empty();
  }

  /// Returns one line, without the values of Secrets.
  @Override
  public String toString() {
    return switch (action) {
      case Action.Create(MapValue body) -> line("create", shown(body));
      case Action.Patch patch ->
          line("patch", version().map(v -> "at " + v + " ").orElse("") + shown(patch.body()));
      case Action.Unchanged unchanged -> line("leave", "");
      case Action.Apply(MapValue manifest, boolean force, String subresource) ->
          line(
              force ? "apply by force" : "apply",
              (subresource.isEmpty() ? "" : "as " + subresource + " ") + shown(manifest));
      case Action.Recreate(String uid, MapValue body) -> line("recreate", uid + " " + shown(body));
      case Action.Delete(String uid, ObjectKey successor) ->
          line("delete", uid + (successor == null ? "" : " after " + successor.subject()));
      case Action.Refused(List<Problem> problems) ->
          line("refuse", problems.stream().map(Problem::what).collect(Collectors.joining("; ")));
    };
  }

  private String line(String verb, String rest) {
    return (verb + " " + desired.key().subject() + " " + rest).strip();
  }

  private String shown(MapValue body) {
    return GoJson.write(SecretMask.masked(desired.with(copies()), body));
  }
}
