package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.Actor.Tool;
import dev.japply.e2e.Script.Step;
import dev.japply.e2e.TestCluster.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Plays the steps of a [Script] with three actors, and compares them after each step. With
/// `--compat=kubectl` japply must have kubectl's results where kubectl succeeds.
record Stage(Actor kubectl, Actor japply, Actor compat) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  void play(Step step) {
    switch (step.verb()) {
      case "apply" -> {
        once(step);
        again(step);
      }
      case "once", "both" -> once(step);
      case "diff" -> diff(step);
      case "japply" -> alone(step);
      case "kubectl" -> actors().forEach(actor -> actor.kubectl(step).orFail());
      case "refused" -> actors().forEach(actor -> refused(actor, step));
      case "get" -> get(step);
      case "file" -> actors().forEach(actor -> write(actor, step));
      default -> throw new IllegalArgumentException(step.toString());
    }
  }

  private List<Actor> actors() {
    return List.of(kubectl, japply, compat);
  }

  private static void refused(Actor actor, Step step) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Outcome outcome = actor.kubectl(step);
    while (!outcome.err().contains(step.expected("err").strip())) {
      assertThat(System.nanoTime()).as("%s by %s: %s", step, actor, outcome).isLessThan(end);
      outcome = actor.kubectl(step);
    }
  }

  private static void write(Actor actor, Step step) {
    try {
      Path file = actor.directory().resolve(step.args().getFirst());
      Files.createDirectories(file.getParent());
      Files.writeString(file, actor.fill(step.input()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void get(Step step) {
    List<String> args = new ArrayList<>(List.of("get"));
    args.addAll(step.args());
    for (Actor actor : actors()) {
      String own = actor.tool().name().toLowerCase(Locale.ROOT);
      String section = step.has(own) ? own : "out";
      String out = actor.plain(actor.kubectl(args, "").orFail().out());
      assertThat(out.strip()).as("%s by %s", step, actor).isEqualTo(step.expected(section).strip());
    }
  }

  private void once(Step step) {
    var theirs = meanwhile(() -> Played.by(kubectl, step));
    Requests requests = Requests.from(japply);
    Played second = Played.by(japply, step);
    if (step.plain()) {
      second.requests(requests.sinceThen());
    } else if (step.has("requests")) {
      second.requestsOfStep(requests.sinceThen());
    }
    Played third = Played.by(compat, step);
    Played first = theirs.join();
    if (step.has("out")) {
      assertThat(printed(step, first.out()))
          .as("%s", first)
          .isEqualTo(printed(step, step.expected("out")));
    } else if (!List.of("both", "diff").contains(step.verb())) {
      assertThat(first.out()).as("%s", first).isNotEmpty();
    }
    String wanted = step.has("japply") ? step.expected("japply") : first.out();
    assertThat(printed(step, second.out())).as("%s", second).isEqualTo(printed(step, wanted));
    String same = StandardError.failsInKubectl(step) ? wanted : first.out();
    String like = step.expected("compat", same);
    assertThat(printed(step, third.out())).as("%s", third).isEqualTo(printed(step, like));
    StandardError.check(step, first, second, third);
    live(step, first, second, third);
  }

  /// In a thread of its own: where there are few processors the common pool has but one.
  private static <T> CompletableFuture<T> meanwhile(Supplier<T> action) {
    return CompletableFuture.supplyAsync(action, task -> Thread.ofPlatform().start(task));
  }

  /// The text, its lines sorted where kubectl's come in another order each time.
  private static String printed(Step step, String out) {
    return step.has("any order") ? out.lines().sorted().collect(Collectors.joining("\n")) : out;
  }

  /// Says twice the same, and writes nothing.
  private void diff(Step step) {
    List<Requests> requests = List.of(Requests.from(japply), Requests.from(compat));
    once(step);
    once(step);
    List<String> sent = requests.stream().flatMap(each -> each.sinceThen().stream()).toList();
    assertThat(sent).as("%s", step).allMatch(Stage::changesNothing);
  }

  private static boolean changesNothing(String request) {
    return request.startsWith("get ") || request.startsWith("list ") || request.endsWith(" dry");
  }

  private void alone(Step step) {
    for (Actor actor : List.of(japply, compat)) {
      Played played = Played.by(actor, step);
      String own = actor.tool() == Tool.COMPAT ? "compat" : "out";
      String wanted = step.expected(own, step.expected("out"));
      assertThat(played.out()).as("%s", played).isEqualTo(wanted);
      StandardError.alone(step, played);
    }
  }

  private static void live(Step step, Played first, Played second, Played third) {
    Map<String, String> theirs = first.live();
    if (!step.has("compat")) {
      boolean failed = StandardError.failsInKubectl(step);
      assertThat(third.live()).as("%s", third).isEqualTo(failed ? second.live() : theirs);
    }
    if (step.has("differs")) {
      assertThat(second.live()).as("%s", second).isNotEqualTo(theirs);
    } else {
      assertThat(second.live()).as("%s", second).isEqualTo(theirs);
    }
  }

  private void again(Step step) {
    var theirs = meanwhile(() -> Played.by(kubectl, step));
    Requests requests = Requests.from(japply);
    Played second = Played.by(japply, step);
    List<String> sent = requests.sinceThen().stream().filter(r -> !r.startsWith("get ")).toList();
    Played third = Played.by(compat, step);
    Played first = theirs.join();
    String unchanged = first.out().replaceAll(" (created|configured)", " unchanged");
    String wanted = step.has("kubectl again") ? step.expected("kubectl again") : unchanged;
    assertThat(first.out()).as("again: %s", first).isEqualTo(wanted);
    assertThat(second.outcome().exit()).as("again: %s", second).isEqualTo(0);
    assertThat(second.out()).as("again: %s", second).isEqualTo(unchanged);
    assertThat(sent.isEmpty()).as("again: %s sends %s", second, sent).isEqualTo(!step.has("sends"));
    assertThat(third.out()).as("again: %s", third).isEqualTo(first.out());
    if (step.has("kubectl again")) {
      assertThat(third.live()).as("again: %s", third).isEqualTo(first.live());
    }
  }
}
