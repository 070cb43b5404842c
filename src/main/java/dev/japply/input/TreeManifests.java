package dev.japply.input;

import dev.japply.input.ComparedTrees.Tree;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The manifests of files and directories in a revision and in the working tree.
public final class TreeManifests {
  private final ComparedTrees trees;
  private final boolean recursive;
  private final ByteLimit limit;

  /// @param recursive whether to read the directories in directories
  /// @param limit the maximum size of a file
  public TreeManifests(ComparedTrees trees, boolean recursive, ByteLimit limit) {
    this.trees = trees;
    this.recursive = recursive;
    this.limit = limit;
  }

  /// The sources of both trees.
  public record Found(List<Source> old, List<Source> now) {
    public Found {
      old = List.copyOf(old);
      now = List.copyOf(now);
    }
  }

  /// Finds the sources. One of the trees may lack a file or directory.
  ///
  /// @param names files and directories as the user wrote them
  /// @throws JapplyException if neither tree has one of them
  public Found find(List<String> names) {
    var old = new ArrayList<Source>();
    var now = new ArrayList<Source>();
    for (String name : names) {
      if (name.equals("-") || name.contains("://")) {
        throw failure(
            "\"%s\" is in no git repository".formatted(name), "--diff compares files of one");
      }
      String path = trees.relative(name);
      List<String> before = paths(trees.old().paths(), path);
      List<String> after = paths(trees.now().paths(), path);
      if (after.isEmpty() && Files.isRegularFile(trees.now().top().resolve(path))) {
        after = List.of(path); // ignored by git, but named by the user
      }
      if (before.isEmpty() && after.isEmpty()) {
        throw failure(
            "the path \"%s\" does not exist, or has no manifests".formatted(name),
            recursive ? "" : "use -R for directories in it");
      }
      trees.load(before);
      before.forEach(file -> old.add(source(trees.old(), file, trees.nameOfOld(file))));
      for (String file : after) {
        refuseKustomization(file, path);
        now.add(source(trees.now(), file, trees.shown(file)));
      }
    }
    return new Found(old, now);
  }

  private static JapplyException failure(String what, String hint) {
    return new JapplyException(Problem.error(Origin.NONE, what, hint));
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
    return FileWalk.isManifest(file) && !ProjectFile.is(trees.now().top().resolve(file));
  }

  private void refuseKustomization(String file, String named) {
    boolean isFound = !file.equals(named);
    if (isFound
        && KustomizationFile.isNamed(file.substring(file.lastIndexOf('/') + 1))
        && KustomizationFile.isKustomizes(trees.now().top().resolve(file))) {
      Origin place = Origin.of(trees.shown(file));
      throw new JapplyException(
          Problem.error(
              place,
              "this directory is built by kustomize, so its files are not compared as they are",
              "compare it without -f, or name single files"));
    }
  }

  private Source source(Tree tree, String path, String name) {
    return new Source(name, () -> new ByteArrayInputStream(tree.read(path, limit)));
  }
}
