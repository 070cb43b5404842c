package dev.japply.report;

import dev.japply.diff.UnifiedDiff;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.ApplySetParent;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.DependencyGraph;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.Order;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.problem.TerminalText;
import dev.japply.report.StyledText.Style;
import dev.japply.report.Summary.End;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Prints objects that change for people: a block for each one, with its fields, values and
/// reasons.
///
/// @param width the number of columns of the terminal
/// @param brief whether reasons are left out, and the fields of new objects
public record PlanText(int width, boolean brief) {
  private static final String MARGIN = "    ";

  /// The start of the effect of a recreation by a rule, which has everything that goes along.
  static final String RECREATED = "to be deleted and recreated";

  /// The label of members of an ApplySet.
  private static final String SET =
      FieldPath.root().key("metadata").key("labels").key(ApplySetParent.PART_OF).toString();

  /// The shortest lines of effects.
  private static final int NARROW = 40;

  public static String head(Made made, Target target) {
    return head(made, target, "good until " + made.expires());
  }

  /// Returns the first line of a plan that cannot be carried out, because objects are missing.
  public static String incompleteHead(Made made, Target target) {
    return head(made, target, "incomplete");
  }

  private static String head(Made made, Target target, String state) {
    return TerminalText.line(
            "Plan of %s for %s, %s".formatted(made.created(), target.server(), state))
        + "\n";
  }

  /// The meaning of a deletion or a creation.
  private enum Run {
    PLANNED,
    UNDONE,
    DELETED
  }

  /// The states of earlier objects that an apply waits for.
  public enum Awaited {
    /// They are applied.
    APPLIED,
    /// The dependencies that an object names are ready.
    DEPENDENCIES_READY,
    /// All of them are ready.
    ALL_READY
  }

  /// Returns the text about planned objects in the phases of an apply, and their numbers.
  ///
  /// @param order the order of the apply
  public StyledText objects(List<ReportedObject> objects, Order order, Awaited awaited) {
    var text = new StyledText();
    Moved moved = Moved.of(objects);
    List<ReportedObject> shown = objects.stream().filter(object -> !moved.joins(object)).toList();
    List<ReportedObject> changing = shown.stream().filter(moved::changes).toList();
    for (PlanPhase phase : PlanPhase.of(shown, order, awaited, moved)) {
      if (isGoing(phase.objects().getFirst())) {
        String then = text.isEmpty() ? "" : "then, if all of this succeeds; ";
        text.line(Style.QUIET, then + "only --undo-file keeps a copy:");
      } else if (!phase.waits().isEmpty()) {
        String then = text.isEmpty() ? "when " : "then, when ";
        WrappedText.of(then + phase.waits() + ":", Math.max(NARROW, width))
            .forEach(line -> text.line(Style.QUIET, line));
      }
      addAll(text, phase.objects(), Run.PLANNED, moved);
    }
    int others = shown.size() - changing.size();
    if (changing.isEmpty()) {
      addOthers(text, objects, others);
    } else {
      text.line(Style.PLAIN, counts(changing, moved) + (others == 0 ? "" : "; " + stay(others)));
    }
    addIgnored(text, objects);
    return text;
  }

  /// Returns the text about the objects of an undo.
  public StyledText undone(List<ReportedObject> objects) {
    var text = new StyledText();
    List<ReportedObject> changing =
        objects.stream().filter(object -> object.end() != End.UNCHANGED).toList();
    addAll(text, changing, Run.UNDONE, Moved.NONE);
    addOthers(text, objects, objects.size() - changing.size());
    addIgnored(text, objects);
    return text;
  }

  /// Returns the text about objects that are deleted, and their number.
  public StyledText deleted(List<ReportedObject> objects) {
    var text = new StyledText();
    addAll(text, objects, Run.DELETED, Moved.NONE);
    text.line(Style.PLAIN, objects.size() + " to delete");
    return text;
  }

  /// Returns the text about objects with all their explained fields, also of those that do not
  /// change.
  public StyledText explained(List<ReportedObject> objects) {
    var text = new StyledText();
    List<ReportedObject> shown = objects.stream().filter(object -> !isOther(object)).toList();
    addAll(text, shown, Run.PLANNED, Moved.NONE);
    addOthers(text, objects, objects.size() - shown.size());
    return text;
  }

  private static boolean isOther(ReportedObject object) {
    return object.end() == End.UNCHANGED && WhyText.withoutDirectives(object.fields()).isEmpty();
  }

  private static void addIgnored(StyledText text, List<ReportedObject> objects) {
    long ignored =
        objects.stream()
            .flatMap(object -> object.fields().stream())
            .filter(FieldExplanation::isIgnored)
            .count();
    if (ignored > 0) {
      text.line(Style.PLAIN, ignored == 1 ? "1 field ignored" : ignored + " fields ignored");
    }
  }

  private static void addOthers(StyledText text, List<ReportedObject> objects, long others) {
    if (others > 0) {
      boolean changes = objects.stream().anyMatch(object -> object.end() != End.UNCHANGED);
      text.line(Style.PLAIN, changes ? stay(others) : "nothing changes: " + stay(others));
    }
  }

  private static String stay(long others) {
    return others == 1 ? "1 object stays as it is" : others + " objects stay as they are";
  }

  /// Returns the numbers of objects, such as `1 to create, 2 to configure`.
  private static String counts(List<ReportedObject> objects, Moved moved) {
    var counts = new EnumMap<End, Integer>(End.class);
    objects.forEach(
        object -> counts.merge(isMove(object, moved) ? End.MOVED : object.end(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey().word(true))
        .collect(Collectors.joining(", "));
  }

  /// Adds a block for each object. Objects with equal changes share one, in place of the first.
  private void addAll(StyledText text, List<ReportedObject> objects, Run run, Moved moved) {
    var blocks = new LinkedHashMap<Object, List<ReportedObject>>();
    var bodies = new HashMap<Object, StyledText>();
    for (ReportedObject object : objects) {
      StyledText body = body(object, moved);
      Object key =
          body.isEmpty()
              ? new Object()
              : List.of(object.end(), becomes(object, run, moved), body.text(false));
      blocks.computeIfAbsent(key, none -> new ArrayList<>()).add(object);
      bodies.putIfAbsent(key, body);
    }
    blocks.forEach((key, same) -> {
      for (ReportedObject object : same) {
        Sign sign = isMove(object, moved) ? Sign.MOVE : Sign.of(object);
        String title = WhyText.subject(object.object());
        String end = object.equals(same.getLast()) ? ": " + becomes(object, run, moved) : "";
        String each = end.isEmpty() || same.size() == 1 ? "" : ", in each of these " + same.size();
        text.line(sign.style, sign.sign + " ", title + end + each);
      }
      text.addAll(Objects.requireNonNull(bodies.get(key)));
    });
  }

  /// The block of one object, for a text about several targets.
  ///
  /// @param becomes the change in a few words
  record Block(String sign, Style style, String becomes, StyledText body) {}

  /// Returns the blocks of planned objects, in their order.
  List<Block> blocks(List<ReportedObject> objects) {
    Moved moved = Moved.of(objects);
    return objects.stream()
        .map(object -> {
          Sign sign = isMove(object, moved) ? Sign.MOVE : Sign.of(object);
          String becomes = becomes(object, Run.PLANNED, moved);
          return new Block(sign.sign, sign.style, becomes, body(object, moved));
        })
        .toList();
  }

  /// Returns the block of an object with a difference in place of its fields and reasons.
  static Block block(ReportedObject object, StyledText difference) {
    Sign sign = Sign.of(object.end());
    return new Block(sign.sign, sign.style, object.end().word(true), difference);
  }

  /// Returns the lines below the titles of a block.
  private StyledText body(ReportedObject object, Moved moved) {
    var text = new StyledText();
    moved.steps(object).forEach(step -> addEffect(text, step));
    for (String effect : object.effects()) {
      addEffect(text, effect.startsWith(RECREATED) ? effect.substring(RECREATED.length()) : effect);
    }
    boolean isNew = object.replaced() instanceof Missing;
    if (isNew && object.content() instanceof Value content && !brief) {
      GoYaml.unfolded(content).lines().forEach(line -> text.line(Style.NEW, MARGIN + line));
    }
    var block = new FieldBlock(width, brief);
    WhyText.withoutDirectives(object.fields())
        .forEach(field -> block.addTo(text, field, object.object().origin()));
    if (object.replaced() instanceof Value old
        && object.content() instanceof Value content
        && !brief) {
      addReplaced(text, old, content);
    }
    return text;
  }

  private void addEffect(StyledText text, String effect) {
    WrappedText.of(effect, Math.max(NARROW, width - MARGIN.length()))
        .forEach(line -> text.line(Style.PLAIN, MARGIN + line));
  }

  /// Adds a recreated object with all its fields, as a diff.
  private static void addReplaced(StyledText text, Value old, Value content) {
    text.line(Style.PLAIN, MARGIN + "the new object:");
    String now = GoYaml.unfolded(content);
    String hunks = UnifiedDiff.hunks(GoYaml.unfolded(old), now, (int) now.lines().count());
    if (hunks.isEmpty()) {
      now.lines().forEach(line -> text.line(Style.PLAIN, MARGIN + "  " + line));
      return;
    }
    hunks
        .lines()
        .filter(line -> !line.startsWith("@@"))
        .forEach(line -> FieldBlock.addDifference(text, MARGIN, line));
  }

  private static long changed(ReportedObject object) {
    return WhyText.withoutDirectives(object.fields()).stream()
        .filter(FieldExplanation::changes)
        .count();
  }

  /// The first character of a block.
  private enum Sign {
    CREATE("+", Style.NEW),
    CHANGE("~", Style.CHANGED),
    DELETE("-", Style.GONE),
    MOVE("\u2192", Style.REPLACED),
    RECREATE("\u00b1", Style.REPLACED),
    OWN(">", Style.OTHER),
    STAY("=", Style.PLAIN),
    REFUSE("!", Style.GONE);

    private final String sign;
    private final Style style;

    Sign(String sign, Style style) {
      this.sign = sign;
      this.style = style;
    }

    static Sign of(ReportedObject object) {
      boolean owned = object.end() == End.CONFIGURED && changed(object) == 0;
      return owned ? OWN : of(object.end());
    }

    private static Sign of(End end) {
      return switch (end) {
        case CREATED -> CREATE;
        case CONFIGURED, RENAMED -> CHANGE;
        case MOVED -> MOVE;
        case PRUNED, DELETED, REMOVED -> DELETE;
        case RECREATED -> RECREATE;
        case SERVERSIDE_APPLIED -> OWN;
        case UNCHANGED, VALID, KEPT, SKIPPED, READY -> STAY;
        case NOT_READY, FAILED, UNKNOWN, NOT_TRIED -> REFUSE;
      };
    }
  }

  private String becomes(ReportedObject object, Run run, Moved moved) {
    List<ReportedObject> from = moved.to(object);
    if (!from.isEmpty()) {
      return "to be moved from " + Moved.subjects(from);
    }
    long fields = changed(object);
    if (changesSet(object)) {
      return "to be moved from another ApplySet, " + WhyText.changes(fields);
    }
    return switch (object.end()) {
      case CREATED ->
          (run == Run.UNDONE ? "to be created again, since the run deleted it" : "to be created")
              + (brief ? count(object) : "");
      case CONFIGURED ->
          run == Run.PLANNED || fields == 0
              ? WhyText.changes(fields)
              : fields == 1 ? "1 field is taken back" : fields + " fields are taken back";
      case RECREATED -> RECREATED;
      case PRUNED ->
          switch (run) {
            case PLANNED -> "to be deleted, since it is not in the manifests any more";
            case UNDONE -> "to be deleted, since the run created it";
            case DELETED -> "to be deleted";
          };
      case MOVED -> "to be deleted, since it was moved";
      case UNCHANGED -> "nothing changes";
      case SERVERSIDE_APPLIED -> "only the owners of fields change";
      default -> "cannot be applied";
    };
  }

  private static String count(ReportedObject object) {
    return object.content() instanceof Value content ? ", with " + fields(content) + " fields" : "";
  }

  /// Counts the values that are no maps or lists with content.
  private static long fields(Value value) {
    return switch (value) {
      case Value.MapValue map when !map.isEmpty() ->
          map.entries().values().stream().mapToLong(PlanText::fields).sum();
      case Value.ListValue list when !list.isEmpty() ->
          list.items().stream().mapToLong(PlanText::fields).sum();
      default -> 1;
    };
  }

  private static boolean isMove(ReportedObject object, Moved moved) {
    return !moved.to(object).isEmpty() || changesSet(object);
  }

  /// Whether an object leaves one ApplySet for another.
  private static boolean changesSet(ReportedObject object) {
    return object.fields().stream()
        .filter(field -> field.path().equals(SET) && field.changes())
        .map(FieldExplanation::values)
        .anyMatch(values -> values.live() instanceof Value && values.result() instanceof Value);
  }

  private static boolean isGoing(ReportedObject object) {
    return object.end() == End.PRUNED || object.end() == End.MOVED;
  }

  /// The moved objects, which are shown with the objects that take their places.
  private record Moved(Map<ObjectKey, List<ReportedObject>> bySuccessor) {
    static final Moved NONE = new Moved(Map.of());

    static Moved of(List<ReportedObject> objects) {
      var moved = new HashMap<ObjectKey, List<ReportedObject>>();
      for (ReportedObject object : objects) {
        ObjectKey successor = object.successor();
        if (successor != null) {
          moved.computeIfAbsent(successor, key -> new ArrayList<>()).add(object);
        }
      }
      if (!moved.isEmpty()) {
        moved.keySet().retainAll(objects.stream().map(each -> each.object().key()).toList());
      }
      return new Moved(moved);
    }

    /// Returns the objects whose place `object` takes.
    List<ReportedObject> to(ReportedObject object) {
      return bySuccessor.isEmpty() || isGoing(object)
          ? List.of()
          : bySuccessor.getOrDefault(object.object().key(), List.of());
    }

    /// Whether an object is shown with its successor.
    boolean joins(ReportedObject object) {
      return object.successor() != null && bySuccessor.containsKey(object.successor());
    }

    /// Whether a plan changes `object`, or another one moves to it.
    boolean changes(ReportedObject object) {
      return object.end() != End.UNCHANGED || !to(object).isEmpty();
    }

    static String subjects(List<ReportedObject> objects) {
      return objects.stream()
          .map(each -> WhyText.subject(each.object()))
          .collect(Collectors.joining(", "));
    }

    /// Returns the steps of a move to `object`, and everything that goes along; empty if nothing
    /// moves to it.
    List<String> steps(ReportedObject object) {
      List<ReportedObject> from = to(object);
      if (from.isEmpty()) {
        return List.of();
      }
      String first =
          switch (object.end()) {
            case CREATED -> "it is created first; when it is ready, ";
            case UNCHANGED -> "it exists; when it is ready, ";
            default -> "it is changed first; when it is ready, ";
          };
      var steps = new ArrayList<String>();
      steps.add(
          first
              + from.stream()
                  .map(each -> each.object().key().subject())
                  .collect(Collectors.joining(", "))
              + (from.size() == 1 ? " is" : " are")
              + " deleted, and only --undo-file keeps a copy");
      for (ReportedObject each : from) {
        each.effects().forEach(effect -> steps.add(each.object().key().subject() + ": " + effect));
      }
      return steps;
    }
  }

  /// Objects that an apply changes at the same time.
  ///
  /// @param waits the states that the apply waits for before these objects; empty for none
  /// @param objects in the order of the input
  private record PlanPhase(String waits, List<ReportedObject> objects) {
    /// So many objects or types are named.
    private static final int NAMED = 3;

    /// Returns the phases of an apply, without phases that change nothing. Pruned objects follow
    /// all others.
    static List<PlanPhase> of(
        List<ReportedObject> all, Order order, PlanText.Awaited awaited, Moved moved) {
      List<ReportedObject> applied = all.stream().filter(object -> !isGoing(object)).toList();
      List<ReportedObject> pruned = all.stream().filter(PlanText::isGoing).toList();
      var phases = new ArrayList<PlanPhase>();
      switch (order) {
        case INPUT -> phases.add(new PlanPhase("", changing(applied, moved)));
        case DEPENDENCIES -> phases.addAll(new Phases(applied, awaited, moved).all());
      }
      phases.add(new PlanPhase("", pruned));
      phases.removeIf(phase -> phase.objects().isEmpty());
      return phases;
    }

    private static List<ReportedObject> changing(List<ReportedObject> objects, Moved moved) {
      return objects.stream().filter(moved::changes).toList();
    }

    /// Finds the reasons of all waits. A state is named only where it is waited for first.
    private static final class Phases {
      private final List<ReportedObject> objects;
      private final PlanText.Awaited awaited;
      private final Moved moved;
      private final DependencyGraph graph;
      private final CustomTypes types;
      private final Map<ObjectKey, ReportedObject> known = new HashMap<>();
      private final Set<String> met = new HashSet<>();

      Phases(List<ReportedObject> objects, PlanText.Awaited awaited, Moved moved) {
        List<KubeObject> trees = objects.stream().map(ReportedObject::object).toList();
        this.objects = objects;
        this.awaited = awaited;
        this.moved = moved;
        this.graph = DependencyGraph.ofLive(trees);
        this.types = CustomTypes.of(trees);
        objects.forEach(object -> known.put(object.object().key(), object));
      }

      List<PlanPhase> all() {
        var phases = new ArrayList<PlanPhase>();
        boolean first = true;
        for (List<ReportedObject> wave :
            Order.DEPENDENCIES.waves(objects, ReportedObject::object, graph)) {
          List<ReportedObject> changing = changing(wave, moved);
          String waits =
              first
                  ? ""
                  : awaited == PlanText.Awaited.ALL_READY
                      ? "all objects before are ready"
                      : String.join(" and ", waits(changing));
          first = false;
          phases.add(new PlanPhase(waits, changing));
        }
        return phases;
      }

      private List<String> waits(List<ReportedObject> wave) {
        var namespaces = new LinkedHashSet<String>();
        var served = new LinkedHashSet<String>();
        var dependencies = new LinkedHashSet<String>();
        for (ReportedObject each : wave) {
          KubeObject object = each.object();
          var namespace = new ObjectKey("", "Namespace", "", object.namespace());
          if (isNew(known.get(namespace))) {
            namespaces.add(object.namespace());
          }
          if (isNewType(each)) {
            served.add(object.gvk().groupKind());
          }
          graph.named(object.key()).stream()
              .filter(this::isAwaited)
              .map(named -> state(named, object.key()))
              .forEach(dependencies::add);
        }
        var waits = new ArrayList<String>();
        add(waits, namespaces, "Namespace ", " exists", "Namespaces ", " exist");
        add(waits, served, "the server serves ", "", "the server serves ", "");
        add(waits, dependencies, "", "", "", "");
        return waits;
      }

      private void add(
          List<String> waits,
          Collection<String> names,
          String one,
          String oneIs,
          String several,
          String are) {
        List<String> open = names.stream().filter(name -> met.add(one + name)).toList();
        int more = open.size() - NAMED;
        String text =
            open.stream()
                .limit(NAMED)
                .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : ""));
        if (open.size() == 1) {
          waits.add(one + text + oneIs);
        } else if (open.size() > 1) {
          waits.add(several + text + are);
        }
      }

      private static boolean isNew(@Nullable ReportedObject object) {
        return object != null && (object.end() == End.CREATED || object.end() == End.RECREATED);
      }

      /// Whether the server serves the type of an object only after a definition before it.
      private boolean isNewType(ReportedObject each) {
        Gvk type = each.object().gvk();
        ReportedObject definition =
            types.find(type).map(found -> known.get(found.definition())).orElse(null);
        String version = "spec.versions[name=" + type.version() + "]";
        return isNew(definition)
            || (definition != null
                && each.end() == End.CREATED
                && definition.fields().stream()
                    .filter(FieldExplanation::changes)
                    .map(FieldExplanation::path)
                    .anyMatch(path -> path.equals(version) || path.equals(version + ".served")));
      }

      private boolean isAwaited(ObjectKey named) {
        ReportedObject object = known.get(named);
        return object != null
            && (awaited == PlanText.Awaited.DEPENDENCIES_READY || object.end() != End.UNCHANGED);
      }

      private String state(ObjectKey named, ObjectKey dependent) {
        String state = awaited == PlanText.Awaited.APPLIED ? " is applied" : " is ready";
        return named.subject() + state + " (" + dependent.subject() + " depends on it)";
      }
    }
  }
}
