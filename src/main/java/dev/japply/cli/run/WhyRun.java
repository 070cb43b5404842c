package dev.japply.cli.run;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.edit.Found;
import dev.japply.edit.LiveObject;
import dev.japply.event.Event;
import dev.japply.execute.ResolvedObjects;
import dev.japply.execute.planning.Previewer;
import dev.japply.live.Cluster;
import dev.japply.manifest.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.WhyJson;
import dev.japply.report.WhyText;
import dev.japply.tree.Value.MapValue;
import dev.japply.why.Blame;
import dev.japply.why.ObjectStory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Carries out `japply why`: plans as `diff` does and tells the reasons, or tells who owns what of
/// live objects.
public final class WhyRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final List<MapValue> documents = new ArrayList<>();
  private boolean failed;

  public WhyRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  public ExitCode run(WhyRequest request) {
    switch (request) {
      case WhyRequest.OfManifests manifests -> tell(manifests);
      case WhyRequest.OfLive live -> tell(live);
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (request.json()) {
      context.console().data().print(WhyJson.document(documents));
      context.console().data().flush();
    }
    context.console().out().flush();
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  private void tell(WhyRequest.OfManifests request) {
    ProblemReporter problems = context.console().problems(request.requests());
    Consumer<Event> events = event -> report(event, problems);
    ManifestSet found = request.files().read(context.console());
    found.problems().stream().map(Event::about).forEach(events);
    var choice =
        ChosenObjects.of(found, request.selector(), request.options().planning().compatibility());
    choice.skipped().ifPresent(events);
    List<KubeObject> chosen = choice.objects();
    if (chosen.isEmpty()) {
      return;
    }
    try (var progress = Progress.of(context.console(), true)) {
      context.onCluster(
          request.connection(),
          cluster -> {
            boolean enforced = !request.connection().namespace().isEmpty();
            var namespace = new ResolvedObjects.Namespace(cluster.defaultNamespace(), enforced);
            new Previewer(cluster, request.options(), cancellation, progress)
                .run(namespace, chosen, planned -> tell(request, planned, events), events);
            return true;
          });
    }
  }

  private void report(Event event, ProblemReporter problems) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    problems.accept(event);
  }

  private void tell(WhyRequest.OfManifests request, PlannedObject planned, Consumer<Event> events) {
    if (planned.action() instanceof Action.Refused(List<Problem> problems)) {
      events.accept(new Event.Failed(planned.desired(), problems));
    }
    var story = ObjectStory.of(planned, request.printed().show(), request.options().fieldManager());
    story.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    if (request.json()) {
      documents.add(WhyJson.of(story));
    } else {
      context.console().out().print(WhyText.of(story));
    }
  }

  private void tell(WhyRequest.OfLive request) {
    ObjectChoice choice = request.object();
    Found found =
        context.onCluster(choice.connection(), (Cluster cluster) -> choice.find(context, cluster));
    for (LiveObject object : found.objects()) {
      KubeObject live = KubeObject.of(object.live(), Origin.NONE);
      List<Blame.Owned> owned =
          Blame.of(object.live()).stream()
              .filter(field -> isWithin(field.path().toString(), request.field()))
              .toList();
      if (request.json()) {
        documents.add(WhyJson.blame(live, owned));
      } else {
        context.console().out().print(WhyText.blame(live, request.field(), owned));
      }
    }
    found.problems().forEach(context.console().problems(Requests.HIDDEN)::print);
    failed |= !found.problems().isEmpty();
  }

  private static boolean isWithin(String path, String field) {
    return field.isEmpty()
        || path.equals(field)
        || path.startsWith(field + ".")
        || path.startsWith(field + "[");
  }
}
