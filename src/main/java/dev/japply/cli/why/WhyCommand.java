package dev.japply.cli.why;

import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags;
import dev.japply.cli.flags.RecreateFlags.RecreateSetting;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.OwnerSelection;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.UnknownField;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.WhyJson;
import dev.japply.report.WhyText;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply why`: its flags.
public final class WhyCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector = flags.section("Input").selector();
  private final LiveFlag live =
      new LiveFlag(
          flags.section("Explanation"),
          "Send no dry runs: explain the local merge, without the server's checks.");
  private final Flag<Integer> concurrency =
      flags.section("Explanation").concurrency("The number of objects to compare in parallel.");
  private final ServerSideFlags serverSide = new ServerSideFlags(flags.section("Explanation"));
  private final PlanningFlags planning = PlanningFlags.forPreview(flags.section("Explanation"));
  private final Flag<String> show =
      flags
          .section("Output")
          .add("--show")
          .label("patch|ours|spec|defaults|status|all")
          .help(
              "The fields to show. With -f: changed ones (patch), also other manifest fields"
                  + " (ours), or all live ones. With TYPE NAME: set ones (spec), defaults, status,"
                  + " or all.")
          .byDefault("patch or spec")
          .text("");
  private final Flag<Boolean> json = OutputFlags.textOrJson(flags.section("Output"));
  private final BlockFlags blocks = new BlockFlags(flags.section("Output"));
  private final ReportFlags reports =
      new ReportFlags(flags.section("Output"), "the output and the reports", false);

  public WhyCommand(FlagSet set) {
    super(set);
    addTargets(/* connects= */ true);
  }

  @Override
  public String name() {
    return "why";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Explain each change, or show the owner of each live field.")
        .description(
            "With -f, shows for each field that would change the old and new value, the rule,"
                + " and the writer of the live value. With TYPE NAME, shows the owner of each set"
                + " field, and the time. Changes nothing.",
            "Exits with 0, or with 1 after an error.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} why (-f FILE | TYPE NAME [FIELD] | TYPE/NAME [FIELD]) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} why -f app.yaml",
            "  ${ROOT-COMMAND-NAME} why -f app.yaml --show=all -o json",
            "  ${ROOT-COMMAND-NAME} why deployment web spec.replicas");
  }

  @Override
  public boolean needsCluster() {
    return !live.isOffline();
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    ExitCode ended =
        files.absent()
            ? owners(context, cancellation, arguments).run()
            : why(context, cancellation, arguments).run();
    return ended.status();
  }

  private OwnersRun owners(
      CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new UsageException("must specify -f, TYPE NAME or TYPE/NAME");
    }
    int named = arguments.getFirst().contains("/") ? 1 : 2;
    checkCount(arguments, named + 1);
    boolean ofManifests = live.isLocal() || reports.isWanted() || planning.isIgnoring();
    if (!selector.text().isEmpty() || ofManifests) {
      throw new UsageException(
          "--selector, --local, --live, --ignore and --report only work with -f");
    }
    if (serverSide.isTyped()) {
      throw new UsageException("--server-side only works with -f");
    }
    List<String> object = arguments.subList(0, Math.min(named, arguments.size()));
    var choice =
        new ObjectSelection(
            null,
            new ObjectArguments(object),
            null,
            false,
            global.connection(),
            Compatibility.japply());
    String field = arguments.size() > named ? arguments.get(named) : "";
    return new OwnersRun(
        context,
        cancellation,
        choice,
        field,
        part(!field.isEmpty()),
        json.get(),
        blocks.blocks().wide(),
        reports.secrets());
  }

  private WhyRun why(CommandContext context, Cancellation cancellation, List<String> arguments) {
    Console console = context.console();
    checkCount(arguments, 0);
    live.check(reports.secrets());
    serverSide.check();
    serverSide.checkPreview(live, global, console);
    Show shown = shown(show.get());
    var compatibility = global.compatibility(console);
    var options =
        live.preview(
                planning
                    .options(global, context, compatibility)
                    .with(shown == Show.PATCH ? ReasonsWanted.SENT : ReasonsWanted.ALL),
                concurrency.get())
            .with(
                serverSide.fieldManager(),
                compatibility.allows(Difference.VALIDATES_DIFFS) ? planning.validation() : "")
            .with(serverSide.shown(RecreateSetting.shown(global, compatibility, console)));
    return new WhyRun(
        context,
        cancellation,
        new PreviewedObjects.Input(
            files.inputs(global, compatibility, console),
            selector.get(),
            live.choice(global.merging(true)),
            options),
        shown,
        new WhyRun.Output(
            json.get(),
            blocks.blocks(),
            reports.secrets(),
            global.requests(),
            reports.targets(json.get())));
  }

  private static Show shown(String show) {
    return switch (show) {
      case "", "patch" -> Show.PATCH;
      case "ours" -> Show.OURS;
      case "all" -> Show.ALL;
      default ->
          throw new UsageException(
              "invalid --show value \"" + show + "\"; must be patch, ours or all with -f");
    };
  }

  /// Returns the part of a live object's fields to show. By default, a named field and JSON are
  /// whole.
  private OwnerSelection.Part part(boolean named) {
    return switch (show.get()) {
      case "" -> named || json.get() ? OwnerSelection.Part.ALL : OwnerSelection.Part.SPEC;
      case "spec" -> OwnerSelection.Part.SPEC;
      case "defaults" -> OwnerSelection.Part.DEFAULTS;
      case "status" -> OwnerSelection.Part.STATUS;
      case "all" -> OwnerSelection.Part.ALL;
      default ->
          throw new UsageException(
              "invalid --show value \"%s\"; must be spec, defaults, status or all with TYPE NAME"
                  .formatted(show.get()));
    };
  }

  /// Runs `japply why TYPE NAME`: prints the field managers of live objects.
  ///
  /// @param field the field to explain; empty for all fields
  /// @param part the part of the fields to show
  /// @param json whether to print JSON instead of text
  /// @param wide whether each field of a table is one line, however wide
  /// @param secrets whether to show the values of Secrets
  private record OwnersRun(
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
}
