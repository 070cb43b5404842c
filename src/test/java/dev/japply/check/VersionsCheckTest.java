package dev.japply.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.ReleaseSpan;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.schema.BuiltinSchemas;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The findings of a check for several versions are those of the checks for each version.
@Tag("generated")
class VersionsCheckTest {
  private static final int CASES = 20_000;

  /// The objects that are checked together, which refer to and repeat each other.
  private static final int TOGETHER = 20;

  private static final Pattern LEAVING = Pattern.compile("is gone in Kubernetes 1\\.[0-9]+$");

  private static final List<KubeObject> DEFINITIONS = Trees.objects("custom.yaml");

  /// Objects with what only some versions have.
  private static final String CHANGING =
      """
      {apiVersion: networking.k8s.io/v1beta1, kind: IPAddress, metadata: {name: 10.0.0.1},
        spec: {parentRef: {resource: services, name: s}}}
      ---
      {apiVersion: networking.k8s.io/v1beta1, kind: ServiceCIDR, metadata: {name: s},
        spec: {cidrs: [10.0.0.0/24]}}
      ---
      {apiVersion: scheduling.k8s.io/v1alpha2, kind: PodGroup, metadata: {name: g}}
      ---
      {apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: g}}
      ---
      {apiVersion: storagemigration.k8s.io/v1, kind: StorageVersionMigration, metadata: {name: g}}
      ---
      {apiVersion: storage.k8s.io/v1beta1, kind: VolumeAttributesClass, metadata: {name: g},
        driverName: d}
      ---
      {apiVersion: lifecycle.k8s.io/v1alpha1, kind: EvictionRequest, metadata: {name: g}}
      ---
      {apiVersion: v1, kind: Service, metadata: {name: a},
        spec: {ports: [{port: 80}], externalIPs: [010.1.1.1, '::ffff:1.2.3.4']}}
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: a},
        spec: {workloadRef: {name: w, podGroup: g}, containers: [{name: a, image: b,
          volumeMounts: [{name: v, mountPath: /a, bindMountOptions: {}}]}],
          volumes: [{name: v, emptyDir: {mode: 1}}]}}
      """;

  /// The results of a check.
  ///
  /// @param each the problems of each object
  /// @param whole the problems of all
  private record Results(List<List<Problem>> each, List<Problem> whole) {
    Stream<List<Problem>> all() {
      return Stream.concat(each.stream(), Stream.of(whole));
    }
  }

  private static ManifestCheck.Options options(String version) {
    return new ManifestCheck.Options(version, false, List.of(), "shop", false);
  }

  private static Results several(List<String> versions, List<KubeObject> objects) {
    return several(new VersionsCheck(versions, options("")), objects);
  }

  private static Results several(VersionsCheck check, List<KubeObject> objects) {
    List<VersionsCheck.Single> all = objects.stream().map(check::check).toList();
    VersionsCheck.Input input = check.input(CustomDefinitions.of(DEFINITIONS), List.of(), all, all);
    List<VersionsCheck.Checked> checked =
        all.stream().map(each -> check.check(each, input)).toList();
    return new Results(
        checked.stream().map(VersionsCheck.Checked::problems).toList(),
        check.unchecked(checked, input));
  }

  /// A check for one version without the class that is under test.
  private record Alone(BuiltinSchemas types, ManifestCheck check) {
    static Alone of(String version) {
      BuiltinSchemas types = BuiltinSchemas.load(version);
      return new Alone(types, new ManifestCheck(types, options(version)));
    }

    List<List<Problem>> problems(List<KubeObject> objects) {
      List<ManifestCheck.Single> all = objects.stream().map(check::check).toList();
      var schemas = new TypeSchemas(types, CustomDefinitions.of(DEFINITIONS), List.of());
      ManifestCheck.Input input = check.input(schemas, all, all);
      return all.stream().map(each -> check.check(each, input).problems()).toList();
    }
  }

  private static List<KubeObject> changing() {
    return ManifestReader.read(List.of(Source.of("a.yaml", CHANGING))).objects();
  }

  private static List<List<KubeObject>> generated() {
    var objects = new ArrayList<KubeObject>();
    for (KubeObject object : changing()) {
      Variants.of(object).forEach(each -> objects.add(each.object()));
      objects.add(object);
    }
    var more = new ArrayList<KubeObject>();
    Stream.concat(Trees.objects().stream(), DEFINITIONS.stream())
        .forEach(object -> Variants.of(object).forEach(each -> more.add(each.object())));
    var random = new Random(Long.getLong("japply.seed", 1));
    Collections.shuffle(more, random);
    objects.addAll(more.subList(0, Math.min(more.size(), Cases.few(CASES))));
    Collections.shuffle(objects, random);
    var parts = new ArrayList<List<KubeObject>>();
    for (int i = 0; i < objects.size(); i += TOGETHER) {
      parts.add(objects.subList(i, Math.min(objects.size(), i + TOGETHER)));
    }
    return parts;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.34 1.35 1.36 1.37", "1.36 1.37", "1.34 1.37", "1.35 1.36"})
  void findsWhatTheChecksForEachVersionFind(String text) {
    List<String> versions = List.of(text.split(" "));
    List<Alone> checks = versions.stream().map(Alone::of).toList();
    var check = new VersionsCheck(versions, options(""));
    var leaving = new ArrayList<Problem>();
    for (List<KubeObject> objects : generated()) {
      Map<String, List<List<Problem>>> alone = new LinkedHashMap<>();
      for (int i = 0; i < versions.size(); i++) {
        alone.put(versions.get(i), checks.get(i).problems(objects));
      }
      List<List<Problem>> together = several(check, objects).each();
      for (int i = 0; i < objects.size(); i++) {
        int index = i;
        var expected = new TreeMap<String, List<String>>();
        alone.forEach((version, results) ->
            results.get(index).stream()
                .map(problem -> said(problem))
                .distinct()
                .forEach(said ->
                    expected.computeIfAbsent(said, none -> new ArrayList<>()).add(version)));
        List<Problem> found = together.get(i);
        var actual = new TreeMap<String, List<String>>();
        for (Problem problem : found) {
          if (isLeaving(problem)) {
            leaving.add(problem);
          } else {
            assertThat(actual.put(said(problem), versions(problem))).as("told once").isNull();
          }
        }
        assertThat(actual).as(objects.get(i).tree().toString()).isEqualTo(expected);
        assertThat(found)
            .isSortedAccordingTo((a, b) -> Integer.compare(a.origin().line(), b.origin().line()));
        found.stream()
            .filter(VersionsCheckTest::isLeaving)
            .forEach(problem -> assertLeaves(problem, found, versions));
      }
    }
    assertThat(leaving).isNotEmpty();
  }

  /// A field that goes away is an error in the version that the warning names, and in none of the
  /// versions of the warning.
  private static void assertLeaves(Problem warning, List<Problem> found, List<String> versions) {
    String next = "1." + warning.what().replaceAll(".*1\\.", "");
    assertThat(versions).contains(next);
    assertThat(versions(warning)).isNotEmpty().allMatch(version -> version.compareTo(next) < 0);
    String field = warning.what().replaceAll(": is gone.*| is gone.*", "");
    Predicate<Problem> isItsError =
        problem ->
            problem.severity() == Severity.ERROR
                && problem.what().contains(field)
                && versions(problem).contains(next)
                && Collections.disjoint(versions(problem), versions(warning));
    assertThat(found).as(warning.toString()).anyMatch(isItsError);
  }

  private static boolean isLeaving(Problem problem) {
    return problem.id() == WarningId.DEPRECATED_API && LEAVING.matcher(problem.what()).find();
  }

  /// What makes a problem the same in several versions.
  private static String said(Problem problem) {
    String what = problem.what().replaceAll("^Kubernetes 1\\.[0-9]+ has no", "Kubernetes has no");
    return problem.severity()
        + " "
        + problem.id()
        + " "
        + problem.origin()
        + " "
        + problem.subject()
        + ": "
        + what;
  }

  private static List<String> versions(Problem problem) {
    return Objects.requireNonNull(problem.versions(), problem::toString).versions();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.34", "1.35", "1.36", "1.37"})
  void aSingleVersionIsCheckedAsBefore(String version) {
    var check = new VersionsCheck(List.of(version), options(""));
    Alone alone = Alone.of(version);
    for (List<KubeObject> objects : generated()) {
      assertThat(several(check, objects).each()).isEqualTo(alone.problems(objects));
    }
  }

  @Test
  void tellsOfEachObjectWhichVersionsRefuseIt() {
    List<String> found =
        several(BuiltinSchemas.VERSIONS.reversed(), changing())
            .all()
            .flatMap(List::stream)
            .map(problem -> problem.movedTo(Origin.NONE).toString())
            .collect(Collectors.toList());
    assertThat(found)
        .contains(
            "IPAddress 10.0.0.1: networking.k8s.io/v1beta1 IPAddress is gone since Kubernetes 1.37"
                + " (refused from 1.37)",
            "IPAddress 10.0.0.1: networking.k8s.io/v1beta1 IPAddress is deprecated since Kubernetes"
                + " 1.34, and gone in 1.37",
            "PodGroup g: Kubernetes has no scheduling.k8s.io/v1alpha2 PodGroup (refused by 1.34,"
                + " 1.35, 1.37)",
            "PodGroup g: scheduling.k8s.io/v1alpha2 PodGroup is gone in Kubernetes 1.37",
            "PodGroup g: Kubernetes has no scheduling.k8s.io/v1beta1 PodGroup (refused by 1.34 to"
                + " 1.36)",
            "Service a: spec.externalIPs[0]: must not have leading zeros (refused from 1.36); write"
                + " 10.1.1.1",
            "Pod a: unknown field \"spec.workloadRef\" (refused by 1.34, 1.36, 1.37)",
            "Pod a: spec.workloadRef: is gone in Kubernetes 1.36",
            "Pod a: unknown field \"spec.volumes[0].emptyDir.mode\" (refused by 1.34 to 1.36)");
  }

  @Test
  void aHintForOneVersionIsForAll() {
    List<KubeObject> groups =
        changing().stream()
            .filter(
                object -> object.tree().text("apiVersion").endsWith("scheduling.k8s.io/v1beta1"))
            .toList();
    assertThat(Alone.of("1.36").problems(groups).getFirst().getFirst().hint())
        .isEqualTo("use apiVersion scheduling.k8s.io/v1alpha2");
    assertThat(several(List.of("1.36", "1.37"), groups).each().getFirst().getFirst().hint())
        .isEmpty();
  }

  @Test
  void aRemarkHasTheVersions() {
    List<String> all = List.of("1.34", "1.35", "1.36", "1.37");
    Problem error = Problem.error(Origin.NONE, "A", "b", "c");
    Problem warning = Problem.warning(WarningId.NULL_ITEM, Origin.NONE, "A", "b", "c");
    assertThat(
            Stream.of("1.34 1.35 1.36 1.37", "1.37", "1.35", "1.34 1.35", "1.34 1.36 1.37")
                .map(text -> new ReleaseSpan(List.of(text.split(" ")), all))
                .flatMap(span -> Stream.of(error.in(span), warning.in(span)))
                .map(Problem::toString))
        .containsExactly(
            "A: b (refused from 1.34); c",
            "A: b; c",
            "A: b (refused from 1.37); c",
            "A: b (from 1.37); c",
            "A: b (refused by 1.35); c",
            "A: b (in 1.35); c",
            "A: b (refused by 1.34 to 1.35); c",
            "A: b (in 1.34 to 1.35); c",
            "A: b (refused by 1.34, 1.36, 1.37); c",
            "A: b (in 1.34, 1.36, 1.37); c");
  }
}
