package dev.japply.cli;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.ObjectOutput;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.Prompt;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.report.OutputFormat;
import dev.japply.report.OutputFormat.Printed;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply kuberc view`.
final class KubercViewCommand extends LocalCommand {
  /// The text of `-o name`: preferences have no name.
  private static final String NAME = "preference.kubectl.config.k8s.io/<unknown>\n";

  private final OutputFlags output = OutputFlags.ofYaml(flags.section("Output"));

  KubercViewCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "view";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Print the user's preferences.")
        .description(
            "Without a file of preferences, offers to create one with kubectl's recommended"
                + " options.")
        .footer(
            "  ${ROOT-COMMAND-NAME} kuberc view",
            "  ${ROOT-COMMAND-NAME} kuberc view -o json --kuberc my-preferences.yaml");
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    Console console = context.console();
    KubercFile file = KubercFile.required(flags(), console);
    if (!Files.exists(file.path())) {
      return offer(file, console, cancellation);
    }
    KubercDocument document = KubercDocument.read(file.path()).orElse(null);
    if (document != null) {
      var unused = Kuberc.of(document, unknown -> {});
    }
    MapValue preferences = document == null ? MapValue.EMPTY : document.converted();
    print(console, PreferenceEdits.typed(preferences));
    return ExitCode.OK.status();
  }

  private void print(Console console, MapValue preferences) {
    switch (output.format()) {
      case ObjectOutput.Lines() -> print(console, new OutputFormat.Yaml(true), preferences);
      case ObjectOutput.Names() -> console.data().print(NAME);
      case ObjectOutput.Each(OutputFormat format) -> print(console, format, preferences);
      case ObjectOutput.Together(OutputFormat format) -> print(console, format, preferences);
    }
  }

  private static void print(Console console, OutputFormat format, MapValue preferences) {
    Printed printed = format.printInOrder(preferences);
    console.data().print(printed.text());
    if (!printed.problem().isEmpty()) {
      throw new JapplyException(printed.problem(), "");
    }
  }

  private static int offer(KubercFile file, Console console, Cancellation cancellation) {
    if (file.named()) {
      throw new UsageException("kuberc file not found at " + file.path());
    }
    console.out().printLine("kuberc file not found at " + file.path());
    console
        .out()
        .print(
            "Would you like to generate a default kuberc file with recommended options? (y/N): ");
    console.flush();
    if (Prompt.confirms(console, cancellation)) {
      PreferenceText.write(file.path(), null, PreferenceEdits.recommended(), console);
    }
    return ExitCode.OK.status();
  }
}
