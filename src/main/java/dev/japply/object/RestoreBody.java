package dev.japply.object;

import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The body of the POST that restores a deleted object: its old content, without values that a
/// server generates for each object. `metadata.managedFields` stay, so that their managers keep
/// their fields.
public final class RestoreBody {
  private static final List<String> MADE_UP =
      List.of(
          "resourceVersion",
          "uid",
          "creationTimestamp",
          "generation",
          "selfLink",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  /// The labels that connect a Job with its Pods; they hold its uid.
  private static final List<String> LABELS_OF_JOBS =
      List.of(
          "controller-uid",
          "job-name",
          "batch.kubernetes.io/controller-uid",
          "batch.kubernetes.io/job-name");

  private RestoreBody() {}

  /// Returns the body for `live`, an object as it was before it was deleted.
  public static MapValue of(MapValue live) {
    MapValue body = live.without("status");
    body = body.with("metadata", without(live.map("metadata"), MADE_UP));
    return live.text("kind").equals("Job") ? job(body) : body;
  }

  /// A Job's selector is made of its uid, unless the user has made one.
  private static MapValue job(MapValue body) {
    MapValue spec = body.map("spec");
    if (spec.get("manualSelector") instanceof BoolValue(boolean manual) && manual) {
      return body;
    }
    MapValue metadata = spec.map("template").map("metadata");
    MapValue labels = without(metadata.map("labels"), LABELS_OF_JOBS);
    MapValue template = spec.map("template").with("metadata", metadata.with("labels", labels));
    MapValue bodyMetadata = body.map("metadata");
    MapValue own = without(bodyMetadata.map("labels"), LABELS_OF_JOBS);
    return body.with(
            "metadata",
            own.isEmpty() ? bodyMetadata.without("labels") : bodyMetadata.with("labels", own))
        .with("spec", spec.without("selector").with("template", template));
  }

  private static MapValue without(MapValue map, List<String> keys) {
    MapValue left = map;
    for (String key : keys) {
      left = left.without(key);
    }
    return left;
  }
}
