package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.function.Function;

/// A step that added or changed fields of an object.
///
/// @param before the object before the step
/// @param after the object after the step
/// @param places finds the position of each field that the step wrote
record Change(MapValue before, MapValue after, Function<FieldPath, Origin> places) {}
