package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.golang.Sha256;
import dev.japply.kubectl.KubectlTableTest.Played;
import dev.japply.kubectl.Tool.Said;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The recorded results of kubectl, in a file for each class of tests, so that a comparison with
/// kubectl starts no process and needs no Go.
///
/// `-Djapply.record=compare` runs kubectl and fails where it differs from the recording, as `make
/// verify` does; `-Djapply.record=write` records what it does. The input that a result depends on
/// is recorded by its digest: a result of another input is not used.
final class Answers implements BeforeAllCallback, AfterAllCallback {
  private static final Path FOLDER = Path.of("src/test/resources/dev/japply/kubectl/answers");

  /// What kubectl calls a timeout depends on where it finds the request, and on chance.
  private static final Pattern TIMEOUT =
      Pattern.compile(
          "(context deadline exceeded|net/http: request canceled)"
              + " \\(Client\\.Timeout exceeded while awaiting headers\\)");

  private static final String MODE = System.getProperty("japply.record", "");
  private static final boolean ALL = System.getProperty("japply.row", "").isEmpty();
  private static final int DIGITS = 12;
  private static final String STEP = "  ";
  private static final Pattern LOG = Pattern.compile("^[EW] ");

  private final Path file;
  private final Map<String, MapValue> recorded = new LinkedHashMap<>();
  private final Map<String, MapValue> written = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();

  /// The results of this run of the class: a test that fails may run once more.
  private final Set<String> current = new HashSet<>();

  private String version = "";

  private Answers(Path file) {
    this.file = file;
  }

  /// The results in the file of that name.
  static Answers in(String name) {
    return new Answers(FOLDER.resolve(name + ".json"));
  }

  /// The path of the kubectl that results are of.
  static Path kubectl() {
    return Path.of(System.getProperty("japply.e2e", ""), "kubectl");
  }

  /// Whether kubectl runs, and not its recording.
  static boolean live() {
    return !MODE.isEmpty();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Assumptions.assumeTrue(
        !live() || !System.getProperty("japply.e2e", "").isEmpty(),
        "no kubectl to compare with: it is built with Go, by make test");
    current.clear();
    if (Files.exists(file)) {
      var all = (MapValue) Json.parse(Files.readString(file));
      version = all.text("kubectl");
      all.map("answers").entries().forEach((key, answer) -> recorded.put(key, (MapValue) answer));
    }
  }

  /// What kubectl does.
  ///
  /// @param key the name of the result, in the file
  /// @param input what it depends on
  /// @param kubectl runs it
  Played of(String key, String input, Callable<Played> kubectl) throws Exception {
    String digest = Sha256.hex(input).substring(0, DIGITS);
    assertThat(current.add(key)).as("two results named %s", key).isTrue();
    used.add(key);
    if (MODE.equals("write")) {
      MapValue played = toMap(digest, kubectl.call());
      written.put(key, played);
      return toPlayed(played);
    }
    MapValue answer = recorded.getOrDefault(key, MapValue.EMPTY);
    assertThat(answer.text("input"))
        .as(
            "%s has no result of kubectl for this input of \"%s\": record it with"
                + " -Djapply.record=write",
            file, key)
        .isEqualTo(digest);
    if (MODE.equals("compare")) {
      assertThat(withoutLog(toMap(digest, kubectl.call())))
          .as("%s: %s", file, key)
          .isEqualTo(withoutLog(answer));
    }
    return toPlayed(answer);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (MODE.equals("write")) {
      if (!ALL) {
        recorded.forEach(written::putIfAbsent);
      }
      Files.createDirectories(FOLDER);
      Files.writeString(file, text());
    } else if (MODE.equals("compare") && ALL) {
      assertThat(version).as("the version of kubectl in %s", file).isEqualTo(ownVersion());
      assertThat(used).as("the results in %s", file).isEqualTo(recorded.keySet());
    }
  }

  private static String ownVersion() throws IOException, InterruptedException {
    var setting = new Tool.Setting(Files.createTempDirectory("kubectl"), Map.of(), "");
    String out = Tool.kubectl(kubectl()).run(setting, List.of("version", "--client")).out();
    return out.lines().findFirst().orElse("").replace("Client Version: ", "");
  }

  private static MapValue toMap(String digest, Played played) {
    var map = new LinkedHashMap<String, Value>();
    map.put("input", Value.text(digest));
    map.put("status", Value.number(played.said().status()));
    map.put("out", lines(List.of(played.said().out().split("\n", -1))));
    map.put("err", lines(List.of(steady(played.said().err()).split("\n", -1))));
    map.put("facts", lines(played.facts()));
    return new MapValue(map);
  }

  private static Played toPlayed(MapValue answer) {
    var said =
        new Said(
            Integer.parseInt(GoJson.write((Value) answer.get("status"))),
            String.join("\n", texts(answer.get("out"))),
            String.join("\n", texts(answer.get("err"))));
    return new Played(said, texts(answer.get("facts")));
  }

  /// Without the lines of the log, whose number depends on how soon servers respond, and with one
  /// message for all timeouts.
  private static MapValue withoutLog(MapValue answer) {
    return answer.with(
        "err",
        lines(
            texts(answer.get("err")).stream()
                .filter(LOG.asPredicate().negate())
                .map(line -> TIMEOUT.matcher(line).replaceAll("context deadline exceeded"))
                .toList()));
  }

  private static ListValue lines(Collection<String> lines) {
    return new ListValue(lines.stream().<Value>map(Value::text).toList());
  }

  private static List<String> texts(Object list) {
    return ((ListValue) list).items().stream().map(item -> ((StringValue) item).value()).toList();
  }

  /// Without what differs between two runs of kubectl: the log of level "info", the time and the
  /// process of other lines of the log and how often one comes, addresses in memory, client ports,
  /// and names of temporary directories.
  private static String steady(String text) {
    return text.replaceAll("(?m)^I\\d{4} .*\n(?:[\t ].*\n)*", "")
        .replaceAll("(?m)^([EW])\\d{4} [\\d:.]+ +\\d+ ", "$1 ")
        .replaceAll("(?m)^(.+\n)\\1+", "$1")
        .replaceAll("0x[0-9a-f]{8,}", "0x0")
        .replaceAll("/tmp/kustomize-\\d+", "/tmp/kustomize-0")
        .replaceAll("127\\.0\\.0\\.1:\\d+->", "127.0.0.1:0->");
  }

  private String text() throws IOException, InterruptedException {
    String entries =
        written.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry ->
                STEP
                    + json(entry.getKey())
                    + ": {\n"
                    + fields(entry.getValue())
                    + "\n"
                    + STEP
                    + "}")
            .collect(Collectors.joining(",\n"));
    return "{\"kubectl\": " + json(ownVersion()) + ", \"answers\": {\n" + entries + "\n}}\n";
  }

  /// A line for each line of text, so that changes can be read.
  private static String fields(MapValue answer) {
    return answer.entries().entrySet().stream()
        .map(entry -> STEP.repeat(2) + json(entry.getKey()) + ": " + field(entry.getValue()))
        .collect(Collectors.joining(",\n"));
  }

  private static String field(Value value) {
    return value instanceof ListValue list && list.size() > 1
        ? list.items().stream()
            .map(GoJson::write)
            .collect(Collectors.joining(",\n" + STEP.repeat(3), "[\n" + STEP.repeat(3), "]"))
        : GoJson.write(value);
  }

  private static String json(String text) {
    return GoJson.write(Value.text(text));
  }
}
