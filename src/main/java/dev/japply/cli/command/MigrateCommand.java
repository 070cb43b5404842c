package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Schedule;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.IgnoreFlag;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply migrate`: its flags, and the run made of them.
public final class MigrateCommand extends Command {
  private static final String TARGET = "server-side";

  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector = flags.section("Input").selector();
  private final Flag<String> to =
      flags
          .section("Comparison")
          .add("--to")
          .label(TARGET)
          .help("The target of the migration; must be " + TARGET + ".")
          .text("");
  private final Flag<Boolean> local =
      flags
          .section("Comparison")
          .add("--local")
          .help("Send no dry runs: compute conflicts from the managed fields.")
          .bool(false);
  private final Flag<Boolean> all =
      flags
          .section("Output")
          .add("--show")
          .label("found|all")
          .help("The fields to show: findings, or also fields that get their defaults again.")
          .value("found", MigrateCommand::all);
  private final Flag<Boolean> wide = flags.section("Output").wide();
  private final Flag<String> fieldManager =
      flags
          .section("Comparison")
          .add("--field-manager")
          .rare()
          .label("NAME")
          .help("The field manager of the server-side apply.")
          .text(ManagedFields.SERVER_SIDE);
  private final Flag<Integer> concurrency =
      flags.section("Comparison").concurrency("The number of objects to read in parallel.");
  private final IgnoreFlag ignore = new IgnoreFlag(flags.section("Comparison"));

  public MigrateCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "migrate";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Preview a migration from client-side to server-side apply.")
        .description(
            "Changes nothing; `${ROOT-COMMAND-NAME} apply --server-side` migrates. Shows for"
                + " each object the conflicts, the removed fields, the fields that would get"
                + " stuck, and the lists that the server would reject. With TYPE NAME, uses the"
                + " last applied manifest.",
            "Exits with 0, or with 1 after an error.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} migrate (-f FILE | TYPE NAME | TYPE/NAME) --to=server-side"
                + " [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} migrate -f manifests/ --to=server-side",
            "  ${ROOT-COMMAND-NAME} migrate deployment web --to=server-side",
            "  ${ROOT-COMMAND-NAME} migrate -f app.yaml --to=server-side --local   sends only"
                + " reads");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    String target = to.get();
    if (!target.equals(TARGET)) {
      throw new UsageException(
          target.isEmpty()
              ? "must specify --to=" + TARGET
              : "invalid --to value \"" + target + "\"; must be " + TARGET);
    }
    var compatibility = global.compatibility(context.console());
    if (files.absent()) {
      ObjectSelection named = named(compatibility, arguments);
      return new MigrateRun(context, cancellation, options(compatibility), shown())
          .ofLive(named)
          .status();
    }
    checkCount(arguments, 0);
    InputOptions inputs = files.inputs(global, compatibility, context.console());
    LabelSelector labels = selector.get();
    return new MigrateRun(context, cancellation, options(compatibility), shown())
        .ofManifests(inputs, labels, global.connection())
        .status();
  }

  private ObjectSelection named(Compatibility compatibility, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new UsageException("must specify -f, TYPE NAME or TYPE/NAME");
    }
    if (!selector.text().isEmpty()) {
      throw new UsageException("--selector only works with -f");
    }
    return new ObjectSelection(
        null, new ObjectArguments(arguments), null, false, global.connection(), compatibility);
  }

  private MigrateRun.Show shown() {
    return new MigrateRun.Show(all.get(), wide.get());
  }

  private static boolean all(String show) {
    return switch (show) {
      case "found" -> false;
      case "all" -> true;
      default ->
          throw new UsageException("invalid --show value \"" + show + "\"; must be found or all");
    };
  }

  private ExecutionOptions options(Compatibility compatibility) {
    return new ExecutionOptions(
        new PlanOptions(compatibility, true)
            .withReasons()
            .ignoring(ignore.read(global, compatibility)),
        local.get() ? DryRun.CLIENT : DryRun.SERVER,
        fieldManager.get(),
        /* fieldValidation= */ "",
        new Schedule(Order.INPUT, Math.max(1, concurrency.get())),
        new ApplyMethod.ServerSide(false, "", false));
  }
}
