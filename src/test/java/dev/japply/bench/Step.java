package dev.japply.bench;

/// What a tool is given to do with a set of objects, in the order in which it comes.
enum Step {
  CREATED("created", 0),
  UNCHANGED("unchanged", 0),
  /// Shows what [#HALF] would do, and changes nothing.
  DIFF("diff", 50),
  HALF("half", 50),
  FEW("few", 5),
  /// Builds a kustomization of that many objects, without a server.
  BUILD("build", 0);

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

  boolean writes() {
    return this != DIFF && this != BUILD;
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
