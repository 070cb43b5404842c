package dev.japply.report;

import dev.japply.diff.FilePair;
import dev.japply.diff.UnifiedDiff;
import java.time.ZonedDateTime;

/// What applying would change in one object, to be shown.
///
/// @param heading names the object for people; empty where the names of the files have to do
/// @param files the object as it is and as it would be
/// @param annotation whether its last-applied annotation would change, which the files do not show
/// @param reasons why, in lines below the difference, or why there is none; empty where nobody asks
public record ObjectDiff(String heading, FilePair files, boolean annotation, String reasons) {
  /// One of which nobody has asked why.
  public ObjectDiff(String heading, FilePair files, boolean annotation) {
    this(heading, files, annotation, "");
  }

  /// The same, with reasons.
  public ObjectDiff with(String given) {
    return new ObjectDiff(heading, files, annotation, given);
  }

  /// Whether nothing would change.
  public boolean same() {
    return files.same() && !annotation;
  }

  /// The change, or that nothing but the annotation changes; empty when nothing does.
  ///
  /// @param context how many equal lines are shown before and after a change
  /// @param time when the files are said to be written
  public String text(int context, ZonedDateTime time) {
    return files.same()
        ? annotationText() + reasonsAlone()
        : files.unified(heading, context, time) + reasons;
  }

  /// Why nothing else changes, below a line that names the object.
  private String reasonsAlone() {
    return reasons.isEmpty() || annotation ? reasons : "# " + heading + "\n" + reasons;
  }

  /// What changes, without the lines that name the files.
  ///
  /// @param context how many equal lines are shown before and after a change
  public String hunks(int context) {
    return files.same()
        ? annotationText()
        : UnifiedDiff.hunks(files.before(), files.after(), context);
  }

  /// The line about an object of which nothing but the annotation changes; else empty.
  public String annotationText() {
    return files.same() && annotation
        ? heading + ": only the last-applied annotation changes\n"
        : "";
  }
}
