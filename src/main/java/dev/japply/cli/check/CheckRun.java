package dev.japply.cli.check;

import dev.japply.apply.Event;
import dev.japply.check.CustomDefinitions;
import dev.japply.check.ManifestCheck;
import dev.japply.check.VersionsCheck;
import dev.japply.check.VersionsCheck.Checked;
import dev.japply.check.VersionsCheck.Single;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.InputOptions.Results;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.StoredFile.SnapshotFiles;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.Secrets;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.io.Parallel;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Compatibility;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.report.FailureRecorder;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.schema.SchemaDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs `japply check`: reads the manifests and checks them.
///
/// @param definitions the CustomResourceDefinitions of `--crds`
/// @param snapshot the file of `--live`; empty for none
/// @param versions the versions of Kubernetes whose rules apply, the oldest first
/// @param targets the reports to write
/// @param summarizes whether to print a summary after problems
record CheckRun(
    CommandContext context,
    Cancellation cancellation,
    InputOptions files,
    LabelSelector selector,
    Compatibility compatibility,
    List<KubeObject> definitions,
    String snapshot,
    List<String> versions,
    ManifestCheck.Options options,
    List<ReportTarget> targets,
    boolean summarizes) {
  CheckRun {
    definitions = List.copyOf(definitions);
    versions = List.copyOf(versions);
    targets = List.copyOf(targets);
  }

  ExitCode run() {
    var summary = new Summary(false, "");
    Reports reports = Reports.open(context, targets, Secrets.MASKED, cancellation);
    summary.printIf(false); // unless there is a problem
    return reports.around("check", summary, summarizes, () -> run(summary, reports));
  }

  private ExitCode run(Summary summary, Reports reports) {
    Reporter reporter = Reporter.all(summary, reports, context.console().problems(Requests.HIDDEN));
    var events = new FailureRecorder(event -> report(event, summary, reporter));
    var check = new VersionsCheck(versions, options);
    List<Results<Single>> inputs = read(check);
    List<Single> all = inputs.stream().flatMap(input -> input.all().stream()).toList();
    List<Problem> found = inputs.stream().flatMap(input -> input.problems().stream()).toList();
    Map<Boolean, List<Problem>> problems =
        found.stream().collect(Collectors.partitioningBy(CheckRun::isDuplicate));
    // A file may have nothing but comments. An empty pipe comes from a program that failed.
    boolean broken = found.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    if (all.isEmpty() && !broken && files.names().contains("-")) {
      throw new UsageException("no objects passed to check");
    }
    problems.getOrDefault(false, List.of()).stream().map(Event::about).forEach(events);
    List<Single> chosen = chosen(all, events);
    summary.expect(chosen.size());
    List<Problem> duplicates =
        new ArrayList<>(
            problems.getOrDefault(true, List.of()).stream()
                .map(CheckRun::asError)
                .map(check::inAll)
                .toList());
    CustomDefinitions types = customTypes(all);
    Set<Single> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    wanted.addAll(chosen);
    List<SchemaDocument> published = published();
    List<Checked> checked = new ArrayList<>();
    for (List<Single> together : together(inputs)) {
      List<Single> own =
          chosen.size() == all.size()
              ? together
              : together.stream().filter(wanted::contains).toList();
      VersionsCheck.Input input = check.input(types, published, own, together);
      checked.addAll(Parallel.map(own, each -> check.check(each, input)));
    }
    for (Checked object : checked) {
      Checked rest = withoutKnown(object, found);
      report(withDuplicates(rest, duplicates), summary, reports, events);
    }
    duplicates.stream().map(Event.Rejected::new).forEach(events);
    check.unchecked(checked, check.input(types, published, List.of(), List.of())).stream()
        .map(Event.Warned::new)
        .forEach(events);
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    return events.failed() ? ExitCode.FAILED : ExitCode.OK;
  }

  /// Reads the inputs. An error of one of several kustomizations is reported with the others.
  private List<Results<Single>> read(VersionsCheck check) {
    List<InputOptions> apart = files.apart();
    List<Results<Single>> read = new ArrayList<>();
    for (InputOptions each : apart) {
      try {
        read.add(each.readEach(context, cancellation, check::check));
      } catch (JapplyException e) {
        if (apart.size() == 1) {
          throw e;
        }
        read.add(new Results<>(List.of(), e.problems()));
      }
    }
    return read;
  }

  /// Returns the objects that are checked together. Kustomizations with a common object, such as
  /// one for tests and one for production, are never applied together.
  private static List<List<Single>> together(List<Results<Single>> inputs) {
    if (inputs.size() == 1) {
      return List.of(inputs.getFirst().all());
    }
    List<List<Single>> groups = new ArrayList<>();
    List<Set<ObjectKey>> keys = new ArrayList<>();
    for (Results<Single> input : inputs) {
      Set<ObjectKey> own = input.all().stream().map(Single::key).collect(Collectors.toSet());
      int group = 0;
      while (group < groups.size() && !Collections.disjoint(keys.get(group), own)) {
        group++;
      }
      if (group == groups.size()) {
        groups.add(new ArrayList<>());
        keys.add(new HashSet<>());
      }
      groups.get(group).addAll(input.all());
      keys.get(group).addAll(own);
    }
    return groups;
  }

  private List<Single> chosen(List<Single> all, Consumer<Event> events) {
    List<KubeObject> objects = new ArrayList<>();
    for (Single each : all) {
      if (!each.isBare()) {
        objects.add(each.object());
      }
    }
    var choice = SelectedObjects.of(new ManifestSet(objects, List.of()), selector, compatibility);
    choice.remark().ifPresent(events);
    if (choice.objects().size() == objects.size()) {
      return all;
    }
    Set<KubeObject> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
    chosen.addAll(choice.objects());
    return all.stream().filter(each -> each.isBare() || chosen.contains(each.object())).toList();
  }

  private static void report(Event event, Summary summary, Reporter reporter) {
    if (event instanceof Event.Rejected
        || event instanceof Event.Failed
        || event instanceof Event.Warned) {
      summary.printIf(true);
    }
    reporter.accept(event);
  }

  private static void report(
      Checked checked, Summary summary, Reports reports, Consumer<Event> events) {
    List<Problem> errors = new ArrayList<>();
    List<Problem> warnings = new ArrayList<>();
    for (Problem problem : checked.problems()) {
      (problem.severity() == Severity.ERROR ? errors : warnings).add(problem);
    }
    if (errors.isEmpty()) {
      summary.add(Summary.End.VALID, checked.single().namespace());
      if (reports.isWanted()) {
        reports.add(new ReportedObject(checked.object(), Summary.End.VALID, "", List.of()));
      }
    } else {
      events.accept(new Event.Failed(checked.object(), errors));
    }
    for (Problem warning : warnings) {
      events.accept(new Event.Warned(warning));
    }
  }

  /// Takes the keys that an object has twice out of `duplicates`, and adds them to its problems.
  private static Checked withDuplicates(Checked checked, List<Problem> duplicates) {
    if (duplicates.isEmpty()) {
      return checked;
    }
    KubeObject object = checked.object();
    List<Problem> own =
        duplicates.stream()
            .filter(problem -> problem.subject().equals(object.key().subject()))
            .filter(problem -> problem.origin().source().equals(object.origin().source()))
            .filter(problem -> problem.origin().line() >= object.origin().line())
            .toList();
    duplicates.removeAll(own);
    return checked.with(
        Stream.concat(checked.problems().stream(), own.stream())
            .sorted((a, b) -> Integer.compare(a.origin().line(), b.origin().line()))
            .toList());
  }

  /// Leaves out warnings of missing objects if the build has a warning of the same reference, which
  /// has its cause.
  private static Checked withoutKnown(Checked checked, List<Problem> known) {
    return checked.with(
        checked.problems().stream()
            .filter(problem -> known.stream().noneMatch(other -> isOfSameName(problem, other)))
            .toList());
  }

  private static boolean isOfSameName(Problem problem, Problem other) {
    String path = problem.what().split(": ", 2)[0];
    return problem.id() == WarningId.MISSING_REFERENCE
        && other.id() == WarningId.MISSING_REFERENCE
        && problem.subject().equals(other.subject())
        && other.what().startsWith(path + " ");
  }

  /// Whether a key is there twice. One that `<<` replaces is not: the server does not receive it.
  private static boolean isDuplicate(Problem problem) {
    return problem.id() == WarningId.DUPLICATE_KEY && problem.what().startsWith("duplicate key");
  }

  private static Problem asError(Problem warning) {
    return Problem.error(warning.origin(), warning.subject(), warning.what(), warning.hint());
  }

  private CustomDefinitions customTypes(List<Single> objects) {
    var defined = new ArrayList<>(definitions);
    objects.stream().filter(Single::isDefinition).map(Single::object).forEach(defined::add);
    return CustomDefinitions.of(defined);
  }

  private List<SchemaDocument> published() {
    ByteLimit limit = context.console().byteLimit();
    return snapshot.isEmpty() ? List.of() : SnapshotFiles.read(Path.of(snapshot), limit).schemas();
  }
}
