package dev.japply.cli;

import dev.japply.diff.FilePair;
import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.Stop;
import dev.japply.manifest.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.report.DiffFiles;
import dev.japply.report.ProblemReporter;
import java.time.ZonedDateTime;
import java.util.List;
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
    var files = new DiffFiles(request.managedFields(), request.likeKubectl());
    var pairs = new FilePairs(files, ExternalDiff.wanted(world.console()));
    forecasts(request, pairs, events);
    if (stop.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (failed && request.likeKubectl()) {
      return ExitCode.DIFF_ERROR;
    }
    ExitCode compared = compared(request, pairs.inOrder());
    return failed && compared != ExitCode.INTERRUPTED ? ExitCode.DIFF_ERROR : compared;
  }

  private void tell(Event event, ProblemReporter problems) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    problems.accept(event);
  }

  private void forecasts(
      DiffRequest request, Consumer<Forecast> forecasts, Consumer<Event> events) {
    ManifestSet found = request.files().read(world.console());
    found.problems().stream().map(Event::about).forEach(events);
    List<KubeObject> chosen =
        found.objects().stream()
            .filter(object -> request.selector().matches(object.tree()))
            .toList();
    boolean empty = chosen.isEmpty() && !(request.prune().isPresent() && request.likeKubectl());
    boolean over = empty || (failed && request.likeKubectl());
    if (!over) {
      try (var progress = Progress.of(world.console(), true)) {
        world.onCluster(
            request.connection(),
            cluster -> {
              new DiffOnCluster(cluster, request, stop, progress)
                  .run(chosen, failed, forecasts, events);
              return true;
            });
      }
    }
  }

  private ExitCode compared(DiffRequest request, List<FilePair> pairs) {
    if (ExternalDiff.wanted(world.console())) {
      var external = ExternalDiff.of(world.console(), request.likeKubectl());
      return external.run(world, stop, pairs);
    }
    ZonedDateTime now = ZonedDateTime.now(world.clock());
    boolean colours = world.console().colours();
    for (FilePair pair : pairs) {
      world.console().out().diff(pair.unified(now), colours);
    }
    return pairs.stream().allMatch(FilePair::same) ? ExitCode.OK : ExitCode.FAILED;
  }
}
