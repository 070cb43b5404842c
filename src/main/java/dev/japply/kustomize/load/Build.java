package dev.japply.kustomize.load;

import dev.japply.yaml.Spelling;

/// What all objects of one build share.
public final class Build {
  private final Spelling spelling;
  private final Scopes scopes;
  private final Aliases aliases = new Aliases();
  private long renamings;

  public Build(Spelling spelling, Scopes scopes) {
    this.spelling = spelling;
    this.scopes = scopes;
  }

  /// How the scalars of the objects are written.
  public Spelling spelling() {
    return spelling;
  }

  /// The values that stand in several fields as one.
  public Aliases aliases() {
    return aliases;
  }

  /// Which kinds have no namespace.
  public Scopes scopes() {
    return scopes;
  }

  /// How often an object got another id; what was looked up by id is stale when it has grown.
  long renamings() {
    return renamings;
  }

  void renamed() {
    renamings++;
  }
}
