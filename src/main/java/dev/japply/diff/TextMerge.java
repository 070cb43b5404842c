package dev.japply.diff;

import dev.japply.diff.LineDiff.Edit;
import java.util.ArrayList;
import java.util.List;

/// The three-way merge of texts, line by line: what one side alone changed is taken from that side.
public final class TextMerge {
  /// The line above the local side of a conflict.
  public static final String MARK = "<<<<<<< local";

  private final List<String> origin;
  private final List<String> local;
  private final List<String> updated;
  private final boolean upstreamWins;
  private final boolean apart;
  private final StringBuilder text = new StringBuilder();
  private final List<Clash> clashes = new ArrayList<>();

  /// @param apart whether changes of neighbouring lines have nothing to do with each other
  private TextMerge(
      String origin, String local, String updated, boolean upstreamWins, boolean apart) {
    this.origin = UnifiedDiff.lines(origin);
    this.local = UnifiedDiff.lines(local);
    this.updated = UnifiedDiff.lines(updated);
    this.upstreamWins = upstreamWins;
    this.apart = apart;
  }

  /// Lines that both sides changed, in different ways.
  ///
  /// @param line first line of the local text, from 1
  public record Clash(int line, String origin, String updated, String local) {}

  /// Result of a merge.
  ///
  /// @param clashes conflicting changes; the text has the version of the winning side
  public record Merged(String text, List<Clash> clashes) {
    public Merged {
      clashes = List.copyOf(clashes);
    }
  }

  /// Merges two texts that were made of `origin`. Changes of neighbouring lines are one change, as
  /// for git.
  public static Merged merge(String origin, String local, String updated, boolean upstreamWins) {
    return run(new TextMerge(origin, local, updated, upstreamWins, false));
  }

  /// The same for texts whose result the caller can verify: changes of neighbouring lines are
  /// independent, and of others the local one stays, with the comment that upstream has added.
  public static String mergeLines(String origin, String local, String updated) {
    return run(new TextMerge(origin, local, updated, false, true)).text();
  }

  private static Merged run(TextMerge merge) {
    merge.run();
    return new Merged(merge.text.toString(), merge.clashes);
  }

  /// Returns both texts as one, with the marks of git around the lines that differ.
  public static String marked(String local, String upstream) {
    List<String> ours = UnifiedDiff.lines(local);
    List<String> theirs = UnifiedDiff.lines(upstream);
    var text = new StringBuilder();
    int at = 0;
    for (Edit edit : LineDiff.between(ours, theirs, 0)) {
      text.append(String.join("", ours.subList(at, edit.oldStart())))
          .append(MARK)
          .append('\n')
          .append(ended(String.join("", ours.subList(edit.oldStart(), edit.oldEnd()))))
          .append("=======\n")
          .append(ended(String.join("", theirs.subList(edit.newStart(), edit.newEnd()))))
          .append(">>>>>>> upstream\n");
      at = edit.oldEnd();
    }
    return text.append(String.join("", ours.subList(at, ours.size()))).toString();
  }

  private static String ended(String lines) {
    return lines.isEmpty() || lines.endsWith("\n") ? lines : lines + "\n";
  }

  private void run() {
    var ours = new Walk(LineDiff.between(origin, local, 0));
    var theirs = new Walk(LineDiff.between(origin, updated, 0));
    int at = 0;
    while (!ours.isDone() || !theirs.isDone()) {
      int start = Math.min(ours.nextStart(), theirs.nextStart());
      text.append(String.join("", origin.subList(at, start)));
      ours.begin(start);
      theirs.begin(start);
      int end = start;
      int more = start;
      while (more >= 0) {
        end = Math.max(end, more);
        int reach = apart ? Math.max(start, end - 1) : end;
        more = Math.max(ours.take(reach), theirs.take(reach));
      }
      add(start, end, ours, theirs);
      at = end;
    }
    text.append(String.join("", origin.subList(at, origin.size())));
  }

  private void add(int start, int end, Walk ours, Walk theirs) {
    String before = String.join("", origin.subList(start, end));
    String here = String.join("", local.subList(ours.start, ours.end(end)));
    String there = String.join("", updated.subList(theirs.start, theirs.end(end)));
    if (!here.equals(before) && !there.equals(before) && !here.equals(there)) {
      clashes.add(new Clash(ours.start + 1, before, there, here));
      text.append(upstreamWins ? there : apart ? byLines(before, here, there) : here);
    } else {
      text.append(here.equals(before) ? there : here);
    }
  }

  /// Lines that both sides have changed: each for itself, with those that one side has put before
  /// or behind them.
  private static String byLines(String before, String here, String there) {
    if (!before.isEmpty() && here.endsWith(before)) {
      return here.substring(0, here.length() - before.length()) + there;
    }
    if (!before.isEmpty() && there.endsWith(before)) {
      return there.substring(0, there.length() - before.length()) + here;
    }
    List<String> old = UnifiedDiff.lines(before);
    List<String> ours = UnifiedDiff.lines(here);
    List<String> theirs = UnifiedDiff.lines(there);
    if (ours.size() != old.size() || theirs.size() != old.size()) {
      return here;
    }
    var lines = new StringBuilder();
    for (int i = 0; i < old.size(); i++) {
      lines.append(
          ours.get(i).equals(old.get(i))
              ? theirs.get(i)
              : withComment(old.get(i), ours.get(i), theirs.get(i)));
    }
    return lines.toString();
  }

  /// The local line, with the comment that is all that upstream has added to its own.
  private static String withComment(String before, String here, String there) {
    String old = before.stripTrailing();
    String added = there.startsWith(old) ? there.substring(old.length()) : "";
    boolean comment = added.startsWith(" ") && added.stripLeading().startsWith("#");
    return comment && !here.contains("#") ? here.stripTrailing() + added : here;
  }

  /// The edits that make one side of the original, taken one after the other.
  private static final class Walk {
    private final List<Edit> edits;
    private int next;

    /// First line of this side for the lines that are compared.
    private int start;

    /// Number of lines that this side is ahead of the original.
    private int ahead;

    Walk(List<Edit> edits) {
      this.edits = edits;
    }

    boolean isDone() {
      return next == edits.size();
    }

    int nextStart() {
      return isDone() ? Integer.MAX_VALUE : edits.get(next).oldStart();
    }

    void begin(int at) {
      start = at + ahead;
    }

    /// Takes the next edit if it touches a range that ends at `end`. Returns its end; -1 if it does
    /// not.
    int take(int end) {
      if (isDone() || nextStart() > end) {
        return -1;
      }
      Edit edit = edits.get(next++);
      ahead += (edit.newEnd() - edit.newStart()) - (edit.oldEnd() - edit.oldStart());
      return edit.oldEnd();
    }

    int end(int at) {
      return at + ahead;
    }
  }
}
