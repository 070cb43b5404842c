package dev.japply.input;

import dev.japply.kpt.git.CommitTree;
import dev.japply.kpt.git.CommitTree.CommitEntry;
import dev.japply.kustomize.load.FileSystem;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The files of a commit and of its submodules, as in a clone. Nothing is written: the files come
/// from git's objects, and links are followed here.
final class RepositoryTree implements FileSystem {
  /// As many links are followed, as by Linux.
  private static final int LINKS = 40;

  private final Naming naming;
  private final Modules modules;
  private final Map<Path, TreeItem> found = new HashMap<>();
  private final Set<Path> directories = new HashSet<>();

  /// Names of the files in messages.
  interface Naming {
    String name(Path shown);
  }

  /// Fetches a submodule.
  interface Modules {
    /// The commit of a submodule.
    ///
    /// @param within the commit that has it
    CommitTree fetch(CommitTree within, String path, CommitEntry.Module module);
  }

  private record TreeItem(CommitTree tree, String path, CommitEntry item) {}

  RepositoryTree(CommitTree tree, Naming naming, Modules modules) {
    this.naming = naming;
    this.modules = modules;
    add(Path.of("/"), tree);
  }

  private void add(Path base, CommitTree tree) {
    directories.add(base);
    tree.items()
        .forEach((path, item) -> {
          Path at = base.resolve(path);
          found.put(at, new TreeItem(tree, path, item));
          for (Path above = at.getParent();
              above != null && directories.add(above);
              above = above.getParent()) {
            // each directory above it
          }
        });
  }

  @Override
  public Path real(Path path) throws IOException {
    Deque<String> names = new ArrayDeque<>(names(path.toString()));
    Path at = Path.of("/");
    int links = 0;
    while (!names.isEmpty()) {
      String name = names.pop();
      if (name.equals("..")) {
        at = above(at);
        continue;
      }
      Path next = at.resolve(name);
      if (found.get(next) instanceof TreeItem(var tree, String in, CommitEntry.Link link)) {
        String target = tree.target(link);
        if (target.startsWith("/") || ++links > LINKS) {
          throw new IOException("'%s' links to '%s'".formatted(naming.name(next), target));
        }
        names(target).reversed().forEach(names::push);
        continue;
      }
      at = next;
      enterModule(at);
    }
    if (!directories.contains(at) && !found.containsKey(at)) {
      throw new NoSuchFileException(naming.name(at));
    }
    return at;
  }

  private static List<String> names(String path) {
    var names = new ArrayList<String>();
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return names;
  }

  private static Path above(Path path) throws IOException {
    Path above = path.getParent();
    if (above == null) {
      throw new IOException("security; it is outside of the repository");
    }
    return above;
  }

  /// A submodule is fetched when a path first leads into it.
  private void enterModule(Path at) {
    if (!directories.contains(at)
        && found.get(at) instanceof TreeItem(var tree, String path, CommitEntry.Module module)) {
      add(at, modules.fetch(tree, path, module));
    }
  }

  @Override
  public boolean isFolder(Path real) {
    return directories.contains(real);
  }

  @Override
  public byte[] read(Path real, ByteLimit limit) throws IOException {
    if (!(found.get(real) instanceof TreeItem(var tree, String path, CommitEntry.File file))) {
      throw new NoSuchFileException(naming.name(real));
    }
    byte[] content = tree.content(file);
    limit.check(content.length);
    return content;
  }

  @Override
  public String name(Path shown) {
    return naming.name(shown);
  }
}
