package dev.japply.report;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.diff.FileNames;
import dev.japply.diff.FilePair;
import dev.japply.diff.SecretPair;
import dev.japply.event.Forecast;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// Writes what `kubectl diff` compares: an object as it is and as it would be, each in YAML, the
/// values of Secrets masked.
///
/// @param managedFields whether `managedFields` are compared, too
/// @param likeKubectl whether a Secret that does not exist is written as `null`, and not as an
///   empty file, and `managedFields` of pruned objects are compared in any case
public record DiffFiles(boolean managedFields, boolean likeKubectl) {

  /// Whether the two files of one object are the same, which takes less than to write them.
  public boolean same(Forecast.Result result) {
    return shown(result.before()).equals(shown(result.after()));
  }

  /// The two files of one object.
  public FilePair of(Forecast.Result result) {
    var masked = SecretPair.masked(shown(result.before()), shown(result.after()));
    boolean secret = result.desired().gvk().kind().equals("Secret");
    String nothing = secret && likeKubectl ? "null\n" : "";
    return new FilePair(
        FileNames.of(result.desired()),
        text(masked.before(), nothing),
        text(masked.after(), nothing));
  }

  /// The two files of an object that goes; kubectl shows all of it.
  public FilePair of(Forecast.Pruned pruned) {
    var masked = SecretPair.masked(likeKubectl ? pruned.before() : shown(pruned.before()), MISSING);
    return new FilePair(FileNames.of(pruned.desired()), text(masked.before(), ""), "");
  }

  private Node shown(Node object) {
    return object instanceof MapValue map && !managedFields
        ? map.with("metadata", map.map("metadata").without("managedFields"))
        : object;
  }

  private static String text(Node object, String nothing) {
    return switch (object) {
      case Missing missing -> nothing;
      case Value value -> GoYaml.write(value);
    };
  }
}
