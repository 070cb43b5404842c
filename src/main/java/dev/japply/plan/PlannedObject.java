package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.FieldReason;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is planned for one object, and what comes of it. A value: what it says does not change with
/// the cluster, and whoever executes it later finds out by its preconditions whether it still fits.
///
/// @param desired the object as it is to be, or of a [Action.Delete] as it is
/// @param before the live object for which it was planned; [dev.japply.tree.Missing#MISSING] when
///   there is none, or it was not read
/// @param after what the object then is, or would be; the same as `before` when nothing changes,
///   but for what the server keeps account of; missing when it goes, or when nothing can be done
/// @param grounds why; without reasons where nobody has asked, where nothing is merged, and where
///   nothing is live
public record PlannedObject(
    KubeObject desired, Action action, Node before, Node after, Grounds grounds) {
  /// One of which nobody has asked why.
  public PlannedObject(KubeObject desired, Action action, Node before, Node after) {
    this(desired, action, before, after, Grounds.NONE);
  }

  /// One that is refused.
  public static PlannedObject refused(KubeObject desired, List<Problem> problems) {
    return new PlannedObject(desired, new Action.Refused(problems), MISSING, MISSING);
  }

  /// The same, of which came `object`.
  public PlannedObject withAfter(MapValue object) {
    return new PlannedObject(desired, action, before, object, grounds);
  }

  /// The same, with why.
  public PlannedObject with(Grounds given) {
    return new PlannedObject(desired, action, before, after, given);
  }

  /// The kind of the action and the ignored fields alone, to keep for many objects.
  public PlannedObject brief() {
    Action kind =
        switch (action) {
          case Action.Refused refused -> refused;
          case Action.Delete delete -> delete;
          case Action other -> new Action.Unchanged();
        };
    return new PlannedObject(desired, kind, MISSING, MISSING, grounds.brief());
  }

  /// Why, field by field.
  List<FieldReason> reasons() {
    return grounds.reasons();
  }

  /// The texts of the object, in all its states, that are values of Secrets.
  public SecretCopies copies() {
    SecretCopies copies = SecretCopies.of(desired, before, after);
    for (FieldReason reason : reasons()) {
      Node config = reason.values().config();
      copies =
          copies
              .with(config, reason.values().lastApplied())
              .with(config, reason.values().live())
              .with(config, reason.values().result());
    }
    return copies;
  }

  /// What the last-applied annotation is to say.
  public MapValue claimed() {
    return grounds.claimed() == null ? desired.tree() : grounds.claimed();
  }

  /// The object as it then is; where that is not known, as it was.
  public MapValue object() {
    return after instanceof MapValue there
        ? there
        : before instanceof MapValue there ? there : desired.tree();
  }

  /// The version of the live object that the action is for; empty when any version will do.
  Optional<String> version() {
    return action instanceof Action.Patch patch && patch.guarded()
        ? Optional.of(before instanceof MapValue live ? version(live) : "")
        : Optional.empty();
  }

  private static String version(MapValue live) {
    return live.map("metadata").text("resourceVersion");
  }

  /// One line, without the values of secrets.
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
      case Action.Delete(String uid) -> line("delete", uid);
      case Action.Refused(List<Problem> problems) ->
          line("refuse", problems.stream().map(Problem::what).collect(Collectors.joining("; ")));
    };
  }

  private String line(String verb, String rest) {
    return (verb + " " + desired.key().subject() + " " + rest).strip();
  }

  private String shown(MapValue body) {
    return GoJson.write(SecretMask.masked(desired.gvk(), body));
  }
}
