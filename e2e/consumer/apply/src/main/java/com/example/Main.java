package com.example;

import dev.japply.client.Applier;
import dev.japply.client.ApplyResult;
import dev.japply.client.Manifests;
import dev.japply.tree.GoJson;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.util.List;
import java.util.Map;

/// Applies objects to the cluster of a kubeconfig file, by a client as fabric8 documents it.
public final class Main {
  private static final String WITHOUT_DATA =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: consumer
      """;

  private Main() {}

  public static void main(String[] args) {
    Config config = Config.fromKubeconfig(new File(args[0]));
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      Applier applier = Applier.with(client);
      apply(applier, Manifests.of(configMap("1")));
      apply(applier, Manifests.of(configMap("1")));
      apply(applier, Manifests.of(configMap("2")));
      apply(applier, Manifests.read("consumer.yaml", WITHOUT_DATA));
      client.configMaps().inNamespace("default").withName("consumer").delete();
    }
  }

  private static ConfigMap configMap(String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("consumer")
        .endMetadata()
        .withData(Map.of("key", value))
        .build();
  }

  private static void apply(Applier applier, Manifests manifests) {
    List<ApplyResult> results = applier.apply(manifests);
    for (ApplyResult result : results) {
      System.out.println(
          switch (result) {
            case ApplyResult.Applied(var key, var outcome, var object) ->
                key.subject() + " " + outcome.word() + " " + GoJson.write(object.map("data"));
            case ApplyResult.Failed(var key, var problems) -> "failed: " + problems;
            case ApplyResult.Unknown(var key, var problem) -> "unknown: " + problem;
            case ApplyResult.NotTried(var key) -> "not tried: " + key.subject();
          });
    }
  }
}
