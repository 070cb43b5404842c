package dev.japply.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.object.SecretForms;
import dev.japply.report.ReportFormat;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One law: whatever the command, the format, the failure and the form in which a Secret is
/// written, its values are in no output, file, cache or log. To extend it, add a row to one of the
/// tables.
@Tag("generated")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class SecretLawTest extends OnPlayedApi {
  private static final String VALUE = "n0t-4-y0ur-eyes";
  private static final String LIVE = "0lder-th4n-that";
  private static final String APPLIED = "4pplied-1ong-ago";

  /// The shortest part of a value that is hidden in texts of servers.
  private static final int PART = 8;

  private static final List<String> SOUGHT = sought();

  /// One way of writing a Secret.
  ///
  /// @param files the files of the input, by name; one that is `kustomization.yaml` is built
  /// @param known the values that a server may quote, since japply sends or reads them
  /// @param target the field of a ConfigMap into which the value is copied
  record Form(String name, Map<String, String> files, List<String> known, String target) {
    Form(String name, Map<String, String> files) {
      this(name, files, List.of(VALUE, LIVE), "data");
    }

    Form knowing(String... values) {
      return new Form(name, files, List.of(values), target);
    }

    Form into(String field) {
      return new Form(name, files, known, field);
    }

    String input(Path directory) {
      return files.containsKey("kustomization.yaml") ? "-k " + directory : "-f " + directory;
    }

    Form with(String part, String other) {
      String secret = files.getOrDefault("s.yaml", "");
      assertThat(secret).contains(part);
      return new Form(name, Map.of("s.yaml", secret.replace(part, other)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /// One way of running japply. `INPUT` stands for the flag that names the input, `OUT` for a
  /// directory, and `KEPT` for one whose files may have the values.
  private record Command(String line, boolean reports) {
    static Command of(String line) {
      return new Command(line, false);
    }

    static Command reporting(String line) {
      return new Command(line, true);
    }
  }

  private static final List<String> FORMATS = ReportFormat.names();

  /// Commands, which `;` separates where one reads what another wrote.
  private static final List<Command> COMMANDS =
      List.of(
          Command.reporting("diff INPUT -v=10"),
          Command.reporting("diff INPUT --local --why"),
          Command.of("diff INPUT --server-side"),
          Command.of("diff INPUT --show-metadata --show-managed-fields"),
          Command.of("diff INPUT --prune -l !none"),
          Command.reporting("why INPUT --show=all"),
          Command.of("why INPUT -o json --show=all"),
          Command.of("why INPUT --local --show=ours"),
          Command.of("why secret s"),
          Command.of("why secret s -o json"),
          Command.reporting("plan INPUT --out OUT/plan"),
          Command.of("plan INPUT -o json --local"),
          Command.reporting("plan INPUT --out OUT/plan; show OUT/plan -o json"),
          Command.of("plan INPUT --out OUT/plan; show OUT/plan"),
          Command.reporting("plan INPUT --out OUT/plan; apply INPUT --plan=OUT/plan"),
          Command.reporting("plan INPUT --prune -l !none --out OUT/plan; show OUT/plan"),
          Command.of("plan INPUT --prune -l !none --out OUT/plan; apply INPUT --plan=OUT/plan"),
          Command.of("snapshot INPUT --out OUT/snapshot; diff INPUT --live=OUT/snapshot"),
          Command.of("snapshot INPUT --out OUT/snapshot; why INPUT --live=OUT/snapshot"),
          Command.of("ready INPUT --wait-timeout=0"),
          Command.of("apply INPUT --dry-run=client -v=10"),
          Command.of("apply INPUT --dry-run=server"),
          Command.of("apply INPUT --server-side --dry-run=server"),
          Command.of("apply INPUT --overwrite=false"),
          Command.of("set-last-applied INPUT --create-annotation"),
          Command.of("release INPUT data.p"),
          Command.of("release INPUT spec.template.stringData.p"),
          Command.reporting("apply INPUT -v=10"),
          Command.of("apply INPUT --prune -l !none"),
          Command.of("apply INPUT --server-side -v=10"),
          Command.of("apply INPUT --force"),
          Command.reporting("check INPUT"),
          Command.reporting("diff INPUT --server-side --why"),
          Command.of("why INPUT --server-side --show=all"),
          Command.of("why INPUT --server-side --show=all -o json"),
          Command.of("apply INPUT --server-side --take=data.p --leave=manager=m"),
          Command.of("apply INPUT --undo-file OUT/undo --undo-secrets=false; show OUT/undo"),
          Command.of("apply INPUT --undo-file KEPT/undo; show KEPT/undo; show KEPT/undo -o json"),
          Command.reporting("apply INPUT --undo-file KEPT/undo; undo KEPT/undo --dry-run=server"),
          Command.of("apply INPUT --undo-file KEPT/undo; undo KEPT/undo --yes -v=10"),
          Command.of("apply INPUT --force --undo-file KEPT/undo; undo KEPT/undo --yes --take"),
          Command.of("apply INPUT --prune -l !none --undo-file KEPT/undo; show KEPT/undo -o json"),
          Command.of("apply INPUT --server-side --undo-on-failure --undo-file KEPT/undo"));

  private static Form manifest(String name, String text) {
    return new Form(name, Map.of("s.yaml", filled(text)));
  }

  private static Form built(String name, String... files) {
    var all = new LinkedHashMap<String, String>();
    all.put("kustomization.yaml", filled(files[0]));
    for (int i = 1; i < files.length; i += 2) {
      all.put(files[i], filled(files[i + 1]));
    }
    return new Form(name, all);
  }

  private static String filled(String text) {
    return text.replace("VALUE", VALUE)
        .replace("BASE64", base64(VALUE))
        .replace("HEAD", "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  static Stream<Form> forms() {
    return Stream.of(plain(), odd(), generated(), copied()).flatMap(List::stream);
  }

  private static List<Form> plain() {
    return List.of(
        manifest("text", "HEADstringData: {p: VALUE}\n"),
        manifest("base64", "HEADdata: {p: BASE64}\n"),
        manifest("block", "HEADstringData:\n  p: |\n    VALUE\n"),
        manifest("folded base64", "HEADdata:\n  p: >-\n    BASE64\n"),
        manifest("quoted", "HEADstringData:\n  \"p\": \"VALUE\"\n"),
        manifest("misspelt field", "HEADstrinData: {p: VALUE}\n"),
        manifest("wrong type", "HEADdata: [BASE64]\n"),
        manifest("text in place of a map", "HEADdata: BASE64\n"),
        manifest("no base64", "HEADdata: {p: VALUE}\n"),
        manifest(
            "repeated by an annotation",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s, annotations: {note: is VALUE}}\n"
                + "stringData: {p: VALUE}\n"),
        manifest(
            "JSON",
            "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},"
                + "\"stringData\":{\"p\":\"VALUE\"}}"),
        manifest(
            "list",
            "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name:"
                + " s}, stringData: {p: VALUE}}\n"),
        manifest(
            "list of Secrets",
            "apiVersion: v1\nkind: SecretList\nitems:\n- {apiVersion: v1, kind: Secret, metadata:"
                + " {name: s}, stringData: {p: VALUE}}\n"),
        manifest(
            "within another object",
            "apiVersion: v1\n"
                + "kind: Widget\n"
                + "metadata: {name: w}\n"
                + "spec: {template: {apiVersion: v1, kind: Secret, metadata: {name: t},"
                + " stringData: {p: VALUE}}}\n"));
  }

  private static List<Form> odd() {
    return List.of(
        manifest(
            "anchored kind",
            "apiVersion: v1\nkind: &k Secret\nmetadata: {name: s, labels: {k: *k}}\n"
                + "stringData: {p: VALUE}\n"),
        manifest("tagged kind", "HEADdata: {p: BASE64}\n")
            .with("kind: Secret", "kind: !!str Secret"),
        manifest("quoted kind", "HEADdata: {p: BASE64}\n")
            .with("kind: Secret", "'kind': \"S\\x65cret\""),
        manifest("kind that is an alias", "HEADdata: {p: BASE64}\n")
            .with("apiVersion: v1\nkind: Secret", "type: &k Secret\napiVersion: v1\nkind: *k"),
        manifest("complex key", "HEADdata: {p: BASE64}\n").with("kind: Secret", "? kind\n: Secret"),
        manifest("block kind", "HEADdata: {p: BASE64}\n")
            .with("kind: Secret", "kind: >-\n  Secret"),
        manifest(
            "merged in", "HEADx: &v {p: VALUE, q: BASE64}\nstringData:\n  <<: *v\n  r: other\n"),
        manifest(
            "merged from an annotation",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s, annotations: &v {note: VALUE}}\n"
                + "stringData:\n  <<: *v\n"),
        manifest(
            "merged whole",
            "x: &v {apiVersion: v1, kind: Secret, stringData: {p: VALUE}}\n<<: *v\n"
                + "metadata: {name: s}\n"),
        manifest("alias", "HEADx: &v VALUE\nstringData: {p: *v, q: *v}\n"),
        manifest("first of two keys", "HEADstringData:\n  p: VALUE\n  p: other\n").knowing(LIVE),
        manifest("first of two maps", "HEADstringData: {p: VALUE}\nstringData: {p: other}\n")
            .knowing(LIVE),
        manifest("last of two kinds", "kind: ConfigMap\nHEADstringData: {p: VALUE}\n"),
        manifest("comment", "HEADstringData: {p: VALUE} # was VALUE\n"),
        manifest("second document", "# only this\n---\nHEADstringData: {p: VALUE}\n"));
  }

  private static List<Form> generated() {
    String generator =
        "generatorOptions: {disableNameSuffixHash: true}\nsecretGenerator:\n- name: s\n  ";
    return List.of(
        built("literals", generator + "literals: [p=VALUE]\n"),
        built("quoted literal", generator + "literals: ['p=\"VALUE\"']\n"),
        built("env file", generator + "envs: [env]\n", "env", "p=VALUE\n"),
        built("old env file", generator + "env: env\n", "env", "p=VALUE\n"),
        built("file", generator + "files: [p=value]\n", "value", "VALUE"),
        built("file of a line", generator + "files: [value]\n", "value", "VALUE\n"),
        built(
            "merged generator",
            generator + "behavior: merge\n  literals: [p=VALUE]\nresources: [s.yaml]\n",
            "s.yaml",
            "HEADstringData: {q: VALUE}\n"),
        built("generator with an anchor", "x: &v [p=VALUE]\n" + generator + "literals: *v\n"),
        built(
            "generator in a file",
            "generators: [g.yaml]\n",
            "g.yaml",
            "apiVersion: builtin\nkind: SecretGenerator\nmetadata: {name: s}\n"
                + "literals: [p=VALUE]\noptions: {disableNameSuffixHash: true}\n"),
        built(
            "strategic patch",
            "resources: [s.yaml]\npatches:\n- patch: |\n    apiVersion: v1\n    kind: Secret\n"
                + "    metadata: {name: s}\n    stringData: {p: VALUE}\n",
            "s.yaml",
            "HEADdata: {q: ''}\n"),
        built(
            "JSON patch",
            "resources: [s.yaml]\npatches:\n- target: {kind: Secret}\n  patch: |\n"
                + "    [{op: add, path: /data/p, value: BASE64}]\n",
            "s.yaml",
            "HEADdata: {q: ''}\n"));
  }

  /// A replacement, or a variable, puts the value elsewhere.
  private static List<Form> copied() {
    return List.of(
        copy("replaced", "stringData.p", "data.p", "", ""),
        copy("replaced base64", "data.b", "data.p", "", ""),
        copy(
            "replaced in part",
            "stringData.p",
            "data.p",
            "",
            ", options: {delimiter: ' ', index: 1}"),
        copy(
            "replaced by a part",
            "stringData.q",
            "data.p",
            ", options: {delimiter: '/', index: 1}",
            ""),
        copy("replaced in an annotation", "stringData.p", "metadata.annotations.p", "", "")
            .into("annotations"),
        built(
                "replaced, and then patched",
                "resources: [base]\n"
                    + "namePrefix: x-\n"
                    + "patches:\n"
                    + "- patch: |\n"
                    + "    {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {other:"
                    + " more}}\n",
                "base/kustomization.yaml",
                replacement("stringData.p", "data.p", "", ""),
                "base/s.yaml",
                SOURCE,
                "base/c.yaml",
                TARGET)
            .knowing(VALUE),
        built(
            "replaced twice",
            replacement("stringData.p", "data.p", "", "")
                + "- {source: {kind: ConfigMap, fieldPath: data.p}, targets: [{select: {kind:"
                + " ConfigMap}, fieldPaths: [data.q], options: {create: true}}]}\n",
            "s.yaml",
            SOURCE,
            "c.yaml",
            TARGET),
        built(
            "variable",
            "resources: [s.yaml, c.yaml]\n"
                + "vars:\n"
                + "- name: V\n"
                + "  objref: {apiVersion: v1, kind: Secret, name: s}\n"
                + "  fieldref: {fieldpath: stringData.p}\n"
                + "configurations: [v.yaml]\n",
            "v.yaml",
            "varReference:\n- {kind: ConfigMap, path: data}\n",
            "s.yaml",
            SOURCE,
            "c.yaml",
            TARGET.replace("old text", "it is $(V)")));
  }

  private static final String SOURCE =
      "HEADstringData: {p: VALUE, q: host/VALUE}\ndata: {b: BASE64}\n";
  private static final String TARGET =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, annotations: {p: old}}\n"
          + "data: {p: old text}\n";

  private static Form copy(String name, String from, String to, String source, String target) {
    return built(name, replacement(from, to, source, target), "s.yaml", SOURCE, "c.yaml", TARGET);
  }

  private static String replacement(String from, String to, String source, String target) {
    return ("resources: [s.yaml, c.yaml]\n"
            + "replacements:\n"
            + "- {source: {kind: Secret, fieldPath: %s%s}, targets: [{select: {kind:"
            + " ConfigMap}, fieldPaths: [%s]%s}]}\n")
        .formatted(from, source, to, target);
  }

  private static String live(String name, String kind, String data, String applied) {
    return live(name, kind, "data", data, applied);
  }

  private static String live(String name, String kind, String field, String value, String applied) {
    String head = "{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"";
    String annotation = head.formatted(kind, name) + "},\"" + field + "\":" + applied + "}";
    return head.formatted(kind, name)
        + ",\"namespace\":\"default\",\"uid\":\"u-"
        + name
        + "\",\"resourceVersion\":\"1\",\"annotations\":"
        + "{\"kubectl.kubernetes.io/last-applied-configuration\":"
        + GoJson.write(Value.text(annotation))
        + "},\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
        + "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\"f:p\":{}}}}]},\""
        + field
        + "\":"
        + value
        + "}";
  }

  /// Objects as an earlier version of the manifests left them.
  private void putLive(Form form) {
    api.acceptAll();
    api.put(
        "/api/v1/namespaces/default/secrets/s",
        live("s", "Secret", data(base64(LIVE)), data(base64(APPLIED))));
    api.put(
        "/api/v1/namespaces/default/widgets/w",
        live("w", "Widget", "spec", template(LIVE), template(APPLIED)));
    api.put(
        "/api/v1/namespaces/default/configmaps/c",
        form.target().equals("data")
            ? live("c", "ConfigMap", data(LIVE), data(APPLIED))
            : live("c", "ConfigMap", data("old"), data("old"))
                .replaceFirst("\"annotations\":\\{", "$0\"p\":\"" + LIVE + "\","));
  }

  /// A Secret within another object.
  private static String template(String value) {
    return "{\"template\":{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"t\"},"
        + "\"stringData\":"
        + data(value)
        + "}}";
  }

  private static String data(String value) {
    return "{\"p\":\"" + value + "\"}";
  }

  /// Failures, each with a text of the server that quotes values.
  private enum Failure {
    NONE,
    REFUSED,
    REFUSED_BY_FIELD,
    CRASHED;

    void arrange(PlayedApi api, String quoted) {
      String invalid = PlayedApi.status(422, "Invalid", "Secret \"s\" is invalid: " + quoted);
      String causes =
          ",\"details\":{\"causes\":[{\"field\":\"data[p]\",\"reason\":\"FieldValueInvalid\","
              + "\"message\":"
              + GoJson.write(Value.text("Invalid value: " + quoted))
              + "}]}}";
      String answer =
          switch (this) {
            case NONE -> "";
            case REFUSED -> invalid;
            case REFUSED_BY_FIELD -> invalid.substring(0, invalid.length() - 1) + causes;
            case CRASHED -> "panic: " + quoted;
          };
      for (int i = 0; i < 8 && this != NONE; i++) {
        api.refuse(body -> answer);
      }
    }
  }

  /// A text that quotes `value` in all forms, and parts of it.
  private static String quoted(String value) {
    var all = new ArrayList<>(SecretForms.of(value).values());
    all.add("begins with " + value.substring(0, PART));
    all.add("has " + value.substring(2, 2 + PART) + " in it");
    all.add("ends with " + value.substring(value.length() - PART));
    all.add("got " + base64(value).substring(3, 3 + PART));
    return String.join(" | ", all);
  }

  /// One command with one failure.
  private record Run(Command command, Failure failure) {
    @Override
    public String toString() {
      return command.line() + " (" + failure + ")";
    }
  }

  private static List<Run> runs() {
    return COMMANDS.stream()
        .flatMap(command -> Stream.of(Failure.values()).map(failure -> new Run(command, failure)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void nothingHasTheValues(Form form) throws IOException {
    Path input = Files.createDirectory(directory.resolve("in"));
    for (var file : form.files().entrySet()) {
      Path path = input.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    List<String> forms = forms().map(Form::name).toList();
    var leaks = new LinkedHashSet<String>();
    for (Run run : Cases.share(runs(), forms.indexOf(form.name()), forms.size())) {
      Path out = Files.createTempDirectory(directory, "out");
      Path kept = Files.createTempDirectory(directory, "kept");
      for (String line : run.command().line().split("; ", -1)) {
        String filled =
            line.replace("INPUT", form.input(input))
                .replace("OUT", out.toString())
                .replace("KEPT", kept.toString());
        Program.Said said = run(form, run, filled, out);
        leaks(run + ", output", said.out()).forEach(leaks::add);
        leaks(run + ", errors", said.err()).forEach(leaks::add);
      }
      written(out).forEach((file, text) -> leaks(run + ", " + file, text).forEach(leaks::add));
    }
    Path cache = directory.resolve("c");
    if (Files.exists(cache)) {
      written(cache).forEach((file, text) -> leaks(file, text).forEach(leaks::add));
    }
    assertThat(leaks).isEmpty();
  }

  private Program.Said run(Form form, Run run, String line, Path out) throws IOException {
    putLive(form);
    // A server-side apply does not know what is live.
    boolean blind = line.contains("--server-side");
    run.failure()
        .arrange(
            api,
            form.known().stream()
                .filter(value -> !blind || value.equals(VALUE))
                .map(SecretLawTest::quoted)
                .collect(Collectors.joining(" | ")));
    var args = new ArrayList<>(Arrays.asList(line.split(" ")));
    for (String format : run.command().reports() ? FORMATS : List.<String>of()) {
      args.add("--report=" + format + "=" + out.resolve("report." + format));
    }
    return api.run(
        Map.of("GITHUB_STEP_SUMMARY", out.resolve("summary").toString()),
        "",
        args.toArray(String[]::new));
  }

  private static Map<String, String> written(Path folder) throws IOException {
    var written = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        written.put(folder.relativize(file).toString(), Files.readString(file, ISO_8859_1));
      }
    }
    return written;
  }

  /// The lines of `text` that give a value away.
  private static Stream<String> leaks(String where, String text) {
    return text.lines()
        .flatMap(
            line -> SOUGHT.stream().filter(line::contains).limit(1).map(part -> around(line, part)))
        .distinct()
        .map(found -> where + ": " + found);
  }

  private static String around(String line, String part) {
    int at = line.indexOf(part);
    return line.substring(Math.max(0, at - 60), Math.min(line.length(), at + part.length() + 20));
  }

  private static List<String> sought() {
    var sought = new ArrayList<String>();
    for (String value : List.of(VALUE, LIVE, APPLIED)) {
      sought.addAll(SecretForms.of(value).values());
      for (String whole : List.of(value, base64(value))) {
        IntStream.rangeClosed(0, whole.length() - PART)
            .forEach(at -> sought.add(whole.substring(at, at + PART)));
      }
    }
    return sought;
  }
}
