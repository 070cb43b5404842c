package dev.japply.input;

import dev.japply.input.ComparedTrees.Tree;
import dev.japply.input.RootKustomizations.Kustomization;
import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.object.Gvk;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The kustomizations of a repository that a change reaches: through their own files, and through
/// the kustomizations that they include.
///
/// All texts of a kustomization that are paths of files count, also those in plugins. So more may
/// be found than the change reaches, never less.
public final class ReachedKustomizations {
  /// The fields with objects whose texts are paths, too.
  private static final List<String> PLUGINS = List.of("generators", "transformers", "validators");

  /// Separates the words of a text that is not read as YAML.
  private static final Pattern BETWEEN = Pattern.compile("[\\s\"'\\[\\]{},]+");

  private static final int LONGEST_PATH = 4096;

  private final ComparedTrees trees;
  private final ByteLimit limit;

  /// The content of kustomizations that are the same in both trees.
  private final Map<String, Value> same = new HashMap<>();

  /// @param limit the maximum size of a file
  public ReachedKustomizations(ComparedTrees trees, ByteLimit limit) {
    this.trees = trees;
    this.limit = limit;
  }

  /// The kustomizations that are no part of another one.
  ///
  /// @param reached the directories of those that the change reaches, relative to the top directory
  /// @param all the number of all
  public record Reach(SortedSet<String> reached, int all) {}

  /// A kustomization.
  ///
  /// @param files the files that it may read, and the links on the paths to them
  /// @param below the directories of other kustomizations that it may include
  /// @param certain those that it certainly includes
  private record Node(Set<String> files, Set<String> below, Kustomization certain) {
    Node(Kustomization certain) {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), certain);
    }
  }

  /// Finds the kustomizations in or below some directories.
  ///
  /// @param directories their paths
  public Reach find(List<String> directories) {
    Map<String, Node> old = new Side(trees.old()).nodes();
    Map<String, Node> now = new Side(trees.now()).nodes();
    var roots = new TreeSet<>(roots(old));
    roots.addAll(roots(now));
    roots.removeIf(root -> directories.stream().noneMatch(directory -> isWithin(root, directory)));
    var changed = new HashSet<>(changed(old));
    changed.addAll(changed(now));
    var reached = new TreeSet<>(roots);
    reached.retainAll(changed);
    trees.load(files(reached, old));
    return new Reach(reached, roots.size());
  }

  private static Set<String> roots(Map<String, Node> nodes) {
    var all = new HashMap<String, Kustomization>();
    nodes.forEach((directory, node) -> all.put(directory, node.certain()));
    return RootKustomizations.among(all);
  }

  /// Returns the directories that a change reaches, from the changed ones up.
  private Set<String> changed(Map<String, Node> nodes) {
    var above = new LinkedHashMap<String, Set<String>>();
    var changed = new ArrayList<String>();
    nodes.forEach((directory, node) -> {
      node.below()
          .forEach(below -> above.computeIfAbsent(below, k -> new HashSet<>()).add(directory));
      if (node.files().stream().anyMatch(trees::differs)) {
        changed.add(directory);
      }
    });
    return closure(changed, directory -> above.getOrDefault(directory, Set.of()));
  }

  /// Returns the files that some kustomizations may read, and those that they may include.
  private static Set<String> files(Set<String> directories, Map<String, Node> nodes) {
    var none = new Node(Kustomization.UNKNOWN);
    var files = new LinkedHashSet<String>();
    closure(directories, directory -> nodes.getOrDefault(directory, none).below())
        .forEach(directory -> files.addAll(nodes.getOrDefault(directory, none).files()));
    return files;
  }

  /// Returns directories with all that follow from them, step by step.
  private static Set<String> closure(
      Collection<String> directories, Function<String, Set<String>> next) {
    var all = new LinkedHashSet<String>();
    Deque<String> todo = new ArrayDeque<>(directories);
    while (!todo.isEmpty()) {
      String directory = todo.poll();
      if (all.add(directory)) {
        todo.addAll(next.apply(directory));
      }
    }
    return all;
  }

  /// The kustomizations of one tree.
  private final class Side {
    private final Tree tree;
    private final Set<String> paths;
    private final Set<String> directories = new HashSet<>(Set.of(""));
    private final Map<String, String> kustomizations = new LinkedHashMap<>();

    Side(Tree tree) {
      this.tree = tree;
      this.paths = tree.paths();
      for (String path : paths) {
        String directory = parent(path);
        if (KustomizationFile.isNamed(path.substring(path.lastIndexOf('/') + 1))) {
          kustomizations.put(directory, path);
        }
        while (directories.add(directory)) {
          directory = parent(directory);
        }
      }
    }

    Map<String, Node> nodes() {
      trees.load(kustomizations.values());
      var nodes = new LinkedHashMap<String, Node>();
      kustomizations.forEach((directory, path) ->
          read(path)
              .flatMap(text -> node(directory, path, text))
              .ifPresent(node -> {
                node.files().add(path);
                nodes.put(directory, node);
              }));
      return nodes;
    }

    /// Returns the text of a file; empty if it cannot be read, such as one that is deleted.
    private Optional<String> read(String path) {
      try {
        return Optional.of(SourceText.decode(tree.read(path, limit)));
      } catch (IOException | JapplyException e) {
        return Optional.empty();
      }
    }

    /// Returns a kustomization; empty if the file belongs to another program.
    private Optional<Node> node(String directory, String path, String text) {
      Value value;
      try {
        value = value(directory, path, text);
      } catch (JapplyException e) {
        var node = new Node(Kustomization.UNKNOWN);
        words(text).forEach(word -> add(node, directory, word));
        return Optional.of(node);
      }
      MapValue map = value instanceof MapValue fields ? fields : MapValue.EMPTY;
      if (map.has("apiVersion") && !KustomizationFile.isOfKustomize(Gvk.of(map).group())) {
        return Optional.empty();
      }
      var node =
          new Node(
              Kustomization.of(
                  map, part -> below(directory, part).filter(kustomizations::containsKey)));
      RootKustomizations.texts(map).forEach(each -> add(node, directory, each));
      for (String field : PLUGINS) {
        RootKustomizations.texts(map.get(field)).forEach(each -> addPlugins(node, directory, each));
      }
      return Optional.of(node);
    }

    /// @throws JapplyException if it cannot be read
    private Value value(String directory, String path, String text) {
      Value known = same.get(path);
      if (known == null) {
        known =
            KustomizationReader.value(FileContent.inline(text, Origin.of(directory)))
                .orElse(Value.NULL);
        if (!trees.differs(path)) {
          same.put(path, known);
        }
      }
      return known;
    }

    /// Adds the files that the objects of an entry name. The objects are inline, in a file or in a
    /// directory.
    private void addPlugins(Node node, String directory, String text) {
      Stream<String> texts =
          text.indexOf('\n') >= 0
              ? Stream.of(text)
              : below(directory, text).stream()
                  .flatMap(at -> paths.stream().filter(path -> isWithin(path, at)))
                  .flatMap(path -> read(path).stream());
      texts.flatMap(each -> words(each).stream()).forEach(word -> add(node, directory, word));
    }

    /// Adds what a text names: the text as a path, or behind a key and `=`.
    private void add(Node node, String directory, String text) {
      below(directory, text).ifPresent(path -> add(node, path));
      int equals = text.indexOf('=');
      if (equals > 0) {
        below(directory, text.substring(equals + 1)).ifPresent(path -> add(node, path));
      }
    }

    private void add(Node node, String path) {
      if (kustomizations.containsKey(path)) {
        node.below().add(path);
      } else if (paths.contains(path)) {
        node.files().add(path);
        addLinked(node, path);
      } else if (!directories.contains(path)) {
        for (String above = parent(path); !above.isEmpty(); above = parent(above)) {
          if (paths.contains(above)) { // a link or a submodule
            node.files().add(above);
            addLinked(node, path);
            return;
          }
        }
      }
    }

    private void addLinked(Node node, String path) {
      try {
        String linked = tree.linked(path);
        if (!linked.equals(path)) {
          add(node, linked);
        }
      } catch (IOException | JapplyException e) {
        // It leads nowhere.
      }
    }

    /// Returns a path relative to the top directory; empty if the text is no path below that.
    private static Optional<String> below(String directory, String text) {
      if (text.isEmpty() || text.length() > LONGEST_PATH || text.startsWith("/")) {
        return Optional.empty();
      }
      if (text.chars().anyMatch(c -> c < ' ') || text.contains("://")) {
        return Optional.empty();
      }
      Path path = Path.of(directory).resolve(text).normalize();
      return path.startsWith("..") ? Optional.empty() : Optional.of(path.toString());
    }
  }

  private static boolean isWithin(String path, String directory) {
    return path.equals(directory) || directory.isEmpty() || path.startsWith(directory + "/");
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  private static List<String> words(String text) {
    return List.of(BETWEEN.split(text, -1));
  }
}
