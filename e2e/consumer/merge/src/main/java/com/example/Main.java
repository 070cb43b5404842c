package com.example;

import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;

/// Merges three documents without a cluster, and prints the patch and what comes of it.
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    var schema =
        BuiltinSchemas.load()
            .document("apps", "v1")
            .flatMap(types -> types.object("apps", "v1", "Deployment"))
            .orElseThrow();
    MergeOutcome outcome =
        ThreeWayMerge.merge(
            new MergeRequest(
                Json.parse(deployment("{\"name\":\"web\",\"image\":\"web:1\",\"args\":[\"-v\"]}")),
                (MapValue) Json.parse(deployment("{\"name\":\"web\",\"image\":\"web:2\"}")),
                (MapValue)
                    Json.parse(
                        deployment(
                            "{\"name\":\"web\",\"image\":\"web:1\",\"args\":[\"-v\"]},"
                                + "{\"name\":\"proxy\",\"image\":\"proxy:7\"}")),
                schema,
                MergeRequest.Options.DEFAULT));
    System.out.println(GoJson.write(outcome.patch()));
    System.out.println(GoJson.write(outcome.result().map("spec").map("template")));
  }

  private static String deployment(String containers) {
    return "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\"},"
        + "\"spec\":{\"template\":{\"spec\":{\"containers\":["
        + containers
        + "]}}}}";
  }
}
