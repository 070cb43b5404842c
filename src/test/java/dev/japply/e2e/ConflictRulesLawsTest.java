package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.apply.Apply;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.DryRun;
import dev.japply.apply.Ending;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.e2e.AppliedHistories.Live;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules of `--take` and `--leave` take over and leave exactly the fields that they name, and a
/// conflict without a rule prevents the whole apply.
@UsesTestCluster
@Tag("generated")
class ConflictRulesLawsTest {
  private static final int HISTORIES = 600;

  private final AppliedHistories histories;

  ConflictRulesLawsTest(TestCluster server, @TempDir Path home) {
    this.histories = new AppliedHistories(server, home);
  }

  @Test
  void rulesSettleExactlyTheirConflicts() {
    List<Long> seeds = Cases.seeds("e2e/conflict-rules-seeds.txt");
    histories.check(seeds, HISTORIES, AppliedObjects.TYPES, this::check);
    if (Cases.enough()) {
      assertThat(histories.counted("taken")).isPositive();
      assertThat(histories.counted("left")).isPositive();
      assertThat(histories.counted("open")).isPositive();
    }
  }

  /// Rules, as the flags have them.
  private record Rules(List<String> take, List<String> leave, List<Conflict> conflicts) {
    boolean settle(Conflict conflict) {
      return covers(take, conflict) || covers(leave, conflict);
    }

    /// Whether the field is left: if several managers own it, a rule for one of them does.
    boolean leave(Conflict conflict) {
      return conflicts.stream()
          .anyMatch(other -> other.field().equals(conflict.field()) && covers(leave, other));
    }

    private static boolean covers(List<String> rules, Conflict conflict) {
      return rules.contains("manager=" + conflict.manager())
          || rules.stream()
              .anyMatch(rule -> AppliedHistories.isWithin(conflict.field().toString(), rule));
    }
  }

  private void check(Live object, Random random) {
    MapValue manifest = object.storedManifest();
    List<Conflict> conflicts =
        object
            .refusal(manifest)
            .map(e -> ServerSideProblems.conflicts(manifest, e))
            .orElse(List.of());
    var rules = new Rules(new ArrayList<>(), new ArrayList<>(), conflicts);
    for (Conflict conflict : conflicts) {
      String rule =
          random.nextInt(4) == 0 ? "manager=" + conflict.manager() : conflict.field().toString();
      switch (random.nextInt(7)) {
        case 0 -> {} // an open conflict
        case 1, 2, 3 -> rules.take.add(rule);
        default -> rules.leave.add(rule);
      }
    }
    MapValue before = object.read().orElseThrow();
    List<Event> events = apply(object, manifest, rules);
    MapValue after = object.read().orElseThrow();
    boolean applied = events.stream().anyMatch(Event.Applied.class::isInstance);
    if (!applied) {
      boolean open = !conflicts.stream().allMatch(rules::settle);
      histories.count(open ? "open" : "refused");
      if (!AppliedHistories.seen(before).equals(AppliedHistories.seen(after))
          && !AppliedHistories.isDisturbed(before, after)) {
        broken(object, rules, "a refused apply wrote", manifest, before, after);
      }
      return;
    }
    histories.count("applied");
    for (Conflict conflict : conflicts) {
      if (!rules.settle(conflict)) {
        broken(object, rules, "did not refuse " + conflict, manifest, before, after);
      } else if (rules.leave(conflict)) {
        checkLeft(object, rules, conflict, manifest, before, after);
      } else {
        checkTaken(object, rules, conflict, manifest, before, after);
      }
    }
    checkOthers(object, rules, manifest, before, after);
  }

  private static List<Event> apply(Live object, MapValue manifest, Rules rules) {
    var events = new ArrayList<Event>();
    var settlement =
        new ConflictRules(IgnoreRules.parse(rules.take), IgnoreRules.parse(rules.leave));
    var options =
        new ExecutionOptions(
            PlanOptions.DEFAULT,
            DryRun.NONE,
            AppliedHistories.ME,
            "",
            new Schedule(Order.INPUT, 1),
            new ServerSide(false, "", true, settlement, null));
    var target = new ResolvedObject(KubeObject.of(manifest, Origin.NONE), object.resource());
    new Apply(object.cluster(), Apply.Settings.of(options), new Ending(), events::add)
        .run(List.of(target));
    return events;
  }

  private void checkTaken(
      Live object,
      Rules rules,
      Conflict conflict,
      MapValue manifest,
      MapValue before,
      MapValue after) {
    histories.count("taken");
    Set<String> owners = AppliedHistories.owners(conflict.field().toString(), after);
    boolean taken =
        owners.contains(AppliedHistories.ME + " Apply")
            && fields(after, conflict.manager()).stream()
                .noneMatch(field -> field.equals(conflict.field()));
    if (!taken) {
      broken(object, rules, "did not take " + conflict, manifest, before, after);
    }
  }

  private void checkLeft(
      Live object,
      Rules rules,
      Conflict conflict,
      MapValue manifest,
      MapValue before,
      MapValue after) {
    histories.count("left");
    FieldPath field = conflict.field();
    Set<String> owners = AppliedHistories.owners(field.toString(), before);
    owners.remove(AppliedHistories.ME + " Apply");
    // An object without managers gets entries at its first apply.
    boolean recorded = !ManagedFields.of(before).entries().isEmpty();
    // A controller that wrote into the field in between took it from its manager, so that the
    // conflict is over.
    boolean over =
        AppliedHistories.isDisturbed(before, after)
            && fields(after, "kube-controller-manager").stream()
                .anyMatch(part -> AppliedHistories.meet(part.toString(), field.toString()));
    // Parts of this manager alone have left the manifest, and go. Those of others are checked
    // below.
    boolean parted = hasOwnedParts(field, before);
    boolean left =
        over
            || ((parted || field.in(before).equals(field.in(after)))
                && (!recorded || AppliedHistories.owners(field.toString(), after).equals(owners)));
    if (!left) {
      broken(object, rules, "did not leave " + conflict, manifest, before, after);
    }
  }

  /// What other managers own keeps its value and its owner, unless it is taken, or goes along with
  /// an item that has left the manifest.
  private void checkOthers(
      Live object, Rules rules, MapValue manifest, MapValue before, MapValue after) {
    List<String> taken =
        rules.conflicts.stream()
            .filter(conflict -> !rules.leave(conflict))
            .map(conflict -> conflict.field().toString())
            .toList();
    OwnedFields own = OwnedFields.of(before, AppliedHistories.ME);
    for (String manager : List.of("other", "upd")) {
      Set<FieldPath> kept = fields(after, manager);
      for (FieldPath field : fields(before, manager)) {
        boolean there = field.in(before) instanceof Value;
        boolean goes = goes(field, own, before, after);
        boolean takes =
            taken.stream().anyMatch(path -> AppliedHistories.meet(path, field.toString()));
        boolean same =
            kept.contains(field)
                && (field.in(before).equals(field.in(after))
                    || hasOwnedParts(field, before)
                    || hasOwnedParts(field, after));
        if (there && !goes && !takes && !same) {
          broken(object, rules, manager + " lost " + field, manifest, before, after);
        }
      }
    }
  }

  /// Whether parts of the field have owners: the owner of a map or a list, or of a null in its
  /// place, owns nothing that others add to it.
  private static boolean hasOwnedParts(FieldPath field, MapValue object) {
    String whole = field.toString();
    return ManagedFields.of(object).entries().stream()
        .flatMap(entry -> AppliedHistories.fields(entry).stream())
        .map(FieldPath::toString)
        .anyMatch(part -> !part.equals(whole) && AppliedHistories.isWithin(part, whole));
  }

  /// Whether the field is gone along with a map or an item that the manager owned, and has removed
  /// or replaced by another type of value.
  private static boolean goes(FieldPath field, OwnedFields own, MapValue before, MapValue after) {
    if (AppliedHistories.isWithin(field.toString(), "spec.sessionAffinityConfig")
        && !after.map("spec").text("sessionAffinity").equals("ClientIP")) {
      return true; // the server drops it with another sessionAffinity
    }
    for (FieldPath at = field; !(at instanceof FieldPath.Root); at = at.parentPath()) {
      boolean stays =
          at.in(after) instanceof Value
              && (at.equals(field) || at.in(after).getClass().equals(at.in(before).getClass()));
      if (!stays && own.owns(at)) {
        return true;
      }
    }
    return false;
  }

  /// The fields of a manager, by whatever operation.
  private static Set<FieldPath> fields(MapValue object, String manager) {
    var fields = new TreeSet<FieldPath>(Comparator.comparing(FieldPath::toString));
    ManagedFields.of(object).entries().stream()
        .filter(entry -> entry.text("manager").equals(manager))
        .forEach(entry -> fields.addAll(AppliedHistories.fields(entry)));
    return fields;
  }

  private static void broken(
      Live object, Rules rules, String what, MapValue manifest, MapValue before, MapValue after) {
    object.broken(what + " by " + rules, manifest, before, after);
  }
}
