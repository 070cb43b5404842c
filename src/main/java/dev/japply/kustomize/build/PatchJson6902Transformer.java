package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.Step;
import dev.japply.kustomize.load.TimestampFormat;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Carries out JSON patches of objects as kustomize does, which keeps notes in annotations.
record PatchJson6902Transformer(ScalarStyle spelling) {

  /// Patches an object.
  ///
  /// @param entry the lines of the patch's entry
  /// @throws JapplyException when an operation cannot be carried out
  void patch(BuiltResource resource, JsonPatch patch, List<LineRange> entry) {
    new Scalars(spelling).requireTypes(resource);
    if (spelling.hasTimes()) {
      resource.follow((MapValue) TimestampFormat.printed(resource.tree(), spelling));
    }
    try {
      MapValue patched = withTexts(patch.apply(withAnnotations(resource)));
      resource.becomeApart(patched, new Patched(resource, patch, patched, resource.steps(), entry));
    } catch (JapplyException e) {
      throw new JapplyException(
          e.problems().stream().map(problem -> problem.about(resource.subject())).toList());
    }
  }

  /// The fields that a JSON patch sets.
  ///
  /// @param after the object after the patch
  /// @param steps the number of steps of the object before
  /// @param entry the lines of the patch's entry
  private record Patched(
      BuiltResource resource, JsonPatch patch, MapValue after, int steps, List<LineRange> entry)
      implements Step {
    @Override
    public Origin place(FieldPath path) {
      return patch.place(path.numberedIn(after));
    }

    @Override
    public DecidingLines lines(FieldPath path) {
      FieldPath numbered = path.numberedIn(after);
      var lines = new ArrayList<DecidingLines>();
      lines.add(DecidingLines.of(patch.lines(numbered), entry));
      patch.sources(numbered).forEach(source -> lines.add(resource.allCauses(source, steps)));
      return DecidingLines.joined(lines);
    }
  }

  /// Rewrites the annotations, as kustomize does after a JSON patch.
  private static MapValue withTexts(MapValue tree) {
    MapValue metadata = tree.map("metadata");
    if (!(metadata.get("annotations") instanceof MapValue annotations)) {
      return tree;
    }
    var texts = new LinkedHashMap<String, Value>();
    annotations.entries().forEach((key, value) -> texts.put(key, Value.text(inJson(value))));
    return tree.with(
        "metadata",
        texts.isEmpty()
            ? metadata.without("annotations")
            : metadata.with("annotations", new MapValue(texts)));
  }

  private static String inJson(Value value) {
    return switch (value) {
      case StringValue(String text) -> text;
      case MapValue map -> "";
      case ListValue list -> "";
      case Value scalar -> GoJson.write(scalar);
    };
  }

  /// kustomize keeps its notes in annotations, so that there are some to patch.
  private static MapValue withAnnotations(BuiltResource resource) {
    MapValue tree = resource.tree();
    MapValue metadata = tree.map("metadata");
    boolean needed = resource.isNoted() && !(metadata.get("annotations") instanceof MapValue);
    return needed ? tree.with("metadata", metadata.with("annotations", MapValue.EMPTY)) : tree;
  }
}
