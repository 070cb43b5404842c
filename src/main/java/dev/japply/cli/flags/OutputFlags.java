package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.report.BothReporters;
import dev.japply.report.EachReporter.Separators;
import dev.japply.report.OutputFormat;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The flags that say what commands print which write objects.
public final class OutputFlags {
  @Nullable String output;
  String template = "";
  boolean allowMissing = true;
  boolean managedFields;

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add("-o", "--output")
        .label("FORMAT")
        .help(
            "Print the objects or their names instead of one line for each object: name, json,"
                + " yaml, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, jsonpath-file=FILE,"
                + " go-template=TEMPLATE, go-template-file=FILE.")
        .text("", value -> output = value);
    flags
        .add("--template")
        .label("TEMPLATE")
        .help("The template or template file for -o; a go-template if -o is not given.")
        .text(template, value -> template = value);
    flags
        .add("--allow-missing-template-keys")
        .help("Allow templates to name fields that an object does not have.")
        .bool(allowMissing, value -> allowMissing = value);
    flags
        .add("--show-managed-fields")
        .help("Keep managedFields in objects printed as JSON or YAML.")
        .bool(managedFields, value -> managedFields = value);
  }

  /// Whether something else is asked for than a line for each object.
  public boolean isGiven() {
    return output != null || !template.isEmpty();
  }

  /// Who prints objects as they are done, and problems.
  public Reporter reporter(
      GlobalFlags global, Console console, Compatibility compatibility, DryRun dryRun) {
    return new BothReporters(
        format(console, compatibility).each(console, dryRun, Separators.BETWEEN),
        console.problems(global.requests()));
  }

  /// The form of standard output.
  ///
  /// @throws UsageException when there is none such, or its template is malformed
  public ObjectOutput format(Console console, Compatibility compatibility) {
    String given = Objects.requireNonNullElse(output, template.isEmpty() ? "" : "go-template");
    boolean kyaml = console.variable("KUBECTL_KYAML").equalsIgnoreCase("true");
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "" -> new ObjectOutput.Lines();
      case "name" -> new ObjectOutput.Names();
      case "json" -> new ObjectOutput.Together(new OutputFormat.Json(managedFields));
      case "yaml" -> new ObjectOutput.Together(new OutputFormat.Yaml(managedFields));
      case "kyaml" ->
          kyaml
              ? new ObjectOutput.Together(new OutputFormat.Kyaml(managedFields))
              : templated(given, false, compatibility);
      default -> templated(given, kyaml, compatibility);
    };
  }

  /// Whether `-o json` was given, in so many letters.
  public boolean isJson() {
    return "json".equals(output);
  }

  /// kubectl edits objects only in the notation that it prints.
  public void checkEditable(Compatibility compatibility) {
    String given = Objects.requireNonNullElse(output, "").toLowerCase(Locale.ROOT);
    boolean any = compatibility.allows(Difference.EDITS_WITH_ANY_OUTPUT);
    if (!any && !List.of("", "json", "yaml", "kyaml").contains(given)) {
      throw new UsageException(unmatched(given, "json,yaml"));
    }
  }

  /// Without `-o` kubectl does not wait for all objects.
  private ObjectOutput templated(String given, boolean kyaml, Compatibility compatibility) {
    boolean debug = !compatibility.allows(Difference.HIDES_TEMPLATE_INPUT);
    OutputFormat notation =
        new TemplateFormats(given, template, allowMissing, debug)
            .notation()
            .orElseThrow(() -> new UsageException(unknown(given, kyaml)));
    return output != null ? new ObjectOutput.Together(notation) : new ObjectOutput.Each(notation);
  }

  private static String unknown(String given, boolean kyaml) {
    return unmatched(
        given,
        "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,"
            + (kyaml ? "kyaml," : "")
            + "name,template,templatefile,yaml");
  }

  private static String unmatched(String given, String allowed) {
    return "unable to match a printer suitable for the output format \""
        + given
        + "\", allowed formats are: "
        + allowed;
  }
}
