package dev.japply.faults;

import dev.japply.faults.Relay.Exchange;
import dev.japply.faults.Session.Said;
import dev.japply.faults.Snapshot.Seen;
import dev.japply.faults.Trial.Played;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What holds whatever befalls the requests of a run:
///
/// - it ends, and not by an exception;
/// - what it says is true: the status is that of an undisturbed run only when the objects are as
///   after one; what it tells as done is done, and nothing else is, unless it is `unknown`;
/// - nothing is created or deleted twice, and nothing of others is lost;
/// - it shows no Secret, and nothing of Java;
/// - a run without the fault makes of it what an undisturbed run does.
final class Laws {
  /// As many requests as the retries of the six objects need that the largest change is about: each
  /// is patched once, after five conflicts and after twenty that do not count, and read in between;
  /// and some more.
  private static final int MOST_REQUESTS = 6 * 2 * (1 + 5 + 20) + 10;

  /// As many requests as it takes to list each of the server's types, and five times more.
  private static final int MOST_LISTS = 80 * (1 + 5);

  private static final Pattern TOLD =
      Pattern.compile(
          "(?m)^([a-z]+)(?:\\.\\S+)?/(\\S+)"
              + " (created|configured|unchanged|recreated|pruned|deleted|edited"
              + "|serverside-applied|moved)$");
  private static final Pattern JAVA =
      Pattern.compile(
          "\\b(java|javax|sun|jdk|dev\\.japply|tools\\.jackson)\\.[a-z]|Exception\\b|\\tat ");

  private static final Pattern ANNOTATIONS = Pattern.compile("\"annotations\":\\{.*?\\\\n\"},");

  /// The beginning of every password, as it is and in a Secret's data.
  private static final Pattern SECRET = Pattern.compile("hunter-|aHVudGVy");

  /// What is said when an object is deleted and not created again.
  private static final String KEPT = "a copy is kept in ";

  /// What is said when a migration to server-side apply stops half-way.
  private static final String PARTLY = "applied, but fields removed from the manifest remain";

  private final Undisturbed undisturbed;
  private final Played played;
  private final Command command;
  private final List<String> broken = new ArrayList<>();

  /// What is told of each object, by its path.
  private final Map<String, String> told = new HashMap<>();

  private Laws(Undisturbed undisturbed, Played played) {
    this.undisturbed = undisturbed;
    this.played = played;
    this.command = played.cell().command();
  }

  /// Which laws are broken.
  static List<String> broken(Undisturbed undisturbed, Played played) {
    var laws = new Laws(undisturbed, played);
    laws.check();
    return laws.broken;
  }

  private void must(boolean holds, String law) {
    if (!holds) {
      broken.add(law);
    }
  }

  private void check() {
    must(played.hits() > 0, "the fault befalls a request");
    int most = command == Command.ONE_SET ? MOST_LISTS : MOST_REQUESTS;
    must(played.exchanges().size() <= most, "the run ends after some requests");
    readable(played.said());
    readable(played.again());
    told(played.said());
    played.start().objects().keySet().forEach(this::truth);
    status();
    once();
    others();
    converges();
  }

  private void readable(Said said) {
    must(said.status() >= 0, "the run ends by itself");
    must(!JAVA.matcher(said.err()).find(), "standard error has nothing of Java");
    must(!SECRET.matcher(said.out() + said.err()).find(), "no Secret is shown");
  }

  private void told(Said said) {
    Matcher line = TOLD.matcher(said.out());
    while (line.find()) {
      for (Map.Entry<String, Seen> object : played.start().objects().entrySet()) {
        String kind = object.getValue().kind().toLowerCase(Locale.ROOT);
        if (kind.equals(line.group(1)) && object.getValue().name().equals(line.group(2))) {
          String before = told.put(object.getKey(), line.group(3));
          must(before == null, object.getKey() + " is told once");
        }
      }
    }
  }

  /// Whether what is told of an object is so.
  private void truth(String path) {
    if (isActedOnLast(path)) {
      return;
    }
    String start = normal(played.start(), path, isGone(path));
    String end = normal(played.end(), path, isGone(path));
    boolean asBefore = end.equals(start) || isGone(path) || (start.isEmpty() && isWritten(path));
    String outcome = told.getOrDefault(path, "");
    switch (outcome) {
      case "" -> {
        boolean free = isParent(path) || isUnknown(path);
        must(free || asBefore, path, "is as before, since nothing is told of it", start, end);
      }
      case "pruned", "deleted", "moved" ->
          must(end.isEmpty() || isReplaced(path), path, "is gone, since it is told so", "", end);
      default ->
          must(
              end.equals(wanted(path)) || isAppliedByOther(path),
              path,
              "is as it is told: " + outcome,
              wanted(path),
              end);
    }
    if (outcome.equals("recreated")) {
      boolean another = !uid(played.start(), path).equals(uid(played.end(), path));
      must(another, path, "is another one", start, end);
    }
    if (command.isReadOnly()) {
      must(asBefore, path, "is as before, since this changes nothing", start, end);
    }
  }

  private void must(boolean holds, String path, String law, String wanted, String found) {
    if (!holds) {
      broken.add("%s %s%n      wanted %s%n      found  %s".formatted(path, law, wanted, found));
    }
  }

  /// An object as laws compare it. One that somebody deleted has lost what client-side apply left
  /// on it.
  private String normal(Snapshot snapshot, String path, boolean gone) {
    String text = snapshot.normal(path, played.other().isIdle());
    boolean bare = command == Command.MIGRATE && gone;
    return bare ? ANNOTATIONS.matcher(text).replaceAll("") : text;
  }

  /// The object as it is after an undisturbed run.
  private String wanted(String path) {
    Snapshot end = undisturbed.end();
    return normal(end, path.replace(played.start().id(), end.id()), isGone(path));
  }

  /// Whether somebody else acted on it after japply's last request.
  private boolean isActedOnLast(String path) {
    return played.other().removed().containsKey(path)
        && played.exchanges().stream()
            .filter(Exchange::isCarriedOut)
            .filter(exchange ->
                exchange.request().number() >= played.other().removed().getOrDefault(path, 0))
            .noneMatch(exchange -> concerns(exchange, path));
  }

  private static boolean concerns(Exchange exchange, String path) {
    String own = exchange.request().path();
    String created =
        exchange.answer() == null ? "" : exchange.answer().object().map("metadata").text("name");
    return own.equals(path) || (own + "/" + created).equals(path);
  }

  /// Whether somebody else has applied the old manifest in the middle of a migration.
  private boolean isAppliedByOther(String path) {
    boolean replaced = played.cell().fault() == Fault.OTHER_REPLACES && isGone(path);
    return command == Command.MIGRATE && replaced;
  }

  /// The object that stands for an ApplySet is not told of.
  private static boolean isParent(String path) {
    return path.endsWith("-set");
  }

  private boolean isGone(String path) {
    return played.other().removed().containsKey(path);
  }

  private boolean isWritten(String path) {
    return played.other().written().containsKey(path);
  }

  private boolean isReplaced(String path) {
    return isGone(path) && !uid(played.start(), path).equals(uid(played.end(), path));
  }

  private static String uid(Snapshot snapshot, String path) {
    return snapshot.seen(path).uid();
  }

  /// Whether an error says that it is not known what became of it, that it is deleted or that it is
  /// applied in part.
  private boolean isUnknown(String path) {
    List<String> errors = errors(path);
    if (errors.stream().anyMatch(line -> line.contains("is deleted"))) {
      must(!played.end().seen(path).isThere(), path + " is not there, since it is told as deleted");
    }
    return errors.stream()
        .anyMatch(line -> Stream.of("unknown", KEPT, PARTLY).anyMatch(line::contains));
  }

  private List<String> errors(String path) {
    Seen object = played.start().seen(path);
    Pattern name = Pattern.compile(object.kind() + " ([^ ]*/)?" + Pattern.quote(object.name()));
    return played.said().err().lines().filter(line -> name.matcher(line).find()).toList();
  }

  private void status() {
    boolean well = played.said().status() == undisturbed.said().status();
    if (well && played.other().isIdle()) {
      as(played.end(), "is as after an undisturbed run, since the status says so");
      if (command.isReadOnly()) {
        must(
            out(played.end(), played.said()).equals(out(undisturbed.end(), undisturbed.said())),
            "the output is that of an undisturbed run, since the status says so");
      }
    }
    if (!well) {
      must(
          played.said().err().lines().anyMatch(line -> line.startsWith("error: ")),
          "there is an error, since the status says so");
    }
  }

  /// Whether the objects are as after an undisturbed run.
  private void as(Snapshot snapshot, String law) {
    for (String path : snapshot.objects().keySet()) {
      String found = normal(snapshot, path, isGone(path));
      must(found.equals(wanted(path)), path, law, wanted(path), found);
    }
  }

  private static String out(Snapshot snapshot, Said said) {
    return snapshot
        .plain(said.out())
        .replaceAll("(uid|resourceVersion|creationTimestamp): .*", "$1")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "TIME")
        .replaceAll("(?m)^((?:---|\\+\\+\\+) \\S+\t).*", "$1");
  }

  /// Nothing is created while it is there, and nothing is deleted that this run has created.
  private void once() {
    var created = new HashMap<String, Integer>();
    Set<String> own = new HashSet<>();
    for (Exchange exchange : played.exchanges()) {
      if (!exchange.isCarriedOut() || exchange.answer() == null) {
        continue;
      }
      var object = exchange.answer().object();
      if (exchange.answer().status() == 201) {
        own.add(object.map("metadata").text("uid"));
        created.merge(object.map("metadata").text("name"), 1, Integer::sum);
      }
      if (exchange.request().method().equals("DELETE")) {
        String uid = object.map("details").text("uid") + object.map("metadata").text("uid");
        must(!own.contains(uid), exchange.request().path() + " is deleted, which is new");
        must(
            command == Command.FORCE
                || played.start().objects().values().stream()
                    .anyMatch(seen -> seen.uid().equals(uid)),
            exchange.request().path() + " is deleted, which is another one's");
      }
    }
  }

  /// What others wrote is there.
  private void others() {
    played
        .other()
        .written()
        .forEach((path, value) -> {
          Seen seen = played.finish().objects().get(path);
          if (seen != null && seen.isThere() && command != Command.FORCE) {
            must(
                seen.other().equals(value),
                played.start().plain(path) + " has what somebody else wrote");
          }
        });
  }

  /// A run without the fault ends well; what somebody else took away, annotations cannot be written
  /// to, and what somebody else wrote, a run that changes nothing leaves as it is. A plan does not
  /// hold for an object that somebody else changed.
  private void converges() {
    boolean gone = command.isOfAnnotations() && !played.other().removed().isEmpty();
    boolean others = command.isReadOnly() && !played.other().isIdle();
    if (gone || others) {
      return;
    }
    Said wanted = command.isReadOnly() ? undisturbed.said() : undisturbed.again();
    boolean stale = played.again().err().contains("; plan again");
    if (command.isOfPlan() && !played.other().isIdle() && stale) {
      must(played.again().status() == 1, "the next run fails, since it needs another plan");
      return;
    }
    must(played.again().status() == wanted.status(), "the next run ends well");
    as(played.finish(), "is as after an undisturbed run when it is run again");
  }
}
