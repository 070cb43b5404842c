package dev.japply.bench;

import dev.japply.cluster.rest.SchemaCache;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// What is read around a merge: schemas, manifests, and the last-applied annotation.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReadBenchmark {
  /// So many objects are one operation.
  static final int COUNT = 100;

  private static final String HASH = "0123456789abcdef";

  private byte[] openApi = {};
  private Path directory = Path.of("");
  private SchemaCache store = new SchemaCache(directory);
  private List<Source> manifests = List.of();
  private List<MapValue> objects = List.of();
  private List<MapValue> annotated = List.of();

  /// Reads the document of `apps/v1` from the directory `japply.openapi`.
  @Setup
  public void prepare() throws IOException {
    Path documents = Path.of(System.getProperty("japply.openapi", ""));
    openApi = Files.readAllBytes(documents.resolve("apis__apps__v1.json"));
    directory = Files.createTempDirectory("japply-bench");
    store = new SchemaCache(directory);
    store.put(HASH, schemaParse());
    Objects set = Objects.of(COUNT);
    manifests =
        IntStream.range(0, COUNT).mapToObj(i -> Source.of(i + ".yaml", set.manifest(i))).toList();
    objects = yamlRead().objects().stream().map(KubeObject::tree).toList();
    annotated = annotationEncode();
  }

  /// Removes the schema.
  @TearDown
  public void remove() throws IOException {
    Directories.delete(directory);
  }

  /// From the bytes of an OpenAPI document to merge schemas.
  @Benchmark
  public SchemaDocument schemaParse() {
    return new OpenApiReader().read(Json.parse(openApi));
  }

  /// From the file in the cache to merge schemas.
  @Benchmark
  public Optional<SchemaDocument> schemaDecode() {
    return store.get(HASH);
  }

  /// From files of YAML to objects.
  @Benchmark
  public ManifestSet yamlRead() {
    return ManifestReader.read(manifests);
  }

  /// From objects to objects with the annotation.
  @Benchmark
  public List<MapValue> annotationEncode() {
    return objects.stream().map(LastApplied::annotated).toList();
  }

  /// From live objects to what was applied last.
  @Benchmark
  public List<LastApplied.Stored> annotationDecode() {
    return annotated.stream().map(LastApplied::read).toList();
  }
}
