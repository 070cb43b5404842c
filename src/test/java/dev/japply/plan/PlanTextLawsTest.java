package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.diff.Secrets;
import dev.japply.merge.ServerNormalization;
import dev.japply.merge.Triple;
import dev.japply.merge.TripleGenerator;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretMask;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.file.PlanEntries.BuiltinTypes;
import dev.japply.problem.Origin;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.PlanText;
import dev.japply.report.PlanText.Awaited;
import dev.japply.report.ReportedObject;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Texts of generated plans: each field that a plan changes is in the text with both values, whole
/// or as a diff, and no other field is; in every width. A recreated object is there as a whole, and
/// each of its values that the live object does not have is marked.
@Tag("generated")
class PlanTextLawsTest {
  private static final int CASES = Cases.of(3000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final List<Integer> WIDTHS = List.of(40, 80, 120, 200, Integer.MAX_VALUE);
  private static final String DEEP = "      ";
  private static final List<String> OF_SERVER =
      List.of("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid");

  private static final Pattern LARGE = Pattern.compile("\\d{20,}");

  private final TripleGenerator generator = new TripleGenerator();
  private int changed;
  private int created;
  private int recreated;
  private int elided;

  /// A field of a text. The values are JSON; both are empty for a long diff.
  private record Shown(String before, String after) {
    static final Shown DIFF = new Shown("", "");
  }

  @Test
  void everyFieldThatAPlanChangesIsInItsText() {
    for (long seed = SEED; seed < SEED + CASES; seed++) {
      check(generator.triple(seed), seed);
    }
    if (Cases.enough()) {
      assertThat(changed).isGreaterThan(CASES / 2);
      assertThat(created).isEqualTo(CASES);
      assertThat(recreated).isGreaterThan(CASES / 4);
      assertThat(elided).isLessThan(changed / 4);
    }
  }

  private void check(Triple triple, long seed) {
    KubeObject desired = KubeObject.of(triple.config(), Origin.NONE);
    Schema schema = triple.schema().orElse(null);
    var planner = new Planner(PlanOptions.DEFAULT.with(ReasonsWanted.SENT));
    MapValue live =
        triple.lastApplied() instanceof MapValue last
            ? LastApplied.annotated(triple.live(), last)
            : triple.live();
    Planner.Decided decided = planner.decide(desired, live, schema);
    if (decided.action() instanceof Action.Patch patch) {
      changed++;
      var planned = new PlannedObject(desired, patch, live, patch.result(), decided.reasons());
      checkChanges(planned, patch, live, seed);
      if (planner.recreate(desired, live, schema) instanceof Action.Recreate recreate) {
        recreated++;
        checkRecreation(
            new PlannedObject(desired, recreate, live, Missing.MISSING, decided.reasons()),
            recreate,
            live,
            seed);
      }
    }
    if (planner.create(desired) instanceof Action.Create create) {
      created++;
      checkContent(
          new PlannedObject(desired, create, Missing.MISSING, create.body()), create, seed);
    }
  }

  private static ReportedObject reported(PlannedObject planned) {
    ObjectExplanation explained =
        ObjectExplanation.of(planned, Show.PATCH, "m", /* replaced= */ false, Secrets.MASKED);
    return new PlanEntryReport(Secrets.MASKED, false, new BuiltinTypes(), "m", /* orphan= */ false)
        .of(planned, explained.fields(), explained.warnings());
  }

  private static List<String> lines(ReportedObject object, int width, boolean brief) {
    return new PlanText(width, brief)
        .objects(List.of(object), Order.DEPENDENCIES, Awaited.APPLIED)
        .text(false)
        .lines()
        .toList();
  }

  private void checkChanges(PlannedObject planned, Action.Patch patch, MapValue live, long seed) {
    ReportedObject reported = reported(planned);
    List<Shown> expected = expected(planned, patch, live);
    for (int width : WIDTHS) {
      List<Shown> shown = shown(lines(reported, width, true));
      var missing = new ArrayList<>(expected);
      var other = new ArrayList<Shown>();
      int diffs = 0;
      for (Shown field : shown) {
        if (field.equals(Shown.DIFF)) {
          diffs++;
        } else if (!missing.remove(field)) {
          other.add(field);
        }
      }
      elided += width == 80 ? diffs : 0;
      assertThat(other).as("not in the plan, seed %d, width %d", seed, width).isEmpty();
      assertThat(missing).as("not in the text, seed %d, width %d", seed, width).hasSize(diffs);
      String text = String.join("\n", lines(reported, width, false)).replaceAll("\\s+", " ");
      assertThat(reported.fields().stream().filter(FieldExplanation::changes))
          .as("reasons, seed %d, width %d", seed, width)
          .allMatch(field -> text.contains(field.cause().words().replaceAll("\\s+", " ")));
    }
  }

  /// The changes, by the request alone.
  private static List<Shown> expected(PlannedObject planned, Action.Patch patch, MapValue live) {
    Schema schema = new BuiltinTypes().find(planned.desired().gvk());
    MapValue after = PatchResult.of(patch, live, schema, List.of(), Missing.MISSING).after();
    SecretMask.Pair masked = SecretMask.pair(live, after, planned.desired().copies());
    return FieldChanges.between(live, after, schema, /* status= */ true).stream()
        .map(change ->
            new Shown(
                json(change.path().numberedIn(live).in(own(masked.before()))),
                json(change.path().numberedIn(after).in(own(masked.after())))))
        .toList();
  }

  private static String json(Node node) {
    return node instanceof Value value ? rounded(GoJson.write(value)) : "none";
  }

  /// Returns JSON with large numbers as the reader of YAML has them, which follows kubectl.
  private static String rounded(String json) {
    return LARGE
        .matcher(json)
        .replaceAll(
            number -> GoJson.write(new Value.FloatValue(Double.parseDouble(number.group()))));
  }

  private static void checkContent(PlannedObject planned, Action.Create create, long seed) {
    ReportedObject reported = reported(planned);
    Value whole =
        YamlReader.values(
            lines(reported, 40, false).stream()
                .filter(line -> line.startsWith("    "))
                .map(line -> line.substring(4))
                .collect(Collectors.joining("\n", "", "\n")));
    MapValue body = create.body();
    Node masked = SecretMask.pair(Missing.MISSING, body, planned.copies()).after();
    assertThat(json(whole)).as("seed %d", seed).isEqualTo(json(own(masked)));
  }

  private static void checkRecreation(
      PlannedObject planned, Action.Recreate recreate, MapValue live, long seed) {
    ReportedObject reported = reported(planned);
    List<String> lines =
        lines(reported, 40, false).stream()
            .dropWhile(line -> !line.equals("    the new object:"))
            .skip(1)
            .takeWhile(line -> line.startsWith("    "))
            .map(line -> line.substring(4))
            .toList();
    MapValue body = ServerNormalization.stored(recreate.body());
    SecretMask.Pair masked = SecretMask.pair(live, body, planned.copies());
    assertThat(json(side(lines, '+'))).as("seed %d", seed).isEqualTo(json(own(masked.after())));
    MapValue before = side(lines, '-');
    List<String> marked =
        FieldChanges.between(before, side(lines, '+'), null, /* status= */ true).stream()
            .map(change -> change.path().toString())
            .toList();
    List<FieldExplanation> changing =
        reported.fields().stream()
            .filter(field -> field.changes() && !isOfServer(field.path()))
            .filter(field ->
                !json(value(field, field.values().live()))
                    .equals(json(value(field, field.values().result()))))
            .toList();
    String text = String.join("\n", lines);
    assertThat(marked.isEmpty())
        .as("seed %d: %s %s", seed, changing, text)
        .isEqualTo(changing.isEmpty());
    for (FieldExplanation field : changing) {
      assertThat(json(PatchResult.value(field.path(), before)))
          .as("seed %d: %s of %s", seed, field.path(), text)
          .isEqualTo(json(value(field, field.values().live())));
    }
  }

  /// Returns a value of a field without the annotation that each apply maintains.
  private static Node value(FieldExplanation field, Node node) {
    if (!field.path().equals("metadata.annotations") || !(node instanceof MapValue annotations)) {
      return node;
    }
    MapValue others = annotations.without(LastApplied.KEY);
    return others.isEmpty() ? Missing.MISSING : others;
  }

  private static boolean isOfServer(String path) {
    return path.equals("metadata.annotations[" + LastApplied.KEY + "]")
        || OF_SERVER.stream().anyMatch(field -> path.equals("metadata." + field));
  }

  /// Returns the object whose lines have the sign or none.
  private static MapValue side(List<String> lines, char sign) {
    return YamlReader.values(
        lines.stream()
            .filter(line -> line.charAt(0) == ' ' || line.charAt(0) == sign)
            .map(line -> line.substring(2))
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private static Node own(Node object) {
    if (!(object instanceof MapValue map)) {
      return object;
    }
    MapValue annotations = map.map("metadata").map("annotations").without(LastApplied.KEY);
    MapValue metadata = map.map("metadata").without("annotations");
    for (String field : OF_SERVER) {
      metadata = metadata.without(field);
    }
    return map.with(
        "metadata", annotations.isEmpty() ? metadata : metadata.with("annotations", annotations));
  }

  /// Reads the fields of a text back.
  private static List<Shown> shown(List<String> lines) {
    var shown = new ArrayList<Shown>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.matches("(?s)  [+~-] .*")) {
        continue;
      }
      int end = i + 1;
      while (end < lines.size() && lines.get(end).startsWith(DEEP)) {
        end++;
      }
      List<String> below = lines.subList(i + 1, end);
      shown.add(below.isEmpty() ? inLine(line.charAt(2), line.substring(4)) : below(line, below));
    }
    return shown;
  }

  private static Shown inLine(char sign, String text) {
    for (int at = text.indexOf("  "); at >= 0; at = text.indexOf("  ", at + 1)) {
      String values = text.substring(at + 2);
      if (sign != '~') {
        String value = parsed(values);
        if (!value.isEmpty()) {
          return sign == '+' ? new Shown("none", value) : new Shown(value, "none");
        }
        continue;
      }
      for (int to = values.indexOf(" -> "); to >= 0; to = values.indexOf(" -> ", to + 1)) {
        String before = parsed(values.substring(0, to));
        String after = parsed(values.substring(to + 4));
        if (!before.isEmpty() && !after.isEmpty()) {
          return new Shown(before, after);
        }
      }
    }
    throw new AssertionError("no values: " + text);
  }

  private static String parsed(String text) {
    try {
      return rounded(GoJson.write(Json.parse(text)));
    } catch (RuntimeException e) {
      return "";
    }
  }

  private static Shown below(String line, List<String> below) {
    if (below.stream().anyMatch(each -> each.charAt(DEEP.length()) == '@')) {
      return Shown.DIFF;
    }
    String header =
        line.matches("(?s).*  \\|[0-9]?[-+]?") ? line.replaceAll("(?s).*  \\|", "|") : "";
    return new Shown(value(header, below, '-'), value(header, below, '+'));
  }

  /// Returns the value whose lines have the sign or none.
  private static String value(String header, List<String> below, char sign) {
    List<String> lines =
        below.stream()
            .filter(line -> line.charAt(DEEP.length()) == ' ' || line.charAt(DEEP.length()) == sign)
            .map(line -> line.substring(DEEP.length() + 2))
            .toList();
    boolean absent =
        below.stream().allMatch(line -> line.charAt(DEEP.length()) == (sign == '-' ? '+' : '-'));
    if (absent) {
      return "none";
    }
    String scalar = header.isEmpty() && lines.size() == 1 ? parsed(lines.getFirst()) : "";
    if (!scalar.isEmpty()) {
      return scalar;
    }
    boolean literal = header.isEmpty() && lines.getFirst().startsWith("|");
    String start = literal ? lines.getFirst() : header;
    String rest =
        lines.stream()
            .skip(literal ? 1 : 0)
            .map(line -> line.isEmpty() ? "\n" : "  " + line + "\n")
            .collect(Collectors.joining());
    return json(YamlReader.values("v: " + start + "\n" + rest).get("v"));
  }
}
