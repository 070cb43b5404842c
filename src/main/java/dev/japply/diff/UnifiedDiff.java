package dev.japply.diff;

import dev.japply.diff.LineDiff.Edit;
import java.util.ArrayList;
import java.util.List;

/// The unified format of GNU `diff -U`: hunks with some lines around each edit.
public final class UnifiedDiff {
  /// Number of lines of context that `diff -u` prints.
  public static final int USUAL_CONTEXT = 3;

  private final List<String> before;
  private final List<String> after;
  private final int context;
  private final StringBuilder out = new StringBuilder();

  private UnifiedDiff(String before, String after, int context) {
    this.before = lines(before);
    this.after = lines(after);
    this.context = context;
  }

  /// Returns the hunks between `before` and `after`; empty if these are equal.
  ///
  /// @param context number of equal lines before and after an edit
  public static String hunks(String before, String after, int context) {
    var diff = new UnifiedDiff(before, after, context);
    List<Edit> edits = LineDiff.between(diff.before, diff.after, context);
    int start = 0;
    for (int i = 1; i <= edits.size(); i++) {
      if (i == edits.size() || diff.isApart(edits.get(i - 1), edits.get(i))) {
        diff.printHunk(edits.subList(start, i));
        start = i;
      }
    }
    return diff.out.toString();
  }

  /// The lines with their line ends; the last one may have none, and differs then from one that
  /// has.
  static List<String> lines(String text) {
    var lines = new ArrayList<String>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start) + 1;
      end = end == 0 ? text.length() : end;
      lines.add(text.substring(start, end));
      start = end;
    }
    return lines;
  }

  private boolean isApart(Edit first, Edit second) {
    return second.oldStart() - first.oldEnd() > 2L * context;
  }

  private void printHunk(List<Edit> edits) {
    Edit first = edits.getFirst();
    Edit last = edits.getLast();
    int lead = Math.min(context, first.oldStart());
    int trail = Math.min(context, before.size() - last.oldEnd());
    int start = first.oldStart() - lead;
    out.append("@@ -").append(range(start, last.oldEnd() + trail));
    out.append(" +").append(range(first.newStart() - lead, last.newEnd() + trail)).append(" @@\n");
    int at = start;
    for (Edit edit : edits) {
      print(' ', before.subList(at, edit.oldStart()));
      print('-', before.subList(edit.oldStart(), edit.oldEnd()));
      print('+', after.subList(edit.newStart(), edit.newEnd()));
      at = edit.oldEnd();
    }
    print(' ', before.subList(at, at + trail));
  }

  /// Lines count from 1; an empty run is named by the line before it.
  private static String range(int start, int end) {
    return switch (end - start) {
      case 0 -> start + ",0";
      case 1 -> String.valueOf(end);
      default -> (start + 1) + "," + (end - start);
    };
  }

  private void print(char sign, List<String> lines) {
    for (String line : lines) {
      out.append(sign).append(line);
      if (!line.endsWith("\n")) {
        out.append("\n\\ No newline at end of file\n");
      }
    }
  }
}
