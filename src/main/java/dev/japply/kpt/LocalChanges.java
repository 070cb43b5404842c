package dev.japply.kpt;

import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The differences between a package and the version that was fetched. The Kptfile counts only if
/// fields about the package itself differ: its local name, upstream and lock belong to the copy.
public final class LocalChanges {
  private static final int MOST_NAMED = 10;

  private LocalChanges() {}

  public enum Kind {
    ADDED,
    CHANGED,
    DELETED
  }

  /// A file that differs.
  public record Edit(Kind kind, String path) {}

  /// The paths in a message: the first ones of many.
  public static String named(List<String> paths) {
    String some = String.join(", ", paths.subList(0, Math.min(MOST_NAMED, paths.size())));
    int more = paths.size() - MOST_NAMED;
    return more > 0 ? some + " and " + more + " more" : some;
  }

  /// Returns the fetched package with the comments that identify local objects, which are no edits.
  public static PackageTree comparable(PackageTree fetched, PackageTree local) {
    return MergeComments.like(fetched, local);
  }

  /// Returns the local edits since `fetched`, without kpt's own changes to each file.
  public static List<Edit> since(PackageTree fetched, PackageTree local) {
    PackageTree commented = comparable(fetched, local);
    return between(commented, local).stream()
        .filter(edit -> !isKpts(edit, commented, local))
        .toList();
  }

  private static boolean isKpts(Edit edit, PackageTree fetched, PackageTree local) {
    PackageFile before = fetched.file(edit.path());
    PackageFile now = local.file(edit.path());
    if (edit.path().equals(Kptfile.NAME)) {
      return own(fetched).without("status").equals(own(local).without("status"));
    }
    return before != null && now != null && KptMarks.areAllThatDiffers(edit.path(), before, now);
  }

  private static MapValue own(PackageTree tree) {
    Kptfile kptfile = kptfile(tree);
    return (kptfile == null ? Kptfile.create("x") : kptfile).own();
  }

  /// Returns the edits that turn `origin` into `local`, in the order of the paths.
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
    return local.kptfile() != null && !own(local).equals(own(origin));
  }

  static @Nullable Kptfile kptfile(PackageTree tree) {
    String text = tree.kptfile();
    return text == null ? null : Kptfile.parse(Kptfile.NAME, text);
  }
}
