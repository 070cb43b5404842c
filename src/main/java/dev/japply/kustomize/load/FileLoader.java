package dev.japply.kustomize.load;

import dev.japply.io.FileErrors;
import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.FileSystem.OnDiskFileSystem;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A directory with a kustomization. Its paths are relative to it, and its files must not leave it.
///
/// Symbolic links are resolved before this check. A directory cannot be entered if it is, or
/// contains, one that is being built.
public final class FileLoader {
  private static final List<String> NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private final Path real;
  private final Path shown;
  private final @Nullable FileLoader from;
  private final Site site;
  private final Provenance provenance;

  /// The files that may be loaded.
  public enum Restriction {
    /// Files in or below the directory of the kustomization that names them.
    ROOT_ONLY,
    /// All.
    NONE
  }

  /// The files that a build begins with.
  ///
  /// @param working the base for relative paths
  public record Base(FileSystem files, Path working) {
    public static Base onDisk(Path working) {
      return new Base(OnDiskFileSystem.INSTANCE, working);
    }
  }

  /// State shared by all directories of one file tree.
  ///
  /// @param address the address of their repository; null on this machine
  private record Site(
      FileSystem files,
      Restriction restriction,
      ByteLimit limit,
      RemoteLoader remotes,
      @Nullable RepositoryAddress address) {}

  private FileLoader(
      Path real, Path shown, @Nullable FileLoader from, Site site, Provenance provenance) {
    this.real = real;
    this.shown = shown;
    this.from = from;
    this.site = site;
    this.provenance = provenance;
  }

  /// Opens the directory where a build starts.
  ///
  /// @param base the files that have the directory
  /// @param path the directory as the user wrote it, or its address in a repository
  /// @param limit the maximum size of a file
  /// @throws JapplyException if it is not a directory
  public static FileLoader open(
      Base base, String path, Restriction restriction, ByteLimit limit, RemoteLoader remotes) {
    var site = new Site(base.files(), restriction, limit, remotes, null);
    Optional<RepositoryAddress> address = RepositoryAddress.parse(path);
    if (address.isPresent()) {
      return in(address.get(), null, site, Origin.NONE);
    }
    Path real = realDirectory(base.files(), base.working().resolve(path), path, Origin.NONE);
    return new FileLoader(real, Path.of(path).normalize(), null, site, Provenance.ROOT);
  }

  private static FileLoader in(
      RepositoryAddress address, @Nullable FileLoader from, Site site, Origin place) {
    FileSystem files = site.remotes().repository(address, place);
    Path shown = Path.of(address.path()).normalize();
    Path real =
        realDirectory(files, Path.of("/").resolve(address.path()), files.name(shown), place);
    var there = new Site(files, Restriction.ROOT_ONLY, site.limit(), site.remotes(), address);
    var provenance = new Provenance(address.path(), address.repository(), address.query().ref());
    return new FileLoader(real, shown, from, there, provenance);
  }

  /// @param written the path in messages
  private static Path realDirectory(FileSystem files, Path path, String written, Origin place) {
    String name = MaskedUrl.of(written); // also for paths: a mistyped address looks like one
    try {
      Path real = files.real(path);
      if (files.isFolder(real)) {
        return real;
      }
      String what = "'%s' is a file: a directory with a kustomization must be here".formatted(name);
      throw new JapplyException(place, what, "name its directory");
    } catch (NoSuchFileException e) {
      String what = "'%s' does not exist".formatted(name);
      throw new JapplyException(Problem.error(place, what, "correct the path"), e);
    } catch (IOException | InvalidPathException e) {
      String what = "cannot read '%s': %s".formatted(name, reason(e));
      throw new JapplyException(Problem.error(place, what, "name a readable directory"), e);
    }
  }

  private static String reason(Exception e) {
    return e instanceof IOException failed
        ? FileErrors.reason(failed)
        : String.valueOf(e.getMessage());
  }

  /// Returns the name of the directory for messages.
  public String name() {
    String name = site.files().name(shown);
    return name.isEmpty() ? "." : name;
  }

  /// Returns the location of the directory, as recorded for `buildMetadata`.
  public Provenance provenance() {
    return provenance;
  }

  /// The last part of its real path.
  public String lastName() {
    return String.valueOf(real.getFileName());
  }

  private String shown(String path) {
    return site.files().name(shown.resolve(path).normalize());
  }

  /// Returns whether the path names a directory or the address of a repository. A local file of
  /// that name takes precedence.
  public boolean isFolder(String path) {
    Optional<RepositoryAddress> address = RepositoryAddress.parse(path);
    if (address.isPresent()) {
      return address.get().isPlain() && !isFile(path);
    }
    try {
      return !path.isEmpty() && site.files().isFolder(site.files().real(real, path));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  /// Whether the path names something that has to be fetched, unless there is a file of that name.
  public boolean isElsewhere(String path) {
    return RepositoryAddress.isUrl(path) || RepositoryAddress.parse(path).isPresent();
  }

  /// Whether the path names a file of HTTP that may as well be a repository.
  public boolean isUncertain(String path) {
    return RepositoryAddress.isUrl(path) && RepositoryAddress.parse(path).isPresent();
  }

  /// Enters the directory that an entry of this kustomization names.
  ///
  /// @throws JapplyException if it is not a directory, or is already being built
  public FileLoader enter(TextEntry path) {
    Optional<RepositoryAddress> address = RepositoryAddress.parse(path.text());
    if (address.isPresent()) {
      return enter(address.get(), path);
    }
    if (path.text().indexOf('\0') >= 0) {
      throw refused(path, "'%s' does not exist", "correct the path");
    }
    if (Path.of(path.text()).isAbsolute()) {
      throw new JapplyException(
          path.place(),
          "new root '%s' cannot be absolute".formatted(path.text()),
          "write it relative to this file");
    }
    Path entered =
        realDirectory(site.files(), real.resolve(path.text()), path.text(), path.place());
    Path name = shown.resolve(path.text()).normalize();
    return new FileLoader(entered, name, this, site, provenance.append(path.text()))
        .requireNew(path);
  }

  private FileLoader enter(RepositoryAddress address, TextEntry path) {
    for (FileLoader at = this; at != null; at = at.from) {
      RepositoryAddress before = at.site.address();
      if (before != null && before.written().startsWith(address.written())) {
        throw cycle(path, at);
      }
    }
    RepositoryAddress here = site.address();
    if (address.isLocal() && here != null && !here.isLocal()) {
      throw refused(
          path,
          "security; a kustomization from elsewhere must not name '%s' on this machine",
          "write an address that it has for all");
    }
    return in(address, this, site, path.place()).requireNew(path);
  }

  private FileLoader requireNew(TextEntry path) {
    for (FileLoader at = from; at != null; at = at.from) {
      if (at.site.files().equals(site.files()) && at.real.startsWith(real)) {
        throw cycle(path, at);
      }
    }
    return this;
  }

  private static JapplyException cycle(TextEntry path, FileLoader visited) {
    return new JapplyException(
        path.place(),
        "cycle detected: '%s' is or contains '%s', which is being built"
            .formatted(MaskedUrl.of(path.text()), visited.name()),
        "move their common parts into another directory");
  }

  /// Reads the file that an entry of this kustomization names.
  ///
  /// @throws JapplyException if it cannot be read, or the restriction forbids it
  public FileContent load(TextEntry path) {
    if (RepositoryAddress.isUrl(path.text())) {
      return site.remotes().file(path.text(), path.place());
    }
    try {
      Path file = site.files().real(real, path.text());
      if (site.files().isFolder(file)) {
        throw refused(path, "'%s' must resolve to a file", "name a file that is in it");
      }
      if (site.restriction() == Restriction.ROOT_ONLY && !file.startsWith(real)) {
        throw refused(
            path,
            "security; file '%s' is not in or below '" + name() + "'",
            site.address() == null
                ? "move it there, or use --load-restrictor=LoadRestrictionsNone"
                : "move it there");
      }
      return FileContent.of(shown(path.text()), site.files().read(file, site.limit()));
    } catch (NoSuchFileException e) {
      throw refused(path, "'%s' does not exist", "correct the path");
    } catch (IOException | InvalidPathException e) {
      throw refused(path, "cannot read '%s': " + reason(e), "name a file that can be read");
    }
  }

  private static JapplyException refused(TextEntry path, String what, String hint) {
    return new JapplyException(path.place(), what.replace("%s", MaskedUrl.of(path.text())), hint);
  }

  /// Reads the kustomization file of this directory.
  ///
  /// @param place the position of the entry that names the directory
  /// @throws JapplyException unless there is exactly one
  public FileContent kustomization(Origin place) {
    List<String> found = NAMES.stream().filter(this::isFile).toList();
    List<String> links =
        found.isEmpty() ? NAMES.stream().filter(this::isBroken).toList() : List.of();
    if (found.size() != 1 && links.isEmpty()) {
      String what =
          found.isEmpty()
              ? "unable to find one of 'kustomization.yaml', 'kustomization.yml' or"
                  + " 'Kustomization' in directory '%s'"
              : "Found multiple kustomization files under: %s";
      throw new JapplyException(
          place,
          what.formatted(name()),
          found.isEmpty() ? "create one, or name another directory" : "keep one of them");
    }
    String name = (found.isEmpty() ? links : found).getFirst();
    return load(new TextEntry(name, place.equals(Origin.NONE) ? Origin.of(shown(name)) : place));
  }

  /// Whether something is there which cannot be read.
  private boolean isBroken(String name) {
    try {
      Path unused = site.files().real(real, name);
      return false;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private boolean isFile(String name) {
    try {
      return !site.files().isFolder(site.files().real(real, name));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }
}
