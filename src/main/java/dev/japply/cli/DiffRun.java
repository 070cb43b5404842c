package dev.japply.cli;

import dev.japply.diff.FilePair;
import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.Forecaster;
import dev.japply.execute.Stop;
import dev.japply.execute.Targets;
import dev.japply.manifest.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.report.DiffColours;
import dev.japply.report.DiffFiles;
import dev.japply.report.ProblemReporter;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Carries out `japply diff`: read, connect, find out what each object would become, compare.
final class DiffRun {
  private final World world;
  private final Stop stop;
  private boolean failed;

  DiffRun(World world, Stop stop) {
    this.world = world;
    this.stop = stop;
  }

  ExitCode run(DiffRequest request) {
    ProblemReporter problems = world.console().problems(request.requests());
    Consumer<Event> events = event -> tell(event, problems);
    List<Forecast.Result> results = results(request, events);
    if (stop.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (failed && request.likeKubectl()) {
      return ExitCode.DIFF_ERROR;
    }
    var files = new DiffFiles(request.managedFields(), request.likeKubectl());
    ExitCode compared = compared(request, pairs(files, results));
    return failed && compared != ExitCode.INTERRUPTED ? ExitCode.DIFF_ERROR : compared;
  }

  private void tell(Event event, ProblemReporter problems) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    problems.accept(event);
  }

  private List<Forecast.Result> results(DiffRequest request, Consumer<Event> events) {
    ManifestSet found = request.files().read(world.console());
    found.problems().stream().map(Event::about).forEach(events);
    List<KubeObject> chosen =
        found.objects().stream()
            .filter(object -> request.selector().matches(object.tree()))
            .toList();
    boolean over = chosen.isEmpty() || (failed && request.likeKubectl());
    var results = new ArrayList<Forecast.Result>();
    for (Forecast forecast : over ? List.<Forecast>of() : forecasts(request, chosen, events)) {
      switch (forecast) {
        case Forecast.Result result -> results.add(result);
        case Forecast.Failed(KubeObject desired, List<Problem> problems) ->
            events.accept(new Event.Failed(desired, problems));
      }
    }
    return results;
  }

  private List<Forecast> forecasts(
      DiffRequest request, List<KubeObject> objects, Consumer<Event> events) {
    return world.onCluster(
        request.connection(),
        cluster -> {
          boolean enforced = !request.connection().namespace().isEmpty();
          var namespace = new Targets.Namespace(cluster.defaultNamespace(), enforced);
          return new Forecaster(cluster, request.options(), stop).run(namespace, objects, events);
        });
  }

  /// The files in the order in which diff finds them in a directory; of an object that stands in
  /// the input more than once, what is written last.
  private static List<FilePair> pairs(DiffFiles files, List<Forecast.Result> results) {
    var pairs = new TreeMap<String, FilePair>();
    for (Forecast.Result result : results) {
      FilePair pair = files.of(result);
      pairs.put(pair.name(), pair);
    }
    return List.copyOf(pairs.values());
  }

  private ExitCode compared(DiffRequest request, List<FilePair> pairs) {
    if (ExternalDiff.wanted(world.console())) {
      var external = ExternalDiff.of(world.console(), request.likeKubectl());
      return external.run(world, stop, pairs);
    }
    ZonedDateTime now = ZonedDateTime.now(world.clock());
    boolean colours = world.console().colours();
    for (FilePair pair : pairs) {
      String text = pair.unified(now);
      world.console().out().print(colours ? DiffColours.of(text) : text);
    }
    return pairs.stream().allMatch(FilePair::same) ? ExitCode.OK : ExitCode.FAILED;
  }
}
