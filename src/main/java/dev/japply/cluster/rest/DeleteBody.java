package dev.japply.cluster.rest;

import dev.japply.cluster.DeleteOptions;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Creates the body of a DELETE.
final class DeleteBody {
  private DeleteBody() {}

  /// Returns `options` as the API's `DeleteOptions`.
  static MapValue body(DeleteOptions options) {
    MapValue body =
        MapValue.of("apiVersion", Value.text("v1"))
            .with("kind", Value.text("DeleteOptions"))
            .with("propagationPolicy", Value.text(options.propagation().text()));
    Integer grace = options.gracePeriodSeconds();
    if (grace != null) {
      body = body.with("gracePeriodSeconds", Value.number(grace));
    }
    MapValue preconditions = MapValue.EMPTY;
    if (!options.uid().isEmpty()) {
      preconditions = preconditions.with("uid", Value.text(options.uid()));
    }
    if (!options.version().isEmpty()) {
      preconditions = preconditions.with("resourceVersion", Value.text(options.version()));
    }
    body = preconditions.isEmpty() ? body : body.with("preconditions", preconditions);
    return options.dryRun() ? body.with("dryRun", new ListValue(List.of(Value.text("All")))) : body;
  }
}
