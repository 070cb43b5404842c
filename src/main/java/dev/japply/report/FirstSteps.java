package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.report.StyledText.Style;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Everything that must happen before a plan can be made or carried out: missing types, namespaces
/// and permissions, and the advice of other errors. Objects that need the same are named together.
public final class FirstSteps implements Reporter {
  private static final String MARGIN = "  ";

  /// The shortest lines.
  private static final int NARROW = 40;

  /// So many objects are named.
  private static final int NAMED = 3;

  private static final String PREFLIGHT =
      "; `japply apply --preflight` lists all missing permissions";

  private final Map<String, Step> steps = new LinkedHashMap<>();
  private int errors;

  /// The expressions, which are compiled after a failure only.
  private static final class Words {
    static final Pattern TYPE =
        Pattern.compile("no matches for kind \"([^\"]*)\" in version \"([^\"]*)\"");
    static final Pattern NAMESPACE = Pattern.compile("namespaces \"([^\"]*)\" not found");
    static final Pattern PERMISSION =
        Pattern.compile(
            "cannot (\\w+) resource \"([^\"]*)\" in API group \"([^\"]*)\"(?: in"
                + " the namespace \"([^\"]*)\"| at the cluster scope)?");
    static final Pattern WEBHOOK = Pattern.compile("failed calling webhook \"[^\"]*\"");

    private Words() {}
  }

  /// A step, and the objects that need it.
  private record Step(String text, List<String> objects) {}

  @Override
  public synchronized void accept(Event event) {
    switch (event) {
      case Event.Failed failed -> failed.problems().forEach(this::addRefusal);
      case Event.Rejected(Problem problem) -> addRefusal(problem);
      case Event.Warned(Problem warning) when warning.id() == WarningId.DRY_RUN ->
          addPermission(warning);
      default -> {}
    }
  }

  /// Whether a single error has all of it, so that nothing is to be repeated below that error.
  public synchronized boolean isOneError() {
    return errors == 1;
  }

  /// Returns the lines.
  ///
  /// @param again the command to repeat after the steps, such as `plan`
  public synchronized StyledText text(int width, String again) {
    var text = new StyledText();
    if (steps.isEmpty()) {
      return text;
    }
    text.line(Style.PLAIN, errors > 0 ? "first, and then " + again + " again:" : "first:");
    int columns = Math.max(NARROW, width - 2 * MARGIN.length());
    for (Step step : steps.values()) {
      String objects = names(step.objects());
      String line = objects.isEmpty() ? step.text() : objects + ": " + step.text();
      String margin = MARGIN;
      for (String part : WrappedText.of(line, columns)) {
        text.line(Style.PLAIN, margin + part);
        margin = MARGIN + MARGIN;
      }
    }
    return text;
  }

  private static String names(List<String> objects) {
    int more = objects.size() - NAMED;
    return objects.stream()
        .limit(NAMED)
        .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : ""));
  }

  private void addRefusal(Problem problem) {
    if (problem.severity() != Severity.ERROR) {
      return;
    }
    errors++;
    String what = problem.what();
    Matcher type = Words.TYPE.matcher(what);
    Matcher namespace = Words.NAMESPACE.matcher(what);
    Matcher permission = Words.PERMISSION.matcher(what);
    Matcher webhook = Words.WEBHOOK.matcher(what);
    if (type.find() && !problem.hint().endsWith("?")) {
      String version = type.group(2);
      boolean custom = version.substring(0, version.indexOf('/') + 1).contains(".");
      String text =
          "install the CustomResourceDefinition of %s in %s, or add it to the input"
              .formatted(type.group(1), version);
      add(type.group(), custom ? text : "correct its kind or apiVersion", problem);
    } else if (namespace.find()) {
      String text = "create the namespace %s, or add it to the input".formatted(namespace.group(1));
      add(namespace.group(), text, problem);
    } else if (permission.find()) {
      add(permission.group(), problem.hint(), problem);
    } else if (webhook.find()) {
      add(webhook.group(), problem.hint(), problem);
    } else if (!problem.hint().isEmpty()) {
      add(problem.hint(), problem.hint(), problem);
    } else if (!problem.subject().isEmpty()) {
      add("", "correct what the error states", problem);
    }
  }

  /// Adds the permission without which a dry run was refused: the apply will need it.
  private void addPermission(Problem warning) {
    Matcher permission = Words.PERMISSION.matcher(warning.what());
    if (permission.find()) {
      String group = permission.group(3);
      String text =
          "an apply of it needs permission to %s %s%s%s"
              .formatted(
                  permission.group(1),
                  permission.group(2),
                  group.isEmpty() ? "" : "." + group,
                  permission.group(4) == null ? "" : " in " + permission.group(4));
      add(permission.group(), text + PREFLIGHT, warning);
    }
  }

  private void add(String key, String text, Problem problem) {
    List<String> objects =
        steps.computeIfAbsent(key, none -> new Step(text, new ArrayList<>())).objects();
    if (!problem.subject().isEmpty()) {
      Origin origin = problem.origin();
      String place = origin.equals(Origin.NONE) ? "" : " (" + origin + ")";
      String object = problem.subject() + place;
      if (!objects.contains(object)) {
        objects.add(object);
      }
    }
  }
}
