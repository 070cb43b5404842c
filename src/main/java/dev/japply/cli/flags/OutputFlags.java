package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.diff.SimilarName;
import dev.japply.report.DocumentReporter;
import dev.japply.report.ObjectReporter;
import dev.japply.report.ObjectReporter.Separators;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Locale;

/// The output flags of commands that write objects.
public final class OutputFlags {
  private static final String FORMATS_OF_KUBECTL =
      "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,"
          + "templatefile,yaml";

  private static final List<String> PLAIN_FORMATS = List.of("json", "kyaml", "name", "yaml");

  private static final List<String> FORMATS =
      List.of(
          "name",
          "json",
          "yaml",
          "jsonpath=",
          "jsonpath-as-json=",
          "jsonpath-file=",
          "go-template=",
          "go-template-file=");

  private final Flag<String> output;
  private final Flag<String> template;
  private final Flag<Boolean> allowMissing;
  private final Flag<Boolean> managedFields;

  public OutputFlags(Flags flags) {
    output =
        flags
            .add("-o", "--output")
            .label("FORMAT")
            .candidates(FORMATS)
            .help(
                "Print objects or names instead of one line per object: name, json, yaml, kyaml,"
                    + " jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, jsonpath-file=FILE,"
                    + " go-template=TEMPLATE, go-template-file=FILE.")
            .text("");
    template =
        flags
            .add("--template")
            .rare()
            .label("TEMPLATE")
            .help("The template or template file for -o; without -o, a go-template.")
            .text("");
    allowMissing =
        flags
            .add("--allow-missing-template-keys")
            .rare()
            .help("Allow templates with fields that an object does not have.")
            .bool(true);
    managedFields =
        flags
            .add("--show-managed-fields")
            .rare()
            .help("Keep managedFields in objects printed as JSON or YAML.")
            .bool(false);
  }

  /// Adds `-o text|json`; the value is true for JSON.
  public static Flag<Boolean> textOrJson(Flags flags) {
    return flags
        .add("-o", "--output")
        .label("text|json")
        .help("The output format.")
        .value("text", OutputFlags::isJson);
  }

  private static boolean isJson(String value) {
    return switch (value) {
      case "text" -> false;
      case "json" -> true;
      default ->
          throw new UsageException(
              "unknown output format \"%s\", allowed formats are: text,json%s"
                  .formatted(value, SimilarName.question(List.of("text", "json"), value)));
    };
  }

  /// Whether the user set another format than a line for each object.
  public boolean isGiven() {
    return output.isGiven() || !template.get().isEmpty();
  }

  /// Returns a reporter that prints problems, and objects when they are finished.
  public Reporter reporter(GlobalFlags global, Console console, DryRun dryRun) {
    return Reporter.all(
        format().each(console, dryRun, Separators.BETWEEN), console.problems(global.requests()));
  }

  /// Returns the format of standard output.
  ///
  /// @throws UsageException if the format is unknown, or its template is malformed
  public ObjectOutput format() {
    boolean templated = !output.isGiven() && !template.get().isEmpty();
    String given = templated ? "go-template" : output.get();
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "" -> new ObjectOutput.Lines();
      case "name" -> new ObjectOutput.Names();
      case "json" -> new ObjectOutput.Together(new OutputFormat.Json(managedFields.get()));
      case "yaml" -> new ObjectOutput.Together(new OutputFormat.Yaml(managedFields.get()));
      case "kyaml" -> new ObjectOutput.Together(new OutputFormat.Kyaml(managedFields.get()));
      default -> templated(given);
    };
  }

  /// Whether the value of `-o` is exactly `json`.
  public boolean isJson() {
    return output.get().equals("json");
  }

  /// Returns the format for templates. Without `-o`, kubectl prints each object when it is
  /// finished.
  private ObjectOutput templated(String given) {
    OutputFormat notation =
        new TemplateFormats(given, template.get(), allowMissing.get())
            .notation()
            .orElseThrow(() -> unknown(given, FORMATS_OF_KUBECTL, PLAIN_FORMATS));
    return output.isGiven() ? new ObjectOutput.Together(notation) : new ObjectOutput.Each(notation);
  }

  /// Returns kubectl's error about an output format.
  ///
  /// @param allowed the formats, as the message lists them
  /// @param names the formats to suggest one of
  public static UsageException unknown(String given, String allowed, List<String> names) {
    return new UsageException(
        "unable to match a printer suitable for the output format \"%s\", allowed formats are: %s%s"
            .formatted(given, allowed, SimilarName.question(names, given)));
  }

  /// The format of objects on standard output.
  public sealed interface ObjectOutput {
    record Lines() implements ObjectOutput {}

    record Names() implements ObjectOutput {}

    record Each(OutputFormat notation) implements ObjectOutput {}

    /// All objects, printed at the end; several as a `List`.
    record Together(OutputFormat notation) implements ObjectOutput {}

    /// Returns a reporter that prints the objects, and ends with [Event.ApplyEnded].
    default Reporter reporter(Console console, DryRun dryRun) {
      return this instanceof Together(OutputFormat notation)
          ? new DocumentReporter(console.data(), notation)
          : each(console, dryRun, Separators.BETWEEN);
    }

    /// Returns a reporter that prints each object when it is finished.
    ///
    /// @param dryRun added to the end of each line
    /// @param separators the separators of YAML documents
    default Reporter each(Console console, DryRun dryRun, Separators separators) {
      return switch (this) {
        case Lines() -> new Reporter.Lines(console.out(), suffix(dryRun));
        case Names() -> new Reporter.Names(console.data());
        case Each(OutputFormat notation) ->
            new ObjectReporter(console.data(), notation, separators);
        case Together(OutputFormat notation) ->
            new ObjectReporter(console.data(), notation, separators);
      };
    }

    /// Returns the note about a dry run; empty if it is not one.
    static String note(DryRun dryRun) {
      return switch (dryRun) {
        case NONE -> "";
        case CLIENT -> "dry run";
        case SERVER -> "server dry run";
      };
    }

    /// Returns the end of a result line, as in kubectl.
    static String suffix(DryRun dryRun) {
      String note = note(dryRun);
      return note.isEmpty() ? "" : " (" + note + ")";
    }
  }
}
