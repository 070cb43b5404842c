package dev.japply.report;

import dev.japply.compare.ObjectChange;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.diff.FilePair;
import dev.japply.diff.FilePair.FileNames;
import dev.japply.diff.UnifiedDiff;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.problem.Origin;
import dev.japply.problem.TerminalText;
import dev.japply.report.Summary.End;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.util.Objects;
import java.util.stream.Collectors;

/// The difference of an object between two builds, for people and for reports.
public final class BuildChangeText {
  private BuildChangeText() {}

  public static FilePair files(ObjectChange change) {
    return new FilePair(
        FileNames.of(object(change)),
        text(change.states().before()),
        text(change.states().after()));
  }

  private static String text(Node object) {
    return switch (object) {
      case Missing missing -> "";
      case Value value -> GoYaml.write(value);
    };
  }

  private static KubeObject object(ObjectChange change) {
    return change.pair().latest().object();
  }

  /// Returns the difference with its causes, in lines below it that `patch` skips.
  ///
  /// @param build the directory of the kustomization
  /// @param context the number of equal lines before and after a change
  public static String of(ObjectChange change, String build, int context) {
    return files(change).between(heading(change, build), build, context) + causes(change);
  }

  /// Returns the object and the causes, for a difference that another program prints.
  ///
  /// @param build the directory of the kustomization
  public static String causes(ObjectChange change, String build) {
    return "# " + heading(change, build) + "\n" + causes(change);
  }

  private static String causes(ObjectChange change) {
    return change.fields().stream()
        .map(field -> "# " + TerminalText.line(field.path() + ": " + field.cause().words()) + "\n")
        .collect(Collectors.joining());
  }

  private static String heading(ObjectChange change, String build) {
    KubeObject object = object(change);
    String what =
        switch (change.kind()) {
          case ADDED -> ", added";
          case REMOVED -> ", removed";
          case RENAMED -> ", renamed from " + former(change).key().subject();
          case CHANGED, SAME -> "";
        };
    String place = object.origin().equals(Origin.NONE) ? "" : " (" + object.origin() + ")";
    return TerminalText.line(
        (build.equals(".") ? "" : build + ": ") + object.key().subject() + place + what);
  }

  private static KubeObject former(ObjectChange change) {
    TracedObject old = Objects.requireNonNull(change.pair().old());
    return old.object();
  }

  public static End end(ObjectChange change) {
    return switch (change.kind()) {
      case ADDED -> End.CREATED;
      case REMOVED -> End.REMOVED;
      case RENAMED -> End.RENAMED;
      case CHANGED -> End.CONFIGURED;
      case SAME -> End.UNCHANGED;
    };
  }

  /// Returns the object for reports. Its position is the first line that causes a difference, or
  /// the object's own.
  public static ReportedObject reported(ObjectChange change, String build, int context) {
    KubeObject object = object(change);
    Origin origin =
        change.fields().stream()
            .filter(field -> field.cause().code().equals(Cause.LINE))
            .map(FieldExplanation::origin)
            .findFirst()
            .orElse(change.kind() == Kind.REMOVED ? Origin.NONE : object.origin());
    return new ReportedObject(
        KubeObject.of(object.tree(), origin),
        end(change),
        change.kind() == Kind.SAME ? "" : hunks(files(change), context),
        change.fields(),
        build);
  }

  private static String hunks(FilePair files, int context) {
    return UnifiedDiff.hunks(files.before(), files.after(), context);
  }
}
