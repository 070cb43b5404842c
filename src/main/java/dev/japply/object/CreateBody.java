package dev.japply.object;

import dev.japply.tree.Value.MapValue;

/// The body of the POST that creates an object.
///
/// Nulls are left out of maps, since a PATCH with the same manifest would delete those keys; nulls
/// in lists stay, and the annotation keeps both. A `resourceVersion` is left out: nothing that does
/// not exist yet has one.
public final class CreateBody {
  private CreateBody() {}

  /// Returns the body for creating `object`, the annotation included.
  public static MapValue of(MapValue object) {
    return of(object, object);
  }

  /// The same with the annotation of `claimed`, which is a part of it.
  public static MapValue of(MapValue object, MapValue claimed) {
    return unversioned(LastApplied.annotated(object, claimed).withoutNulls());
  }

  /// Returns the same without the annotation, for a dry run that is compared with the live object.
  public static MapValue bare(MapValue object) {
    MapValue annotations = object.map("metadata").map("annotations");
    MapValue body = annotations.has(LastApplied.KEY) ? LastApplied.bare(object) : object;
    return unversioned(body.withoutNulls());
  }

  private static MapValue unversioned(MapValue body) {
    return body.with("metadata", body.map("metadata").without("resourceVersion"));
  }
}
