package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.CancellationSource;
import dev.japply.object.LastApplied;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ApplyTest {
  private static final String COMPATIBLE = "kubectl, kustomize or none";
  private static final String C =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"a"}}
      """;
  private static final String S =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","labels":{"l":"1"}},\
      "stringData":{"p":"hunter22"}}
      """;
  private static final String NS =
      """
      {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n","namespace":"x"}}
      """;

  private static final String BROKEN = "{\"kind\":\"ConfigMap\",\"metadata\":{}}\n";
  private static final String BROKEN_ERROR =
      "error: STDIN:1: ConfigMap: Object 'apiVersion' is missing in '{kind, metadata}'; add"
          + " apiVersion\n";

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private Ran apply(String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of("apply", "-f", "-"), Stream.of(flags)).toArray(String[]::new);
    return setting.reading(manifest).run(args);
  }

  private static void assertRan(Ran ran, int status, String out, String err) {
    assertThat(ran).isEqualTo(new Ran(ran.args(), status, out, err));
  }

  @Test
  void createsThenLeavesThenChanges() {
    assertRan(apply(C), 0, "configmap/c created\n", "");
    assertRan(apply(C), 0, "configmap/c unchanged\n", "");
    assertRan(apply(C.replace("\"a\"", "\"b\"")), 0, "configmap/c configured\n", "");
    assertThat(cluster.requests)
        .satisfiesExactly(
            get -> assertThat(get).isEqualTo("GET default/c"),
            post -> assertThat(post).startsWith("POST default/c {"),
            close -> assertThat(close).isEqualTo("CLOSE"),
            get -> assertThat(get).isEqualTo("GET default/c"),
            close -> assertThat(close).isEqualTo("CLOSE"),
            get -> assertThat(get).isEqualTo("GET default/c"),
            patch ->
                assertThat(patch)
                    .startsWith("PATCH default/c {\"data\":{\"k\":\"b\"},\"metadata\":{\"anno"),
            close -> assertThat(close).isEqualTo("CLOSE"));
  }

  /// Arguments that cannot be used, and what is said; nothing is read or sent.
  static Stream<Arguments> usage() {
    return Stream.of(
        Arguments.of(
            "apply", "must specify one of -f and -k\nSee 'japply apply --help' for usage."),
        Arguments.of(
            "why", "must specify -f, TYPE NAME or TYPE/NAME\nSee 'japply why --help' for usage."),
        Arguments.of(
            "apply -f x y z",
            "Unexpected args: [y z]\nSee 'japply apply -h' for help and examples"),
        Arguments.of(
            "apply --bogus", "unknown flag: --bogus\nSee 'japply apply --help' for usage."),
        Arguments.of(
            "apply -f x --dry-run=maybe",
            "Invalid dry-run value (maybe). Must be \"none\", \"server\", or \"client\"."),
        Arguments.of(
            "apply -f x --validate=foo",
            "invalid - validate option \"foo\"; must be one of: strict (or true), warn, ignore "
                + "(or false)"),
        Arguments.of(
            "apply -f x -o wide",
            "unable to match a printer suitable for the output format \"wide\", allowed "
                + "formats are: go-template,go-template-file,json,jsonpath,jsonpath-as-json,"
                + "jsonpath-file,kyaml,name,template,templatefile,yaml"),
        Arguments.of(
            "apply -f x -l a=b=c",
            "the provided selector \"a=b=c\" is not valid: found '=', expected: ',' or 'end of "
                + "string'"),
        Arguments.of("apply -k dir -f x", "only one of -f or -k can be specified"),
        Arguments.of("apply -k dir -R", "the -k flag can't be used with -f or -R"),
        Arguments.of("apply -k dir --substitute A", "--substitute cannot be used with -k"),
        Arguments.of(
            "apply -f x --compat=helm",
            "invalid --compat or JAPPLY_COMPAT value \"helm\"; must be " + COMPATIBLE),
        Arguments.of(
            "apply -f x --request-timeout=soon",
            "--request-timeout: Invalid timeout value \"soon\"; must be a time with a unit, as 1s,"
                + " 2m or 3h, or 0 for no timeout"),
        Arguments.of(
            "apply -f x -v=much",
            "invalid argument \"much\" for \"-v, --v\" flag: strconv.ParseInt: parsing \"much\": "
                + "invalid syntax; write a whole number\nSee 'japply apply --help' for usage."),
        Arguments.of("frob", "unknown command \"frob\" for \"japply\""));
  }

  /// The same for values that look right.
  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("apply -k no-such", "'no-such' does not exist; correct the path"),
        Arguments.of("apply -f no-such-file", "the path \"no-such-file\" does not exist"),
        Arguments.of(
            "apply -f x --order=alphabet",
            "invalid --order value \"alphabet\"; must be dependencies or input"),
        Arguments.of(
            "apply -f x --concurrency=0", "invalid --concurrency value \"0\"; must be at least 1"));
  }

  @ParameterizedTest
  @MethodSource({"usage", "values"})
  void refusesBeforeAnythingIsDone(String args, String message) {
    assertRan(setting.run(args.split(" ", -1)), 1, "", "error: " + message + "\n");
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void saysTheFirstThingThatIsWrongInKubectlsOrder() {
    assertThat(setting.run("apply", "x", "--dry-run=maybe").err()).contains("Unexpected args");
    assertThat(setting.run("apply", "--dry-run=maybe").err()).contains("Invalid dry-run");
    assertThat(setting.run("apply", "--validate=x").err()).contains("must specify one of");
    assertThat(setting.run("apply", "-f", "x", "--validate=x", "-k", "d").err())
        .contains("validate option");
  }

  @Test
  void wantsObjects() {
    assertRan(apply(""), 1, "", "error: no objects passed to apply\n");
    assertRan(apply(C, "-l", "l=1"), 1, "", "error: no objects passed to apply\n");
    assertRan(apply(C + S, "-l", "l=1"), 0, "secret/s created\n", "");
  }

  @Test
  void goesOnAfterABadDocument() {
    assertRan(apply(BROKEN + C), 1, "configmap/c created\n", BROKEN_ERROR);
    assertRan(apply(BROKEN), 1, "", BROKEN_ERROR);
  }

  @Test
  void knowsTheKindsOfTheCluster() {
    String bogus = C.replace("\"v1\"", "\"nope.io/v1\"").replace("ConfigMap", "Bogus");
    assertRan(
        apply(bogus + C),
        1,
        "configmap/c created\n",
        "error: STDIN:1: Bogus c: no matches for kind \"Bogus\" in version \"nope.io/v1\"; "
            + "ensure CRDs"
            + " are installed first\n");
  }

  @Test
  void placesObjects() {
    cluster.putNamespace("bar").putNamespace("foo");
    String other = C.replace("\"name\"", "\"namespace\":\"bar\",\"name\"");
    assertRan(apply(other), 0, "configmap/c created\n", "");
    assertRan(
        apply(other + C + NS, "-n", "foo"),
        1,
        "configmap/c created\nnamespace/n created\n",
        "error: STDIN:1: ConfigMap bar/c: the namespace from the provided object \"bar\" does not "
            + "match the"
            + " namespace \"foo\". You must pass '--namespace=bar' to perform this operation.\n");
    assertThat(cluster.objects.keySet())
        .filteredOn(key -> key.startsWith("configmaps") || key.endsWith("/n"))
        .containsExactlyInAnyOrder("configmaps bar/c", "configmaps foo/c", "namespaces /n");
    assertThat(LastApplied.encode(cluster.object("namespaces /n")))
        .as("an object of the whole cluster has no namespace")
        .doesNotContain("\"x\"");
  }

  @Test
  void wantsNames() {
    String generated = C.replace("\"name\":\"c\"", "\"generateName\":\"g-\"");
    String unnamed = C.replace("\"name\":\"c\"", "");
    assertRan(
        apply(generated + unnamed),
        1,
        "",
        """
        error: STDIN:1: ConfigMap: from g-: cannot use generate name with apply; give \
        metadata.name, or use `kubectl create`
        error: STDIN:2: ConfigMap: resource name may not be empty; give metadata.name
        """);
    assertThat(cluster.requests).containsExactly("CLOSE");
  }

  @Test
  void dryRuns() {
    assertRan(apply(C, "--dry-run=client"), 0, "configmap/c created (dry run)\n", "");
    assertRan(apply(C, "--dry-run=server"), 0, "configmap/c created (server dry run)\n", "");
    assertThat(cluster.objects).containsOnlyKeys("namespaces /default");
    assertRan(
        apply(C, "--dry-run"),
        0,
        "configmap/c created (dry run)\n",
        "Warning: --dry-run is deprecated and can be replaced with --dry-run=client.\n");
    assertRan(
        apply(C, "--dry-run=false"),
        0,
        "configmap/c created\n",
        "Warning: --dry-run=false is deprecated (boolean value) and can be replaced with"
            + " --dry-run=none.\n");
    assertRan(apply(C, "--dry-run=client"), 0, "configmap/c unchanged (dry run)\n", "");
    assertRan(apply(C, "--dry-run=client", "-o", "name"), 0, "configmap/c\n", "");
  }

  @Test
  void doesAsKubectlOnRequest() {
    String explicit = C.replace("\"name\"", "\"creationTimestamp\":null,\"name\"");
    apply(explicit);
    String configured = "configmap/c configured\n";
    assertRan(apply(explicit), 0, "configmap/c unchanged\n", "");
    assertRan(apply(explicit, "--compat=kubectl"), 0, configured, "");
    Ran.Setting compat = setting.with(Map.of("JAPPLY_COMPAT", "kubectl")).reading(explicit);
    assertRan(compat.run("apply", "-f", "-"), 0, configured, "");
  }

  @Test
  void reportsConflictsInsteadOfOverwriting() {
    apply(C + S);
    cluster.objects.replaceAll((key, live) ->
        key.startsWith("secrets")
            ? live.with("stringData", dev.japply.tree.Json.parse("{\"p\":\"theirs\"}"))
            : live.with("data", dev.japply.tree.Json.parse("{\"k\":\"theirs\"}")));
    Ran ran =
        apply(C.replace("\"a\"", "\"b\"") + S.replace("hunter22", "mine"), "--overwrite=false");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains(
            "error: STDIN:1: ConfigMap default/c: data.k: the manifest has \"b\", which conflicts "
                + "with changes"
                + " made from original to current: live is \"theirs\", last applied was \"a\"; "
                + "write")
        .doesNotContain("hunter22")
        .doesNotContain("mine");
    assertRan(apply(C), 0, "configmap/c configured\n", "");
    assertRan(apply(C, "--overwrite=false"), 0, "configmap/c unchanged\n", "");
  }

  @Test
  void checksTheSizeOfTheAnnotation() {
    String large = C.replace("\"a\"", "\"" + "x".repeat(262_144) + "\"");
    Ran ran = apply(large);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .startsWith(
            "error: STDIN:1: ConfigMap default/c: metadata.annotations: Too long: may not be more"
                + " than 262144 bytes, but they take 262310, of which "
                + LastApplied.KEY
                + " takes 262310; ");
    assertThat(cluster.requests).containsExactly("GET default/c", "CLOSE");
  }

  @Test
  void showsRequestsWithoutSecrets() {
    Ran ran = apply(S, "-v");
    assertThat(ran.err()).startsWith("Secret default/s: POST {").contains("\"p\":\"***\"");
    assertThat(ran.err() + apply(S.replace("hunter22", "else"), "-v").err())
        .doesNotContain("hunter22")
        .contains("PATCH")
        .doesNotContain("else");
  }

  @Test
  void showsRequestsAsVerboselyAsTold() {
    assertThat(apply(C, "-v=0").err()).isEmpty();
    assertThat(apply(C.replace("\"c\"", "\"d\""), "-v=3").err()).hasLineCount(1);
    assertThat(apply(C.replace("\"c\"", "\"e\""), "-v=4").err())
        .contains("POST {\n    \"apiVersion\": \"v1\",\n");
    assertThat(apply(C.replace("\"c\"", "\"f\""), "-v=6").err()).isEmpty();
  }

  @Test
  void sendsWhatTheFlagsSay() {
    apply(C, "--field-manager=me", "--validate=warn", "--dry-run=server");
    assertThat(cluster.options)
        .hasToString("[WriteOptions[fieldManager=me, fieldValidation=Warn, dryRun=true]]");
    apply(C);
    assertThat(cluster.options.getLast())
        .hasToString(
            "WriteOptions[fieldManager=kubectl-client-side-apply, fieldValidation=Strict, "
                + "dryRun=false]");
  }

  @Test
  void stopsWhenInterrupted() {
    String e = C.replace("\"c\"", "\"e\"");
    var stop = new CancellationSource();
    cluster.before("POST", stop::cancel);
    Ran ran = setting.stoppedBy(stop).reading(C + S + e).run("apply", "-f", "-", "--concurrency=1");
    assertRan(
        ran,
        130,
        "configmap/c created\n",
        "interrupted: 1 applied, 0 failed, 2 not tried (Secret default/s, ConfigMap default/e);"
            + " apply again to continue\n");
  }

  @Test
  void appliesNamespacesFirstAndPrintsThemInTheirPlaces() {
    String printed = "configmap/c created\nnamespace/n created\n";
    assertRan(apply(C + NS), 0, printed, "");
    assertThat(taken()).containsExactly("namespaces /n", "configmaps default/c");
    assertRan(apply(C + NS, "--order=input"), 0, printed, "");
    assertThat(taken()).containsExactly("configmaps default/c", "namespaces /n");
    assertRan(apply(C + NS, "--compat=kubectl"), 0, printed, "");
    assertThat(taken()).containsExactly("configmaps default/c", "namespaces /n");
  }

  /// What was created, in that order; it is there no longer.
  private List<String> taken() {
    var created = new ArrayList<>(cluster.objects.keySet());
    created.remove("namespaces /default");
    cluster.objects.keySet().removeAll(created);
    return created;
  }

  @Test
  void tellsOnceThatThereIsNoCluster() {
    cluster.before(
        "GET",
        () -> {
          throw new ClusterException(Kind.BROKEN, "Unable to connect to the server: EOF", "", null);
        });
    assertRan(
        apply(C),
        1,
        "",
        "error: STDIN:1: ConfigMap default/c: Unable to connect to the server: EOF\n");
  }

  @Test
  void helps() {
    assertThat(Ran.of().out()).contains("apply", "merge", "version", "Examples:");
    assertThat(Ran.of("apply", "--help").out())
        .contains("--dry-run=none|client|server", "Examples:");
    assertThat(Ran.of("version").out()).startsWith("japply ");
    assertThat(Ran.of("apply", "--help")).extracting(Ran::status, Ran::err).containsExactly(0, "");
  }
}
