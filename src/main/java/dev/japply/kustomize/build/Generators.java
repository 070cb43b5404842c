package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.FieldLines;
import dev.japply.kustomize.load.FieldReader;
import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.GeneratorEntry;
import dev.japply.kustomize.load.GeneratorEntry.Behavior;
import dev.japply.kustomize.load.GeneratorEntry.GeneratorOptions;
import dev.japply.kustomize.load.OriginAnnotations;
import dev.japply.kustomize.load.PluginReader;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.Step;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PlainScalar;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes ConfigMaps and Secrets.
///
/// @param faults whether a merge loses what a generator does not describe
record Generators(Build build, FileLoader directory, OriginAnnotations notes, Faults faults) {
  private static final String CONFIG_MAP_GENERATOR = "ConfigMapGenerator";
  private static final String SECRET_GENERATOR = "SecretGenerator";
  private static final String DATA = "data";
  private static final String BINARY_DATA = "binaryData";
  private static final String STRING_DATA = "stringData";
  private static final String METADATA = "metadata";
  private static final String TYPE = "type";

  /// kustomize breaks the text of longer values into lines.
  private static final int LINE = 70;

  /// Adds to `resources` what `entries` generate.
  ///
  /// @throws JapplyException when a source cannot be read, or a name is or is not there already
  void generate(List<GeneratorEntry> entries, ResMap resources) {
    for (GeneratorEntry entry : entries) {
      BuiltResource resource = resource(entry);
      notes.generated(
          resource, entry.type() == null ? CONFIG_MAP_GENERATOR : SECRET_GENERATOR, null);
      resources.absorb(resource, (made, old) -> succeed(made, old, givesType(entry)));
    }
  }

  private static boolean givesType(GeneratorEntry entry) {
    return entry.type() != null && !entry.type().isEmpty();
  }

  /// Adds to `resources` what the objects of `generators` describe.
  ///
  /// @throws JapplyException when one is of no built-in kind
  void run(List<BuiltResource> configs, ResMap resources) {
    var generated = new ArrayList<BuiltResource>();
    for (BuiltResource config : configs) {
      PluginReader.requireBuiltin(config, "generators");
      BuiltResource resource = PluginReader.read(config, map -> resource(config, map));
      notes.generated(resource, config.kind(), config);
      generated.add(resource);
    }
    for (int i = 0; i < generated.size(); i++) {
      boolean givesType = !configs.get(i).tree().text(TYPE).isEmpty();
      resources.absorb(generated.get(i), (made, old) -> succeed(made, old, givesType));
    }
  }

  private BuiltResource resource(BuiltResource config, FieldReader map) {
    return switch (config.kind()) {
      case CONFIG_MAP_GENERATOR -> resource(GeneratorEntry.readObject(map, /* secret= */ false));
      case SECRET_GENERATOR -> resource(GeneratorEntry.readObject(map, /* secret= */ true));
      case "IAMPolicyGenerator" -> ServiceAccounts.generate(build, map);
      default -> throw PluginReader.unknown(config, "generators");
    };
  }

  private BuiltResource resource(GeneratorEntry entry) {
    if (entry.named().name().isEmpty()) {
      throw new JapplyException(entry.place(), "a configmap must have a name", "give it a name");
    }
    KeyValues values = KeyValues.of(directory, entry);
    Map<String, List<LineRange>> keys = values.lines(); // the step does not keep the data
    Step step = Step.of(entry.place(), path -> lines(path, keys, entry.lines()));
    var resource = new BuiltResource(build, tree(entry, values.data()), entry.place(), step);
    GeneratorOptions options = entry.options();
    resource.generated(
        Behavior.of(entry.behavior()), options == null || !options.disableNameSuffixHash());
    return resource;
  }

  /// Returns the lines that decide a field of a generated object.
  ///
  /// @param keys the lines of each key of the data
  /// @param entry the lines of the entry, except for the data
  private static DecidingLines lines(
      FieldPath path, Map<String, List<LineRange>> keys, FieldLines entry) {
    var lines = new ArrayList<LineRange>();
    var steps = path.steps();
    if (steps.hasNext()
        && steps.next() instanceof FieldPath.Key(FieldPath root, String field)
        && List.of(DATA, BINARY_DATA).contains(field)) {
      if (steps.hasNext() && steps.next() instanceof FieldPath.Key(FieldPath data, String key)) {
        lines.addAll(keys.getOrDefault(key, List.of()));
      } else {
        keys.values().forEach(lines::addAll);
      }
    }
    return DecidingLines.joined(List.of(DecidingLines.of(lines), entry.of(path)));
  }

  private MapValue tree(GeneratorEntry entry, Map<String, byte[]> values) {
    String type = entry.type();
    var tree = new LinkedHashMap<String, Value>();
    tree.put("apiVersion", Value.text("v1"));
    tree.put("kind", Value.text(type == null ? "ConfigMap" : "Secret"));
    tree.put(METADATA, metadata(entry));
    if (type != null) {
      tree.put(TYPE, Value.text(type.isEmpty() ? "Opaque" : type));
      tree.put(DATA, MapValue.EMPTY);
    }
    new TreeMap<>(values)
        .forEach((key, bytes) -> {
          String text = type == null ? text(bytes) : null;
          String field = type == null && text == null ? BINARY_DATA : DATA;
          put(tree, field, key, text == null ? base64(bytes) : text);
        });
    GeneratorOptions options = entry.options();
    if (options != null && options.immutable()) {
      tree.put("immutable", Value.TRUE);
    }
    return new MapValue(tree);
  }

  private MapValue metadata(GeneratorEntry entry) {
    MapValue metadata = MapValue.of("name", datum(entry.named().name()));
    if (!entry.named().namespace().isEmpty()) {
      metadata = metadata.with("namespace", datum(entry.named().namespace()));
    }
    GeneratorOptions options = entry.options();
    if (options != null && !options.labels().isEmpty()) {
      metadata = metadata.with("labels", texts(options.labels()));
    }
    if (options != null && !options.annotations().isEmpty()) {
      metadata = metadata.with("annotations", texts(options.annotations()));
    }
    return metadata;
  }

  private MapValue with(MapValue map, String field, String text) {
    return map.with(field, PlainScalar.inPlaceOf(map.get(field), text, build.spelling()));
  }

  private MapValue texts(Map<String, String> texts) {
    var values = new LinkedHashMap<String, Value>();
    texts.forEach((key, text) -> values.put(key, build.spelling().quoted(text)));
    return new MapValue(values);
  }

  private void put(Map<String, Value> tree, String field, String key, String text) {
    MapValue map = tree.get(field) instanceof MapValue known ? known : MapValue.EMPTY;
    tree.put(field, map.with(key, datum(text)));
  }

  /// A text as kustomize writes it into data and notes: in quotes when it would be no string
  /// without.
  private Value datum(String text) {
    boolean plain = PlainScalar.isString(text) && text.indexOf('\n') < 0;
    return plain ? Value.text(text) : build.spelling().quoted(text);
  }

  /// The text that the bytes are; null when they are none.
  private static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static String base64(byte[] bytes) {
    String text = Base64.getEncoder().encodeToString(bytes);
    if (text.length() < LINE) {
      return text;
    }
    var lines = new StringBuilder();
    for (int at = 0; at < text.length(); at += LINE) {
      lines.append(text, at, Math.min(text.length(), at + LINE)).append('\n');
    }
    return lines.toString();
  }

  /// Puts `generated` in the place of `old`: with its labels, annotations and name, and when they
  /// are merged with its data.
  ///
  /// @param givesType whether the generator names the type of a Secret
  private void succeed(BuiltResource generated, BuiltResource old, boolean givesType) {
    boolean merges = generated.behavior() == Behavior.MERGE;
    boolean keeps = merges && faults == Faults.CORRECTED;
    if (keeps && old.tree().get(STRING_DATA) instanceof MapValue texts) {
      encode(old, texts);
    }
    MapValue tree = generated.tree();
    MapValue metadata = tree.map(METADATA);
    metadata = joined(metadata, old.tree().map(METADATA), "labels");
    metadata = joined(metadata, old.tree().map(METADATA), "annotations");
    metadata = with(metadata, "name", old.name());
    metadata =
        old.namespace().isEmpty()
            ? metadata.without("namespace")
            : with(metadata, "namespace", old.namespace());
    tree = tree.with(METADATA, metadata);
    if (merges) {
      MapValue below = keeps ? withoutMoved(old.tree(), tree) : old.tree();
      tree = withOrigin(tree, old);
      tree = joined(tree, below, DATA);
      tree = joined(tree, below, BINARY_DATA);
    }
    generated.succeed(old, keeps ? withOthers(tree, old.tree(), givesType) : tree);
  }

  /// Moves the texts of a Secret to its data, as a server does. They would take precedence over the
  /// generated data otherwise.
  private void encode(BuiltResource secret, MapValue texts) {
    FieldPath from = FieldPath.root().key(STRING_DATA);
    FieldPath to = FieldPath.root().key(DATA);
    int steps = secret.steps();
    MapValue tree = secret.tree();
    MapValue data = tree.map(DATA);
    var places = new LinkedHashMap<FieldPath, Origin>();
    for (var text : texts.entries().entrySet()) {
      byte[] bytes = text(text.getValue()).getBytes(StandardCharsets.UTF_8);
      data = data.with(text.getKey(), datum(base64(bytes)));
      places.put(to.key(text.getKey()), secret.place(from.key(text.getKey())));
    }
    secret.become(
        tree.without(STRING_DATA).with(DATA, data),
        new Step() {
          @Override
          public Origin place(FieldPath path) {
            return places.getOrDefault(path, secret.origin());
          }

          @Override
          public DecidingLines lines(FieldPath path) {
            return path instanceof FieldPath.Key(FieldPath data, String key) && data.equals(to)
                ? secret.allCauses(from.key(key), steps)
                : DecidingLines.of(List.of());
          }
        });
  }

  /// Returns `below` without keys that the generator puts into the other field: a server refuses a
  /// key in both.
  private static MapValue withoutMoved(MapValue below, MapValue generated) {
    MapValue left = below;
    for (String field : List.of(DATA, BINARY_DATA)) {
      MapValue other = generated.map(field.equals(DATA) ? BINARY_DATA : DATA);
      MapValue map = left.map(field);
      for (String key : other.entries().keySet()) {
        map = map.without(key);
      }
      left = left.has(field) ? left.with(field, map) : left;
    }
    return left;
  }

  /// Returns the merged object with all that its generator does not describe.
  private static MapValue withOthers(MapValue merged, MapValue old, boolean givesType) {
    MapValue tree = merged.with(METADATA, withMissing(merged.map(METADATA), old.map(METADATA)));
    tree = !givesType && old.get(TYPE) instanceof Value type ? tree.with(TYPE, type) : tree;
    return withMissing(tree, old.without(DATA).without(BINARY_DATA));
  }

  private static MapValue withMissing(MapValue map, MapValue other) {
    MapValue all = map;
    for (var entry : other.entries().entrySet()) {
      all = all.has(entry.getKey()) ? all : all.with(entry.getKey(), entry.getValue());
    }
    return all;
  }

  /// Keeps the origin of the old object after a merge.
  private static MapValue withOrigin(MapValue tree, BuiltResource old) {
    String origin = old.texts("annotations").get(OriginAnnotations.ORIGIN);
    MapValue metadata = tree.map(METADATA);
    return origin == null
        ? tree
        : tree.with(
            METADATA,
            metadata.with(
                "annotations",
                metadata.map("annotations").with(OriginAnnotations.ORIGIN, Value.text(origin))));
  }

  /// Returns `map` with a merged field of texts; the texts of `map` take precedence.
  private MapValue joined(MapValue map, MapValue below, String field) {
    var texts = new LinkedHashMap<String, Value>();
    for (MapValue one : new MapValue[] {below.map(field), map.map(field)}) {
      one.entries().forEach((key, value) -> texts.put(key, datum(text(value))));
    }
    return texts.isEmpty() ? map.without(field) : map.with(field, new MapValue(texts));
  }

  private String text(Node value) {
    return value instanceof NullValue || !(value instanceof Value known)
        ? ""
        : build.spelling().text(known);
  }

  /// The `IAMPolicyGenerator`: makes service accounts that act as accounts of a cloud.
  private static final class ServiceAccounts {
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
                  "annotations",
                  MapValue.of("iam.gke.io/gcp-service-account", plain(account, build)))
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
}
