package dev.japply.input;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Map;
import java.util.Optional;

/// A file that japply writes for itself or for other programs, and that holds no object. It may be
/// in the directory of the manifests.
///
/// @param noun the name of its type in messages
/// @param use the hint if it is given as a manifest
record OwnFile(String noun, String use) {
  private static final String GROUP = "japply.dev/";

  private static final Map<String, OwnFile> KINDS =
      Map.of(
          Project.KIND,
          new OwnFile("project file", "leave it out of -f, or name it by --project"),
          "Plan",
          new OwnFile(
              "plan", "give the manifests by -f, and the plan by `japply apply --plan FILE`"),
          "Snapshot",
          new OwnFile("snapshot", "give the manifests by -f, and the snapshot by --snapshot"),
          "Undo",
          new OwnFile("undo file", "take the run back by `japply undo FILE`"),
          "UndoPlan",
          new OwnFile("preview of an undo", "leave it out of -f"),
          "Report",
          new OwnFile("report", "leave it out of -f"),
          "Why",
          new OwnFile("explanation", "leave it out of -f"));

  /// Whether it is a project file, which may have another name than in a directory.
  boolean isProject() {
    return equals(KINDS.get(Project.KIND));
  }

  String article() {
    return "aeiou".indexOf(noun.charAt(0)) < 0 ? "a" : "an";
  }

  /// Returns the file that starts with that document; empty if it is none of japply's.
  static Optional<OwnFile> of(Value document) {
    return document instanceof MapValue map && map.text("apiVersion").startsWith(GROUP)
        ? Optional.ofNullable(KINDS.get(map.text("kind")))
        : Optional.empty();
  }
}
