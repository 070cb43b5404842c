package dev.japply.pkg.update;

import dev.japply.pkg.Kptfile;
import dev.japply.pkg.PackageFile;
import dev.japply.pkg.PackageTree;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The files by which a package differs from what it was fetched as. Of the Kptfile, only what it
/// says of the package itself counts: its name here, its upstream and its lock are the copy's.
public final class LocalEdits {
  private LocalEdits() {}

  /// How a file differs.
  public enum Kind {
    ADDED,
    CHANGED,
    DELETED
  }

  /// A file that differs.
  public record Edit(Kind kind, String path) {}

  /// What makes `local` of `origin`, in the order of the paths.
  public static List<Edit> between(PackageTree origin, PackageTree local) {
    var paths = new TreeSet<>(origin.files().keySet());
    paths.addAll(local.files().keySet());
    paths.remove(Kptfile.NAME);
    var edits = new ArrayList<Edit>();
    if (isKptfileEdited(origin, local)) {
      edits.add(new Edit(Kind.CHANGED, Kptfile.NAME));
    }
    for (String path : paths) {
      PackageFile before = origin.file(path);
      PackageFile now = local.file(path);
      if (before == null) {
        edits.add(new Edit(Kind.ADDED, path));
      } else if (now == null) {
        edits.add(new Edit(Kind.DELETED, path));
      } else if (!before.equals(now)) {
        edits.add(new Edit(Kind.CHANGED, path));
      }
    }
    return List.copyOf(edits);
  }

  private static boolean isKptfileEdited(PackageTree origin, PackageTree local) {
    Kptfile now = kptfile(local);
    Kptfile before = kptfile(origin);
    return now != null && !now.own().equals((before == null ? Kptfile.create("x") : before).own());
  }

  static @Nullable Kptfile kptfile(PackageTree tree) {
    String text = tree.kptfile();
    return text == null ? null : Kptfile.parse(Kptfile.NAME, text);
  }
}
