package dev.japply.cli;

import dev.japply.report.DocumentReporter.Format;
import dev.japply.report.DocumentReporter.Style;
import dev.japply.report.EachReporter;
import dev.japply.report.LineReporter;
import dev.japply.report.NameReporter;
import dev.japply.report.Reporter;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/// The flags that say what commands print which show each object as soon as it is done.
final class OutputFlags {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "name|json|yaml",
      description = "Print names, or the objects, in place of one line for each object.")
  String output = "";

  @Option(
      names = "--show-managed-fields",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Keep managedFields in printed objects.")
  boolean managedFields;

  /// Who prints.
  ///
  /// @param suffix what follows each line, as ` (dry run)`
  Reporter reporter(PrintWriter out, String suffix) {
    return switch (output) {
      case "" -> new LineReporter(out, suffix);
      case "name" -> new NameReporter(out);
      case "json" -> new EachReporter(out, new Style(Format.JSON, managedFields, true));
      case "yaml" -> new EachReporter(out, new Style(Format.YAML, managedFields, true));
      default ->
          throw new UsageException(
              "unable to match a printer suitable for the output format \""
                  + output
                  + "\", allowed formats are: json,name,yaml");
    };
  }
}
