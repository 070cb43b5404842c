package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.plan.file.Snapshot.Entry;
import dev.japply.plan.file.Snapshot.Made;
import dev.japply.plan.file.Snapshot.Place;
import dev.japply.plan.file.Snapshot.SealedObject;
import dev.japply.plan.file.Snapshot.TypeRecord;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is written of a snapshot is read again.
class SnapshotCodecTest {
  private static final Gvk DEPLOYMENT = Gvk.of("apps/v1", "Deployment");
  private static final Gvk POD = Gvk.of("v1", "Pod");

  private static Schema schema(Gvk gvk) {
    return BuiltinSchemas.load()
        .document(gvk.group(), gvk.version())
        .flatMap(found -> found.object(gvk.group(), gvk.version(), gvk.kind()))
        .orElseThrow();
  }

  @Test
  void isReadAsItWasWritten() {
    var parts = new SchemaParts();
    parts.add(DEPLOYMENT, schema(DEPLOYMENT));
    parts.add(POD, schema(POD));
    var live = (MapValue) Json.parse("{\"z\":12345678901234567890123,\"a\":[1.5,null,{}]}");
    var snapshot =
        new Snapshot(
            new Made(Instant.EPOCH, "me", new Target("https://x", "12")),
            "shop",
            new SecretDigests("salt"),
            List.of(
                new TypeRecord(DEPLOYMENT, "deployments", true), new TypeRecord(POD, "", false)),
            parts.documents(),
            List.of(
                new Entry(new Place(DEPLOYMENT, "shop", "a"), new SealedObject(live, MISSING)),
                new Entry(new Place(DEPLOYMENT, "shop", "b"), new SealedObject(live, live)),
                new Entry(new Place(POD, "", "c"), null)));
    String text = GoJson.writeInOrder(SnapshotCodec.toTree(snapshot));
    assertThat(text).contains("{\"z\":12345678901234567890123,\"a\":");
    assertThat(SnapshotCodec.read((MapValue) Json.parse(text))).isEqualTo(snapshot);
  }

  /// The schema that was cut out says of every field what the whole one says.
  @Test
  void schemasAreCutOutWhole() {
    var parts = new SchemaParts();
    parts.add(DEPLOYMENT, schema(DEPLOYMENT));
    var document = parts.documents().getFirst();
    Schema cut = document.object("apps", "v1", "Deployment").orElseThrow();
    assertThat(cut.isStrategic()).isTrue();
    assertThat(document.object("apps", "v1", "StatefulSet")).isEmpty();
    document
        .types()
        .forEach((name, type) -> {
          assertThat(type).isEqualTo(schema(DEPLOYMENT).types().find(name));
          assertThat(type.references()).allMatch(reference -> document.find(reference) != null);
        });
    assertThat(document.find("io.k8s.api.core.v1.Container")).isNotNull();
  }
}
