package dev.japply.cli.edit;

import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.OwnershipPatcher;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.RunCancellation;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.run.SequentialWriter;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.LastApplied;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanProblems;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.report.EditReport;
import dev.japply.report.Reporter;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply set-last-applied`: its flags.
public final class SetLastAppliedCommand extends Command {
  /// The field manager that the server records for kubectl, which names none here.
  private static final String FIELD_MANAGER = "kubectl";

  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final Flag<Boolean> create =
      flags
          .section("Writing")
          .add("--create-annotation")
          .help("Create the annotation in objects without it.")
          .bool(false);
  private final DryRunFlag dryRun = new DryRunFlag(flags.section("Writing"));
  private final OutputFlags output = new OutputFlags(flags.section("Output"));

  public SetLastAppliedCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "set-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Write manifests into the last-applied annotation.")
        .customSynopsis("${ROOT-COMMAND-NAME} set-last-applied -f FILE [flags]")
        .description(
            "Changes nothing else. The next apply uses these manifests as the last applied ones.")
        .footer(
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml",
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml --create-annotation");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    DryRun dry = dryRun.read(context.console());
    var compatibility = global.compatibility(context.console());
    var reporter = output.reporter(global, context.console(), dry);
    var choice =
        new ObjectSelection(
            files.optional(global, compatibility, context.console()).orElse(null),
            new ObjectArguments(List.of()),
            null,
            false,
            global.connection(),
            compatibility);
    var options = new WriteOptions(FIELD_MANAGER, "", dry == DryRun.SERVER);
    return new SetRun(
            context,
            cancellation,
            reporter,
            new SetRun.SetOptions(create.get(), dry, compatibility, options))
        .run(choice)
        .status();
  }

  /// Carries out `japply set-last-applied`: all objects are looked at before the first is written.
  private record SetRun(
      CommandContext context, Cancellation cancellation, Reporter reporter, SetOptions options) {

    /// Options for setting annotations.
    ///
    /// @param create whether objects without the annotation get one
    /// @param compatibility decides on the form of the annotation
    record SetOptions(
        boolean create, DryRun dryRun, Compatibility compatibility, WriteOptions write) {
      boolean allows(Difference difference) {
        return compatibility.allows(difference);
      }
    }

    ExitCode run(ObjectSelection choice) {
      return context.onCluster(
          choice.connection(),
          cluster -> run(cluster, choice.find(context, cancellation, cluster)));
    }

    private record AnnotationChange(LiveObject object, String text) {}

    private ExitCode run(Cluster cluster, LookupResult found) {
      var problems = new ArrayList<>(found.problems());
      var changes = new ArrayList<AnnotationChange>();
      var equal = new ArrayList<LiveObject>();
      for (LiveObject object : found.objects()) {
        var change = new AnnotationChange(object, text(object.requested().tree()));
        List<Problem> wrong = check(change);
        problems.addAll(wrong);
        if (wrong.isEmpty() && object.annotation().equals(change.text())) {
          equal.add(object);
        } else if (wrong.isEmpty()) {
          changes.add(change);
        }
      }
      equal.forEach(object ->
          context.console().out().printLine(EditReport.noChanges(object.requested().name())));
      if (!problems.isEmpty()) {
        throw new JapplyException(problems);
      }
      return write(cluster, changes);
    }

    private String text(MapValue manifest) {
      return options.allows(Difference.WRITES_ANNOTATION_AS_APPLY)
          ? LastApplied.encode(manifest)
          : LastApplied.encodeAsIs(manifest);
    }

    private List<Problem> check(AnnotationChange change) {
      LiveObject object = change.object();
      if (object.lastApplied() instanceof LastApplied.Stored.Absent && !options.create()) {
        return List.of(
            object
                .requested()
                .error(
                    "no last-applied-configuration annotation found on resource: "
                        + object.requested().name(),
                    "to create the annotation, run the command with --create-annotation"));
      }
      return AnnotationLimit.check(OwnershipPatcher.result(object.live(), change.text())).stream()
          .map(excess -> PlanProblems.tooLarge(object.requested(), excess))
          .toList();
    }

    private ExitCode write(Cluster cluster, List<AnnotationChange> changes) {
      var run = new RunCancellation(cancellation);
      var patcher = new OwnershipPatcher(cluster, options.write(), run, reporter);
      return new SequentialWriter(run, reporter)
          .each(
              changes,
              change -> change.object().requested().key(),
              change -> write(patcher, change));
    }

    private Optional<Event.Ended> write(OwnershipPatcher patcher, AnnotationChange change) {
      LiveObject object = change.object();
      if (options.dryRun() == DryRun.CLIENT) {
        MapValue live = object.live();
        MapValue shown =
            options.allows(Difference.SHOWS_ANNOTATION_IN_CLIENT_DRY_RUN)
                ? OwnershipPatcher.result(live, change.text())
                : live;
        return Optional.of(new Event.Applied(object.requested(), Outcome.CONFIGURED, shown));
      }
      var target = new ResolvedObject(object.requested(), object.resource());
      return patcher.patch(target, object.live(), change.text(), Outcome.CONFIGURED);
    }
  }
}
