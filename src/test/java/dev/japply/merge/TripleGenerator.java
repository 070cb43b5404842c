package dev.japply.merge;

import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Makes triples over the real schemas; the same seed gives the same triple.
public final class TripleGenerator {
  /// A type without a schema, as custom resources are.
  static final String CUSTOM = "example.com/v1/Widget";

  private static final List<String> TYPES =
      List.of(
          "v1/Pod",
          "apps/v1/Deployment",
          "apps/v1/Deployment",
          "apps/v1/StatefulSet",
          "apps/v1/DaemonSet",
          "v1/Service",
          "v1/Service",
          "v1/Node",
          "v1/Secret",
          "v1/ConfigMap",
          "v1/ServiceAccount",
          "v1/PersistentVolumeClaim",
          "policy/v1/PodDisruptionBudget",
          "batch/v1/CronJob",
          "networking.k8s.io/v1/Ingress",
          "autoscaling/v2/HorizontalPodAutoscaler",
          "rbac.authorization.k8s.io/v1/ClusterRole",
          "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration",
          "certificates.k8s.io/v1/CertificateSigningRequest",
          "apiextensions.k8s.io/v1/CustomResourceDefinition",
          CUSTOM,
          CUSTOM);

  private final BuiltinSchemas table = BuiltinSchemas.load();
  private final Map<String, Schema> schemas = new HashMap<>();

  public Triple triple(long seed) {
    var random = new SplittableRandom(seed);
    var values = new ValueGenerator(random);
    return triple(values.pick(TYPES), values, random);
  }

  /// A custom resource whose schema says what several writers share.
  Triple shared(long seed) {
    var random = new SplittableRandom(seed);
    return triple(SharedTypes.BOARD, new ValueGenerator(random), random);
  }

  private Triple triple(String type, ValueGenerator values, SplittableRandom random) {
    int slash = type.lastIndexOf('/');
    String apiVersion = type.substring(0, slash);
    String kind = type.substring(slash + 1);
    Optional<Schema> schema = type.equals(CUSTOM) ? Optional.empty() : Optional.of(schema(type));
    Schema shape = schema.orElse(CustomResourceSchema.SCHEMA);
    MapValue base =
        type.equals(CUSTOM)
            ? custom(values, apiVersion, kind)
            : values.object(apiVersion, kind, shape);
    double wild = values.chance(0.05) ? 0.1 : 0;
    double rate = values.pick(List.of(0.03, 0.08, 0.15, 0.25));
    MapValue last = new Drift(values, random, rate / 2, 0.05, wild).object(base, shape);
    MapValue config = new Drift(values, random, rate, 0.15, wild).object(last, shape);
    MapValue live = new Drift(values, random, rate, 0.01, wild).object(last, shape);
    if (values.chance(0.03)) {
      config = withDirective(values, config);
    }
    if (type.equals("v1/Secret")) {
      config = secret(values, config);
    }
    live = live.with("metadata", live.map("metadata").with("resourceVersion", Value.text("7")));
    Node lastApplied = values.chance(0.1) ? Missing.MISSING : last;
    return new Triple(type, schema, lastApplied, config, live, !values.chance(0.2));
  }

  Schema schema(String type) {
    return schemas.computeIfAbsent(type, this::load);
  }

  private Schema load(String type) {
    String[] parts = type.split("/", -1);
    String group = parts.length == 3 ? parts[0] : "";
    String version = parts[parts.length - 2];
    if (group.equals(SharedTypes.GROUP)) {
      return SharedTypes.schema(version, parts[parts.length - 1]).orElseThrow();
    }
    return table
        .document(group, version)
        .flatMap(document -> document.object(group, version, parts[parts.length - 1]))
        .orElseThrow(() -> new AssertionError("no built-in schema of " + type));
  }

  private static MapValue custom(ValueGenerator values, String apiVersion, String kind) {
    MapValue spec = MapValue.EMPTY;
    for (String key : List.of("k1", "k2", "k3", "size")) {
      spec = spec.with(key, values.any(0));
    }
    MapValue labels = MapValue.of("k1", Value.text("a")).with("k2", Value.text("b"));
    return MapValue.of("apiVersion", Value.text(apiVersion))
        .with("kind", Value.text(kind))
        .with("metadata", MapValue.of("name", Value.text("n")).with("labels", labels))
        .with("spec", spec);
  }

  private static MapValue secret(ValueGenerator values, MapValue config) {
    MapValue texts = MapValue.of(values.pick(List.of("k1", "k2")), Value.text("v"));
    return values.chance(0.5) ? config.with("stringData", texts) : config;
  }

  private static MapValue withDirective(ValueGenerator values, MapValue config) {
    String key =
        values.pick(
            List.of(
                Directives.PATCH,
                Directives.RETAIN_KEYS,
                Directives.SET_ELEMENT_ORDER + "finalizers",
                Directives.DELETE_FROM_LIST + "finalizers"));
    Value value =
        key.equals(Directives.PATCH)
            ? Value.text(values.pick(List.of("replace", "delete", "merge", "bogus")))
            : ListValue.of(Value.text("a"), Value.text("x"));
    if (config.get("spec") instanceof MapValue spec && values.chance(0.5)) {
      return config.with("spec", spec.with(key, value));
    }
    return config.with("metadata", config.map("metadata").with(key, value));
  }
}
