package dev.japply.cli.ownership;

import dev.japply.apply.DryRun;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.plan.FieldReference;
import dev.japply.plan.OwnershipTransfer;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply release` and `japply adopt`: their flags.
public final class OwnershipCommand extends Command {
  private final OwnershipTransfer direction;
  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final Flag<Boolean> inFiles =
      flags
          .section("Writing")
          .add("--write")
          .help("Also change the manifests of -f; comments and layout stay.")
          .bool(false);
  private final DryRunFlag dryRun = new DryRunFlag(flags.section("Writing"));
  private final Flag<String> fieldManager =
      flags
          .section("Writing")
          .fieldManager(
              "The name that the server records as the owner of the annotation, or of the fields"
                  + " of server-side apply, where kubectl is the default.");
  private final OutputFlags output = new OutputFlags(flags.section("Output"));

  private OwnershipCommand(OwnershipTransfer direction, FlagSet set) {
    super(set);
    this.direction = direction;
  }

  public static Command of(OwnershipTransfer direction, FlagSet set) {
    return new OwnershipCommand(direction, set);
  }

  @Override
  public String name() {
    return switch (direction) {
      case RELEASE -> "release";
      case ADOPT -> "adopt";
    };
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage.customSynopsis(
        "${ROOT-COMMAND-NAME} " + name() + " (-f FILE | TYPE NAME | TYPE/NAME) FIELD... [flags]");
    switch (direction) {
      case RELEASE ->
          usage
              .header("Leave fields to other writers, with their live values.")
              .description(
                  "Removes the fields from the last-applied annotation, and from the fields that"
                      + " the manager has applied server-side. No live value changes, and a later"
                      + " apply of a manifest without the fields keeps them.",
                  "Skips objects that were not applied with the fields.")
              .footer(
                  "  ${ROOT-COMMAND-NAME} release deployment web spec.replicas",
                  "  ${ROOT-COMMAND-NAME} release -f manifests/ spec.replicas --write",
                  "  ${ROOT-COMMAND-NAME} release deployment/web"
                      + " spec.template.spec.containers[name=web].image");
      case ADOPT ->
          usage
              .header("Own fields again: the opposite of release.")
              .description(
                  "Adds the fields with their live values to the last-applied annotation, or to"
                      + " the fields that the manager has applied server-side. No live value"
                      + " changes, but a later apply of a manifest without the fields deletes"
                      + " them.",
                  "Skips objects without the fields.")
              .footer(
                  "  ${ROOT-COMMAND-NAME} adopt deployment web spec.replicas",
                  "  ${ROOT-COMMAND-NAME} adopt -f app.yaml spec.replicas --write");
    }
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    int named = named(arguments);
    if (arguments.size() <= named) {
      throw new UsageException("must name at least one field, as spec.replicas");
    }
    List<FieldReference> fields =
        arguments.subList(named, arguments.size()).stream().map(FieldReference::parse).toList();
    if (inFiles.get() && files.absent()) {
      throw new UsageException("--write needs -f: it changes manifests");
    }
    DryRun dry = dryRun.read(context.console());
    var compatibility = global.compatibility(context.console());
    var reporter = output.reporter(global, context.console(), dry);
    var choice =
        new ObjectSelection(
            files.optional(global, compatibility, context.console()).orElse(null),
            new ObjectArguments(arguments.subList(0, named)),
            null,
            false,
            global.connection(),
            compatibility);
    var write = new WriteOptions(fieldManager.get(), "", dry == DryRun.SERVER);
    var options = new OwnershipOptions(direction, fields, dry, write, inFiles.get());
    return new OwnershipRun(context, cancellation, reporter, options).run(choice).status();
  }

  /// The number of arguments that name the object.
  private int named(List<String> arguments) {
    if (!files.absent()) {
      return 0;
    }
    if (arguments.isEmpty()) {
      throw new UsageException("must specify -f, TYPE NAME or TYPE/NAME, and fields");
    }
    return arguments.getFirst().contains("/") ? 1 : Math.min(2, arguments.size());
  }
}
