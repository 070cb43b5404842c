package dev.japply.cli.check;

import dev.japply.cli.flags.UsageException;
import dev.japply.diff.SimilarName;
import dev.japply.schema.BuiltinSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The value of `--kubernetes`: versions and ranges of them, separated by commas.
final class KubernetesVersions {
  private static final List<String> KNOWN = BuiltinSchemas.VERSIONS;
  private static final Pattern RANGE = Pattern.compile("(v?[0-9]+\\.[0-9]+)-(v?[0-9]+\\.[0-9]+)");

  private final String text;
  private final List<String> found = new ArrayList<>();

  private KubernetesVersions(String text) {
    this.text = text;
  }

  /// Returns the versions of a text such as `1.34,1.36-1.37`, the oldest first.
  ///
  /// @throws UsageException if it is invalid
  static List<String> parse(String text) {
    var versions = new KubernetesVersions(text);
    for (String part : text.split(",", -1)) {
      Matcher range = RANGE.matcher(part);
      if (range.matches()) {
        versions.addRange(range.group(1), range.group(2));
      } else {
        versions.add(versions.known(part));
      }
    }
    return KNOWN.reversed().stream().filter(versions.found::contains).toList();
  }

  private void addRange(String first, String last) {
    int from = KNOWN.indexOf(known(first));
    int to = KNOWN.indexOf(known(last));
    if (from < to) {
      throw invalid("a range starts with its oldest version: " + last + "-" + first);
    }
    KNOWN.subList(to, from + 1).forEach(this::add);
  }

  private void add(String version) {
    if (found.contains(version)) {
      throw invalid(version + " is there twice");
    }
    found.add(version);
  }

  private String known(String part) {
    String version = part.startsWith("v") ? part.substring(1) : part;
    if (KNOWN.contains(version)) {
      return version;
    }
    String all = String.join(", ", KNOWN);
    if (part.equals(text)) {
      throw new UsageException(
          "invalid --kubernetes value \"%s\"; must be one of %s%s"
              .formatted(text, all, SimilarName.question(KNOWN, version)));
    }
    String what = part.isEmpty() ? "a version is missing" : "\"" + part + "\" is not known";
    throw invalid(what + "; there are " + all);
  }

  private UsageException invalid(String why) {
    return new UsageException("invalid --kubernetes value \"" + text + "\": " + why);
  }
}
