package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply check`.
class CheckTest {
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {app: web}}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: web
              image: web:1
              ports: [{containerPort: 80, name: http}]
              env: [{name: A, value: b}]
              volumeMounts: [{name: data, mountPath: /data}]
            volumes:
            - name: data
              emptyDir: {}
      """;
  private static final String CRD =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: pages.example.com}
      spec:
        group: example.com
        scope: Namespaced
        names: {plural: pages, kind: Page}
        versions:
        - name: v1
          served: true
          storage: true
          subresources: {status: {}}
          schema:
            openAPIV3Schema:
              type: object
              required: [spec]
              properties:
                spec:
                  type: object
                  required: [title, size]
                  properties:
                    title: {type: string, pattern: '^[a-z]+$', maxLength: 5}
                    size: {type: integer, minimum: 1, default: 3}
                    level: {type: integer, format: int32}
                    color: {type: string, enum: [red, blue]}
                    port: {x-kubernetes-int-or-string: true}
                    tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                    parts:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name]
                      items:
                        type: object
                        required: [name]
                        properties: {name: {type: string}}
                    any: {type: object, x-kubernetes-preserve-unknown-fields: true}
                    template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
                status:
                  type: object
                  required: [ready]
                  properties: {ready: {type: boolean}}
      """;

  @TempDir private Path home;
  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  @AfterEach
  void sendsNoRequest() {
    assertThat(cluster.requests).isEmpty();
  }

  private Ran check(String manifest, String... flags) throws IOException {
    Path file = Files.writeString(home.resolve("m.yaml"), manifest);
    var args = new ArrayList<>(List.of("check", "-f", file.toString()));
    args.addAll(List.of(flags));
    return setting.run(args.toArray(String[]::new));
  }

  /// The Deployment with another text in one place.
  private static String deployment(String old, String fresh) {
    return changed(DEPLOYMENT, old, fresh);
  }

  private static String changed(String manifest, String old, String fresh) {
    assertThat(manifest).contains(old);
    return manifest.replaceFirst(Pattern.quote(old), Matcher.quoteReplacement(fresh));
  }

  private String lines(Ran ran) {
    return ran.err().replace(home + "/", "");
  }

  @Test
  void isQuietIfAllIsWell() throws IOException {
    Ran ran = check(DEPLOYMENT);
    assertThat(ran).isEqualTo(new Ran(ran.args(), 0, "", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "replicas: 2 | replica: 2 | 5: Deployment web: unknown field \"spec.replica\"; did you mean"
            + " \"replicas\"?",
        "replicas: 2 | replicas: two | 5: Deployment web: spec.replicas: must be an integer, but is"
            + " a string",
        "replicas: 2 | replicas: 3000000000 | 5: Deployment web: spec.replicas: must be an integer"
            + " from -2147483648 to 2147483647",
        "replicas: 2 | replicas: 2.5 | must be an integer, but is a fraction",
        "- name: web | - env: [] | spec.template.spec.containers[0].name: required value is"
            + " missing",
        "containerPort: 80, | containerPort: 80, protocol: Tcp, | unsupported value \"Tcp\"; did"
            + " you mean \"TCP\"?",
        "containerPort: 80, | containerPort: 70000, | must be from 1 to 65535",
        "name: http | name: HTTP | is not the name of a port",
        "value: b | value: 5 | must be a string, but is a number; put it in quotes",
        "value: b | value: b, valueFrom: {fieldRef: {fieldPath: x}} | exclude each other",
        "name: data, mount | name: date, mount | 15: Deployment web: "
            + "spec.template.spec.containers[0].volumeMounts[0].name: no volume has the name"
            + " \"date\"; did you mean \"data\"?",
        "emptyDir: {} | emptyDir: {sizeLimit: 1GB} | must be a quantity such as 500m or 2Gi",
        "matchLabels: {app: web} | matchLabels: {app: wob} | is not a label of the Pods",
        "name: web, labels | name: Web, labels | must have at most 253 lower case letters",
        "labels: {app: web}} | labels: {app: a b}} | must have at most 63 letters",
        "apps/v1 | extensions/v1beta1 | extensions/v1beta1 Deployment is gone since Kubernetes"
            + " 1.16; use apps/v1 Deployment",
        "apps/v1 | apps/v2 | Kubernetes 1.37 has no apps/v2 Deployment; use apiVersion apps/v1",
        "kind: Deployment | kind: Deploymant | Kubernetes 1.37 has no apps/v1 Deploymant; did you"
            + " mean Deployment?",
        "replicas: 2 | `replicas: 2\n  replicas: 3` | 6: Deployment web: duplicate key"
            + " \"replicas\"",
      })
  void reportsAnError(String old, String fresh, String expected) throws IOException {
    Ran ran = check(deployment(old, fresh));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(lines(ran)).contains("error: m.yaml:").contains(expected);
    assertThat(lines(ran)).endsWith("1 object: 1 failed\n");
  }

  @Test
  void reportsAllErrorsInOneRun() throws IOException {
    Ran ran =
        check(
            deployment("replicas: 2", "replicas: two\n  pasued: true")
                + "---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n"
                + "spec: {type: NodePorts, ports: [{port: x}]}\n"
                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n");
    assertThat(lines(ran).lines().toList())
        .containsExactly(
            "error: m.yaml:5: Deployment web: spec.replicas: must be an integer, but is a string",
            "error: m.yaml:6: Deployment web: unknown field \"spec.pasued\"; did you mean"
                + " \"paused\"?",
            "error: m.yaml:24: Service web: spec.type: unsupported value \"NodePorts\"; did you"
                + " mean \"NodePort\"? It must be one of \"ClusterIP\", \"ExternalName\","
                + " \"LoadBalancer\", \"NodePort\"",
            "error: m.yaml:24: Service web: spec.ports[0].port: must be an integer, but is a"
                + " string",
            "3 objects: 1 valid, 2 failed");
  }

  private static final String STATEFUL =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db}
      spec:
        selector:
          matchLabels: {app: db}
          matchExpressions: [{key: tier, operator: In, values: [back]}]
        template:
          metadata: {labels: {app: db, tier: back}}
          spec:
            hostNetwork: true
            containers:
            - name: db
              image: db:1
              ports: [{containerPort: 80, hostPort: 80}, {name: a, containerPort: 81}]
              envFrom: [{secretRef: {name: s, optional: true}}]
              env: [{name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
              livenessProbe: {httpGet: {path: /, port: 80}}
              volumeMounts: [{name: data, mountPath: /data}, {name: tmp, mountPath: /tmp}]
            volumes: [{name: tmp, emptyDir: {}}, {name: own, projected: {sources: [{downwardAPI: {}}]}}]
        volumeClaimTemplates:
        - metadata: {name: data}
          spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: db}
      spec:
        type: NodePort
        ports: [{name: a, port: 80, nodePort: 30000}, {name: b, port: 81}]
      ---
      apiVersion: v1
      kind: ReplicationController
      metadata: {name: old}
      spec:
        selector: {old: "yes"}
        template:
          metadata: {labels: {old: "yes"}}
          spec: {containers: [{name: a, image: a:1}]}
      ---
      apiVersion: batch/v1
      kind: Job
      metadata: {name: once}
      spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a:1}]}}}
      ---
      apiVersion: batch/v1
      kind: CronJob
      metadata: {name: daily}
      spec:
        schedule: "@daily"
        jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: a, image: a:1}]}}}}
      ---
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: disk}
      spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], nfs: {server: s, path: /p}}
      ---
      apiVersion: networking.k8s.io/v1
      kind: Ingress
      metadata: {name: web}
      spec: {defaultBackend: {service: {name: db, port: {number: 80}}}}
      ---
      apiVersion: networking.k8s.io/v1
      kind: NetworkPolicy
      metadata: {name: web}
      spec: {podSelector: {}, egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}]}]}
      """;

  /// Rules that no schema has.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "app: db, tier: back | app: db, tier: front | matchExpressions[0]: does not match the"
            + " labels of the Pods",
        "operator: In, values: [back] | operator: NotIn, values: [back] | matchExpressions[0]: does"
            + " not",
        "operator: In, values: [back] | operator: DoesNotExist | matchExpressions[0]: does not",
        "key: tier, operator: In, values: [back] | key: other, operator: Exists |"
            + " matchExpressions[0]: does not",
        "name: data, mountPath | name: date, mountPath | no volume has the name \"date\"; did you"
            + " mean \"data\"?",
        "mountPath: /tmp | mountPath: /data | is the path of an earlier mount",
        "metadata: {name: data} | metadata: {name: Data} | volumeClaimTemplates[0].metadata.name:"
            + " must have at most 63",
        "hostPort: 80} | hostPort: 8080} | must be the containerPort, because hostNetwork is true",
        "{name: a, containerPort: 81} | {name: a, containerPort: 80, hostPort: 80} | ports[1]."
            + "hostPort: is the hostPort of an earlier port",
        "containerPort: 80, hostPort: 80}, | containerPort: 80, name: a}, | ports[1].name: is the"
            + " name of an earlier port",
        "path: /, port: 80 | path: /, port: 0 | httpGet.port: must be from 1 to 65535",
        "path: /, port: 80 | path: /, port: A_b | httpGet.port: is not the name of a port",
        "optional: true}} | optional: true}, configMapRef: {name: c, optional: true}} | secretRef"
            + " with configMapRef: these exclude each other",
        "{fieldPath: metadata.name}} | {fieldPath: metadata.name}, secretKeyRef: {name: s, key: k,"
            + " optional: true}} | fieldRef with secretKeyRef: these exclude each other",
        "{downwardAPI: {}} | {downwardAPI: {}, configMap: {name: c, optional: true}} | sources[0]:"
            + " downwardAPI with configMap: these exclude",
        "port: 81} | port: 80} | spec.ports[1].port: is the number of an earlier port",
        "port: 81} | port: 81, nodePort: 30000} | spec.ports[1].nodePort: is the nodePort of an"
            + " earlier",
        "type: NodePort | type: ClusterIP | a Service of type ClusterIP has none; set spec.type",
        "labels: {old: | labels: {older: | ReplicationController old: spec.selector.old: is not a"
            + " label of the Pods; add it",
        "restartPolicy: Never | terminationGracePeriodSeconds: 3 | Job once:"
            + " spec.template.spec.restartPolicy: required value is missing; set it to OnFailure",
        "restartPolicy: OnFailure | restartPolicy: Always | restartPolicy: must not be Always",
        "spec: {template: {spec: {restart | spec: {selector: {matchLabels: {a: b}}, template:"
            + " {spec: {restart | spec.selector: the server adds the selector of a Job; remove it",
        "nfs: { | hostPath: {path: /p}, nfs: { | hostPath with nfs: these exclude each other",
        "defaultBackend: { | defaultBackend: {resource: {kind: A, name: a}, | resource with"
            + " service: these exclude",
        "{cidr: 10.0.0.0/8} | {cidr: 10.0.0.0/8}, podSelector: {} | ipBlock with podSelector: these"
            + " exclude",
      })
  void checksPodsAndServices(String old, String fresh, String expected) throws IOException {
    assertThat(check(STATEFUL).err()).isEmpty();
    Ran ran = check(changed(STATEFUL, old, fresh));
    assertThat(ran.status()).as(ran.err()).isEqualTo(1);
    assertThat(lines(ran)).contains(expected);
  }

  @Test
  void selectorsAreNotEmpty() throws IOException {
    Ran ran = check(deployment("selector: {matchLabels: {app: web}}", "selector: {}"));
    assertThat(lines(ran)).contains("6: Deployment web: spec.selector: must not be empty");
  }

  /// null is an empty label, which a selector can require.
  @Test
  void labelsWithNullAreEmpty() throws IOException {
    String manifest =
        deployment(
            "{matchLabels: {app: web}}",
            "{matchLabels: {app: web, tier: ''}, matchExpressions: [{key: a, operator: Exists}]}");
    String pods = "metadata: {labels: {app: web";
    assertThat(check(changed(manifest, pods, pods + ", tier: null, a: null")).err()).isEmpty();
    assertThat(check(changed(manifest, pods, pods + ", tier: b, a: null")).err())
        .contains("spec.selector.matchLabels.tier: is not a label of the Pods");
    assertThat(check(changed(manifest, pods, pods + ", tier: null")).err())
        .contains("spec.selector.matchExpressions[0]: does not match the labels of the Pods");
  }

  /// null is a missing field, and numbers without decimals are integers.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicas: 2 | replicas: null",
        "replicas: 2 | replicas: 2.0",
        "containerPort: 80, | containerPort: 80, protocol: '',",
        "emptyDir: {} | emptyDir: {sizeLimit: 1.5Gi}",
      })
  void acceptsWhatAServerTakes(String old, String fresh) throws IOException {
    Ran ran = check(deployment(old, fresh));
    assertThat(lines(ran)).isEmpty();
    assertThat(ran.status()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void everyReportHasTheErrors(ReportFormat format) throws IOException {
    Path report = home.resolve("report");
    String name = format.name().toLowerCase(Locale.ROOT);
    Ran ran = check(deployment("replicas", "replica"), "--report=" + name + "=" + report);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(Files.readString(report).replace("\\", ""))
        .contains("spec.replica")
        .contains("m.yaml");
  }

  /// A CI system may take a report without cases for a failure.
  @Test
  void validObjectsPassInJunit() throws IOException {
    Path report = home.resolve("check.xml");
    assertThat(check(DEPLOYMENT, "--report=junit=" + report).status()).isZero();
    assertThat(Files.readString(report))
        .contains("tests=\"1\" failures=\"0\"")
        .containsPattern(
            "<testcase [^>]*name=\"Deployment web\" file=\"[^\"]*m.yaml\" time=\"0.000\"></");
  }

  /// GitLab keeps one of several cases with one name.
  @Test
  void anObjectIsOneCaseOfJunit() throws IOException {
    Path report = home.resolve("check.xml");
    String wrong =
        DEPLOYMENT
            .replace("{name: web, labels", "{name: web, namespace: shop, labels")
            .replace("replicas: 2", "replicas: x\n  paused: 3\n  typo: 1")
            .replace("emptyDir: {}", "secret: {secretName: missing}");
    String manifest =
        wrong + "---\n" + wrong.replace("namespace: shop", "namespace: test") + "---\nkind: X: Y\n";
    assertThat(check(manifest, "--report=junit=" + report).status()).isEqualTo(1);
    String xml = Files.readString(report);
    assertThat(xml)
        .contains("tests=\"3\" failures=\"3\"")
        .containsOnlyOnce("name=\"Deployment shop/web\"")
        .containsOnlyOnce("name=\"Deployment test/web\"")
        .containsPattern("name=\"[^\"]*m.yaml\"");
    String first = xml.substring(xml.indexOf("Deployment shop/web"), xml.indexOf("</testcase>"));
    assertThat(first)
        .contains("spec.replicas: must be an integer", "spec.paused", "unknown field")
        .contains("(and 2 more)")
        .contains("no Secret missing in namespace shop")
        .doesNotContain("no Secret missing in namespace test");
  }

  /// No schema requires them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{apiVersion: v1, kind: Pod, metadata: {name: p}} | spec: required value is missing",
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: []}} |"
            + " spec.containers:",
        "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec:"
            + " {restartPolicy: Never}}}} | spec.template.spec.containers: required value is"
            + " missing",
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: b},"
            + " roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}, subjects:"
            + " [{kind: ServiceAccount, name: a}]} | subjects[0].namespace: required value is"
            + " missing",
      })
  void requiresWhatAServersCodeRequires(String manifest, String expected) throws IOException {
    Ran ran = check(manifest);
    assertThat(lines(ran)).contains(expected);
    assertThat(ran.status()).isEqualTo(1);
  }

  /// Servers refuse ambiguous forms since 1.36, and others always.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "010.1.1.1 | must not have leading zeros; write 10.1.1.1 | true",
        "::ffff:1.2.3.4 | must not be an IPv4 address in the form of IPv6 | true",
        "1.2.3 | must be an IP address, such as 10.9.8.7 or 2001:db8::ffff | false",
      })
  void checksAddresses(String address, String expected, boolean isNew) throws IOException {
    String service =
        "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80}],"
            + " externalIPs: ['%s']}}".formatted(address);
    assertThat(lines(check(service))).contains("spec.externalIPs[0]: " + expected);
    assertThat(check(service, "--kubernetes=1.35").status()).isEqualTo(isNew ? 0 : 1);
    String policy =
        "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec:"
            + " {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.5/24}}]}]}}";
    assertThat(lines(check(policy)))
        .contains("ipBlock.cidr: has bits set beyond the length of its prefix; write 10.0.0.0/24");
  }

  /// A server fills it in.
  @Test
  void takesAnEmptyTypeOfAService() throws IOException {
    String service =
        "apiVersion: v1\n"
            + "kind: Service\n"
            + "metadata: {name: a}\n"
            + "spec: {type: \"\", ports: [{port: 80}]}\n";
    for (String version : List.of("1.34", "1.35", "1.36", "1.37")) {
      assertThat(check(service, "--kubernetes=" + version).status()).as(version).isZero();
    }
  }

  /// Earlier servers take all integers.
  @Test
  void checksFormatsOfIntegersSinceKubernetes136() throws IOException {
    String manifest = CRD + page("{title: abc, level: 2147483648}");
    assertThat(check(manifest, "--kubernetes=1.36").err())
        .contains("spec.level: must be an integer from -2147483648 to 2147483647");
    assertThat(check(manifest, "--kubernetes=1.35").status()).isZero();
  }

  private static String page(String spec) {
    return "---\napiVersion: example.com/v1\nkind: Page\nmetadata: {name: p}\nspec: " + spec + "\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{title: abc} | ``",
        "{title: abc, size: null} | ``",
        "{title: abc, size: 2.0, port: 80, any: {a: 1}} | ``",
        "{title: abc, template: {apiVersion: v1, kind: A, b: 1}} | ``",
        "{} | spec.title: required value is missing",
        "{title: ABC} | spec.title: must match the pattern ^[a-z]+$",
        "{title: abcdef} | spec.title: must have at most 5 characters",
        "{title: abc, size: 0} | spec.size: must be at least 1",
        "{title: abc, size: x} | spec.size: must be an integer",
        "{title: abc, colour: red} | unknown field \"spec.colour\"; did you mean \"color\"?",
        "{title: abc, color: rad} | spec.color: unsupported value \"rad\"; did you mean \"red\"?",
        "{title: abc, port: true} | spec.port: must be an integer or a string",
        "{title: abc, tags: [a, a]} | spec.tags[1]: has the same value as an earlier item",
        "{title: abc, tags: [null]} | spec.tags[0]: must not be null",
        "{title: abc, parts: [{name: a}, {name: a}]} | spec.parts[1]: has the same keys",
        "{title: abc, template: {kind: A}} | spec.template.apiVersion: required value is missing",
        "{title: abc, template: {apiVersion: v1, kind: A, metadata: {nam: b}}} | unknown field"
            + " \"spec.template.metadata.nam\"",
        "`{title: abc}\nstatus: {}` | ``",
        "`{title: abc}\nstatus: {raedy: true}` | unknown field \"status.raedy\"",
      })
  void checksCustomResources(String spec, String expected) throws IOException {
    Ran ran = check(CRD + page(spec));
    assertThat(ran.status()).as(ran.err()).isEqualTo(expected.isEmpty() ? 0 : 1);
    assertThat(lines(ran)).contains(expected);
    Path crds = Files.writeString(home.resolve("crds.yaml"), CRD);
    Ran apart = check(page(spec), "--crds=" + crds);
    assertThat(apart.status()).isEqualTo(ran.status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x-kubernetes-int-or-string: true | pattern: a | properties.port.type: required value is"
            + " missing; each part of a schema has a type",
        "x-kubernetes-int-or-string: true | $ref: a, type: object | properties.port.$ref: is not"
            + " supported; write the schema in its place",
        "list-type: set, | list-type: set, uniqueItems: true, | properties.tags.uniqueItems: must"
            + " not be true; use x-kubernetes-list-type: set",
        "set, items: {type: string}} | set} | properties.tags.items: required value is missing; a"
            + " list has items",
        "x-kubernetes-int-or-string: true | type: object, properties: {a: {type: string}},"
            + " additionalProperties: {type: string} | properties.port.additionalProperties: must"
            + " not be set next to properties",
        "x-kubernetes-int-or-string: true | type: string, anyOf: [{type: string}] |"
            + " properties.port.anyOf[0].type: must not be set here; write the type outside of it",
      })
  void reportsADefinitionThatIsNotStructural(String old, String fresh, String expected)
      throws IOException {
    String definition = changed(CRD, old, fresh);
    Ran ran = check(definition);
    assertThat(lines(ran))
        .startsWith("error: m.yaml:")
        .contains(" CustomResourceDefinition pages.example.com: spec.versions[0].schema.")
        .contains(expected);
    assertThat(lines(ran).lines().filter(line -> line.startsWith("error:"))).hasSize(1);
    assertThat(ran.status()).isEqualTo(1);
    // The resources have no schema that a server would use.
    assertThat(check(definition + page("{}")).err())
        .contains("no schema for")
        .contains("correct the schema of its CustomResourceDefinition");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pattern: a, anyOf: [{type: string}, {type: integer}] | anyOf[0].type: must not be set"
            + " here",
        "type: object, not: {properties: {x: {type: string}}} | not.properties.x.type: must not be",
        "type: object, x-kubernetes-list-type: map | type: must be \"array\" next to x-kubernetes",
        "type: array, items: [{type: string}] | items: must be one schema, but is a list",
        "type: array, items: {type: string, minLength: 1.5} | items.minLength: must be an integer",
        "type: object, additionalProperties: {type: strin} | additionalProperties.type:"
            + " unsupported",
        "type: object, additionalProperties: {items: {}} | additionalProperties.type: required"
            + " value",
        "type: string, pattern: '(' | pattern: is no regular expression",
        "x-kubernetes-preserve-unknown-fields: false, type: object | must be true, or must not be"
            + " set",
      })
  void findsMistakesAtAllDepths(String part, String expected) throws IOException {
    String port = "{x-kubernetes-int-or-string: true}";
    for (String around :
        List.of(
            "{%s}",
            "{type: array, items: {%s}}",
            "{type: object, additionalProperties: {type: object, properties: {b: {%s}}}}")) {
      Ran ran = check(changed(CRD, "port: " + port, "port: " + around.formatted(part)));
      assertThat(ran.status()).as(ran.err()).isEqualTo(1);
      assertThat(lines(ran)).as(around).contains(expected);
    }
  }

  @Test
  void comparesDefaultsWithTheirSchemas() throws IOException {
    String definition =
        changed(
            CRD,
            "size: {type: integer, minimum: 1, default: 3}",
            "size: {type: integer, minimum: 1, default: 0}");
    assertThat(lines(check(definition))).contains("properties.size.default: must be at least 1");
  }

  /// A server takes all of them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: {x-kubernetes-preserve-unknown-fields: true} | port: [1]",
        "port: {type: array, items: {type: string, default: a}} | port: [null]",
        "port: {type: object, additionalProperties: {type: string, default: a}} | port: {a: null}",
        "port: {type: string, default: null} | port: null",
        "port: {type: number, minimum: 0.5} | port: 0",
        "port: {type: number, maximum: 1.5, exclusiveMaximum: true} | port: 0",
        "port: {type: string, format: duration} | port: 550e8400-e29b-41d4-a716-446655440000",
        "port: {type: string, format: ipv4} | port: '::ffff:1.2.3.4'",
        "port: {type: string, enum: []} | port: a",
        "port: {type: string, anyOf: [{type: integer}, {type: string}]} | port: a",
      })
  void takesWhatAServerTakes(String type, String value) throws IOException {
    String definition = changed(CRD, "port: {x-kubernetes-int-or-string: true}", type);
    Ran ran = check(definition + page("{title: abc, " + value + "}"));
    assertThat(ran.err()).doesNotContain("error");
    assertThat(ran.status()).isZero();
  }

  /// A server compares integers with integers alone, and refuses all values otherwise.
  @ParameterizedTest
  @ValueSource(strings = {"minimum: 0.5", "maximum: -0.5", "minimum: 1.5, maximum: 9"})
  void anIntegerFitsNoLimitWithAFraction(String limit) throws IOException {
    String type = "port: {type: integer, " + limit + "}";
    String definition = changed(CRD, "port: {x-kubernetes-int-or-string: true}", type);
    assertThat(lines(check(definition + page("{title: abc, port: -1}"))))
        .contains("spec.port: fits no value: the minimum or maximum is no integer");
    assertThat(check(definition + page("{title: abc}")).status()).isZero();
  }

  @Test
  void aSchemaMayAllowEverything() throws IOException {
    String definition =
        CRD.substring(0, CRD.indexOf("openAPIV3Schema:"))
            + "openAPIV3Schema: {x-kubernetes-preserve-unknown-fields: true}\n";
    assertThat(check(definition + page("{anything: [1]}")).status()).isZero();
  }

  @Test
  void namesTheVersionsThatADefinitionServes() throws IOException {
    String beta = page("{title: abc}").replace("example.com/v1", "example.com/v1beta1");
    assertThat(lines(check(CRD + beta)))
        .contains("error: m.yaml:")
        .contains(
            "Page p: the CustomResourceDefinition of Page does not serve example.com/v1beta1;"
                + " use apiVersion example.com/v1");
    String unserved = changed(CRD, "served: true", "served: false");
    assertThat(lines(check(unserved + page("{title: abc}"))))
        .contains("does not serve example.com/v1; set served: true there");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "storage: true | storage: false | must have exactly one version with storage: true, but has"
            + " 0",
        "name: pages.example.com | name: page.example.com | must be \"pages.example.com\"",
        "scope: Namespaced | scope: Namespace | did you mean \"Namespaced\"?",
        "group: example.com | group: example | must be a domain with a dot",
        "plural: pages | plural: Pages | must have at most 63 lower case letters",
        "served: true | served: true, deprecationWarning: a | must not be set alone",
      })
  void checksDefinitionsBesideTheirSchemas(String old, String fresh, String expected)
      throws IOException {
    String flow = fresh.replace(", deprecationWarning", "\n    deprecationWarning");
    Ran ran = check(changed(CRD, old, flow));
    assertThat(lines(ran)).contains(expected);
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void structsWithoutFieldsHaveNone() throws IOException {
    assertThat(lines(check(changed(CRD, "{status: {}}", "{status: {size: 1}}"))))
        .contains("unknown field \"spec.versions[0].subresources.status.size\"");
  }

  /// A pipe is empty if the program before it has failed; a file may have comments alone.
  @Test
  void standardInputHasObjects() throws IOException {
    Ran empty = setting.reading("# none\n").run("check", "-f", "-");
    assertThat(empty.status()).isEqualTo(1);
    assertThat(empty.err()).contains("error: no objects passed to check");
    Ran comments = check("# none\n");
    assertThat(comments.status()).isZero();
    assertThat(comments.err()).contains("this file has no objects");
  }

  @Test
  void duplicateKeysAreAmongTheErrorsByLine() throws IOException {
    String manifest = deployment("replicas: 2", "replicas: 2\n  replicas: 3");
    assertThat(lines(check(changed(manifest, "image: web:1", "image: 5"))))
        .startsWith("error: m.yaml:6: Deployment web: duplicate key")
        .contains(
            "\nerror: m.yaml:13: Deployment web: spec.template.spec.containers[0].image: must");
  }

  @Test
  void countsObjectsWithoutSchema() throws IOException {
    Ran ran = check(page("{}"));
    assertThat(ran.status()).isZero();
    assertThat(ran.err())
        .contains("Warning: no schema for example.com/v1 Page: the fields of 1 object were not")
        .contains("--crds");
    Ran required = check(page("{}"), "--require-schemas");
    assertThat(required.status()).isEqualTo(1);
    assertThat(lines(required)).contains("error: m.yaml:2: Page p: no schema for example.com/v1");
  }

  @Test
  void knowsFilesThatNoServerTakes() throws IOException {
    assertThat(check("apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: web}\n").err())
        .contains("no schema for kpt.dev/v1 Kptfile", "file of kpt, which no server takes")
        .doesNotContain("--crds");
  }

  /// `--crds` takes files and directories, and a definition of the input goes before.
  @Test
  void crdsAreFilesAndDirectories() throws IOException {
    Path directory = Files.createDirectory(home.resolve("crds"));
    Files.writeString(directory.resolve("page.yaml"), CRD);
    Files.writeString(directory.resolve("other.yaml"), "apiVersion: v1\nkind: Namespace\n");
    for (String crds : List.of(directory.toString(), directory.resolve("page.yaml").toString())) {
      Ran ran = check(page("{title: ABC}"), "--require-schemas", "--crds=" + crds);
      assertThat(lines(ran))
          .contains("error: m.yaml:5: Page p: spec.title: must match the pattern");
    }
    String strict = CRD.replace("'^[a-z]+$'", "'^x+$'");
    assertThat(check(strict + page("{title: abc}"), "--crds=" + directory).err())
        .contains("must match the pattern ^x+$");
    Ran none = check(page("{}"), "--crds=" + directory.resolve("other.yaml"));
    assertThat(none.status()).isEqualTo(1);
    assertThat(lines(none)).contains("crds/other.yaml").contains("holds no CustomResourceDefin");
    assertThat(check(page("{}"), "--crds=" + home.resolve("nothing")).err())
        .contains("nothing\" does not exist");
  }

  @Test
  void reportsTheSameObjectTwice() throws IOException {
    String map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
    Ran ran = check(map + "---\n" + map);
    assertThat(lines(ran))
        .contains("error: m.yaml:5: ConfigMap c: the same object is already at")
        .contains("m.yaml:1");
    assertThat(ran.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "emptyDir: {} | secret: {secretName: tls-a} | missing-reference | no Secret tls-a",
        "value: b | valueFrom: {configMapKeyRef: {name: c, key: k}} | missing-reference | no"
            + " ConfigMap c",
        "volumes: | `- {name: side, image: a, ports: [{containerPort: 80}]}\n"
            + "      volumes:` | port-clash | containers[1].ports[0].containerPort: is the same as"
            + " spec.template.spec.containers[0].ports[0].containerPort",
        "{name: A, value: b} | {name: A}, {name: A} | equal-keys | has the same name as an earlier",
      })
  void warns(String old, String fresh, String id, String expected) throws IOException {
    String manifest = deployment(old, fresh);
    Ran ran = check(manifest);
    assertThat(ran.status()).isZero();
    assertThat(lines(ran)).contains("Warning: m.yaml:").contains(expected);
    assertThat(check(manifest, "--no-warn=" + id).err()).doesNotContain(expected);
  }

  /// Also of objects that run no Pods. Reading them for an apply ends with the first of these.
  @Test
  void mistakesInMetadataHideNoOthers() throws IOException {
    String broken =
        deployment("labels: {app: web}}", "creationTimestamp: yesterday, labels: {app: 5}}");
    Ran ran = check(changed(broken, "replicas: 2", "replica: 2"));
    assertThat(lines(ran))
        .contains("3: Deployment web: metadata.creationTimestamp: must be a time such as")
        .contains("3: Deployment web: metadata.labels.app: must be a string, but is a number")
        .contains("5: Deployment web: unknown field \"spec.replica\"");
    Ran name = check(deployment("{name: web,", "{name: 5,"));
    assertThat(lines(name)).contains("metadata.name: must be a string").doesNotContain("required");
    Ran none = check(deployment("{name: web, labels: {app: web}}", "[]"));
    assertThat(lines(none)).contains("metadata: must be a map").doesNotContain("required");
    Ran custom = check(CRD + page("{titel: a}").replace("{name: p}", "{name: p, labels: []}"));
    assertThat(lines(custom)).contains("metadata.labels: must be a map").contains("spec.titel");
  }

  /// Many files are checked while others are read.
  @Test
  void manyFilesHaveTheProblemsOfOne() throws IOException {
    var objects = new ArrayList<String>();
    for (int i = 0; i < 150; i++) {
      objects.add("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c%d}\n".formatted(i));
    }
    objects.add(CRD);
    objects.add("apiVersion: example.com/v1\nkind: Page\nmetadata: {name: a}\nspec: {titel: a}\n");
    objects.add("apiVersion: example.com/v1\nkind: Other\nmetadata: {name: b}\n");
    objects.add(deployment("replicas: 2", "replica: 2"));
    objects.add(
        deployment("value: b", "valueFrom: {configMapKeyRef: {name: c7, key: k}}")
            .replace("name: web, labels", "name: known, labels"));
    objects.add(
        deployment("value: b", "valueFrom: {configMapKeyRef: {name: c150, key: k}}")
            .replace("name: web, labels", "name: unknown, labels"));
    objects.add(objects.get(9));
    objects.add("apiVersion: v1\nkind: Endpoints\nmetadata: {name: old, labels: null}\n");
    Path directory = Files.createDirectory(home.resolve("many"));
    for (int i = 0; i < objects.size(); i++) {
      Files.writeString(directory.resolve("%03d.yaml".formatted(i)), objects.get(i));
    }
    Ran many = setting.run("check", "-f", directory.toString());
    Ran one = check(String.join("---\n", objects));
    assertThat(placeless(many)).isEqualTo(placeless(one));
    assertThat(placeless(one))
        .contains("the same object is already at", "no ConfigMap c150", "spec.titel", "replica")
        .contains("no schema for example.com/v1 Other", "is deprecated")
        .doesNotContain("no ConfigMap c7");
  }

  private static String placeless(Ran ran) {
    return ran.err().replaceAll("\\S+\\.yaml:\\d+", "FILE");
  }

  @Test
  void warnsOfMissingReferences() throws IOException {
    String manifest =
        """
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: {name: web, namespace: shop}
        spec:
          tls: [{secretName: cert}]
          rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop}
        spec: {maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: web, namespace: shop}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
        subjects: [{kind: ServiceAccount, name: web, namespace: shop}, {kind: ServiceAccount, name: default, namespace: shop}]
        ---
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: other, namespace: shop}
        imagePullSecrets: [{name: pull}]
        """;
    assertThat(lines(check(manifest)).lines().map(line -> line.replaceFirst("; .*", "")).toList())
        .containsExactly(
            "Warning: m.yaml:5: Ingress shop/web: spec.tls[0].secretName: the manifests have no"
                + " Secret cert in namespace shop",
            "Warning: m.yaml:6: Ingress shop/web: spec.rules[0].http.paths[0].backend.service.name:"
                + " the manifests have no Service web in namespace shop",
            "Warning: m.yaml:11: HorizontalPodAutoscaler shop/web: spec.scaleTargetRef.name: the"
                + " manifests have no Deployment web in namespace shop",
            "Warning: m.yaml:16: RoleBinding shop/web: roleRef.name: the manifests have no Role"
                + " reader in namespace shop",
            "Warning: m.yaml:17: RoleBinding shop/web: subjects[0].name: the manifests have no"
                + " ServiceAccount web in namespace shop",
            "Warning: m.yaml:22: ServiceAccount shop/other: imagePullSecrets[0].name: the manifests"
                + " have no Secret pull in namespace shop",
            "4 objects: 4 valid");
    String annotated =
        manifest.replaceFirst("shop}", "shop, annotations: {cert-manager.io/issuer: a}}");
    assertThat(check(annotated).err()).doesNotContain("Secret cert");
    String all =
        "\n---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\n"
            + "---\napiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\n"
            + "---\n"
            + DEPLOYMENT;
    assertThat(check(manifest + all).err())
        .doesNotContain("Service web", "ServiceAccount web", "Deployment web")
        .contains("Secret cert", "Role reader");
  }

  @Test
  void externalObjectsAreKnown() throws IOException {
    String manifest = deployment("emptyDir: {}", "secret: {secretName: tls-a}");
    assertThat(check(manifest, "--external=Secret/tls-*").err()).isEmpty();
    assertThat(check(manifest, "--external=Secret/tls-a").err()).isEmpty();
    assertThat(check(manifest, "--external=tls-a").err()).contains("must be KIND/NAME");
  }

  @Test
  void warnsOfDeprecatedVersionsAndOtherNamespaces() throws IOException {
    String endpoints = "apiVersion: v1\nkind: Endpoints\nmetadata: {name: e, namespace: other}\n";
    Ran ran = check(endpoints, "-n", "shop");
    assertThat(ran.status()).isZero();
    assertThat(lines(ran))
        .contains("v1 Endpoints is deprecated since Kubernetes 1.33")
        .contains("metadata.namespace: is \"other\"");
  }

  @Test
  void comparesWithTheChosenVersion() throws IOException {
    String map =
        "apiVersion: networking.k8s.io/v1beta1\nkind: IPAddress\nmetadata: {name: 10.0.0.1}\n"
            + "spec: {parentRef: {resource: services, name: s}}\n";
    assertThat(check(map, "--kubernetes=1.34").status()).isZero();
    assertThat(lines(check(map, "--kubernetes=1.37"))).contains("is gone since Kubernetes 1.37");
    assertThat(check(map, "--kubernetes=1.33").err()).contains("must be one of 1.37, 1.36");
  }

  @Test
  void namesTheLineOfAPatch() throws IOException {
    Files.writeString(home.resolve("base.yaml"), DEPLOYMENT);
    Files.writeString(
        home.resolve("kustomization.yaml"),
        "resources: [base.yaml]\npatches: [{path: patch.yaml}]\n");
    Files.writeString(
        home.resolve("patch.yaml"),
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: two\n");
    Ran ran = setting.run("check", "-k", home.toString());
    assertThat(lines(ran)).contains("patch.yaml:5: Deployment web: spec.replicas: must be");
    assertThat(ran.status()).isEqualTo(1);
  }

  /// The build's warning has the cause of the wrong name.
  @Test
  void aReferenceThatTheBuildReportsIsReportedOnce() throws IOException {
    Files.createDirectory(home.resolve("base"));
    Files.writeString(
        home.resolve("base/pod.yaml"),
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - name: c
            image: i
            envFrom: [{configMapRef: {name: settings}}, {configMapRef: {name: none}}]
        """);
    Files.writeString(
        home.resolve("base/kustomization.yaml"), "resources: [pod.yaml]\nnamespace: there\n");
    Files.writeString(
        home.resolve("kustomization.yaml"),
        "resources: [base]\nconfigMapGenerator: [{name: settings}]\n");
    Ran ran = setting.run("check", "-k", home.toString());
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.err())
        .containsOnlyOnce("envFrom[0]")
        .contains("envFrom[0].configMapRef.name stays settings, although")
        .contains("envFrom[1].configMapRef.name: the manifests have no ConfigMap none");
  }

  @Test
  void valuesOfSecretsAreNotShown() throws IOException {
    Ran ran =
        check(
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ntype: Opaque\n"
                + "data: {key: not-base64-but-secret!}\nstringData: {a: hunter2hunter2}\n"
                + "immutable: hunter2hunter2\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("data.key: must be base64").doesNotContain("hunter2", "secret!");
  }

  @Test
  void needsInput() {
    assertThat(setting.run("check").err()).contains("must specify one of -f and -k");
    assertThat(setting.run("check").status()).isEqualTo(1);
  }
}
