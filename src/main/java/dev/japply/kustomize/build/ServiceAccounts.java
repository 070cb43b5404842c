package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.FieldLines;
import dev.japply.kustomize.load.FieldReader;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.Step;
import dev.japply.problem.JapplyException;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PlainScalar;
import java.util.LinkedHashMap;
import java.util.List;

/// The `IAMPolicyGenerator`: makes service accounts that act as accounts of a cloud.
final class ServiceAccounts {
  private static final String SERVICE = "kubernetesService";

  private ServiceAccounts() {}

  /// The service account that the object in `map` describes.
  ///
  /// @throws JapplyException when it is for a cloud other than Google's
  static BuiltResource generate(Build build, FieldReader map) {
    String cloud = map.text("cloud");
    if (!cloud.equals("gke")) {
      throw new JapplyException(
          map.place("cloud"),
          "cloud provider %s not supported yet".formatted(cloud),
          "write cloud: gke");
    }
    String account =
        text(map, "serviceAccount", "name")
            + "@"
            + text(map, "serviceAccount", "projectId")
            + ".iam.gserviceaccount.com";
    MapValue metadata =
        MapValue.of(
                "annotations", MapValue.of("iam.gke.io/gcp-service-account", plain(account, build)))
            .with("name", plain(text(map, SERVICE, "name"), build));
    String namespace = text(map, SERVICE, "namespace");
    MapValue tree =
        MapValue.of("apiVersion", Value.text("v1"))
            .with("kind", Value.text("ServiceAccount"))
            .with(
                "metadata",
                namespace.isEmpty()
                    ? metadata
                    : metadata.with("namespace", plain(namespace, build)));
    return new BuiltResource(build, tree, map.place(), Step.of(map.place(), lines(map)::of));
  }

  private static FieldLines lines(FieldReader map) {
    List<LineRange> name = map.innerLines(SERVICE, "name");
    List<LineRange> namespace = map.innerLines(SERVICE, "namespace");
    var fields = new LinkedHashMap<FieldPath, List<LineRange>>();
    fields.put(ResourceId.NAME, name);
    fields.put(ResourceId.NAMESPACE, namespace);
    fields.put(FieldPath.root().key("metadata").key("annotations"), map.lines("serviceAccount"));
    return new FieldLines(fields, LineRange.joined(name, namespace));
  }

  private static String text(FieldReader map, String field, String key) {
    String text = map.map(field, part -> part.text(key));
    return text == null ? "" : text;
  }

  private static Value plain(String text, Build build) {
    return PlainScalar.read(text, build.spelling());
  }
}
