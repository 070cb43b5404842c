package dev.japply.cli;

import dev.japply.cli.ApplyRequest.Format;
import dev.japply.report.EachReporter;
import dev.japply.report.EachReporter.Separators;
import dev.japply.report.LineReporter;
import dev.japply.report.NameReporter;
import dev.japply.report.Notation;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The flags that say what commands print which write objects.
final class OutputFlags {
  Optional<String> output = Optional.empty();
  String template = "";
  boolean allowMissing = true;
  boolean managedFields;

  /// Adds them to those of a command.
  void declare(Flags flags) {
    flags
        .add("-o", "--output")
        .label("FORMAT")
        .help(
            "Print names, or the objects, in place of one line for each object: name, json, yaml,"
                + " jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, jsonpath-file=FILE,"
                + " go-template=TEMPLATE, go-template-file=FILE.")
        .text("", value -> output = Optional.of(value));
    flags
        .add("--template")
        .label("TEMPLATE")
        .help("The template, or its file, for an -o that names none; without -o, a go-template.")
        .text(template, value -> template = value);
    flags
        .add("--allow-missing-template-keys")
        .help("Whether a template may name fields that an object does not have.")
        .bool(allowMissing, value -> allowMissing = value);
    flags
        .add("--show-managed-fields")
        .help("Keep managedFields in objects printed as JSON or YAML.")
        .bool(managedFields, value -> managedFields = value);
  }

  /// Who prints each object as soon as it is done.
  ///
  /// @param suffix what follows each line, as ` (dry run)`
  /// @param likeKubectl whether `--compat=kubectl` holds
  Reporter reporter(Console console, String suffix, boolean likeKubectl) {
    return each(format(console, likeKubectl), console, suffix, Separators.BETWEEN);
  }

  /// Who prints each object in that form as soon as it is done.
  ///
  /// @param suffix what follows each line, as ` (dry run)`
  /// @param separators where YAML documents are separated
  static Reporter each(Format format, Console console, String suffix, Separators separators) {
    return switch (format) {
      case Format.Lines() -> new LineReporter(console.out(), suffix);
      case Format.Names() -> new NameReporter(console.data());
      case Format.Each(Notation notation) -> new EachReporter(console.data(), notation, separators);
      case Format.Together(Notation notation) ->
          new EachReporter(console.data(), notation, separators);
    };
  }

  /// The form of standard output.
  ///
  /// @throws UsageException when there is none such, or its template is malformed
  Format format(Console console, boolean likeKubectl) {
    String given = output.orElse(template.isEmpty() ? "" : "go-template");
    boolean kyaml = console.variable("KUBECTL_KYAML").equalsIgnoreCase("true");
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "" -> new Format.Lines();
      case "name" -> new Format.Names();
      case "json" -> new Format.Together(new Notation.Json(managedFields));
      case "yaml" -> new Format.Together(new Notation.Yaml(managedFields));
      case "kyaml" ->
          kyaml
              ? new Format.Together(new Notation.Kyaml(managedFields))
              : templated(given, false, likeKubectl);
      default -> templated(given, kyaml, likeKubectl);
    };
  }

  /// kubectl edits objects only in the notation that it prints.
  void checkEditable(boolean likeKubectl) {
    String given = output.orElse("").toLowerCase(Locale.ROOT);
    if (likeKubectl && !List.of("", "json", "yaml", "kyaml").contains(given)) {
      throw new UsageException(unmatched(given, "json,yaml"));
    }
  }

  /// Without `-o` kubectl does not wait for all objects.
  private Format templated(String given, boolean kyaml, boolean likeKubectl) {
    Notation notation =
        new TemplateFormats(given, template, allowMissing, likeKubectl)
            .notation()
            .orElseThrow(() -> new UsageException(unknown(given, kyaml)));
    return output.isPresent() ? new Format.Together(notation) : new Format.Each(notation);
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
