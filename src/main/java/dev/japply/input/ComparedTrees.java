package dev.japply.input;

import dev.japply.diff.ChangedLines;
import dev.japply.kpt.git.Checkout;
import dev.japply.kpt.git.CommitTree;
import dev.japply.kpt.git.CommitTree.Item;
import dev.japply.kustomize.load.FileSystem;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
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
  private final Map<String, Item> items;
  private final Set<String> paths;
  private final CommitTree commit;
  private final FileSystem old;
  private final FileSystem now = new SharedFiles(FileSystem.ON_DISK);
  private final Map<String, Boolean> differing = new ConcurrentHashMap<>();

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
    this.paths = new TreeSet<>(checkout.files());
    this.old =
        new SharedFiles(
            new OfRevision(
                new RepositoryTree(
                    commit,
                    this::nameOfOld,
                    (within, path, module) -> checkout.module(path).tree(module.commit()))));
  }

  /// Returns the revision, as messages name it.
  public String revision() {
    return revision;
  }

  /// Returns the top directory of the working tree.
  Path top() {
    return top;
  }

  /// Returns the files of the revision.
  public FileSystem old() {
    return old;
  }

  /// Returns the files of this machine.
  public FileSystem now() {
    return now;
  }

  /// Returns the paths of the files of the revision, and of the links and submodules.
  Set<String> oldPaths() {
    return items.keySet();
  }

  /// Returns the paths of the files of the working tree, and of its links.
  Set<String> nowPaths() {
    return paths;
  }

  /// Returns a directory or file of the user as a path in the repository.
  ///
  /// @throws JapplyException if it is outside of the repository
  public String relative(String written) {
    Path path = working.resolve(written).normalize();
    try {
      path = path.toRealPath();
    } catch (IOException e) {
      // Only the revision has it.
    }
    if (!path.startsWith(top)) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE,
              "\"%s\" is outside of the git repository \"%s\"".formatted(written, top),
              "--diff compares directories of the repository"));
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

  /// Whether a directory has a kustomization.
  ///
  /// @param isOld whether to look in the revision
  public boolean hasKustomization(String path, boolean isOld) {
    FileSystem files = isOld ? old : now;
    Path folder = (isOld ? Path.of("/") : top).resolve(path);
    for (String name : KustomizationFile.names()) {
      try {
        return !files.isFolder(files.real(folder.resolve(name)));
      } catch (IOException | JapplyException e) {
        // Perhaps another name.
      }
    }
    return false;
  }

  /// Compares the lines of a file; empty if neither tree has it.
  ///
  /// @param path the path of the file in the repository
  public Optional<ChangedLines> changedLines(String path) {
    Optional<List<String>> before = lines(path, /* isOld= */ true);
    Optional<List<String>> after = lines(path, /* isOld= */ false);
    return before.isEmpty() && after.isEmpty()
        ? Optional.empty()
        : Optional.of(ChangedLines.between(before.orElse(List.of()), after.orElse(List.of())));
  }

  private Optional<List<String>> lines(String path, boolean isOld) {
    if (path.contains("://")) {
      return Optional.empty();
    }
    try {
      FileSystem files = isOld ? old : now;
      Path real = files.real((isOld ? Path.of("/") : top).resolve(path));
      return files.isFolder(real)
          ? Optional.empty()
          : Optional.of(
              new String(files.read(real, limit), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException | JapplyException e) {
      return Optional.empty();
    }
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
        case Item.Link link ->
            !Files.isSymbolicLink(file)
                || !Files.readSymbolicLink(file).toString().equals(commit.target(link));
        case Item.Module module -> true;
        case Item.File stored -> {
          if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            yield true;
          }
          byte[] content = read(file);
          yield !StoredContent.isStoredAs(content, stored.id()) && !isPointer(content, stored);
        }
      };
    } catch (IOException | JapplyException e) {
      return true; // the build reports that it cannot be read
    }
  }

  private byte[] read(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      return limit.read(stream);
    }
  }

  private boolean isPointer(byte[] content, Item.File stored) {
    return StoredContent.pointer(commit.content(stored))
        .map(pointer -> StoredContent.isOf(content, pointer))
        .orElse(false);
  }

  /// Reads the files that differ, in few runs of git.
  void load(Collection<String> wanted) {
    var files = new ArrayList<Item.File>();
    for (String path : wanted) {
      if (items.get(path) instanceof Item.File file && differs(path)) {
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
      if (items.get(path) instanceof Item.File && !differs(path)) {
        return ComparedTrees.this.read(top.resolve(path));
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
