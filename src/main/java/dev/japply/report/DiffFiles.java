package dev.japply.report;

import dev.japply.diff.FilePair;
import dev.japply.diff.FilePair.FileNames;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretMask;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// Writes the files that `kubectl diff` compares: an object before and after, each in YAML. The
/// values of Secrets are masked unless the user requests them.
///
/// @param annotated whether applying writes the last-applied annotation
/// @param compatibility whether a Secret that does not exist is written as `null` instead of as an
///   empty file, whether `managedFields` of pruned objects are always compared, whether changes of
///   the annotation are reported, and whether there are headings
public record DiffFiles(FieldFilter fields, boolean annotated, Compatibility compatibility) {

  /// Returns whether one object has no difference. Cheaper than writing the files.
  public boolean same(PlannedObject planned) {
    return before(planned).equals(after(planned)) && !changesAnnotation(planned);
  }

  /// Returns the two files of one object, and the changes that they do not show.
  public ObjectDiff of(PlannedObject planned) {
    return of(planned, changesAnnotation(planned));
  }

  /// Returns the files of an object that is moved, and of the one that takes its place.
  public ObjectDiff moved(PlannedObject from, PlannedObject to) {
    SecretMask.Pair masked =
        fields.secrets().shown(before(from), after(to), from.copies().and(to.copies()));
    var files =
        new FilePair(
            FileNames.of(to.desired()),
            FileNames.of(from.desired()),
            text(masked.before(), ""),
            text(masked.after(), ""));
    String heading = heading(to) + ", moved from " + from.desired().key().subject();
    return new ObjectDiff(TerminalText.line(heading), files, false);
  }

  /// Returns the same for an object of a plan file.
  ///
  /// @param annotation whether the last-applied annotation changes
  ObjectDiff of(PlannedObject planned, boolean annotation) {
    SecretMask.Pair masked =
        fields.secrets().shown(before(planned), after(planned), planned.copies());
    var files =
        new FilePair(
            FileNames.of(planned.desired()),
            text(masked.before(), nothing(planned)),
            text(masked.after(), nothing(planned)));
    return new ObjectDiff(heading(planned), files, annotation);
  }

  /// Returns a heading such as `Deployment shop/storefront (manifests/30-storefront.yaml:1)`.
  private String heading(PlannedObject planned) {
    if (!compatibility.allows(Difference.SHORTENS_DIFFS)) {
      return "";
    }
    var object = planned.desired();
    String subject = object.key().subject();
    String place =
        planned.isDeletion()
            ? planned
                .successor()
                .map(successor -> "moved to " + successor.subject())
                .orElse("no longer in the manifests")
            : object.origin().equals(Origin.NONE) ? "" : object.origin().toString();
    return TerminalText.line(place.isEmpty() ? subject : subject + " (" + place + ")");
  }

  /// Returns whether applying would change the annotation. In a server-side apply the server
  /// updates the annotation if it exists.
  private boolean changesAnnotation(PlannedObject planned) {
    if (!compatibility.allows(Difference.SHORTENS_DIFFS)
        || !(planned.before() instanceof MapValue live)
        || !(planned.after() instanceof MapValue after)) {
      return false;
    }
    String there = LastApplied.text(live);
    return planned.action() instanceof Action.Apply
        ? !there.equals(LastApplied.text(after))
        : annotated && !there.equals(LastApplied.encode(planned.claimed()));
  }

  /// Returns the object before the change. kubectl shows all fields of an object that is deleted.
  private Node before(PlannedObject planned) {
    boolean whole = planned.isDeletion() && !compatibility.allows(Difference.SHORTENS_DIFFS);
    return whole ? planned.before() : shown(planned, planned.before());
  }

  private Node after(PlannedObject planned) {
    return shown(planned, planned.after());
  }

  private Node shown(PlannedObject planned, Node object) {
    return object instanceof MapValue map ? fields.of(map, writesStatus(planned)) : object;
  }

  /// Returns whether the manifest has a status and the server accepts it, because the type has no
  /// status subresource.
  private static boolean writesStatus(PlannedObject planned) {
    return planned.desired().tree().has("status")
        && planned.before() instanceof MapValue before
        && planned.after() instanceof MapValue after
        && !before.get("status").equals(after.get("status"));
  }

  private String nothing(PlannedObject planned) {
    boolean secret = planned.desired().gvk().kind().equals("Secret") && !planned.isDeletion();
    return secret && !compatibility.allows(Difference.SHORTENS_DIFFS) ? "null\n" : "";
  }

  private static String text(Node object, String nothing) {
    return switch (object) {
      case Missing missing -> nothing;
      case Value value -> GoYaml.write(value);
    };
  }
}
