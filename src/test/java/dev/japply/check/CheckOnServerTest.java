package dev.japply.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.check.Variants.Variant;
import dev.japply.e2e.DryRuns;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sends changed objects to a server, and compares its answers with `check`.
@UsesTestCluster
@Tag("generated")
@Order(1)
class CheckOnServerTest {
  private static final int CASES = 10_000;

  /// Of the names, when not all are sent for each type.
  private static final int SHARES = 4;

  private static final String VARIANTS = System.getProperty("japply.check.variants", "");

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "a b",
          "550e8400-e29b-41d4-a716-446655440000",
          "550E8400E29B41D4A716446655440000",
          "1d",
          "1 day",
          "3 weeks and a bit",
          "5 parsecs",
          "P1D",
          "-1h",
          "1.5h",
          "0",
          "1",
          "1h2m3s",
          "1 H",
          "99999999999999999999s",
          "a@b",
          "a b <a@example.com>",
          "@",
          "1.2.3.4",
          "010.1.1.1",
          "1.2.3.400",
          "::1",
          "::ffff:1.2.3.4",
          "fe80::1%eth0",
          "10.0.0.5/24",
          "2026-01-02",
          "2026-02-30",
          "2026-1-2",
          "2026-01-02T03:04:05Z",
          "2026-01-02t03:04:05.123+01:00",
          "2026-01-02 03:04",
          "2026-01-02T25:00:00Z",
          "example.com.",
          "-a",
          "ä.example",
          "/path",
          "mailto:a",
          "https://[::1]/",
          "//a",
          "YWJj",
          "YWJ",
          "YW Jj",
          "🙂");

  private static final List<Value> NUMBERS =
      List.of(
          Value.number(0),
          Value.number(1),
          Value.number(2),
          Value.number(3),
          Value.number(-1),
          new Value.FloatValue(0.5),
          new Value.FloatValue(0.6),
          new Value.FloatValue(2.5),
          new Value.FloatValue(1e300));

  private final TestCluster cluster;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> falseAlarms = new ArrayList<>();
  private final List<String> missed = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();

  CheckOnServerTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  /// Returns the errors of an object.
  private interface Errors extends Function<KubeObject, List<Problem>> {}

  private static Errors check(BuiltinSchemas types, String version) {
    var schemas = new TypeSchemas(types, CustomDefinitions.NONE, List.of());
    return check(types, schemas, new ManifestCheck.Options(version, false, List.of(), "", false));
  }

  private static Errors check(
      BuiltinSchemas types, TypeSchemas schemas, ManifestCheck.Options options) {
    return object -> {
      var check = new ManifestCheck(types, options);
      List<ManifestCheck.Single> all = List.of(check.check(object));
      return errors(check.check(all.getFirst(), check.input(schemas, all, all)));
    };
  }

  private static List<Problem> errors(ManifestCheck.Checked checked) {
    return checked.problems().stream()
        .filter(problem -> problem.severity() == Severity.ERROR)
        .toList();
  }

  @Test
  void refusesNothingThatTheServerTakes() throws IOException {
    String version = "1." + cluster.minor();
    BuiltinSchemas types = BuiltinSchemas.load(version);
    Errors check = check(types, version);
    try (var server = new DryRuns(cluster)) {
      var variants = new ArrayList<Case>();
      for (KubeObject object : Trees.objects()) {
        Gvk type = object.gvk();
        if (server.serves(type)) {
          assertThat(check.apply(object)).as(object.key().toString()).isEmpty();
          Variants.of(object).forEach(each -> variants.add(new Case(type, each)));
        }
      }
      Collections.shuffle(variants, new Random(Long.getLong("japply.seed", 1)));
      for (Case each : variants.subList(0, Math.min(Cases.of(CASES), variants.size()))) {
        compare(server.create(each.type(), each.variant().object().tree()), check, each, "");
      }
    }
    write("");
    assertThat(counts).containsKeys("taken without error", "strict with error");
    assertThat(falseAlarms).isEmpty();
    assertThat(missed)
        .filteredOn(line -> line.startsWith("decoding") || line.startsWith("strict"))
        .isEmpty();
  }

  /// The rules for names differ from type to type, so that each name of each type is sent; in `make
  /// test` each type has some of the names.
  @Test
  void refusesNoNameThatTheServerTakes() throws IOException {
    String version = "1." + cluster.minor();
    Errors check = check(BuiltinSchemas.load(version), version);
    try (var server = new DryRuns(cluster)) {
      List<KubeObject> objects = Trees.objects();
      for (int i = 0; i < objects.size(); i++) {
        KubeObject object = objects.get(i);
        Gvk type = object.gvk();
        List<Variant> names =
            Variants.of(object).stream()
                .filter(each -> each.path().toString().equals("metadata.name"))
                .toList();
        for (Variant each :
            server.serves(type) ? Cases.share(names, i, SHARES) : List.<Variant>of()) {
          compare(server.create(type, each.object().tree()), check, new Case(type, each), ".names");
        }
      }
    }
    write(".names");
    assertThat(counts).containsKeys("taken without error", "values with error");
    assertThat(falseAlarms).isEmpty();
  }

  /// Serves the definition that comes first, and returns the check of the others.
  private Errors served(List<KubeObject> objects) throws IOException {
    KubeObject definition = objects.getFirst();
    cluster.kubectl(GoJson.write(definition.tree()), List.of("apply", "-f", "-")).orFail();
    cluster.awaitEstablished(definition.name());
    var types = new TypeSchemas(BuiltinSchemas.load(), CustomDefinitions.of(objects), List.of());
    return check(
        BuiltinSchemas.load(),
        types,
        new ManifestCheck.Options("1." + cluster.minor(), true, List.of(), "", false));
  }

  /// All keywords of a CustomResourceDefinition's schema.
  @Test
  void agreesAboutCustomResources() throws IOException {
    List<KubeObject> objects = Trees.objects("custom.yaml");
    Errors check = served(objects);
    try (var server = new DryRuns(cluster)) {
      for (KubeObject object : objects.subList(1, objects.size())) {
        Gvk type = object.gvk();
        server.await(type);
        DryRuns.Answer answer = server.create(type, object.tree());
        assertThat(answer.isTaken()).as(answer.message()).isTrue();
        assertThat(check.apply(object)).isEmpty();
        for (Variant each : Cases.some(Variants.of(object))) {
          compare(
              server.create(type, each.object().tree()), check, new Case(type, each), ".custom");
        }
      }
    }
    write(".custom");
    assertThat(counts).containsKeys("taken without error", "values with error");
    assertThat(falseAlarms).isEmpty();
    // The metadata and the kinds of objects within objects are left to the server.
    assertThat(missed)
        .filteredOn(line -> !line.matches("values: All (?:metadata|spec.template)\\..*"))
        .isEmpty();
  }

  /// Numbers, defaults and formats of texts. `check` takes a text that a server might take.
  @Test
  void takesTextsOfAllFormats() throws IOException {
    List<KubeObject> objects = Trees.objects("formats.yaml");
    Errors check = served(objects);
    KubeObject object = objects.getLast();
    Gvk type = object.gvk();
    try (var server = new DryRuns(cluster)) {
      server.await(type);
      assertThat(server.create(type, object.tree()).message()).isEmpty();
      assertThat(check.apply(object)).isEmpty();
      var variants = new ArrayList<>(Cases.some(Variants.of(object)));
      FieldPath spec = FieldPath.root().key("spec");
      for (var field : object.tree().map("spec").entries().entrySet()) {
        FieldPath path = spec.key(field.getKey());
        List<Value> values =
            field.getValue() instanceof Value.StringValue
                ? TEXTS.stream().map(text -> (Value) Value.text(text)).toList()
                : NUMBERS;
        for (Value value : values) {
          MapValue changed = (MapValue) Trees.with(object.tree(), path, value);
          variants.add(new Variant(KubeObject.of(changed, Origin.NONE), path, "set " + value));
        }
      }
      for (Variant each : variants) {
        compare(server.create(type, each.object().tree()), check, new Case(type, each), ".texts");
      }
    }
    write(".texts");
    assertThat(falseAlarms).isEmpty();
    assertThat(missed)
        .filteredOn(line -> line.matches("values: Text spec[.](half|over|step|map|filled|bare) .*"))
        .isEmpty();
  }

  /// Definitions with schemas that are not structural, or are wrong in other ways.
  @Test
  void refusesDefinitionsThatTheServerRefuses() throws IOException {
    String version = "1." + cluster.minor();
    Errors check = check(BuiltinSchemas.load(version), version);
    KubeObject definition = Trees.objects("definitions.yaml").getFirst();
    Gvk type = definition.gvk();
    try (var server = new DryRuns(cluster)) {
      assertThat(server.create(type, definition.tree()).message()).isEmpty();
      assertThat(check.apply(definition)).isEmpty();
      var variants =
          new ArrayList<>(
              Variants.of(definition).stream()
                  .filter(each -> each.path().toString().startsWith("spec"))
                  .toList());
      variants.addAll(SchemaVariants.of(definition));
      for (Variant each : Cases.some(variants)) {
        compare(
            server.create(type, each.object().tree()), check, new Case(type, each), ".definitions");
      }
    }
    write(".definitions");
    assertThat(counts).containsKeys("taken without error", "values with error");
    assertThat(falseAlarms).isEmpty();
    // Rules in CEL are left to the server, and limits that the type of a number cannot have.
    assertThat(missed)
        .filteredOn(
            line -> !line.contains("x-kubernetes-validations") && !line.contains("boundary value"))
        .isEmpty();
  }

  private record Case(Gvk type, Variant variant) {}

  /// Writes the results to the file that `-Djapply.check.report` names. `-Djapply.check.variants`
  /// names a directory for the objects and the answers, with which `src/make/check-peers` compares
  /// other programs.
  private void write(String suffix) throws IOException {
    if (!VARIANTS.isEmpty()) {
      Files.write(Path.of(VARIANTS + suffix, "answers.txt"), answers);
    }
    String report = System.getProperty("japply.check.report", "");
    if (!report.isEmpty()) {
      var lines = new ArrayList<String>();
      counts.forEach((key, count) -> lines.add(key + ": " + count));
      lines.addAll(falseAlarms);
      lines.addAll(missed);
      Files.write(Path.of(report + suffix), lines);
    }
  }

  private void compare(DryRuns.Answer answer, Errors check, Case each, String suffix)
      throws IOException {
    List<Problem> errors = check.apply(each.variant().object());
    String kind = kind(answer);
    if (!VARIANTS.isEmpty()) {
      Path directory = Files.createDirectories(Path.of(VARIANTS + suffix));
      String file = "%05d.json".formatted(answers.size());
      Files.writeString(directory.resolve(file), GoJson.write(each.variant().object().tree()));
      answers.add(file + " " + kind + (errors.isEmpty() ? " taken" : " refused"));
    }
    String name = each.type().kind() + " " + each.variant().path() + " " + each.variant().change();
    count(kind + (errors.isEmpty() ? " without error" : " with error"));
    if (answer.isTaken() && !errors.isEmpty()) {
      falseAlarms.add("false alarm: " + name + ": " + errors);
    }
    if (!answer.isTaken() && errors.isEmpty()) {
      missed.add(kind + ": " + name + ": " + answer.message().replace('\n', ' '));
    }
  }

  private void count(String key) {
    counts.merge(key, 1, Integer::sum);
  }

  /// Returns the part of the server that refuses an object.
  private static String kind(DryRuns.Answer answer) {
    if (answer.isTaken()) {
      return "taken";
    }
    if (answer.message().contains("strict decoding error")) {
      return "strict";
    }
    return switch (answer.status()) {
      case 400 -> "decoding";
      case 422 -> "values";
      default -> "others";
    };
  }
}
