package dev.japply.plan;

import dev.japply.diff.Excerpts;
import dev.japply.merge.MergeException;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.FieldManagers;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Problems that keep an object from being applied.
public final class PlanProblems {
  /// Longer values are cut: a message is one line. The largest data of a ConfigMap or Secret.
  private static final int MOST_DATA = 1 << 20;

  private static final int SHOWN = 60;

  /// The hint about a conflict of an undo.
  static final String DECIDE = "--skip-changed leaves it as it is, and --take takes it back";

  private PlanProblems() {}

  static Problem brokenAnnotation(KubeObject desired, String reason) {
    return desired.error(
        "invalid JSON document in the live annotation " + LastApplied.KEY + ": " + reason,
        "remove that annotation from the live object and apply again");
  }

  /// @param wrong the error in the annotation for ignored fields
  static Action.Refused wrongRule(KubeObject desired, JapplyException wrong) {
    return new Action.Refused(
        wrong.problems().stream()
            .map(problem ->
                Problem.error(
                    desired.positions().apply(IgnoreRules.ANNOTATION_PATH),
                    desired.key().subject(),
                    IgnoreRules.ANNOTATION + ": " + problem.what(),
                    problem.hint()))
            .toList());
  }

  static Problem cannotKeep(KubeObject desired, FieldPath field) {
    return Problem.error(
        desired.positions().apply(field),
        desired.key().subject(),
        field + ": cannot be ignored, since what it is in is replaced",
        "ignore the field above it");
  }

  public static Problem unmergeable(KubeObject desired, MapValue live, MergeException e) {
    String what = e.path().toString().isEmpty() ? "" : e.path() + ": ";
    String message = java.util.Objects.requireNonNullElse(e.getMessage(), "");
    return Problem.error(
        desired.positions().apply(e.path()),
        desired.key().subject(),
        what + SecretValues.scrubbed(message, desired, live),
        "");
  }

  public static Problem tooLarge(KubeObject desired, AnnotationLimit.Excess excess) {
    String what =
        ("metadata.annotations: Too long: may not be more than %d bytes, but they take %d, of "
                + "which %s takes %d")
            .formatted(
                AnnotationLimit.MAX_BYTES, excess.total(), excess.largest(), excess.largestBytes());
    String repeats = "that annotation repeats the whole manifest: ";
    String hint =
        !excess.largest().equals(LastApplied.KEY)
            ? "make that annotation smaller"
            : isBeyondServers(desired)
                ? repeats + "split the object: no server stores more than 1 MiB of data in it"
                : repeats
                    + "make the object smaller, split it, or apply with --large=server-side, which"
                    + " applies such objects by the server";
    return desired.error(what, hint);
  }

  /// Whether the data of a ConfigMap or Secret are larger than any server accepts.
  private static boolean isBeyondServers(KubeObject object) {
    long bytes = 0;
    boolean isSecret = object.gvk().groupKind().equals("Secret");
    if (isSecret || object.gvk().groupKind().equals("ConfigMap")) {
      for (String field : List.of("data", "stringData", "binaryData")) {
        MapValue data = object.tree().map(field);
        boolean isBase64 = field.equals("binaryData") || (isSecret && field.equals("data"));
        for (String key : data.entries().keySet()) {
          long length = data.text(key).getBytes(StandardCharsets.UTF_8).length;
          bytes += isBase64 ? length / 4 * 3 : length;
        }
      }
    }
    return bytes > MOST_DATA;
  }

  /// Returns the conflicts with other managers in `live` that `managedFields` contains.
  public static List<Problem> conflicts(
      KubeObject desired, MapValue live, List<Conflict> conflicts) {
    return conflicts.stream().map(conflict -> conflict(desired, live, conflict)).toList();
  }

  private static Problem conflict(KubeObject desired, MapValue live, Conflict conflict) {
    boolean hidden = SecretMask.hides(desired, conflict.path(), live);
    List<String> shown =
        Excerpts.of(
            SHOWN,
            Stream.of(conflict.config(), conflict.live(), conflict.lastApplied())
                .map(node -> text(node, hidden))
                .toList());
    String what =
        ("%s: the manifest has %s, which conflicts with changes made from original to "
                + "current: live is %s%s, last applied was %s")
            .formatted(
                conflict.path(),
                shown.get(0),
                shown.get(1),
                writers(desired, live, conflict),
                shown.get(2));
    return Problem.error(
        desired.positions().apply(conflict.place()),
        desired.key().subject(),
        what,
        "write the live value into the manifest, or apply with --overwrite");
  }

  private static String writers(KubeObject desired, MapValue live, Conflict conflict) {
    MapValue tree = conflict.config() instanceof Missing ? live : desired.tree();
    return conflict.live() instanceof Missing ? "" : writers(live, conflict.place(), tree);
  }

  private static String writers(MapValue live, FieldPath path, MapValue tree) {
    String names =
        FieldManagers.of(live).of(path, tree).stream()
            .map(FieldManagers.Manager::toString)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : ", written by " + names;
  }

  /// Returns the problem of a field that another client has changed since the run that is undone.
  ///
  /// @param made whether the run created the object, so that its undo deletes it
  static Problem changedSince(
      KubeObject object, MapValue live, UndoMerge.Conflict conflict, boolean made) {
    KubeObject now = object.withTree(live);
    var secrets = SecretValues.of(live);
    boolean hidden =
        SecretMask.hides(now, conflict.path())
            || Stream.of(conflict.before(), conflict.after(), conflict.live())
                .anyMatch(node -> secrets.areIn(node) || object.copies().areWithin(node));
    List<String> shown =
        Excerpts.of(
            SHOWN,
            Stream.of(conflict.before(), conflict.after(), conflict.live())
                .map(node -> text(node, hidden))
                .toList());
    String writers =
        conflict.live() instanceof Missing
            ? ""
            : writers(live, conflict.path().numberedIn(live), live);
    String current = "it is " + shown.get(2) + writers;
    String what =
        made
            ? "changed since the run created the object: %s, and was %s"
                .formatted(current, shown.get(1))
            : "changed since the run: %s, the run wrote %s, and before it was %s"
                .formatted(current, shown.get(1), shown.get(0));
    String hint = made ? "--skip-changed keeps the object, and --take deletes it" : DECIDE;
    return object.error(conflict.path() + ": " + what, hint);
  }

  private static String text(Node node, boolean hidden) {
    return switch (node) {
      case Missing missing -> "nothing";
      case Value value -> hidden ? SecretMask.HIDDEN : GoJson.write(value);
    };
  }
}
