package dev.japply.example;

import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.PrintStream;

/// Merges a changed manifest into a live Deployment without a cluster, and prints the patch that
/// `apply` would send and the object that comes of it.
public final class MergeExample {
  private static final String LAST_APPLIED =
      """
      {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
       "spec": {"minReadySeconds": 5,
                "template": {"spec": {"containers": [{"name": "web", "image": "web:1"}]}}}}
      """;
  private static final String MANIFEST =
      """
      {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
       "spec": {"template": {"spec": {"containers": [{"name": "web", "image": "web:2"}]}}}}
      """;
  private static final String LIVE =
      """
      {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
       "spec": {"minReadySeconds": 5, "replicas": 3,
                "template": {"spec": {"containers": [
                  {"name": "web", "image": "web:1", "imagePullPolicy": "IfNotPresent"},
                  {"name": "proxy", "image": "proxy:7"}]}}}}
      """;

  private MergeExample() {}

  /// Runs the example.
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    Schema deployment =
        BuiltinSchemas.load()
            .document("apps", "v1")
            .flatMap(types -> types.object("apps", "v1", "Deployment"))
            .orElseThrow();
    var request =
        new MergeRequest(
            Json.parse(LAST_APPLIED),
            (MapValue) Json.parse(MANIFEST),
            (MapValue) Json.parse(LIVE),
            deployment,
            Options.DEFAULT);
    MergeOutcome outcome = ThreeWayMerge.merge(request);
    out.println("patch: " + GoJson.write(outcome.patch()));
    out.println("result: " + GoJson.write(outcome.result()));
  }
}
