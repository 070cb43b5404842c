package dev.japply.cli;

import dev.japply.cli.ApplyRequest.Format;
import dev.japply.report.DocumentReporter;
import dev.japply.report.DocumentReporter.Style;
import dev.japply.report.EachReporter;
import dev.japply.report.LineReporter;
import dev.japply.report.NameReporter;
import dev.japply.report.Reporter;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/// The flags that say what commands print which write objects.
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

  /// Who prints each object as soon as it is done.
  ///
  /// @param suffix what follows each line, as ` (dry run)`
  Reporter reporter(PrintWriter out, String suffix) {
    return switch (format()) {
      case LINES -> new LineReporter(out, suffix);
      case NAME -> new NameReporter(out);
      case JSON -> each(out, DocumentReporter.Format.JSON);
      case YAML -> each(out, DocumentReporter.Format.YAML);
    };
  }

  private Reporter each(PrintWriter out, DocumentReporter.Format notation) {
    return new EachReporter(out, new Style(notation, managedFields, true));
  }

  /// The form of standard output.
  Format format() {
    return switch (output) {
      case "" -> Format.LINES;
      case "name" -> Format.NAME;
      case "json" -> Format.JSON;
      case "yaml" -> Format.YAML;
      default ->
          throw new UsageException(
              "unable to match a printer suitable for the output format \""
                  + output
                  + "\", allowed formats are: json,name,yaml");
    };
  }
}
