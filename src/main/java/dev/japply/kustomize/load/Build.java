package dev.japply.kustomize.load;

import dev.japply.yaml.ScalarStyle;

/// State shared by all objects of one build.
public final class Build {
  private final ScalarStyle spelling;
  private final Scopes scopes;
  private final SharedNodes aliases = new SharedNodes();
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

  /// Returns the number of id changes so far. An index by id is stale once this number grows.
  long renamings() {
    return renamings;
  }

  void renamed() {
    renamings++;
  }
}
