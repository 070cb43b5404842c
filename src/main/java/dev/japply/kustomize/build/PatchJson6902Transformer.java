package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.TimestampFormat;
import dev.japply.problem.JapplyException;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.ScalarStyle;
import java.util.LinkedHashMap;

/// Carries out JSON patches of objects as kustomize does, which keeps notes in annotations.
record PatchJson6902Transformer(ScalarStyle spelling) {

  /// Patches an object.
  ///
  /// @throws JapplyException when an operation cannot be carried out
  void patch(BuiltResource resource, JsonPatch patch) {
    new WrongTypes(spelling).refuse(resource);
    if (spelling.hasTimes()) {
      resource.follow((MapValue) TimestampFormat.printed(resource.tree(), spelling));
    }
    try {
      MapValue patched = withTexts(patch.apply(withAnnotations(resource)));
      resource.becomeApart(patched, path -> patch.place(path.numberedIn(patched)));
    } catch (JapplyException e) {
      throw new JapplyException(
          e.problems().stream().map(problem -> problem.about(resource.subject())).toList());
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
