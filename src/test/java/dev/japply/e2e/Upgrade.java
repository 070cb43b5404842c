package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.TestCluster.Outcome;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Applies releases by kubectl on one server and by japply on the other, and compares all that can
/// be seen of it.
record Upgrade(Chain chain, Actor kubectl, Actor japply) {
  private static final Pattern LINE = Pattern.compile("(\\S+/\\S+) (\\w+)");
  private static final Pattern ERROR =
      Pattern.compile(
          "error: \\S+:\\d+: \\w+ \\S+: The (\\w+) \"(\\S+)\" is invalid: .* is immutable; .*:"
              + " (kubectl delete .*)");

  /// What the two did.
  private record Both(Outcome kubectl, Outcome japply) {}

  /// Applies the release in `file`, applies it again, and lets others change things.
  ///
  /// @param refused the objects that the release changes though they are immutable
  void to(Path file, Set<String> refused) {
    String release = file.getFileName().toString().replaceAll("\\.yaml$", "");
    run("first", release, file, refused);
    sameObjects(file);
    Both again = run("again", release, file, refused);
    assertThat(words(again.japply()).values())
        .as("applied again: %s", again.japply())
        .containsOnly("unchanged");
    sameObjects(file);
    drift();
  }

  private Both run(String run, String release, Path file, Set<String> refused) {
    Both both = both(actor -> actor.apply(List.of("-f", file.toString()), ""));
    assertThat(differences(run, release, both))
        .as("%s%nkubectl: %s%njapply: %s", release, both.kubectl(), both.japply())
        .isEqualTo(chain.differences(run, release));
    assertThat(both.japply().exit())
        .as("%s", both)
        .isEqualTo(both.kubectl().exit())
        .isEqualTo(refused.isEmpty() ? 0 : 1);
    List<String> errors =
        both.japply().err().lines().filter(line -> line.startsWith("error: ")).toList();
    assertThat(errors)
        .as("%s", both.japply())
        .hasSameSizeAs(refused)
        .allSatisfy(error -> assertThat(error).matches(ERROR));
    assertThat(both.kubectl().err().split("field is immutable", -1)).hasSize(refused.size() + 1);
    return both;
  }

  /// Does what the errors of japply say: afterwards the release can be applied.
  void asAdvised(Path file) {
    Outcome before = japply.apply(List.of("-f", file.toString()), "");
    before
        .err()
        .lines()
        .map(ERROR::matcher)
        .filter(Matcher::matches)
        .map(error -> List.of(error.group(3).split(" ", -1)))
        .forEach(words -> japply.kubectl(words.subList(1, words.size()), "").orFail());
    Outcome after = japply.apply(List.of("-f", file.toString()), "");
    assertThat(after.exit()).as("%s", after).isEqualTo(0);
    assertThat(words(after).values()).contains("created").containsOnly("created", "unchanged");
  }

  /// The lines of standard output that differ, as the chain lists them.
  private static Set<String> differences(String run, String release, Both both) {
    Map<String, String> theirs = words(both.kubectl());
    Map<String, String> ours = words(both.japply());
    assertThat(List.copyOf(ours.keySet())).isEqualTo(List.copyOf(theirs.keySet()));
    var differences = new TreeSet<String>();
    theirs.forEach((object, word) -> {
      if (!word.equals(ours.get(object))) {
        differences.add(String.join(" ", run, release, object, word, ours.get(object)));
      }
    });
    return differences;
  }

  /// What is said of each object; there is nothing else on standard output.
  private static Map<String, String> words(Outcome outcome) {
    var words = new LinkedHashMap<String, String>();
    outcome
        .out()
        .lines()
        .forEach(line -> {
          var object = LINE.matcher(line);
          assertThat(object.matches()).as("%s", line).isTrue();
          assertThat(words.put(object.group(1), object.group(2))).as("%s", line).isNull();
        });
    return words;
  }

  private void sameObjects(Path file) {
    var theirs = CompletableFuture.supplyAsync(() -> objects(kubectl, file));
    Map<String, String> ours = objects(japply, file);
    assertThat(ours).isNotEmpty();
    var different = new TreeMap<>(ours);
    different
        .entrySet()
        .removeIf(entry -> entry.getValue().equals(theirs.join().get(entry.getKey())));
    assertThat(different)
        .as("live objects after japply; kubectl's are %s", pick(theirs.join(), different.keySet()))
        .isEmpty();
    assertThat(ours.keySet()).isEqualTo(theirs.join().keySet());
  }

  private static Map<String, String> pick(Map<String, String> objects, Set<String> names) {
    var picked = new TreeMap<>(objects);
    picked.keySet().retainAll(names);
    return picked;
  }

  private static Map<String, String> objects(Actor actor, Path file) {
    return LiveObjects.of(actor, file);
  }

  private void drift() {
    both(actor -> {
      chain.drift().forEach(args -> actor.kubectl(args, "").orFail());
      return new Outcome(0, "", "");
    });
  }

  private Both both(Function<Actor, Outcome> action) {
    var theirs = CompletableFuture.supplyAsync(() -> action.apply(kubectl));
    Outcome ours = action.apply(japply);
    return new Both(theirs.join(), ours);
  }
}
