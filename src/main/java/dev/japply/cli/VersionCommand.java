package dev.japply.cli;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.rest.Version;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import dev.japply.report.OutputFormat;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply version`.
final class VersionCommand extends LocalCommand {
  private final Flag<String> output =
      flags
          .add("-o", "--output")
          .label("json|yaml")
          .help("Print the version as an object.")
          .text("");

  VersionCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "version";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage.header("Print the version.");
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return switch (output.get()) {
      case "" -> print(context.console());
      case "json" -> print(context.console(), new OutputFormat.Json(true));
      case "yaml" -> print(context.console(), new OutputFormat.Yaml(true));
      default -> throw new UsageException("--output must be 'yaml' or 'json'");
    };
  }

  private static int print(Console console, OutputFormat format) {
    MapValue version = MapValue.of("version", Value.text(Version.TEXT));
    console.data().print(format.print(List.of(MapValue.of("clientVersion", version))).text());
    return ExitCode.OK.status();
  }

  static int print(Console console) {
    console.out().printLine("japply " + Version.TEXT);
    return ExitCode.OK.status();
  }
}
