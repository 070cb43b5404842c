package dev.japply.bench;

import java.util.List;

/// What a tool is given to do with a set of objects, in the order in which it comes.
enum Step {
  CREATED("created", 0),
  UNCHANGED("unchanged", 0),
  /// [#UNCHANGED], without the caches of earlier runs.
  FIRST("unchanged, no caches", 0),
  /// Shows what [#HALF] would do, and changes nothing.
  DIFF("diff", 50),
  HALF("half", 50),
  FEW("few", 5),
  /// Builds a kustomization of that many objects, without a server.
  BUILD("build", 0),
  /// Builds kustomizations of kustomizations.
  NESTED("nested build", 0),
  /// Shows what [#HALF] would do, with reasons.
  PLAN("plan", 50),
  WHY("why", 50),
  /// Prints its version, and nothing else.
  VERSION("version", 0),
  /// Prints the help of apply.
  HELP("help", 0),
  /// Prints the completion for bash.
  COMPLETION("completion", 0);

  /// The steps that need no objects.
  static final List<Step> STARTS = List.of(VERSION, HELP, COMPLETION);

  private final String text;
  private final int percent;

  Step(String text, int percent) {
    this.text = text;
    this.percent = percent;
  }

  /// How many of `count` objects are changed in it.
  int changes(int count) {
    return percent == 0 ? 0 : Math.max(1, count * percent / 100);
  }

  /// Whether it shows changes of objects on a server.
  boolean shows() {
    return this == DIFF || this == PLAN || this == WHY;
  }

  boolean writes() {
    return this == CREATED || this == UNCHANGED || this == FIRST || this == HALF || this == FEW;
  }

  /// The exit status of success.
  int status() {
    return this == DIFF ? 1 : 0;
  }

  @Override
  public String toString() {
    return text;
  }
}
