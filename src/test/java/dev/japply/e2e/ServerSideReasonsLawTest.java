package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.diff.Secrets;
import dev.japply.e2e.AppliedHistories.Live;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.OwnedFields;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each reason that `why` gives for a field of a server-side apply is true, and each field whose
/// value or owner changes has one.
@UsesTestCluster
@Tag("generated")
class ServerSideReasonsLawTest {
  private static final int HISTORIES = 800;
  private static final String OWN = AppliedHistories.ME + " Apply";
  private static final List<String> REASONS =
      List.of(
          "added",
          "adopted",
          "asManifest",
          "changed",
          "coOwned",
          "kept",
          "left",
          "leftManifest",
          "removedAlong",
          "reset",
          "server",
          "takenOver",
          "unowned");

  private final AppliedHistories histories;

  ServerSideReasonsLawTest(TestCluster server, @TempDir Path home) {
    this.histories = new AppliedHistories(server, home);
  }

  @Test
  void eachReasonIsTrueAndEachChangeHasOne() {
    List<Long> seeds = Cases.seeds("e2e/reasons-seeds.txt");
    histories.check(seeds, HISTORIES, AppliedObjects.TYPES, this::check);
    if (Cases.all()) {
      assertThat(REASONS).allSatisfy(code -> assertThat(histories.counted(code)).isPositive());
    }
  }

  private void check(Live object, Random random) {
    MapValue manifest = object.storedManifest();
    MapValue before = AppliedHistories.seen(object.read().orElseThrow());
    Optional<MapValue> applied = object.apply(manifest, true);
    if (applied.isEmpty()) {
      return;
    }
    MapValue after = AppliedHistories.seen(applied.get());
    var planned =
        new PlannedObject(
            KubeObject.of(manifest, Origin.NONE),
            new Action.Apply(manifest, true, ""),
            before,
            after,
            new ChangeReasons(List.of(), List.of(), null, object.schema()));
    List<FieldExplanation> fields =
        ObjectExplanation.of(planned, Show.OURS, AppliedHistories.ME, false, Secrets.SHOWN)
            .fields();
    for (FieldExplanation field : fields) {
      histories.count(field.cause().code());
      Optional<String> lie = new Claim(field, before, after).lie();
      lie.ifPresent(what ->
          object.broken(
              "%s: \"%s\", but %s".formatted(field.path(), field.cause().words(), what),
              manifest,
              before,
              after));
    }
    for (String path : changes(before, after)) {
      if (fields.stream().noneMatch(field -> AppliedHistories.meet(field.path(), path))) {
        object.broken("no reason for " + path, manifest, before, after);
      }
    }
  }

  /// The claim that a reason makes, in terms of the states before and after.
  private record Claim(FieldExplanation field, MapValue before, MapValue after) {
    /// What is wrong with it; empty if it is true.
    Optional<String> lie() {
      Node was = field.values().live();
      Node is = field.values().result();
      boolean there = was instanceof Value;
      boolean stays = is instanceof Value;
      boolean mine = owners(before).contains(OWN);
      boolean next = owners(after).contains(OWN);
      Set<String> others = owners(before);
      others.remove(OWN);
      boolean alone = others.isEmpty();
      Set<String> later = owners(after);
      later.remove(OWN);
      boolean named = !there || managers().equals(others);
      boolean sent = next && field.isInManifest(); // empty values are not stored
      String code = field.cause().code();
      boolean same = was.equals(is);
      boolean right =
          switch (code) {
            case "added" -> !there && stays && sent;
            case "takenOver" -> there && !same && sent && !alone && isLost();
            case "changed" -> there && !same && sent && mine && alone;
            case "unowned" -> there && !same && sent && !mine && alone;
            case "reset" -> there && stays && !same && mine && !field.isInManifest();
            case "leftManifest" -> there && !stays && mine && alone;
            case "removedAlong" -> there && !stays && isPartOfOwn() && !alone;
            case "coOwned" -> there && same && next && !later.isEmpty();
            case "adopted" -> there && same && next && !isOwn() && later.isEmpty();
            case "asManifest" -> there && same && next && mine && later.isEmpty();
            case "kept" -> there && same && mine && !next && !alone;
            case "left" -> there && same && mine && !next && alone;
            case "server" -> !same && !(there && !stays && mine && !next);
            default -> false;
          };
      return right && named
          ? Optional.empty()
          : Optional.of(
              "%s was owned by %s and is by %s, named %s"
                  .formatted(code, owners(before), owners(after), managers()));
    }

    /// Whether the manager owned the field, and not just an empty map above it.
    private boolean isOwn() {
      return OwnedFields.of(before, AppliedHistories.ME).paths().stream()
          .anyMatch(own -> AppliedHistories.isWithin(own.toString(), field.path()));
    }

    /// Whether the manager owned the field, or the one above it that is gone.
    private boolean isPartOfOwn() {
      return OwnedFields.of(before, AppliedHistories.ME).paths().stream()
              .filter(own -> !(own.in(after) instanceof Value))
              .anyMatch(own -> AppliedHistories.isWithin(field.path(), own.toString()))
          || isOwn();
    }

    /// Whether those from whom a field is taken have it no more, unless it is a map or a list.
    private boolean isLost() {
      return !(field.values().result() instanceof Value.ScalarValue)
          || owners(after).stream().noneMatch(managers()::contains);
    }

    private Set<String> managers() {
      return field.managers().stream()
          .filter(manager -> !manager.subresource().equals("status"))
          .map(ServerSideReasonsLawTest::name)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> owners(MapValue object) {
      return AppliedHistories.owners(field.path(), object);
    }
  }

  private static String name(Manager manager) {
    return manager.name() + " " + manager.operation();
  }

  /// The fields whose values differ, with lists as a whole, and existing ones that the manager owns
  /// in one of the states alone.
  private static Set<String> changes(MapValue before, MapValue after) {
    var changes = new LinkedHashSet<String>();
    compare(FieldPath.root(), own(before), own(after), changes);
    OwnedFields was = OwnedFields.of(before, AppliedHistories.ME);
    OwnedFields is = OwnedFields.of(after, AppliedHistories.ME);
    is.paths().stream().filter(path -> !was.owns(path)).forEach(path -> add(path, before, changes));
    was.paths().stream().filter(path -> !is.owns(path)).forEach(path -> add(path, before, changes));
    return changes;
  }

  private static void add(FieldPath path, MapValue before, Set<String> changes) {
    if (!path.isItemKey() && path.in(before) instanceof Value) {
      changes.add(path.toString());
    }
  }

  private static MapValue own(MapValue object) {
    MapValue metadata = object.map("metadata");
    for (String kept : List.of("managedFields", "generation", "creationTimestamp", "uid")) {
      metadata = metadata.without(kept);
    }
    return object.without("status").with("metadata", metadata);
  }

  private static void compare(FieldPath path, Node before, Node after, Set<String> changes) {
    if (before instanceof MapValue was && after instanceof MapValue is) {
      var keys = new LinkedHashSet<>(was.entries().keySet());
      keys.addAll(is.entries().keySet());
      keys.forEach(key -> compare(path.key(key), was.get(key), is.get(key), changes));
    } else if (!before.equals(after)) {
      changes.add(path.toString());
    }
  }
}
