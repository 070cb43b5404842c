package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `japply snapshot`, and what `diff`, `why` and `plan` say by what it has written: the same as
/// with `--local`, without the cluster and without the values of Secrets.
class SnapshotTest extends WithSnapshots {
  private static final String APPLIED =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 3
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: web:1, ports: [{containerPort: 80}]}
            - {name: side, image: side:1}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c, namespace: default}
      data: {k: old, gone: x}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: s, annotations: {note: "the password is hunter22old", open: "yes"}}
      data: {p: aHVudGVyMjJvbGQ=, same: c2FtZS12YWx1ZQ==}
      stringData: {t: t0psecret-old, left: l3ft-behind}
      ---
      apiVersion: example.com/v1
      kind: Widget
      metadata: {name: w}
      spec:
        template: {apiVersion: v1, kind: Secret, stringData: {x: w1thin-old, u: w1thin-same}}
        secrets:
        - {apiVersion: v1, kind: Secret, data: {v: b2xkLXZhbHVl}}
      """;

  private static final String CHANGED =
      APPLIED
              .replace("web:1", "web:2")
              .replace("k: old, gone: x", "k: new")
              .replace("hunter22old", "hunter22new")
              .replace("aHVudGVyMjJvbGQ=", "aHVudGVyMjJuZXc=")
              .replace("t0psecret-old, left: l3ft-behind", "t0psecret-new")
              .replace("w1thin-old", "w1thin-new")
              .replace("b2xkLXZhbHVl", "bmV3LXZhbHVl")
          + """
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: fresh}
          data: {p: ZnIzc2g=}
          """;

  private static final List<String> VALUES =
      List.of(
          "hunter22",
          "aHVudGVyMjJ",
          "same-value",
          "c2FtZS12YWx1ZQ",
          "t0psecret",
          "dDBwc2VjcmV0",
          "l3ft-behind",
          "bDNmdC1iZWhpbm",
          "w1thin",
          "dzF0aGlu",
          "old-value",
          "b2xkLXZhbHVl",
          "liv3-edit",
          "bGl2My1lZGl0");

  private void applied() {
    assertThat(japply(APPLIED, "apply", "-f", "-").status()).isZero();
    var live = cluster.object("secrets default/s");
    cluster.put(
        live.without("stringData")
            .with(
                "data",
                json(
                    "{'p':'aHVudGVyMjJvbGQ=','same':'bGl2My1lZGl0','t':'dDBwc2VjcmV0LW9sZA==',"
                        + "'left':'bDNmdC1iZWhpbmQ=','other':'bGl2My1lZGl0'}")));
    cluster.requests.clear();
  }

  static Stream<List<String>> commands() {
    return Stream.of(
        List.of("diff", "--summary=false"),
        List.of("diff", "--summary=true"),
        List.of("diff", "--summary=false", "--why", "-U", "50"),
        List.of("diff", "--summary=true", "--why", "--ignore=data.k", "--ignore=Secret:data.p"),
        List.of("why", "--ignore=Deployment:spec.template", "--ignore=Secret:/stringData/t"),
        List.of("plan", "--ignore=spec.template.spec.containers[*].image", "--ignore=data[k]"),
        List.of("diff", "--summary=false", "--show-metadata"),
        List.of("diff", "--summary=false", "--exit-code=false"),
        List.of("diff", "--summary=false", "--compat=kubectl"),
        List.of("diff", "--summary=false", "--report=json"),
        List.of("why"),
        List.of("why", "--show=ours"),
        List.of("why", "--show=all", "-o", "json"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void saysWhatTheClusterSaysByLocalMerges(List<String> command) {
    applied();
    snapshot(CHANGED);
    String[] args = command.toArray(String[]::new);
    assertSame(CHANGED, args);
    assertSame(APPLIED, args);
  }

  @Test
  void readsAndWritesForItsOwner() throws IOException {
    applied();
    Ran ran = snapshot(CHANGED);
    assertThat(ran.toString()).isEqualTo(new Ran(ran.args(), 0, LINE, "").toString());
    assertThat(writes()).isEmpty();
    assertThat(JsonSchema.read(Path.of("docs/snapshot.schema.json")).problems(document()))
        .isEmpty();
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  private static final String LINE =
      "Snapshot of 2026-11-21T12:34:56Z of https://fake:6443: 5 objects, but 1 does not"
          + " exist\n";

  @Test
  void holdsNoSecretValues() throws IOException {
    applied();
    Ran ran = snapshot(CHANGED);
    var all = new StringBuilder(ran.out() + ran.err() + Files.readString(file));
    commands()
        .forEach(command -> {
          Ran offline = offline(CHANGED, command.toArray(String[]::new));
          all.append(offline.out()).append(offline.err());
        });
    assertThat(all).contains("\"lastApplied\":{").contains("\"open\":\"yes\"");
    for (String value : VALUES) {
      assertThat(all).as(value).doesNotContain(value);
    }
  }

  /// Nobody can tell what is in an annotation that cannot be read.
  @Test
  void holdsNoAnnotationThatIsBroken() throws IOException {
    applied();
    var live = cluster.object("secrets default/s");
    var broken = Value.text("{\"data\":{\"p\":\"YnJva2VuLW9mZi1oZXJl");
    cluster.put(
        live.with(
            "metadata",
            live.map("metadata").with("annotations", MapValue.of(LastApplied.KEY, broken))));
    assertThat(snapshot(CHANGED).status()).isZero();
    assertThat(Files.readString(file)).contains("\"Secret\"").doesNotContain("YnJva2Vu");
  }

  /// Secrets of few values, so that all cases come up of what is equal in the three of them.
  @Test
  @Tag("generated")
  void generatedSecretsComeToTheSame() {
    for (int seed = 0; seed < Cases.of(150); seed++) {
      var random = new Random(seed);
      cluster.objects.remove("secrets default/s");
      japply(secret(random), "apply", "-f", "-");
      var live = cluster.object("secrets default/s").without("stringData");
      cluster.put(live.with("data", data(random)));
      String manifest = secret(random);
      assertThat(snapshot(secret(random)).status()).isZero();
      assertSame(manifest, "diff", "--summary=false", "--why", "--show-metadata", "-U", "99");
      assertSame(manifest, "why", "--show=all", "-o", "json");
    }
  }

  private static final String[] SOME = {"dmFsdWUtb25l", "dmFsdWUtdHdv", "dmFsdWUtdGhyZWU="};
  private static final String[] PLAIN = {"value-one", "value-two", "value-three"};

  private static Value.MapValue data(Random random) {
    var data = Value.MapValue.EMPTY;
    for (String key : List.of("a", "b", "c")) {
      if (random.nextInt(4) > 0) {
        data = data.with(key, Value.text(SOME[random.nextInt(SOME.length)]));
      }
    }
    return data;
  }

  private static String secret(Random random) {
    var texts = Value.MapValue.EMPTY;
    for (String key : List.of("b", "c", "d")) {
      if (random.nextInt(4) == 0) {
        texts = texts.with(key, Value.text(PLAIN[random.nextInt(PLAIN.length)]));
      }
    }
    String tells = SOME[random.nextInt(SOME.length)];
    var secret =
        random.nextInt(3) > 0
            ? json("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s'}}")
            : json(
                """
                {'apiVersion':'v1','kind':'Secret','note':'%s','metadata':{'name':'s',
                 'annotations':{'x':'%d','tells':'it is %s'}}}
                """
                    .formatted(tells, random.nextInt(2), tells));
    secret = random.nextInt(5) > 0 ? secret.with("data", data(random)) : secret;
    return GoJson.write(texts.isEmpty() ? secret : secret.with("stringData", texts));
  }

  @Test
  void manyObjectsAreReadInBulk() {
    var manifests = new ArrayList<String>();
    for (int i = 0; i < 40; i++) {
      manifests.add(
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c%d\"},"
                  .formatted(i)
              + "\"data\":{\"k\":\"v\"}}\n");
    }
    String all = String.join("---\n", manifests);
    japply(String.join("---\n", manifests.subList(0, 30)), "apply", "-f", "-");
    cluster.requests.clear();
    assertThat(snapshot(all).out()).contains("40 objects, but 10 do not exist");
    assertThat(cluster.requests).hasSizeLessThan(10);
    assertSame(all.replace("\"v\"", "\"w\""), "diff", "--summary=false");
  }

  @Test
  void namespacesAreThoseOfTheSnapshot() {
    cluster.putNamespace("shop");
    japply(
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},"
            + "\"data\":{\"k\":\"v\"}}",
        "apply",
        "-f",
        "-",
        "-n",
        "shop");
    String manifest =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},"
            + "\"data\":{\"k\":\"w\"}}";
    snapshot(manifest, "-n", "shop");
    assertThat(offline(manifest, "diff").out()).contains("v1.ConfigMap.shop.c");
    assertThat(offline(manifest, "diff", "-n", "shop").out()).contains("v1.ConfigMap.shop.c");
    Ran other = offline(manifest, "diff", "-n", "other");
    assertThat(other.err()).contains("does not have it in namespace other; take it again");
    assertThat(other.status()).isEqualTo(2);
  }
}
