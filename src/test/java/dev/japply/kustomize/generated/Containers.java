package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.List;
import java.util.Map;

/// The specs of Pods, with what they refer to.
final class Containers {
  private final Chance chance;

  Containers(Chance chance) {
    this.chance = chance;
  }

  Map<String, Object> podSpec() {
    var all = list(container("main"));
    if (chance.once(3)) {
      all.add(container("side"));
    }
    var spec = map("containers", all);
    if (chance.once(5)) {
      spec.put("initContainers", list(container("init")));
    }
    if (chance.once(4)) {
      spec.put("serviceAccountName", "runner");
    }
    if (chance.once(3)) {
      spec.put("volumes", volumes());
    }
    if (chance.once(8)) {
      spec.put("imagePullSecrets", list(map("name", chance.pick(Shapes.SECRETS))));
    }
    if (chance.once(8)) {
      spec.put("nodeSelector", map("disk", "ssd"));
    }
    if (chance.once(10)) {
      spec.put(
          "topologySpreadConstraints",
          list(
              map(
                  "topologyKey",
                  "zone",
                  "maxSkew",
                  1,
                  "whenUnsatisfiable",
                  "DoNotSchedule",
                  "labelSelector",
                  map("matchLabels", map("app", chance.pick(Shapes.APPS))))));
    }
    return spec;
  }

  private Map<String, Object> container(String name) {
    var container = map("name", name, "image", chance.pick(Shapes.IMAGES));
    if (chance.once(3)) {
      container.put("env", environment());
    }
    if (chance.once(5)) {
      container.put(
          "envFrom",
          list(
              map("configMapRef", map("name", chance.pick(Shapes.CONFIGS))),
              map("secretRef", map("name", chance.pick(Shapes.SECRETS)))));
    }
    if (chance.once(3)) {
      var ports = list(map("name", "http", "containerPort", 8080));
      if (chance.once(3)) {
        ports.add(map("containerPort", 8080, "protocol", "UDP"));
      }
      container.put("ports", ports);
    }
    if (chance.once(4)) {
      container.put(
          "args",
          list("--verbose", chance.pick("$(NAME)", "--name=$(NAME)", "$$(NAME)", "on", "1")));
    }
    if (chance.once(5)) {
      container.put("volumeMounts", list(map("name", "data", "mountPath", "/data")));
    }
    if (chance.once(5)) {
      container.put(
          "resources", map("limits", map("cpu", chance.once(2) ? "500m" : 1, "memory", "1Gi")));
    }
    return container;
  }

  private List<Object> environment() {
    var environment =
        list(map("name", "MODE", "value", chance.pick("fast", "true", "1", "$(NAME)")));
    if (chance.once(2)) {
      environment.add(
          map(
              "name",
              "SETTING",
              "valueFrom",
              map("configMapKeyRef", map("name", chance.pick(Shapes.CONFIGS), "key", "a"))));
    }
    if (chance.once(2)) {
      environment.add(
          map(
              "name",
              "SECRET",
              "valueFrom",
              map("secretKeyRef", map("name", chance.pick(Shapes.SECRETS), "key", "password"))));
    }
    return environment;
  }

  private List<Object> volumes() {
    return list(
        switch (chance.between(1, 4)) {
          case 1 -> map("name", "data", "configMap", map("name", chance.pick(Shapes.CONFIGS)));
          case 2 -> map("name", "data", "secret", map("secretName", chance.pick(Shapes.SECRETS)));
          case 3 -> map("name", "data", "persistentVolumeClaim", map("claimName", "data"));
          default ->
              map(
                  "name",
                  "data",
                  "projected",
                  map("sources", list(map("configMap", map("name", chance.pick(Shapes.CONFIGS))))));
        });
  }
}
