package dev.japply.kustomize.load;

import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// State shared by all objects of one build.
public final class Build {
  private final ScalarStyle spelling;
  private final Scopes scopes;
  private final SharedNodes aliases = new SharedNodes();
  private final CauseBudget budget = new CauseBudget();
  private List<LineRange> entries = List.of();
  private final Set<LineRange> settings = new LinkedHashSet<>();
  private long renamings;

  public Build(ScalarStyle spelling, Scopes scopes) {
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
  public Scopes scopes() {
    return scopes;
  }

  /// Returns the entries that lead to the current kustomization, the innermost first: each names
  /// the file or kustomization with the one before.
  List<LineRange> entries() {
    return entries;
  }

  /// Does `work` on the file or kustomization of an entry.
  public void within(Entry entry, Runnable work) {
    List<LineRange> outer = entries;
    entries = LineRange.joined(List.of(LineRange.of(entry.place(), entry.text())), outer);
    try {
      work.run();
    } finally {
      entries = outer;
    }
  }

  /// Notes lines that change how other steps work, such as a file of `configurations`.
  public void set(List<LineRange> lines) {
    settings.addAll(lines);
  }

  public List<LineRange> settings() {
    return List.copyOf(settings);
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
