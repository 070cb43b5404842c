package dev.japply.check;

import dev.japply.check.ManifestCheck.Found;
import dev.japply.check.ManifestCheck.SharedRules;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import dev.japply.problem.ReleaseSpan;
import dev.japply.problem.WarningId;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Checks manifests by the rules of one or several versions of Kubernetes. Each mistake is reported
/// once, with the versions that refuse it.
public final class VersionsCheck {
  private static final FieldPath VERSION = FieldPath.root().key("apiVersion");
  private static final FieldPath KIND = FieldPath.root().key("kind");

  private final List<String> versions;
  private final List<BuiltinSchemas> builtin;
  private final List<ManifestCheck> checks;

  /// @param versions the versions, such as `1.37`, the oldest first
  /// @param options the options for all versions; their own version does not matter
  public VersionsCheck(List<String> versions, ManifestCheck.Options options) {
    this.versions = List.copyOf(versions);
    this.builtin = versions.stream().map(BuiltinSchemas::load).toList();
    this.checks =
        IntStream.range(0, versions.size())
            .mapToObj(i -> new ManifestCheck(builtin.get(i), options.of(versions.get(i)), builtin))
            .toList();
  }

  /// An object that was checked without other objects, by each version.
  public record Single(List<ManifestCheck.Single> each) {
    public Single {
      each = List.copyOf(each);
    }

    /// Returns the result that has the most of the object.
    private ManifestCheck.Single fullest() {
      for (ManifestCheck.Single one : each) {
        if (!one.isDone()) {
          return one;
        }
      }
      return each.getFirst();
    }

    /// Returns the object; of a valid one only its identity, and the metadata if they matter.
    public KubeObject object() {
      return fullest().object();
    }

    /// Returns the identity, with the namespace of the options if the object names none.
    public ObjectKey key() {
      return each.getFirst().key();
    }

    /// Returns the namespace that the object names; empty if it names none.
    public String namespace() {
      return each.getFirst().namespace();
    }

    /// Whether the object is valid and has no annotations, and its labels do not matter.
    public boolean isBare() {
      return fullest().isBare();
    }

    /// Whether the object defines types.
    public boolean isDefinition() {
      return each.getFirst().isDefinition();
    }
  }

  /// The objects that are checked together, for each version.
  public record Input(List<ManifestCheck.Input> each) {
    public Input {
      each = List.copyOf(each);
    }
  }

  /// The result of one object.
  ///
  /// @param problems errors and warnings, by line
  /// @param untyped the versions that have no schema for it, unless that is an error
  public record Checked(Single single, List<Problem> problems, List<String> untyped) {
    public Checked {
      problems = List.copyOf(problems);
      untyped = List.copyOf(untyped);
    }

    /// Returns this result with other problems.
    public Checked with(List<Problem> others) {
      return new Checked(single, others, untyped);
    }

    public KubeObject object() {
      return single.object();
    }
  }

  /// Checks everything about an object that does not depend on other objects. Several threads may
  /// do so at the same time.
  public Single check(KubeObject object) {
    var rules = new SharedRules();
    return new Single(checks.stream().map(check -> check.check(object, rules)).toList());
  }

  /// Returns objects to be checked together.
  ///
  /// @param custom the types that definitions have
  /// @param published the documents of a cluster, for other types
  /// @param all all objects that `objects` may refer to
  public Input input(
      CustomDefinitions custom,
      List<SchemaDocument> published,
      List<Single> objects,
      List<Single> all) {
    return new Input(
        IntStream.range(0, versions.size())
            .mapToObj(i ->
                checks
                    .get(i)
                    .input(
                        new TypeSchemas(builtin.get(i), custom, published),
                        objects.stream().map(object -> object.each().get(i)).toList(),
                        all.stream().map(object -> object.each().get(i)).toList()))
            .toList());
  }

  /// Checks one of the objects in `input`. Several threads may do so at the same time.
  public Checked check(Single single, Input input) {
    var rules = new SharedRules();
    List<Found> found =
        IntStream.range(0, versions.size())
            .mapToObj(i -> checks.get(i).find(single.each().get(i), input.each().get(i), rules))
            .toList();
    List<String> untyped =
        IntStream.range(0, versions.size())
            .filter(i -> !found.get(i).hasSchema())
            .mapToObj(versions::get)
            .toList();
    if (found.stream().allMatch(each -> each.findings().isEmpty())) {
      return new Checked(single, List.of(), untyped);
    }
    KubeObject object = single.object();
    Stream<Problem> problems =
        versions.size() == 1
            ? found.getFirst().findings().stream().map(finding -> finding.of(object))
            : together(found, object);
    return new Checked(
        single,
        problems.sorted((a, b) -> Integer.compare(a.origin().line(), b.origin().line())).toList(),
        untyped);
  }

  /// A mistake without its hint: another version may have other values to choose from.
  private record Mistake(FieldPath path, String what, @Nullable WarningId warning) {}

  /// A mistake in the versions that refuse it. The hint is the one of the oldest, which newer ones
  /// usually take, too.
  private record Told(Finding finding, List<String> versions) {
    boolean isSoftening() {
      return finding.warning() == WarningId.DEPRECATED_API;
    }
  }

  private Stream<Problem> together(List<Found> found, KubeObject object) {
    Map<Mistake, Told> all = new LinkedHashMap<>();
    for (int i = 0; i < versions.size(); i++) {
      for (Finding finding : found.get(i).findings()) {
        var mistake = new Mistake(finding.path(), finding.what(), finding.warning());
        List<String> of =
            all.computeIfAbsent(mistake, none -> new Told(finding, new ArrayList<>())).versions();
        if (!of.contains(versions.get(i))) {
          of.add(versions.get(i));
        }
      }
    }
    List<Told> told = List.copyOf(all.values());
    return Stream.concat(told.stream(), told.stream().flatMap(each -> leaving(each, told, object)))
        .map(each -> each.finding().of(object).in(new ReleaseSpan(each.versions(), versions)));
  }

  /// Returns a warning about a field or a type that some versions have and a later one does not,
  /// unless its type has such a warning already.
  private Stream<Told> leaving(Told told, List<Told> all, KubeObject object) {
    List<String> without = told.versions();
    List<String> before =
        versions.subList(0, versions.indexOf(without.getLast())).stream()
            .filter(version -> !without.contains(version))
            .toList();
    FieldPath path = told.finding().path();
    boolean isType = path.equals(VERSION) || path.equals(KIND);
    if (!told.finding().isUnserved()
        || before.isEmpty()
        || (isType && all.stream().anyMatch(Told::isSoftening))) {
      return Stream.empty();
    }
    int last = versions.indexOf(before.getLast());
    String next = versions.get(last + 1);
    String start = isType ? name(object.gvk()) : path + ":";
    String what = start + " is gone in Kubernetes " + next;
    var warning = new Finding(path, what, "", WarningId.DEPRECATED_API);
    return Stream.of(new Told(warning, before));
  }

  private static String name(Gvk gvk) {
    return gvk.apiVersion() + " " + gvk.kind();
  }

  /// Returns a warning for each type without a schema, with the number of its objects.
  public List<Problem> unchecked(List<Checked> objects, Input input) {
    var all = new LinkedHashMap<Problem, List<String>>();
    for (int i = 0; i < versions.size(); i++) {
      String version = versions.get(i);
      List<Gvk> types =
          objects.stream()
              .filter(each -> each.untyped().contains(version))
              .map(each -> each.object().gvk())
              .toList();
      checks
          .get(i)
          .unchecked(types, input.each().get(i))
          .forEach(problem -> all.computeIfAbsent(problem, none -> new ArrayList<>()).add(version));
    }
    return all.entrySet().stream().map(entry -> in(entry.getKey(), entry.getValue())).toList();
  }

  /// Returns a problem that all versions have.
  public Problem inAll(Problem problem) {
    return in(problem, versions);
  }

  private Problem in(Problem problem, List<String> some) {
    return versions.size() == 1 ? problem : problem.in(new ReleaseSpan(some, versions));
  }
}
