package dev.japply.kustomize.load;

import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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

  /// Returns the limits for searching the causes of fields.
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
}
