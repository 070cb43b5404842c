package dev.japply.cli.why;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.OwnerSelection;
import dev.japply.plan.UnknownField;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.WhyJson;
import dev.japply.report.WhyText;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Optional;

/// Runs `japply why TYPE NAME`: prints the field managers of live objects.
///
/// @param field the field to explain; empty for all fields
/// @param part the part of the fields to show
/// @param json whether to print JSON instead of text
/// @param wide whether each field of a table is one line, however wide
/// @param secrets whether to show the values of Secrets
record OwnersRun(
    CommandContext context,
    Cancellation cancellation,
    ObjectSelection object,
    String field,
    OwnerSelection.Part part,
    boolean json,
    boolean wide,
    Secrets secrets) {

  ExitCode run() {
    var unknown = new ArrayList<Problem>();
    LookupResult found =
        context.onCluster(
            object.connection(),
            (Cluster cluster) -> {
              LookupResult objects = object.find(context, cancellation, cluster);
              objects
                  .objects()
                  .forEach(live -> unknownField(live, cluster).ifPresent(unknown::add));
              return objects;
            });
    if (!unknown.isEmpty()) {
      unknown.forEach(context.console().problems(Requests.HIDDEN)::print);
      return ExitCode.FAILED;
    }
    var documents = new ArrayList<MapValue>();
    for (LiveObject each : found.objects()) {
      KubeObject live = KubeObject.of(each.live(), Origin.NONE);
      var owned = OwnerSelection.of(each.live(), part, field, secrets);
      if (json) {
        documents.add(WhyJson.blame(live, owned.shown()));
      } else {
        int width = context.width(wide, context.console().terminals().out());
        context.console().out().print(WhyText.blame(live, field, owned, width));
      }
    }
    found.problems().forEach(context.console().problems(Requests.HIDDEN)::print);
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    if (json) {
      context.console().data().print(WhyJson.document(documents));
      context.console().data().flush();
    }
    context.console().out().flush();
    return found.problems().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  /// Returns the error for a field that the type of an object does not have.
  private Optional<Problem> unknownField(LiveObject object, Cluster cluster) {
    var owned = OwnerSelection.of(object.live(), OwnerSelection.Part.ALL, field, Secrets.MASKED);
    if (field.isEmpty() || !owned.shown().isEmpty()) {
      return Optional.empty();
    }
    return cluster
        .schema(Gvk.of(object.live()))
        .flatMap(type -> UnknownField.find(field, object.live(), type))
        .map(unknown ->
            Problem.error(
                Origin.NONE,
                KubeObject.of(object.live(), Origin.NONE).key().subject(),
                "unknown field \"" + field + "\"",
                unknown.hint("`japply why` without a field shows all that have owners")));
  }
}
