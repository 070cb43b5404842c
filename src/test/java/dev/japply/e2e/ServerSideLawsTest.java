package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.e2e.AppliedHistories.Live;
import dev.japply.merge.AppliedCheck;
import dev.japply.merge.AppliedCheck.Doubt;
import dev.japply.merge.AppliedFieldSet;
import dev.japply.object.FieldSet;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What japply says about a server-side apply before it is sent is what the server does.
@UsesTestCluster
@Tag("generated")
@Order(1)
class ServerSideLawsTest {
  private static final int HISTORIES = 1_500;

  private static final int FILLED_HISTORIES = 1_000;

  /// Applies in each history.
  private static final int TURNS = 2;

  private final AppliedHistories histories;

  ServerSideLawsTest(TestCluster server, @TempDir Path home) {
    this.histories = new AppliedHistories(server, home);
  }

  @Test
  void whatIsLeftOutWouldHaveChangedNothing() {
    List<Long> seeds = Cases.seeds("e2e/unchanged-seeds.txt");
    histories.check(seeds, HISTORIES, AppliedObjects.TYPES, this::checkUnchanged);
    if (Cases.enough()) {
      assertThat(histories.counted("unchanged")).isPositive();
      assertThat(histories.counted("conflicts")).isPositive();
    }
  }

  /// Lists and maps of one owner, which the server stores with defaults and without empty values.
  @Test
  void whatIsLeftOutOfFilledValuesWouldHaveChangedNothing() {
    List<Long> seeds = Cases.seeds("e2e/unchanged-filled-seeds.txt");
    histories.check(seeds, FILLED_HISTORIES, AppliedObjects.FILLED_TYPES, this::checkUnchanged);
    if (Cases.enough()) {
      assertThat(histories.counted("unchanged")).isPositive();
    }
  }

  private void checkUnchanged(Live object, Random random) {
    for (int turn = 0; turn < TURNS; turn++) {
      MapValue manifest = object.changed();
      Optional<MapValue> before = object.read();
      if (before.isEmpty()) {
        return;
      }
      Optional<Doubt> doubt =
          new AppliedCheck(AppliedHistories.ME, object.schema(), version -> true)
              .whyNotUnchanged(manifest, before.get());
      boolean force = random.nextBoolean();
      if (!force) {
        object.refusal(manifest).ifPresent(e -> checkConflicts(object, manifest, before.get(), e));
      }
      Optional<MapValue> after = object.apply(manifest, force);
      compare(object, manifest, doubt, before.get(), after);
      after.ifPresent(applied -> checkFields(object, manifest, applied));
    }
  }

  private void compare(
      Live object,
      MapValue manifest,
      Optional<Doubt> doubt,
      MapValue before,
      Optional<MapValue> after) {
    boolean same =
        after.map(AppliedHistories::seen).filter(AppliedHistories.seen(before)::equals).isPresent();
    if (doubt.isEmpty()
        && !same
        && AppliedHistories.isDisturbed(before, object.read().orElse(before))) {
      histories.count("disturbed");
      return;
    }
    histories.count("pairs");
    if (doubt.isEmpty()) {
      histories.count("unchanged");
      if (!same) {
        object.broken(
            "%s%nlive %s%nafter %s"
                .formatted(
                    GoJson.write(manifest),
                    GoJson.write(before),
                    after.map(GoJson::write).orElse("refused")));
      } else if (!AppliedHistories.isControlled(manifest.text("kind"))
          && !version(after.get()).equals(version(before))) {
        histories.count("unchanged, but for the version");
      }
    } else {
      histories.count(same ? "missed: " + doubt.get().reason() : "changed");
    }
  }

  private static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  /// Each conflict names a field of the manifest that another manager owns.
  private void checkConflicts(Live object, MapValue manifest, MapValue before, ClusterException e) {
    for (Conflict conflict : ServerSideProblems.conflicts(manifest, e)) {
      histories.count("conflicts");
      // The server makes an entry for an object that has none.
      boolean owned =
          ManagedFields.of(before).entries().isEmpty()
              || AppliedHistories.owners(conflict.field().toString(), before).stream()
                  .anyMatch(owner -> owner.startsWith(conflict.manager() + " "));
      if (!owned || conflict.field().toString().isEmpty()) {
        object.broken(
            "conflict %s in %s%nlive %s".formatted(conflict, GoJson.write(manifest), before));
      }
    }
  }

  private void checkFields(Live object, MapValue manifest, MapValue after) {
    Optional<FieldSet> fields = AppliedFieldSet.of(manifest, object.schema());
    if (fields.isEmpty() || manifest.get("status") instanceof Value) {
      histories.count("fields unknown");
      return;
    }
    FieldSet stored = OwnedFields.of(after, AppliedHistories.ME).fields();
    if (!fields.get().equals(stored)) {
      object.broken(
          "fields of %s%nare %s%nnot %s"
              .formatted(
                  GoJson.write(manifest),
                  GoJson.write(stored.tree()),
                  GoJson.write(fields.get().tree())));
    }
  }
}
