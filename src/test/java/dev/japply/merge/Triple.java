package dev.japply.merge;

import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// One generated case: what was applied last, the manifest, and the live object.
///
/// @param type `apps/v1/Deployment`; a custom resource has no schema
public record Triple(
    String type,
    Optional<Schema> schema,
    Node lastApplied,
    MapValue config,
    MapValue live,
    boolean overwrite) {

  /// The schema of an object that takes strategic merge patches.
  Optional<Schema> strategicSchema() {
    return schema.filter(Schema::isStrategic);
  }

  MergeOutcome merge(Rules rules) {
    return ThreeWayMerge.merge(
        new MergeRequest(
            lastApplied, config, live, schema.orElse(null), new Options(rules, overwrite)));
  }

  Triple with(Node lastApplied, MapValue config, MapValue live) {
    return new Triple(type, schema, lastApplied, config, live, overwrite);
  }

  @Override
  public String toString() {
    return "type: %s%noverwrite: %s%nlast:   %s%nconfig: %s%nlive:   %s"
        .formatted(
            type,
            overwrite,
            lastApplied instanceof MapValue map ? GoJson.write(map) : "missing",
            GoJson.write(config),
            GoJson.write(live));
  }
}
