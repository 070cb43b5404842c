package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.Actor.Tool;
import dev.japply.e2e.Script.Step;
import dev.japply.e2e.TestCluster.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What came of one step by one actor; printing it shows everything that a failure needs.
record Played(Actor actor, Step step, Outcome outcome) {
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^(\\S+/\\S+) (created|configured|recreated|unchanged|serverside-applied)$");

  /// The line with which japply begins a difference, and the next one.
  private static final Pattern HEADING =
      Pattern.compile("(?m)^\\S+ \\S+ \\(.*\\)\n--- LIVE/(.*)\t");

  static Played by(Actor actor, Step step) {
    Step played = actor.tool() == Tool.KUBECTL ? step : step.oneByOne();
    Outcome outcome =
        switch (step.verb()) {
          case "both", "japply" -> actor.run(played.args(), step.input(), step.variables());
          case "diff" -> actor.diff(played);
          default -> actor.apply(played.args(), step.input());
        };
    return new Played(actor, step, outcome);
  }

  /// The standard output, without what differs between actors.
  String out() {
    return LiveObjects.unstamped(actor.plain(likeKubectl(outcome.out())));
  }

  /// With the line of kubectl in place of japply's at the beginning of each difference, unless the
  /// step is about that.
  private String likeKubectl(String out) {
    return actor.tool() == Tool.JAPPLY && !step.args().contains("--show-metadata=false")
        ? HEADING.matcher(out).replaceAll("diff -u -N LIVE/$1 MERGED/$1\n--- LIVE/$1\t")
        : out;
  }

  /// The standard error, without what differs between actors.
  String err() {
    return actor.plain(outcome.err());
  }

  /// The objects that it names, as they are now.
  Map<String, String> live() {
    List<String> names =
        LINE.matcher(outcome.out()).results().map(line -> line.group(1)).distinct().toList();
    Map<String, String> objects = LiveObjects.of(actor, names);
    if (!step.args().contains("-n")) { // those of other namespaces are not looked for
      assertThat(objects).as("%s", this).hasSameSizeAs(names);
    }
    return objects;
  }

  /// Whether these are the requests that the output tells of: each object is read once, and written
  /// once if it was created or configured; one that the server merges may be as it should be, and
  /// with force or for a subresource it is only read if it may have a service account that leaves
  /// the manifest. In which order is for scripts of their own to say.
  void requests(List<String> requests) {
    Matcher line = LINE.matcher(outcome.out());
    var sent = new ArrayList<>(requests);
    var wanted = new ArrayList<String>();
    while (line.find()) {
      String name = line.group(1).substring(line.group(1).indexOf('/') + 1);
      boolean pods = line.group(1).startsWith("deployment.apps/");
      if (!line.group(2).equals("serverside-applied") || !isUnread() || pods) {
        wanted.add("get " + name);
      }
      switch (line.group(2)) {
        case "created" -> wanted.add("create ");
        case "configured" -> wanted.add("patch " + name);
        case "serverside-applied" -> sent.remove("patch " + name);
        default -> {}
      }
    }
    assertThat(sent).as("requests for %s", this).containsExactlyInAnyOrderElementsOf(wanted);
  }

  private boolean isUnread() {
    return step.args().contains("--force-conflicts")
        || step.args().stream().anyMatch(flag -> flag.startsWith("--subresource"));
  }

  /// Whether these are the requests that the step expects.
  void requestsOfStep(List<String> requests) {
    var told = new ArrayList<String>();
    for (String request : requests) {
      String plain = actor.plain(request).strip();
      if (told.isEmpty() || !told.getLast().equals(plain)) {
        told.add(plain);
      }
    }
    assertThat(told).as("%s", this).isEqualTo(step.expected("requests").lines().toList());
  }

  @Override
  public String toString() {
    return "%s by %s => %d%n--- out%n%s--- err%n%s"
        .formatted(step, actor.tool(), outcome.exit(), outcome.out(), outcome.err());
  }
}
