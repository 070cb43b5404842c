package dev.japply.cli.flags;

import dev.japply.golang.GoTemplate;
import dev.japply.golang.JsonPath;
import dev.japply.golang.JsonPathException;
import dev.japply.golang.TemplateException;
import dev.japply.report.OutputFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The values of `-o` with a template: `jsonpath={.kind}`, `go-template-file=f.tmpl`.
///
/// @param output the value of `-o`
/// @param template the value of `--template`, which overrides the template in `-o`
record TemplateFormats(String output, String template, boolean allowMissing) {
  private static final List<String> PATHS =
      List.of("jsonpath", "jsonpath-file", "jsonpath-as-json");
  private static final List<String> TEMPLATES =
      List.of("template", "go-template", "go-template-file", "templatefile");

  private record Choice(String format, String value) {
    /// @throws UsageException if the template is a file that cannot be read
    String text() {
      if (value.isEmpty()) {
        throw new UsageException("template format specified but no template given");
      }
      return format.endsWith("file") ? content(value) : value;
    }
  }

  /// Returns the output format; empty if the value is none of these formats.
  ///
  /// @throws UsageException if the template is malformed or cannot be read
  Optional<OutputFormat> notation() {
    return choice(PATHS).map(this::path).or(() -> choice(TEMPLATES).map(this::template));
  }

  private Optional<Choice> choice(List<String> formats) {
    return formats.stream()
        .filter(format -> template.isEmpty() ? isGiven(format) : output.equals(format))
        .map(format -> new Choice(format, template.isEmpty() ? rest(format) : template))
        .findFirst();
  }

  private boolean isGiven(String format) {
    return output.equals(format) || output.startsWith(format + "=");
  }

  private String rest(String format) {
    return output.equals(format) ? "" : output.substring(format.length() + 1);
  }

  private OutputFormat path(Choice choice) {
    String text = choice.text();
    boolean json = choice.format().equals("jsonpath-as-json");
    try {
      return new OutputFormat.Path(text, JsonPath.parse(text), allowMissing, json);
    } catch (JsonPathException e) {
      throw new UsageException(malformed("jsonpath", text, e));
    }
  }

  private OutputFormat template(Choice choice) {
    String text = choice.text();
    try {
      return new OutputFormat.Template(text, GoTemplate.parse(text), allowMissing);
    } catch (TemplateException e) {
      throw new UsageException(malformed("template", text, e));
    }
  }

  /// Formats the error on one line.
  private static String malformed(String kind, String text, RuntimeException e) {
    String line = text.replace("\r", "\\r").replace("\n", "\\n");
    return "error parsing " + kind + " " + line + ", " + e.getMessage();
  }

  private static String content(String file) {
    try {
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UsageException("error reading --template " + file + ", " + reason(file, e));
    } catch (InvalidPathException e) {
      throw new UsageException(
          "error reading --template " + file + ", open " + file + ": invalid argument");
    }
  }

  private static String reason(String file, IOException e) {
    return switch (e) {
      case NoSuchFileException none -> "open " + file + ": no such file or directory";
      case AccessDeniedException denied -> "open " + file + ": permission denied";
      default ->
          Files.isDirectory(Path.of(file))
              ? "read " + file + ": is a directory"
              : "read " + file + ": " + e.getMessage();
    };
  }
}
