package dev.japply.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.check.Variants.Variant;
import dev.japply.e2e.DryRuns;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.tree.GoJson;
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

  /// All keywords of a CustomResourceDefinition's schema.
  @Test
  void agreesAboutCustomResources() throws IOException {
    List<KubeObject> objects = Trees.objects("custom.yaml");
    KubeObject definition = objects.getFirst();
    cluster.kubectl(GoJson.write(definition.tree()), List.of("apply", "-f", "-")).orFail();
    cluster.kubectl("wait", "--for=condition=established", "crd/" + definition.name()).orFail();
    var types = new TypeSchemas(BuiltinSchemas.load(), CustomDefinitions.of(objects), List.of());
    Errors check =
        check(
            BuiltinSchemas.load(),
            types,
            new ManifestCheck.Options("1." + cluster.minor(), true, List.of(), "", false));
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
