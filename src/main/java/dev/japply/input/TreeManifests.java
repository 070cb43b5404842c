package dev.japply.input;

import dev.japply.input.ComparedTrees.Tree;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.KeyOrder;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The manifests of files and directories in a revision and in the working tree.
///
/// @param recursive whether to read the directories in directories
/// @param limit the maximum size of a file
public record TreeManifests(ComparedTrees trees, boolean recursive, ByteLimit limit) {
  /// The sources of both trees.
  public record ManifestSources(List<Source> old, List<Source> now) {
    public ManifestSources {
      old = List.copyOf(old);
      now = List.copyOf(now);
    }
  }

  /// Finds the sources. One of the trees may lack a file or directory.
  ///
  /// @param names files, directories and patterns as the user wrote them
  /// @throws JapplyException if neither tree has one of them
  public ManifestSources find(List<String> names) {
    var old = new LinkedHashSet<String>();
    var now = new LinkedHashSet<String>();
    for (String name : names) {
      boolean isEmpty = true;
      for (String path : expand(name)) {
        List<String> before = paths(trees.old().paths(), path);
        List<String> after =
            paths(trees.now().paths(), path).stream().filter(this::exists).toList();
        if (after.isEmpty() && Files.isRegularFile(trees.now().top().resolve(path))) {
          after = List.of(path); // ignored by git, but named by the user
          trees.allow(path);
        }
        after.forEach(file -> refuseKustomization(file, path));
        isEmpty &= before.isEmpty() && after.isEmpty();
        old.addAll(before);
        now.addAll(after);
      }
      if (isEmpty) {
        throw new JapplyException(
            "the path \"%s\" does not exist, or has no manifests".formatted(name),
            recursive ? "" : "use -R for directories in it");
      }
    }
    trees.load(old);
    Set<String> named = names.stream().map(trees::relative).collect(Collectors.toSet());
    return new ManifestSources(
        old.stream()
            .map(file -> source(trees.old(), file, trees.nameOfOld(file), named.contains(file)))
            .toList(),
        now.stream()
            .map(file -> source(trees.now(), file, trees.shown(file), named.contains(file)))
            .toList());
  }

  /// Returns whether the working tree has a file. Git also lists those that were deleted since.
  private boolean exists(String path) {
    return Files.exists(trees.now().top().resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns the path, or the files and directories that match it as a pattern.
  private List<String> expand(String name) {
    String path = trees.relative(name);
    if (path.isEmpty() || Files.exists(trees.now().top().resolve(path))) {
      return List.of(path);
    }
    Set<String> all = filesAndDirectories();
    if (all.contains(path)) {
      return List.of(path);
    }
    try {
      Predicate<String> pattern = GoGlob.matches(path);
      return all.stream().filter(pattern).filter(file -> !isProject(file)).toList();
    } catch (IllegalArgumentException e) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE,
              "pattern \"%s\" is not valid: %s".formatted(name, e.getMessage()),
              "close the [ or put \\ before it"),
          e);
    }
  }

  /// Returns the paths in both trees, in byte order.
  private Set<String> filesAndDirectories() {
    var all = new TreeSet<>(KeyOrder.UTF8);
    for (Tree tree : List.of(trees.old(), trees.now())) {
      for (String file : tree.paths()) {
        for (String at = file; !at.isEmpty() && all.add(at); ) {
          at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
        }
      }
    }
    return all;
  }

  /// Returns the file itself, or the manifests in the directory.
  private List<String> paths(Set<String> all, String path) {
    if (all.contains(path)) {
      return List.of(path);
    }
    String start = path.isEmpty() ? "" : path + "/";
    return all.stream()
        .filter(file -> file.startsWith(start))
        .filter(file -> recursive || file.indexOf('/', start.length()) < 0)
        .filter(this::isManifest)
        .sorted()
        .toList();
  }

  private boolean isManifest(String file) {
    return FileWalk.isManifest(file) && !isProject(file);
  }

  private boolean isProject(String file) {
    return ProjectFile.is(trees.now().top().resolve(file));
  }

  private void refuseKustomization(String file, String named) {
    boolean isFound = !file.equals(named);
    if (isFound
        && KustomizationFile.isNamed(file.substring(file.lastIndexOf('/') + 1))
        && KustomizationFile.isKustomizes(trees.now().top().resolve(file))) {
      Origin place = Origin.of(trees.shown(file));
      throw new JapplyException(
          place,
          "this directory is built by kustomize, so its files are not compared as they are",
          "compare it without -f, or name single files");
    }
  }

  private Source source(Tree tree, String path, String name, boolean isNamed) {
    var source = new Source(name, () -> new ByteArrayInputStream(tree.read(path, limit)));
    return isNamed ? source : source.asFound();
  }
}
