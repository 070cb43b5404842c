package com.example;

import dev.japply.client.Applier;
import dev.japply.client.ApplyOptions;
import dev.japply.client.ApplyOptions.DryRun;
import dev.japply.client.ApplyResult;
import dev.japply.client.Manifests;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.object.ObjectKey;
import dev.japply.problem.JapplyException;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.PatchFormat;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;

/// Uses what japply exports, from a module: merges maps that are no objects of Kubernetes, and
/// applies.
public final class Main {
  private static final String SCHEMA =
      """
      {"components": {"schemas": {"Menu": {"properties": {"dishes": {
        "type": "array", "items": {"type": "object"},
        "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"}}}}}}
      """;
  private static final String MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: module}
      data: {key: value}
      """;

  private Main() {}

  public static void main(String[] args) {
    merge();
    Config config = Config.fromKubeconfig(new File(args[0]));
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      apply(Applier.with(client));
    }
  }

  private static void merge() {
    var schema =
        new OpenApiReader()
            .read(Json.parse(SCHEMA))
            .type("Menu")
            .map(type -> type.of(PatchFormat.STRATEGIC))
            .orElseThrow();
    MergeOutcome outcome =
        ThreeWayMerge.merge(
            new MergeRequest(
                Missing.MISSING,
                (MapValue) Json.parse("{\"dishes\":[{\"name\":\"soup\",\"price\":3}]}"),
                (MapValue) Json.parse("{\"dishes\":[{\"name\":\"pie\"},{\"name\":\"soup\"}]}"),
                schema,
                MergeRequest.Options.DEFAULT));
    System.out.println(GoJson.write(outcome.result()));
  }

  private static void apply(Applier applier) {
    Applier dry = applier.with(ApplyOptions.DEFAULT.withDryRun(DryRun.SERVER));
    for (ApplyResult result : dry.apply(Manifests.read("map.yaml", MAP))) {
      if (result instanceof ApplyResult.Applied(ObjectKey key, var outcome, MapValue object)) {
        ConfigMap map = dry.read(object, ConfigMap.class);
        System.out.println(key.subject() + " " + outcome.word() + " " + map.getData());
      }
    }
    try {
      Manifests.read("none.yaml", "none: 1");
    } catch (JapplyException e) {
      System.out.println(e.problems().getFirst());
    }
  }
}
