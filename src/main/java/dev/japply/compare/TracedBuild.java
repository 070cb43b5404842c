package dev.japply.compare;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.function.Function;

/// The objects of a build.
///
/// @param settings returns lines that change how steps work on a field, such as a file of
///   `configurations`; for the root all of them, and patches that remove objects
public record TracedBuild(
    List<TracedObject> objects, Function<FieldPath, List<LineRange>> settings) {
  /// A build without objects.
  public static final TracedBuild NONE = of(List.of());

  public TracedBuild {
    objects = List.copyOf(objects);
  }

  /// Returns a build without settings.
  public static TracedBuild of(List<TracedObject> objects) {
    return new TracedBuild(objects, path -> List.of());
  }

  /// An object with the lines that decide its fields.
  ///
  /// @param plainName its name without a hash of its content; empty if the name has none
  /// @param written its identity in the manifest or generator that describes it, before prefixes,
  ///   suffixes and namespaces
  /// @param causes returns the lines that decide a field's value, for each step that changed it,
  ///   the last step first; for the root, those that decide whether the object exists
  public record TracedObject(
      KubeObject object,
      String plainName,
      ObjectKey written,
      Function<FieldPath, List<DecidingLines>> causes) {

    /// Returns an object of a manifest, whose fields are as they are written there.
    public static TracedObject ofManifest(KubeObject object) {
      return new TracedObject(object, "", object.key(), path -> lines(object, path));
    }

    /// Returns the object without its name and namespace.
    MapValue content() {
      MapValue tree = object.tree();
      MapValue metadata = tree.map("metadata").without("name").without("namespace");
      return tree.with("metadata", metadata);
    }

    /// The same object with keys of list items that it leaves out; fields keep their lines.
    TracedObject withTree(MapValue filled) {
      MapValue tree = object.tree();
      return new TracedObject(
          object.withTree(filled),
          plainName,
          written,
          path -> causes.apply(path.in(tree) instanceof Value ? path : path.numberedIn(filled)));
    }

    private static List<DecidingLines> lines(KubeObject object, FieldPath path) {
      MapValue tree = object.tree();
      Function<FieldPath, Origin> places = at -> object.positions().apply(at.numberedIn(tree));
      return path.in(tree) instanceof Missing
          ? List.of()
          : List.of(DecidingLines.of(List.of(LineRange.of(tree, places, path))));
    }
  }
}
