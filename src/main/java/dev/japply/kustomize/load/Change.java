package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.function.Function;

/// One step in which an object got fields.
///
/// @param before the object before it
/// @param after the object after it
/// @param places where what it brought is written
record Change(MapValue before, MapValue after, Function<FieldPath, Origin> places) {}
