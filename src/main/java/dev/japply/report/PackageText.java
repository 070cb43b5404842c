package dev.japply.report;

import dev.japply.diff.FileDiff;
import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.LocalChanges.Edit;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageSecrets;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.Upstream;
import dev.japply.problem.TerminalText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Messages of `japply pkg` about a package.
public final class PackageText {
  private static final int COMMIT = 12;

  private PackageText() {}

  /// Returns the message that a package was fetched.
  public static String fetched(String directory, UpstreamLock lock, PackageTree tree) {
    int count = tree.files().size();
    return "%s: fetched %s, %d %s"
        .formatted(directory, place(lock), count, count == 1 ? "file" : "files");
  }

  private static String place(UpstreamLock lock) {
    Upstream from = lock.from();
    return "%s (%s)".formatted(from.ref(), commit(lock.commit()));
  }

  private static String commit(String commit) {
    return commit.substring(0, Math.min(COMMIT, commit.length()));
  }

  /// Returns the message about an update: the two versions and the number of changed files.
  ///
  /// @param planned whether nothing was written
  public static String updated(
      String directory,
      @Nullable UpstreamLock before,
      UpstreamLock lock,
      List<Edit> edits,
      boolean planned) {
    if (before != null && before.equals(lock) && edits.isEmpty()) {
      return "%s: is up to date at %s".formatted(directory, place(lock));
    }
    String from = before == null ? "" : place(before) + " -> ";
    return "%s: %s %s%s, %d %s %s"
        .formatted(
            directory,
            planned ? "would update" : "updated",
            from,
            place(lock),
            edits.size(),
            edits.size() == 1 ? "file" : "files",
            planned ? "would change" : "changed");
  }

  /// Returns the message that an update was interrupted.
  public static String interrupted(Goal goal) {
    return "an update to " + TerminalText.line(goal.version()) + " was interrupted";
  }

  /// Returns the message with the number of files that differ.
  public static String compared(String directory, int count) {
    return "%s: %d %s".formatted(directory, count, count == 1 ? "file differs" : "files differ");
  }

  /// Returns the differences between two versions of a package, file by file.
  public static String diff(PackageTree before, PackageTree after) {
    var paths = new TreeSet<>(before.files().keySet());
    paths.addAll(after.files().keySet());
    var secrets = new PackageSecrets(before, after);
    var text = new StringBuilder();
    for (String path : paths) {
      text.append(diff(path, before.file(path), after.file(path), secrets));
    }
    return text.toString();
  }

  /// Returns the differences between two versions of a file.
  ///
  /// @param old the version before; null if the file did not exist
  /// @param fresh the version after; null if the file does not exist any more
  /// @param secrets the values that are not shown
  public static String diff(
      String path, @Nullable PackageFile old, @Nullable PackageFile fresh, PackageSecrets secrets) {
    if (Objects.equals(old, fresh)) {
      return "";
    }
    String name = TerminalText.line(path);
    Optional<String> left = text(path, old, fresh, "before", secrets);
    Optional<String> right = text(path, fresh, old, "after", secrets);
    String lines =
        left.isPresent() && right.isPresent() ? FileDiff.of(name, left.get(), right.get()) : "";
    return lines.isEmpty() ? "Files %s differ%s\n".formatted(name, how(old, fresh)) : lines;
  }

  /// Describes the difference between files without showing lines.
  private static String how(@Nullable PackageFile old, @Nullable PackageFile fresh) {
    if (old == null || fresh == null) {
      return old == null ? ": it is new" : ": it is gone";
    }
    return old.executable() == fresh.executable()
        ? ""
        : fresh.executable() ? ": it is executable now" : ": it is no longer executable";
  }

  /// Returns the text of a file that may be shown; empty if it is binary or must be hidden.
  private static Optional<String> text(
      String path,
      @Nullable PackageFile file,
      @Nullable PackageFile other,
      String mark,
      PackageSecrets secrets) {
    if (file == null) {
      return Optional.of("");
    }
    return file.isText() ? secrets.text(path, file, other, mark) : Optional.empty();
  }

  /// Returns the source of a package, its newer versions and the local edits.
  public static String status(
      Kptfile kptfile, UpstreamLock now, List<String> newer, List<Edit> edits) {
    Upstream upstream = kptfile.upstream();
    UpstreamLock lock = kptfile.lock();
    var text = new StringBuilder();
    line(text, "upstream", upstream.shown() + " " + upstream.directory());
    line(text, "version", upstream.ref());
    line(text, "strategy", kptfile.strategy().text());
    line(text, "locked", lock == null ? "nothing: never fetched" : place(lock));
    line(
        text,
        "upstream is at",
        place(now) + (lock != null && lock.commit().equals(now.commit()) ? ", no news" : ""));
    line(text, "newer versions", newer.isEmpty() ? "none" : String.join(", ", newer));
    if (lock != null) {
      line(text, "local edits", edits.isEmpty() ? "none" : String.valueOf(edits.size()));
      edits.forEach(edit ->
          text.append("  ")
              .append(edit.kind().name().toLowerCase(Locale.ROOT))
              .append(": ")
              .append(TerminalText.line(edit.path()))
              .append('\n'));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append(": ").append(value).append('\n');
  }
}
