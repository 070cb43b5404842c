package dev.japply.kpt;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/// The functions in the pipelines of Kptfiles. As in kpt, they merge one by one: by their names or,
/// if none has a name, by their programs without the versions.
///
/// @param named whether the merge gives them temporary names
record PipelineFunctions(boolean named) {
  private static final String PIPELINE = "pipeline";
  private static final List<String> LISTS = List.of("mutators", "validators");
  private static final String NAME = "name";

  /// Returns the functions of some versions of a Kptfile.
  static PipelineFunctions of(MapValue... kptfiles) {
    return new PipelineFunctions(Stream.of(kptfiles).allMatch(PipelineFunctions::canBeNamed));
  }

  private static boolean canBeNamed(MapValue kptfile) {
    return LISTS.stream().allMatch(list -> canBeNamed(kptfile.map(PIPELINE).get(list)));
  }

  /// Whether no function has a name, and each another program.
  private static boolean canBeNamed(Object functions) {
    if (!(functions instanceof ListValue(List<Value> items))) {
      return true;
    }
    var programs = new HashSet<String>();
    return items.stream()
        .allMatch(item ->
            item instanceof MapValue function
                && !function.has(NAME)
                && !program(function).isEmpty()
                && programs.add(program(function)));
  }

  private static String program(MapValue function) {
    String image = function.text("image").replaceFirst("@.*", "").replaceFirst(":[^:/]*$", "");
    return function.text("exec").isEmpty() ? image : function.text("exec");
  }

  /// The Kptfile with a name for each function.
  MapValue name(MapValue kptfile) {
    return named ? changed(kptfile, f -> f.with(NAME, Value.text(program(f)))) : kptfile;
  }

  /// The Kptfile without those names.
  MapValue unname(MapValue kptfile) {
    return named ? changed(kptfile, function -> function.without(NAME)) : kptfile;
  }

  @FunctionalInterface
  private interface Change {
    MapValue of(MapValue function);
  }

  private static MapValue changed(MapValue kptfile, Change change) {
    MapValue pipeline = kptfile.map(PIPELINE);
    for (String list : LISTS) {
      if (pipeline.get(list) instanceof ListValue(List<Value> items)) {
        List<Value> functions =
            items.stream()
                .<Value>map(f -> f instanceof MapValue function ? change.of(function) : f)
                .toList();
        pipeline = pipeline.with(list, new ListValue(functions));
      }
    }
    return kptfile.has(PIPELINE) && kptfile.get(PIPELINE) instanceof MapValue
        ? kptfile.with(PIPELINE, pipeline)
        : kptfile;
  }
}
