package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.Actor.Tool;
import dev.japply.e2e.Script.Step;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What both tools must say on standard error, and must never say.
final class StandardError {
  /// By which a patch is guarded; it differs from one server to the next.
  private static final Pattern VERSION = Pattern.compile("(\"resourceVersion\":\")\\d+");

  /// The time of the last change by the owner of a field in conflict.
  private static final Pattern OWNED = Pattern.compile("(owned since )\\d[^)]+");

  private StandardError() {}

  static void check(Step step, Played kubectl, Played japply, Played compat) {
    says(kubectl, phrases(step, "kubectl", "err"), phrases(step, "kubectl", "warn"));
    List<String> errors = phrases(step, "japply", "err");
    List<String> warnings = phrases(step, "japply", "warn");
    says(japply, errors, warnings);
    says(compat, compat(step, "err"), compat(step, "warn"));
    oneLineEach(japply, errors, warnings);
    whole(step, japply);
    hides(japply);
    hides(compat);
  }

  /// The same for a step that kubectl has no part in.
  static void alone(Step step, Played japply) {
    String tool = japply.actor().tool().name().toLowerCase(Locale.ROOT);
    List<String> errors = phrases(step, tool, "err");
    List<String> warnings = phrases(step, tool, "warn");
    says(japply, errors, warnings);
    oneLineEach(japply, errors, warnings);
    whole(step, japply);
    hides(japply);
  }

  private static void whole(Step step, Played japply) {
    if (step.has("stderr")) {
      String guarded = VERSION.matcher(japply.err()).replaceAll("$1*");
      String told = OWNED.matcher(guarded).replaceAll("$1*");
      assertThat(told).as("%s", japply).isEqualTo(step.expected("stderr"));
    }
  }

  private static void hides(Played ours) {
    assertThat(ours.err()).as("%s", ours).doesNotContainIgnoringCase("hunter2");
    assertThat(ours.err()).as("%s", ours).doesNotContain("aHVudGVyM");
  }

  /// What is wrong, or worth a warning, by one of the tools.
  private static List<String> phrases(Step step, String tool, String section) {
    String own = tool + " " + section;
    String text = step.has(own) ? step.expected(own) : step.expected(section);
    return text.lines().toList();
  }

  /// With `--compat=kubectl` japply succeeds where kubectl does, and does not fail where it does.
  private static List<String> compat(Step step, String section) {
    String like = failsInKubectl(step) ? "japply" : "kubectl";
    return phrases(step, step.has("compat " + section) ? "compat" : like, section);
  }

  /// Whether kubectl ends the step with an error.
  static boolean failsInKubectl(Step step) {
    return !phrases(step, "kubectl", "err").isEmpty();
  }

  private static void says(Played played, List<String> errors, List<String> warnings) {
    assertThat(played.outcome().exit()).as("%s", played).isEqualTo(exit(played, errors));
    if (errors.isEmpty() && warnings.isEmpty() && !talks(played)) {
      // All but the errors is japply's own with `--compat=kubectl`, too.
      boolean compat = played.actor().tool() == Tool.COMPAT;
      assertThat(played.err().lines().filter(line -> !compat || line.startsWith("error: ")))
          .as("%s", played)
          .isEmpty();
    }
    Stream<String> told = played.step().expected("told").lines();
    assertThat(Stream.of(errors.stream(), warnings.stream(), told).flatMap(lines -> lines))
        .as("%s", played)
        .allSatisfy(phrase -> assertThat(played.err()).contains(phrase));
  }

  private static int exit(Played played, List<String> errors) {
    Step step = played.step();
    String same = step.expected("exit", errors.isEmpty() ? "0" : "1");
    String own = step.expected("japply exit", same);
    String status =
        switch (played.actor().tool()) {
          case KUBECTL -> same;
          case JAPPLY -> own;
          case COMPAT -> step.expected("compat exit", own);
        };
    return Integer.parseInt(status.strip());
  }

  /// The last line of a usage error about missing arguments.
  private static final Pattern HELP = Pattern.compile("See 'japply [a-z -]+ --help' for usage\\.");

  /// One line for each error and each warning, and nothing else but what `-v` adds.
  private static void oneLineEach(Played japply, List<String> errors, List<String> warnings) {
    assertThat(japply.err().lines().filter(line -> line.startsWith("error: ")))
        .as("%s", japply)
        .hasSameSizeAs(errors);
    assertThat(japply.err().lines().filter(line -> line.startsWith("Warning: ")))
        .as("%s", japply)
        .hasSameSizeAs(warnings);
    if (!talks(japply)) {
      assertThat(japply.err().lines())
          .as("%s", japply)
          .allMatch(line ->
              line.startsWith("error: ")
                  || line.startsWith("Warning: ")
                  || HELP.matcher(line).matches());
    }
  }

  /// Whether there is more to read than errors and warnings.
  private static boolean talks(Played played) {
    Step step = played.step();
    boolean ours = played.actor().tool() != Tool.KUBECTL;
    return step.args().contains("-v=1") || step.has("told") || (ours && step.has("stderr"));
  }
}
