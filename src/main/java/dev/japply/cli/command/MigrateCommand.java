package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Schedule;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.IgnoreFlag;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.SelectorFlag;
import dev.japply.cli.flags.SubstituteFlag;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply migrate`: its flags, and the request that they make.
public final class MigrateCommand implements Command {
  private static final String TARGET = "server-side";

  FileFlags files = new FileFlags();
  SelectorFlag selector = new SelectorFlag();
  SubstituteFlag substitute = new SubstituteFlag();
  String to = "";
  boolean local;
  String show = "found";
  String fieldManager = "kubectl";
  int concurrency = Schedule.USUAL_CONCURRENCY;
  IgnoreFlag ignore = new IgnoreFlag();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "migrate";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show what moving objects from client-side to server-side apply would do.")
        .description(
            "It changes nothing: `${ROOT-COMMAND-NAME} apply --server-side` does it. For each"
                + " object it shows which fields would be in conflict, which have left the manifest"
                + " and are removed or get stuck, and which lists the server would reject. With"
                + " TYPE NAME it goes by what was applied last.",
            "Exits with 0, or with 1 after an error.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} migrate (-f FILE | TYPE NAME | TYPE/NAME) --to=server-side"
                + " [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} migrate -f manifests/ --to=server-side",
            "  ${ROOT-COMMAND-NAME} migrate deployment web --to=server-side",
            "  ${ROOT-COMMAND-NAME} migrate -f app.yaml --to=server-side --local   sends only"
                + " reads");
  }

  @Override
  public void declare(Flags flags) {
    Flags input = flags.section("Input");
    files.declare(input);
    substitute.declare(input);
    selector.declare(
        input, "Only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
    Flags comparing = flags.section("How to compare");
    comparing
        .add("--to")
        .label(TARGET)
        .help("Where the objects would go; must be " + TARGET + ".")
        .text(to, value -> to = value);
    comparing
        .add("--local")
        .help("Send no dry runs: tell conflicts by the managed fields.")
        .bool(local, value -> local = value);
    flags
        .section("Output")
        .add("--show")
        .label("found|all")
        .help("Which fields to show: what was found, or also those that get their defaults again.")
        .text(show, value -> show = value);
    comparing
        .add("--field-manager")
        .label("NAME")
        .help("The name under which the server would apply.")
        .text(fieldManager, value -> fieldManager = value);
    comparing
        .add("--concurrency")
        .label("N")
        .help("How many objects to look at at once.")
        .number(concurrency, value -> concurrency = value);
    ignore.declare(comparing);
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (!to.equals(TARGET)) {
      throw new UsageException(
          to.isEmpty()
              ? "must specify --to=" + TARGET
              : "invalid --to value \"" + to + "\"; must be " + TARGET);
    }
    var compatibility = global.compatibility(context.console());
    MigrateRequest request =
        files.absent()
            ? new MigrateRequest.OfLive(named(arguments), options(compatibility), all())
            : manifests(context, compatibility, arguments);
    return new MigrateRun(context, cancellation).run(request).status();
  }

  private ObjectChoice named(List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new UsageException("must specify -f, TYPE NAME or TYPE/NAME");
    }
    if (!selector.text().isEmpty()) {
      throw new UsageException("--selector only works with -f");
    }
    return new ObjectChoice(null, new ObjectArguments(arguments), null, false, global.connection());
  }

  private MigrateRequest manifests(
      CommandContext context, Compatibility compatibility, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(global.command(), arguments);
    }
    return new MigrateRequest.OfManifests(
        files.inputs(global, compatibility).with(substitute.read(context.console())),
        selector.read(),
        global.connection(),
        options(compatibility),
        all());
  }

  private boolean all() {
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
        local ? DryRun.CLIENT : DryRun.SERVER,
        fieldManager,
        /* fieldValidation= */ "",
        new Schedule(Order.INPUT, Math.max(1, concurrency)),
        new ApplyMethod.ServerSide(false, "", false));
  }
}
