package dev.japply.kustomize.load;

import dev.japply.kustomize.model.Entry;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A folder with a kustomization: what its paths start from, and what its files must not leave.
///
/// Symbolic links are followed before it is asked where a file is. A folder may be entered from
/// another only when it neither is nor contains one that is being built.
public final class Folder {
  private static final List<String> NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private final Path real;
  private final Path shown;
  private final @Nullable Folder from;
  private final Restriction restriction;

  /// Which files may be loaded.
  public enum Restriction {
    /// Those in or below the folder of the kustomization that names them.
    ROOT_ONLY,
    /// All.
    NONE
  }

  private Folder(Path real, Path shown, @Nullable Folder from, Restriction restriction) {
    this.real = real;
    this.shown = shown;
    this.from = from;
    this.restriction = restriction;
  }

  /// The folder where a build starts.
  ///
  /// @param working what `path` starts from
  /// @param path the folder as the user wrote it
  /// @throws JapplyException when it is no folder
  public static Folder open(Path working, String path, Restriction restriction) {
    Path real = realFolder(working, path, Origin.NONE);
    return new Folder(real, Path.of(path).normalize(), null, restriction);
  }

  private static Path realFolder(Path base, String path, Origin place) {
    try {
      Path real = base.resolve(path).toRealPath();
      if (Files.isDirectory(real)) {
        return real;
      }
      String what = "'%s' is a file: a folder with a kustomization must be here".formatted(path);
      throw new JapplyException(Problem.error(place, what, "name the folder that it is in"));
    } catch (NoSuchFileException e) {
      String what = "'%s' does not exist".formatted(path);
      throw new JapplyException(Problem.error(place, what, "correct the path"), e);
    } catch (IOException | InvalidPathException e) {
      String what = "cannot read '%s': %s".formatted(path, e.getMessage());
      throw new JapplyException(Problem.error(place, what, ""), e);
    }
  }

  /// The folder as messages show it.
  public String name() {
    return shown.toString().isEmpty() ? "." : shown.toString();
  }

  private String shown(String path) {
    return shown.resolve(path).normalize().toString();
  }

  /// Whether the path names a folder.
  public boolean isFolder(String path) {
    try {
      return !path.isEmpty() && Files.isDirectory(real.resolve(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /// The folder that a kustomization here names.
  ///
  /// @throws JapplyException when it is none, or when it is being built already
  public Folder enter(Entry path) {
    if (Path.of(path.text()).isAbsolute()) {
      throw new JapplyException(
          Problem.error(
              path.place(),
              "new root '%s' cannot be absolute".formatted(path.text()),
              "write it relative to this file"));
    }
    Path entered = realFolder(real, path.text(), path.place());
    for (Folder at = this; at != null; at = at.from) {
      if (at.real.startsWith(entered)) {
        throw new JapplyException(
            Problem.error(
                path.place(),
                "cycle detected: '%s' is or contains '%s', which is being built"
                    .formatted(path.text(), at.name()),
                "move what both need into a folder beside them"));
      }
    }
    return new Folder(entered, Path.of(shown(path.text())), this, restriction);
  }

  /// What a file holds that a kustomization here names.
  ///
  /// @throws JapplyException when it cannot be read, or may not be
  public Content load(Entry path) {
    try {
      Path file = real.resolve(path.text()).toRealPath();
      if (Files.isDirectory(file)) {
        throw refused(path, "'%s' must resolve to a file", "");
      }
      if (restriction == Restriction.ROOT_ONLY && !file.startsWith(real)) {
        throw refused(
            path,
            "security; file '%s' is not in or below '" + name() + "'",
            "move it there, or use --load-restrictor=LoadRestrictionsNone");
      }
      try (InputStream stream = Files.newInputStream(file)) {
        return Content.of(shown(path.text()), ByteLimit.DEFAULT.read(stream));
      }
    } catch (NoSuchFileException e) {
      throw refused(path, "'%s' does not exist", "correct the path");
    } catch (IOException | InvalidPathException e) {
      throw refused(path, "cannot read '%s': " + e.getMessage(), "");
    }
  }

  private static JapplyException refused(Entry path, String what, String hint) {
    return new JapplyException(Problem.error(path.place(), what.replace("%s", path.text()), hint));
  }

  /// The kustomization file of this folder.
  ///
  /// @param place who asks for it
  /// @throws JapplyException when there is not exactly one
  public Content kustomization(Origin place) {
    List<Path> found = NAMES.stream().map(real::resolve).filter(Files::isRegularFile).toList();
    if (found.size() != 1) {
      String what =
          found.isEmpty()
              ? "unable to find one of 'kustomization.yaml', 'kustomization.yml' or"
                  + " 'Kustomization' in directory '%s'"
              : "Found multiple kustomization files under: %s";
      throw new JapplyException(
          Problem.error(
              place,
              what.formatted(name()),
              found.isEmpty() ? "create one, or name another directory" : "keep one of them"));
    }
    return load(new Entry(found.getFirst().getFileName().toString(), place));
  }
}
