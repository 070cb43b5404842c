package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Sampled;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of a server-side apply that the server stores in another form, or that it refuses without
/// a reason, on a real API server.
@UsesTestCluster
class ServerSideValuesOnServerTest extends WebOnServer {

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: s%s}
      spec: {ports: [{port: 80}]}
      """;

  private static final String POD =
      """
      apiVersion: v1
      kind: PodTemplate
      metadata: {name: p}
      template:
        metadata: {labels: {a: b}}
        spec:
          containers:
          - {name: c, image: "c:1"MORE}
      """;

  ServerSideValuesOnServerTest(TestCluster server) {
    super(server);
  }

  private static String manifest(String name, String value) {
    return switch (name) {
      case "container" -> POD.replace("MORE", ", " + value);
      case "service" -> SERVICE.formatted(", " + value);
      case "status" -> SERVICE.formatted("") + "status: " + value + "\n";
      case "secret" -> "{apiVersion: v1, kind: Secret, metadata: {name: s}, " + value + "}\n";
      default -> throw new IllegalArgumentException(name);
    };
  }

  /// Each of two appliers would write such an object after the other, for ever.
  @Sampled
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "container | 'resources: {requests: {cpu: \"0.5\"}}' |"
            + " template.spec.containers[0].resources.requests.cpu",
        "container | 'resources: {limits: {memory: 1024Mi}}' |"
            + " template.spec.containers[0].resources.limits.memory",
        "container | 'ports: []' | template.spec.containers[0].ports",
        "container | 'env: [{name: A, value: \"\"}]' | template.spec.containers[0].env[0].value",
        "status | '{loadBalancer: {ingress: [{ip: 1.2.3.4}]}}' | status.loadBalancer.ingress",
        "service | 'creationTimestamp: null' | metadata.creationTimestamp",
        "secret | 'stringData: {k: v}' | stringData"
      })
  void warnsOfAValueThatFights(String name, String value, String field)
      throws InterruptedException {
    String manifest = manifest(name, value);
    assertThat(serverSide(manifest, "--field-manager=one", "--force-conflicts").status()).isZero();
    awaitNextSecond();
    assertThat(serverSide(manifest, "--field-manager=two", "--force-conflicts").status()).isZero();
    awaitNextSecond();
    Program.Said said =
        serverSide(manifest, "--field-manager=one", "--force-conflicts", "--hide-unchanged");
    assertThat(said.err().lines())
        .singleElement()
        .asString()
        .contains(field + ": the server stores another value than this")
        .endsWith("; remove the field, or use the stored value");
  }

  /// A null is stored as an empty text.
  @Test
  void warnsOfANullThatIsStored() {
    String manifest = manifest("secret", "data: {k: null}");
    assertThat(serverSide(manifest).status()).isZero();
    assertThat(serverSide(manifest, "--hide-unchanged").err())
        .contains("Secret " + namespace + "/s: data.k: the server stores another value than this");
  }

  /// One applier changes nothing by other forms of a value, so it sends nothing.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "container | 'resources: {requests: {cpu: \"0.5\", memory: 1024Mi}}'",
        "container | 'ports: [], env: [], args: [], resources: {}, securityContext: {}'",
        "container | 'env: [{name: A, value: \"\"}], tty: false, command: []'",
        "status | '{loadBalancer: {}}'",
        "service | 'creationTimestamp: null, labels: {}, annotations: {}'",
        "secret | 'stringData: {k: v}, data: {l: dg==}'"
      })
  void sendsNothingForOtherForms(String name, String value) {
    String manifest = many(manifest(name, value));
    assertThat(serverSide(manifest).status()).isZero();
    Program.Said again = serverSide(manifest, "-v=6");
    assertThat(again.out()).hasLineCount(10);
    assertThat(again.err()).contains("GET").doesNotContain("PATCH");
    assertThat(serverSide(manifest, "--compat=kubectl", "--exit-code").status()).isZero();
    if (name.equals("status")) {
      return; // the live one is the same, so that another applier changes nothing
    }
    assertThat(serverSide(manifest, "--field-manager=other", "--force-conflicts").status())
        .isZero();
    assertThat(serverSide(manifest, "-v=6", "--force-conflicts").err().lines())
        .filteredOn(line -> line.contains("PATCH"))
        .hasSize(10);
  }

  /// Lists and maps of one owner, which the server stores with defaults and without empty values.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1, kind: StatefulSet | '{serviceName: s, replicas: 0, selector: {matchLabels: {a:"
            + " b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image:"
            + " c}]}}, volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes:"
            + " [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}}]}'",
        "networking.k8s.io/v1, kind: Ingress | '{rules: [{host: \"\", http: {paths: [{path: /,"
            + " pathType: Prefix, backend: {service: {name: x, port: {number: 80}}}}]}}]}'",
        "v1, kind: LimitRange | '{limits: [{type: Container, max: {cpu: 2}, min: {memory: 1Mi}}]}'",
        "resource.k8s.io/v1, kind: ResourceClaimTemplate | '{spec: {devices: {requests: [{name: d,"
            + " exactly: {deviceClassName: c, tolerations: [{key: k, value: v}]}}]}}}'"
      })
  void sendsNothingForFilledValues(String type, String spec) {
    String one = "{apiVersion: " + type + ", metadata: {name: s}, spec: " + spec + "}\n";
    String manifest = many(one);
    assertThat(serverSide(manifest).status()).isZero();
    assertThat(serverSide(manifest, "-v=6").err()).contains("GET").doesNotContain("PATCH");
    assertThat(serverSide(manifest, "--compat=kubectl", "--exit-code").status()).isZero();
    // What is a default in another form.
    String changed =
        one.replace("requests: {storage", "limits: {cpu: 1}, requests: {storage")
            .replace("host: \"\"", "host: a.example")
            .replace("max: {cpu: 2}", "max: {cpu: 3}")
            .replace("deviceClassName: c", "deviceClassName: c, count: 2");
    assertThat(serverSide(many(changed), "-v=6").err().lines())
        .filteredOn(line -> line.contains("PATCH"))
        .hasSize(10);
  }

  /// The bytes that the server stores may differ from what it shows. The next PATCH stores what is
  /// shown, and changes nothing else.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Secret | v1 | 'data: {l: dg==}' | other | 'data: {k: null}'",
        "ConfigMap | v1 | 'data: {l: v}' | other | 'binaryData: {k: null}'",
        "Thing | custom | 'spec: {a: x}' | other | 'metadata: {name: t, labels: {k: null}}'",
        "Thing | custom | 'spec: {a: x}' | other | 'metadata: {name: t, annotations: {}}'",
        "Thing | custom | 'spec: {a: x}' | me | 'spec: {a: x}, metadata: {name: t, finalizers:"
            + " []}'",
      })
  void sendsNothingThatOnlyRaisesTheVersion(
      String kind, String version, String fields, String manager, String before) {
    String group = "g" + server.newNumber() + ".japply.dev";
    String apiVersion = version;
    if (version.equals("custom")) {
      define(group, "v2");
      server.awaitSchemas(group + "/v2", "Thing");
      apiVersion = group + "/v2";
    }
    String head = "{apiVersion: " + apiVersion + ", kind: " + kind + ", ";
    String named = "metadata: {name: t}, ";
    String first = head + (before.contains("metadata") ? "" : named) + before + "}\n";
    String manifest = head + named + fields + "}\n";
    Program.Said made = serverSide(first, "--field-manager=" + manager);
    assertThat(made.status()).as(made.err()).isZero();
    if (manager.equals("other")) {
      assertThat(serverSide(manifest, "--field-manager=me").status()).isZero();
      assertThat(serverSide(first, "--field-manager=other").status()).isZero();
    }
    String name = kind.toLowerCase(Locale.ROOT) + (version.equals("v1") ? "" : "." + group) + "/t";
    MapValue stored = object(name);
    Program.Said said = serverSide(manifest, "--field-manager=me", "--exit-code", "-v=6");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.err()).contains("GET").doesNotContain("PATCH");
    assertThat(object(name)).isEqualTo(stored);
    String[] sending = {"--field-manager=me", "--compat=kubectl"};
    assertThat(serverSide(manifest, sending).status()).isZero();
    MapValue written = object(name);
    assertThat(AppliedHistories.seen(written)).isEqualTo(AppliedHistories.seen(stored));
    assertThat(written).as("another version").isNotEqualTo(stored);
    assertThat(serverSide(manifest, sending).status()).isZero();
    assertThat(object(name)).as("written once").isEqualTo(written);
  }

  /// Ten objects like this one are read together.
  private static String many(String manifest) {
    return Stream.iterate(1, i -> i + 1)
        .limit(10)
        .map(i -> manifest.replaceFirst("name: ([sp])", "name: $1" + i) + "---\n")
        .reduce("", String::concat);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "service | 'labels: {a: 1}' | STDIN:3: Service s: | metadata.labels.a: | put quotes"
            + " around",
        "container | 'ports: [{containerPort: \"80\"}]' | STDIN:8: PodTemplate NS/p: |"
            + " containerPort: | it must be an integer",
        "container | 'tty: \"yes\"' | STDIN:8: PodTemplate NS/p: | tty: | true or false",
        "secret | 'data: {k: 5}' | STDIN:1: Secret NS/s: | .data.k: expected string, got ***; | put"
            + " it in quotes",
        "container | 'env: [{name: A, value: v}, {name: A, value: w}]' | STDIN:8: PodTemplate NS/p:"
            + " | .env: duplicate entries for key [name=\"A\"] |"
      })
  void explainsAValueOfAnotherType(
      String name, String value, String place, String field, String hint) {
    Program.Said said = serverSide(manifest(name, value), "--validate=ignore");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err().lines())
        .singleElement()
        .asString()
        .startsWith("error: " + place.replace("NS", namespace));
    assertThat(said.err()).contains(field).contains(hint == null ? "" : hint);
  }

  /// Ownership of one version, which the type then loses.
  @Test
  void explainsAnEntryOfALostVersion() {
    String group = "g" + server.newNumber() + ".japply.dev";
    define(group, "v1", "v2");
    String thing = "{apiVersion: %s/%s, kind: Thing, metadata: {name: t}, spec: {a: %s}}\n";
    Program.Said first = serverSide(thing.formatted(group, "v1", "x"), "--field-manager=one");
    assertThat(first.status()).as(first.err()).isZero();
    define(group, "v2");
    String next = thing.formatted(group, "v2", "z");
    Program.Said refused = serverSide(next, "--field-manager=two", "--force-conflicts");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .startsWith(
            "error: STDIN:1: Thing "
                + namespace
                + "/t: Error from server: request to convert CR to an")
        .contains("one has written it as " + group + "/v1, which is no longer served");
    String command = refused.err().strip().replaceFirst("(?s).*: (kubectl patch .*)", "$1");
    List<String> words = List.of(command.replace("kubectl ", "").replace("'", "").split(" ", -1));
    server.kubectl("", words).orFail();
    Program.Said mended = serverSide(next, "--field-manager=two", "--force-conflicts");
    assertThat(mended.err()).isEmpty();
    assertThat(mended.status()).isZero();
  }

  private void define(String group, String... versions) {
    var text =
        new StringBuilder(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: things.%1$s}
            spec:
              group: %1$s
              names: {plural: things, kind: Thing}
              scope: Namespaced
              versions:
            """
                .formatted(group));
    for (String version : versions) {
      text.append(
          """
            - name: %s
              served: true
              storage: %s
              schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object,
                properties: {a: {type: string}}}}}}
          """
              .formatted(version, version.equals("v2")));
    }
    Program.Said said = on("apply", text.toString(), "--wait-ready", "--timeout=60s");
    assertThat(said.status()).as(said.err()).isZero();
  }

  @Test
  void warnsOfRulesThatMatchNothing() {
    String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: '1'}}\n";
    assertThat(serverSide(map).status()).isZero();
    Program.Said said =
        serverSide(
            map,
            "--take=manager=hlem",
            "--leave=Deployment:spec.replicas",
            "--take=ConfigMap/c:data.a",
            "--ignore=ConfigMap:manager=edit",
            "--ignore=data.q");
    assertThat(said.status()).isZero();
    assertThat(said.err().lines())
        .containsExactly(
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/c: --ignore=ConfigMap:manager=edit names a manager that"
                + " owns no field; the managers are kubectl",
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/c: --ignore=data.q matches no field; correct it, or leave"
                + " it out",
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/c: --take=manager=hlem names a manager that owns no"
                + " field; the managers are kubectl",
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/c: --take=ConfigMap/c:data.a matches no conflict; correct"
                + " it, or leave it out",
            "Warning: --leave=Deployment:spec.replicas selects none of these objects; correct it,"
                + " or leave it out");
    String annotated =
        map.replace("name: c}", "name: c, annotations: {japply.dev/ignore: data.q}}");
    assertThat(serverSide(annotated).err())
        .isEqualTo(
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/c: japply.dev/ignore: there is no field data.q; correct"
                + " the annotation, or leave it out\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1, kind: Deployment | selector: {matchLabels: {a: b}}, template: {metadata: {labels:"
            + " {a: b}}, spec: {containers: [{name: c, image: i, resources: {limits: {cpu: null},"
            + " requests: {cpu: 1}}}]}} | limits.cpu",
        "v1, kind: Service | ports: [{port: null}] | port",
      })
  void namesNullsThatTheServerReadsAsZero(String type, String spec, String field) {
    String manifest =
        "{apiVersion: %s, metadata: {name: nulls}, spec: {%s}}\n".formatted(type, spec);
    Program.Said said = serverSide(manifest);
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err())
        .contains(field + " is null in the manifest, line 1, which counts as 0 or empty: give");
  }

  /// A misspelt manager is most often the reason why a conflict remains.
  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "plan", "why"})
  void warnsOfUnknownManagersBesideConflicts(String command) {
    String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {a: '%d'}}\n";
    assertThat(serverSide(map.formatted("c", 1), "--field-manager=helm").status()).isZero();
    assertThat(serverSide(map.formatted("d", 1), "--field-manager=other").status()).isZero();
    Program.Said said =
        on(
            command,
            map.formatted("c", 2) + "---\n" + map.formatted("d", 2),
            "--server-side",
            "--field-manager=me",
            "--take=manager=hlem",
            "--leave=manager=other",
            "--take=data.q");
    assertThat(said.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    assertThat(said.err()).contains("conflict with \"helm\": .data.a");
    assertThat(said.err().lines().filter(line -> line.startsWith("Warning: ")))
        .containsExactly(
            "Warning: --take=manager=hlem names a manager that owns no field of these objects; the"
                + " managers are helm, other",
            "Warning: --take=data.q matches no conflict of these objects; correct it, or leave it"
                + " out");
  }

  /// Whether a rule settles a conflict is not known of an object that the server refuses before it
  /// compares the owners.
  @Test
  void warnsOfUnknownManagersBesideOtherRefusals() {
    String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c%s}, data: {a: '1'}}\n";
    assertThat(serverSide(map.formatted(""), "--field-manager=helm").status()).isZero();
    Program.Said said =
        serverSide(
            map.formatted(", labels: {a: '?'}"),
            "--field-manager=me",
            "--take=manager=hlem",
            "--take=data.a",
            "--leave=manager=helm");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err().lines().filter(line -> line.startsWith("Warning: ")))
        .containsExactly(
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/c: --take=manager=hlem names a manager that owns no field; the managers are"
                + " helm");
  }

  /// The conflicts of a refused object are not known.
  @Test
  void warnsOfNoOtherRuleAfterAWrongOne() {
    String service =
        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {a: b}, ports:"
            + " [{port: 80}]}}\n";
    assertThat(serverSide(service).status()).isZero();
    Program.Said said =
        serverSide(
            service, "--ignore=spec.selector.a", "--take=manager=edit", "--leave=spec.ports");
    assertThat(said.err())
        .isEqualTo(
            "error: STDIN:1: Service "
                + namespace
                + "/s: spec.selector.a: cannot be ignored with --server-side,"
                + " since spec.selector has one owner as a whole; let the rule"
                + " \"spec.selector.a\" name spec.selector\n");
    assertThat(said.status()).isEqualTo(1);
  }
}
