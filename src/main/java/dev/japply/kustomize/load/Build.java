package dev.japply.kustomize.load;

import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.object.ClusterKinds;
import dev.japply.object.Gvk;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// State shared by all objects of one build.
public final class Build {
  private final ScalarStyle spelling;
  private final ClusterScopedKinds scopes;
  private final SharedNodes aliases = new SharedNodes();
  private final CauseBudget budget = new CauseBudget();
  private List<LineRange> entries = List.of();
  private final Map<LineRange, Predicate<FieldPath>> settings = new LinkedHashMap<>();
  private final List<Problem> warnings = new ArrayList<>();
  private long renamings;

  public Build(ScalarStyle spelling, ClusterScopedKinds scopes) {
    this.spelling = spelling;
    this.scopes = scopes;
  }

  /// Returns the written forms of the scalars of all objects.
  public ScalarStyle spelling() {
    return spelling;
  }

  /// Returns the values that several fields share.
  public SharedNodes aliases() {
    return aliases;
  }

  /// Returns the kinds without a namespace.
  public ClusterScopedKinds scopes() {
    return scopes;
  }

  /// Returns the entries that lead to the current kustomization, the innermost first: each names
  /// the file or kustomization with the one before.
  List<LineRange> entries() {
    return entries;
  }

  /// Does `work` on the file or kustomization of an entry.
  public void within(TextEntry entry, Runnable work) {
    List<LineRange> outer = entries;
    entries = LineRange.joined(List.of(LineRange.of(entry.place(), entry.text())), outer);
    try {
      work.run();
    } finally {
      entries = outer;
    }
  }

  /// Adds a warning about the build.
  public void warn(Problem warning) {
    warnings.add(warning);
  }

  /// Returns the warnings so far.
  public List<Problem> warnings() {
    return List.copyOf(warnings);
  }

  /// Notes lines that change how other steps work, such as a file of `configurations`.
  ///
  /// @param fields returns whether they can change what steps do to a field; never for lines that
  ///   only decide whether an object exists
  public void set(List<LineRange> lines, Predicate<FieldPath> fields) {
    lines.forEach(line -> settings.put(line, fields));
  }

  /// Returns such lines for a field; all for the root.
  public List<LineRange> settings(FieldPath path) {
    return settings.entrySet().stream()
        .filter(setting -> path instanceof FieldPath.Root || setting.getValue().test(path))
        .map(Map.Entry::getKey)
        .toList();
  }

  CauseBudget budget() {
    return budget;
  }

  /// Returns the number of id changes so far. An index by id is stale once this number grows.
  long renamings() {
    return renamings;
  }

  void renamed() {
    renamings++;
  }

  /// The limits for searching the causes of one field. Replacements can take values from each other
  /// in so many chains that no machine can follow all of them.
  static final class CauseBudget {
    private static final int DEEPEST = 30;
    private static final int MOST = 10_000;

    private int depth;
    private int left = MOST;

    /// Begins the search for another field.
    void restore() {
      depth = 0;
      left = MOST;
    }

    /// Enters an object. Returns whether the search goes on there; if not, it must not be left.
    boolean enter() {
      if (depth == DEEPEST) {
        return false;
      }
      depth++;
      return true;
    }

    void leave() {
      depth--;
    }

    /// Returns whether another step is looked at.
    boolean spend() {
      return left-- > 0;
    }
  }

  /// The kinds that kustomize treats as cluster-scoped. All others are namespaced, including custom
  /// resources, unless the types of `openapi` declare them as cluster-scoped.
  public static final class ClusterScopedKinds {
    private static final Pattern VERSION = Pattern.compile("v[0-9]+((alpha|beta)[0-9]+)?");

    private final Set<Gvk> clusterScoped;
    private final Set<Gvk> inAnyVersion = new HashSet<>();
    private final Map<Gvk, BuiltResource> requested = new LinkedHashMap<>();

    public ClusterScopedKinds(Set<Gvk> clusterScoped) {
      this.clusterScoped = new HashSet<>(clusterScoped);
    }

    /// @param object an object of that kind
    boolean isClusterScoped(Gvk gvk, BuiltResource object) {
      requested.putIfAbsent(gvk, object);
      return clusterScoped.contains(gvk)
          || (VERSION.matcher(gvk.version()).matches() && inAnyVersion.contains(anyVersion(gvk)));
    }

    /// Returns the kinds whose scope was requested, each with the first object that has it.
    public Map<Gvk, BuiltResource> requested() {
      return Collections.unmodifiableMap(requested);
    }

    /// Kinds that Kubernetes has had since the version 1.21 of kustomize's table have no namespace
    /// either, nor have later versions of the kinds in the table.
    public void addNewer() {
      clusterScoped.forEach(kind -> inAnyVersion.add(anyVersion(kind)));
      inAnyVersion.addAll(ClusterKinds.all());
    }

    private static Gvk anyVersion(Gvk kind) {
      return new Gvk(kind.group(), "", kind.kind());
    }

    /// These kinds have no namespace either.
    public void addClusterScoped(Set<Gvk> more) {
      clusterScoped.addAll(more);
    }
  }
}
