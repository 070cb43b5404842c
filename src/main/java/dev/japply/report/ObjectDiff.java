package dev.japply.report;

import dev.japply.diff.FilePair;
import dev.japply.diff.UnifiedDiff;

/// The changes that applying would make to one object, for display.
///
/// @param heading names the object for people; empty if the file names are enough
/// @param files the object before and after
/// @param annotation whether its last-applied annotation would change, which the files do not show
/// @param reasons the reasons for the changes, in lines below the difference, or the reason for no
///   difference; empty if none were requested
public record ObjectDiff(String heading, FilePair files, boolean annotation, String reasons) {
  /// Creates a difference without reasons.
  public ObjectDiff(String heading, FilePair files, boolean annotation) {
    this(heading, files, annotation, "");
  }

  /// Returns the same difference with reasons.
  public ObjectDiff with(String given) {
    return new ObjectDiff(heading, files, annotation, given);
  }

  /// Returns whether nothing would change.
  public boolean same() {
    return files.same() && !annotation;
  }

  /// Returns the change, or a message that only the annotation changes; empty if nothing changes.
  ///
  /// @param context the number of equal lines before and after a change
  /// @param stamp the modification time that the file headers show, as [FilePair#stamp] makes it
  public String text(int context, String stamp) {
    return files.same()
        ? annotationText() + reasonsAlone()
        : files.unified(heading, context, stamp) + reasons;
  }

  /// Returns the reasons for an object without other changes, below a line that names the object.
  private String reasonsAlone() {
    return reasons.isEmpty() || annotation ? reasons : "# " + heading + "\n" + reasons;
  }

  /// Returns the changes without the lines that name the files.
  ///
  /// @param context the number of equal lines before and after a change
  public String hunks(int context) {
    return files.same()
        ? annotationText()
        : UnifiedDiff.hunks(files.before(), files.after(), context);
  }

  /// Returns the line about an object if only its annotation changes; else empty.
  public String annotationText() {
    return files.same() && annotation
        ? heading + ": only the last-applied annotation changes\n"
        : "";
  }
}
