package dev.japply.input;

import dev.japply.diff.ChangedLines;
import dev.japply.kpt.git.Checkout;
import dev.japply.kpt.git.CommitTree;
import dev.japply.kpt.git.CommitTree.CommitEntry;
import dev.japply.kustomize.load.FileSystem;
import dev.japply.kustomize.load.FileSystem.OnDiskFileSystem;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// A revision of a repository, and its working tree with uncommitted and untracked files. Paths are
/// relative to the top directory.
public final class ComparedTrees {
  private final Path top;
  private final Path working;
  private final boolean absolute;
  private final String revision;
  private final ByteLimit limit;
  private final Map<String, CommitEntry> items;
  private final CommitTree commit;
  private final Tree old;
  private final Tree now;
  private final ComparableFiles comparable;
  private final SharedFiles files = new SharedFiles(OnDiskFileSystem.INSTANCE);
  private final Map<String, Boolean> differing = new ConcurrentHashMap<>();

  /// One of the trees.
  ///
  /// @param files the files that a build of it reads
  /// @param top the top directory among these files
  /// @param paths the paths of its files, and of its links and submodules
  public record Tree(FileSystem files, Path top, Set<String> paths) {
    private Path real(String path) throws IOException {
      return files.real(top.resolve(path));
    }

    /// Whether a directory has a kustomization.
    public boolean hasKustomization(String path) {
      for (String name : KustomizationFile.names()) {
        try {
          return !files.isFolder(files.real(top.resolve(path).resolve(name)));
        } catch (IOException | JapplyException e) {
          // Perhaps another name.
        }
      }
      return false;
    }

    /// Returns the path behind links. A path that leads outside stays as it is.
    ///
    /// @throws IOException if there is no such file
    String linked(String path) throws IOException {
      Path real = real(path);
      return real.startsWith(top) ? top.relativize(real).toString() : path;
    }

    /// Reads a file.
    ///
    /// @throws IOException also if a link leads out of the repository
    byte[] read(String path, ByteLimit limit) throws IOException {
      Path real = real(path);
      if (!real.startsWith(top)) {
        throw new IOException("it is a link to '%s', outside of the repository".formatted(real));
      }
      return files.read(real, limit);
    }

    private Optional<List<String>> lines(String path, ByteLimit limit) {
      if (path.contains("://")) {
        return Optional.empty();
      }
      try {
        return files.isFolder(real(path))
            ? Optional.empty()
            : Optional.of(new String(read(path, limit), StandardCharsets.UTF_8).lines().toList());
      } catch (IOException | JapplyException e) {
        return Optional.empty();
      }
    }
  }

  /// @param working the user's working directory, with links resolved
  /// @param absolute whether messages have absolute paths of the working tree
  /// @param revision the revision as the user wrote it, for messages
  /// @param limit the maximum size of a file
  public ComparedTrees(
      Checkout checkout,
      CommitTree commit,
      Path working,
      boolean absolute,
      String revision,
      ByteLimit limit) {
    this.top = checkout.top();
    this.working = working;
    this.absolute = absolute;
    this.revision = revision;
    this.limit = limit;
    this.commit = commit;
    this.items = commit.items();
    var stored =
        new RepositoryTree(
            commit,
            this::nameOfOld,
            (within, path, module) -> checkout.module(path).tree(module.commit()));
    this.old = new Tree(new SharedFiles(new OfRevision(stored)), Path.of("/"), items.keySet());
    var listed = new TreeSet<>(checkout.files());
    this.comparable = new ComparableFiles(files, checkout, items.keySet(), listed);
    this.now = new Tree(comparable, top, listed);
  }

  /// Returns the revision, as messages name it.
  public String revision() {
    return revision;
  }

  /// Returns the tree of the revision.
  public Tree old() {
    return old;
  }

  /// Returns the working tree.
  public Tree now() {
    return now;
  }

  /// Allows to read a file that the user has named, although git ignores it.
  void allow(String path) {
    try {
      comparable.allow(files.real(top.resolve(path)));
    } catch (IOException e) {
      // Reading it reports the reason.
    }
  }

  /// Returns a directory or file of the user as a path in the repository.
  ///
  /// @throws JapplyException if it is outside of the repository
  public String relative(String written) {
    if (written.equals("-") || written.contains("://")) {
      throw new JapplyException(
          (written.equals("-") ? "standard input" : "\"" + MaskedUrl.of(written) + "\"")
              + " is in no git repository",
          "--diff compares files and directories of one");
    }
    Path path = working.resolve(written).normalize();
    try {
      path = path.toRealPath();
    } catch (IOException e) {
      // Only the revision has it.
    }
    if (!path.startsWith(top)) {
      throw new JapplyException(
          "\"%s\" is outside of the git repository \"%s\"".formatted(written, top),
          "--diff compares directories of the repository");
    }
    return top.relativize(path).toString();
  }

  /// Returns a path in the repository as the user would write it.
  public String shown(String path) {
    Path place = path.isEmpty() ? top : top.resolve(path);
    String shown = absolute ? place.toString() : working.relativize(place).toString();
    return shown.isEmpty() ? "." : shown;
  }

  private String nameOfOld(Path shown) {
    Path path = shown.isAbsolute() ? Path.of("/").relativize(shown) : shown;
    return nameOfOld(path.normalize().toString());
  }

  /// Returns a path of the revision as git writes it: `main:apps/web.yaml`.
  public String nameOfOld(String path) {
    return revision + ":" + path;
  }

  /// Returns the user's working directory.
  public Path working() {
    return working;
  }

  /// Compares the lines of a file; empty if neither tree has it.
  ///
  /// @param path the path of the file in the repository
  public Optional<ChangedLines> changedLines(String path) {
    Optional<List<String>> before = old.lines(path, limit);
    Optional<List<String>> after = now.lines(path, limit);
    return before.isEmpty() && after.isEmpty()
        ? Optional.empty()
        : Optional.of(ChangedLines.between(before.orElse(List.of()), after.orElse(List.of())));
  }

  /// Returns the path of a source in the repository.
  ///
  /// @param source its name in messages
  /// @param isOld whether it is of the revision
  public String path(String source, boolean isOld) {
    String prefix = nameOfOld("");
    if (isOld) {
      return source.startsWith(prefix) ? source.substring(prefix.length()) : source;
    }
    Path path = working.resolve(source).normalize();
    return path.startsWith(top) ? top.relativize(path).toString() : source;
  }

  /// Whether a file or link differs between the trees, or only one of them has it.
  boolean differs(String path) {
    return differing.computeIfAbsent(path, this::compare);
  }

  private boolean compare(String path) {
    Path file = top.resolve(path);
    try {
      return switch (items.get(path)) {
        case null -> Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        case CommitEntry.Link link ->
            !Files.isSymbolicLink(file)
                || !Files.readSymbolicLink(file).toString().equals(commit.target(link));
        case CommitEntry.Module module -> true;
        case CommitEntry.File stored -> {
          if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            yield true;
          }
          byte[] content =
              KustomizationFile.isNamed(FileWalk.name(file)) // which the walk needs, too
                  ? files.read(file, limit)
                  : files.readWithoutKeeping(file, limit);
          yield !StoredContent.isStoredAs(content, stored.id()) && !isPointer(content, stored);
        }
      };
    } catch (IOException | JapplyException e) {
      return true; // the build reports that it cannot be read
    }
  }

  private boolean isPointer(byte[] content, CommitEntry.File stored) {
    return StoredContent.pointer(commit.content(stored))
        .map(pointer -> StoredContent.isOf(content, pointer))
        .orElse(false);
  }

  /// Reads the files that differ, in few runs of git.
  void load(Collection<String> wanted) {
    var files = new ArrayList<CommitEntry.File>();
    for (String path : wanted) {
      if (items.get(path) instanceof CommitEntry.File file && differs(path)) {
        files.add(file);
      }
    }
    commit.load(files);
  }

  /// The files of the revision, converted as in the working tree: a file that is the same has the
  /// content of the working tree.
  private final class OfRevision implements FileSystem {
    private final RepositoryTree tree;

    OfRevision(RepositoryTree tree) {
      this.tree = tree;
    }

    @Override
    public Path real(Path path) throws IOException {
      return tree.real(path);
    }

    @Override
    public boolean isFolder(Path real) {
      return tree.isFolder(real);
    }

    @Override
    public byte[] read(Path real, ByteLimit most) throws IOException {
      String path = Path.of("/").relativize(real).toString();
      if (items.get(path) instanceof CommitEntry.File && !differs(path)) {
        return files.read(top.resolve(path), most); // as the working tree's build reads it
      }
      byte[] content;
      try {
        content = tree.read(real, most);
      } catch (JapplyException e) {
        throw new IOException(
            "'%s' is not in this clone, which was made without all files"
                .formatted(nameOfOld(path)),
            e);
      }
      if (StoredContent.pointer(content).isPresent()) {
        throw new IOException(
            "'%s' is stored by Git LFS, and only its pointer is here".formatted(nameOfOld(path)));
      }
      return content;
    }

    @Override
    public String name(Path shown) {
      return tree.name(shown);
    }
  }
}
