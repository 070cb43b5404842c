package dev.japply.merge;

import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;

/// Whole documents of one type around the part that a test is about.
///
/// @param type apiVersion and kind: `apps/v1 Deployment`
/// @param at the keys down to the part: `spec.replicas`; empty for the whole document
record Documents(String type, String at) {
  private static final BuiltinSchemas BUILTIN = BuiltinSchemas.load();
  private static final String READ_VERSION = "{metadata: {resourceVersion: '7'}}";

  /// The schema of the type; empty for a type that Kubernetes does not have.
  Optional<Schema> schema() {
    String version = apiVersion();
    int slash = version.indexOf('/');
    String group = slash < 0 ? "" : version.substring(0, slash);
    if (group.equals(SharedTypes.GROUP)) {
      return SharedTypes.schema(version.substring(slash + 1), kind());
    }
    return BUILTIN
        .document(group, version.substring(slash + 1))
        .flatMap(types -> types.object(group, version.substring(slash + 1), kind()));
  }

  String apiVersion() {
    return type.split(" ", 2)[0];
  }

  String kind() {
    return type.split(" ", 2)[1];
  }

  /// A manifest with `part`, or with only the maps around it.
  MapValue manifest(Node part) {
    var envelope =
        MapValue.of("apiVersion", Value.text(apiVersion()))
            .with("kind", Value.text(kind()))
            .with("metadata", MapValue.of("name", Value.text("x")));
    return overlay(envelope, wrap(part));
  }

  /// A manifest as it came back from the server.
  MapValue live(Node part) {
    return overlay(manifest(part), Flow.map(READ_VERSION));
  }

  /// A patch of the part; without one, the empty patch.
  ///
  /// @param guarded whether it must not be applied to anything newer than what was read
  MapValue patch(Node part, boolean guarded) {
    MapValue patch = part instanceof Missing ? MapValue.EMPTY : wrap(part);
    return guarded ? overlay(patch, Flow.map(READ_VERSION)) : patch;
  }

  private MapValue wrap(Node part) {
    List<String> keys = at.isEmpty() ? List.of() : List.of(at.split("\\."));
    Node wrapped = part;
    for (String key : keys.reversed()) {
      wrapped = wrapped instanceof Value value ? MapValue.of(key, value) : MapValue.EMPTY;
    }
    return wrapped instanceof MapValue map ? map : MapValue.EMPTY;
  }

  private static MapValue overlay(MapValue under, MapValue over) {
    MapValue both = under;
    for (var entry : over.entries().entrySet()) {
      Value value =
          under.get(entry.getKey()) instanceof MapValue left
                  && entry.getValue() instanceof MapValue right
              ? overlay(left, right)
              : entry.getValue();
      both = both.with(entry.getKey(), value);
    }
    return both;
  }
}
