package dev.japply.kustomize.load;

/// The reaction to an existing object with the name of a generated one.
public enum Behavior {
  /// There must not be one.
  CREATE,
  /// It takes its place.
  REPLACE,
  /// It adds its data to it.
  MERGE;

  /// The behaviour of that name; [#CREATE] for all other texts, as in kustomize.
  public static Behavior of(String name) {
    return switch (name) {
      case "replace" -> REPLACE;
      case "merge" -> MERGE;
      default -> CREATE;
    };
  }
}
