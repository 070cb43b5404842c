package dev.japply.merge;

import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.SplittableRandom;

/// Makes objects of packages in three versions; the same seed gives the same ones.
public final class EditedObjects {
  private static final List<String> TYPES =
      List.of(
          "v1/Pod",
          "v1/Pod",
          "apps/v1/Deployment",
          "apps/v1/Deployment",
          "apps/v1/StatefulSet",
          "apps/v1/DaemonSet",
          "v1/Service",
          "v1/Service",
          "v1/ConfigMap",
          "v1/ServiceAccount",
          "batch/v1/Job",
          "networking.k8s.io/v1/Ingress",
          "autoscaling/v1/HorizontalPodAutoscaler",
          "rbac.authorization.k8s.io/v1/ClusterRole",
          "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration",
          TripleGenerator.CUSTOM,
          TripleGenerator.CUSTOM);

  private static final List<Double> RATES = List.of(0.03, 0.08, 0.15, 0.25);

  private final TripleGenerator generator = new TripleGenerator();

  /// An object as it was fetched, as upstream has it now, and as it is here.
  ///
  /// @param type its version and kind
  public record Versions(String type, MapValue origin, MapValue updated, MapValue local) {}

  public Versions versions(long seed) {
    var random = new SplittableRandom(seed);
    var values = new ValueGenerator(random);
    String type = values.pick(TYPES);
    int slash = type.lastIndexOf('/');
    String apiVersion = type.substring(0, slash);
    String kind = type.substring(slash + 1);
    MapValue named =
        MapValue.of("apiVersion", Value.text(apiVersion)).with("kind", Value.text(kind));
    boolean custom = type.equals(TripleGenerator.CUSTOM);
    Schema shape = custom ? CustomResourceSchema.SCHEMA : generator.schema(type);
    MapValue base = custom ? custom(values, named) : values.object(apiVersion, kind, shape);
    double wild = values.chance(0.1) ? 0.2 : 0;
    double nulls = values.chance(0.3) ? 0.2 : 0.02;
    double rate = values.pick(RATES);
    MapValue origin = new Drift(values, random, rate / 2, nulls, wild).object(base, shape);
    MapValue updated = new Drift(values, random, rate, nulls, wild).object(origin, shape);
    MapValue local = new Drift(values, random, rate, nulls, wild).object(origin, shape);
    return new Versions(type, placed(origin), placed(updated), placed(local));
  }

  /// The object in the namespace of the others.
  private static MapValue placed(MapValue object) {
    return object.with("metadata", object.map("metadata").without("namespace"));
  }

  private static MapValue custom(ValueGenerator values, MapValue named) {
    MapValue spec = MapValue.EMPTY;
    for (String key : List.of("k1", "k2", "k3", "size")) {
      spec = spec.with(key, values.any(0));
    }
    return named.with("metadata", MapValue.of("name", Value.text("n"))).with("spec", spec);
  }
}
