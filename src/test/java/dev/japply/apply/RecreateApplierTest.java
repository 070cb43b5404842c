package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.CreateBody;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that are deleted and created anew, and what becomes of them when something goes wrong in
/// between.
class RecreateApplierTest extends Replacing {
  private static final String[] WHOLE = {"GET", "PATCH", "POST", "DELETE", "GET", "GET", "POST"};

  @Test
  void deletesAndCreatesWhatTheServerTakesAsNew() {
    refusing().before("DELETE", () -> assertThat(kept()).as("a copy, before it goes").hasSize(1));
    apply();
    assertThat(verbs()).containsExactly(WHOLE);
    assertThat(end()).isEqualTo("recreated");
    assertThat(cluster.options.get(1).dryRun()).as("the first POST is a rehearsal").isTrue();
    assertThat(cluster.deletions)
        .containsExactly(new DeleteOptions(Propagation.ORPHAN, 7, "1", false));
    assertThat(value()).isEqualTo(NEW_VALUE);
    assertThat(kept()).isEmpty();
  }

  @Test
  void reportsConfiguredByKubectlsRules() {
    refusing();
    apply(Rules.KUBECTL, Duration.ZERO, NEW);
    assertThat(verbs()).containsExactly(WHOLE);
    assertThat(end()).isEqualTo("configured");
  }

  /// kubectl does no dry run, so a webhook that supports none must not end its run.
  @ParameterizedTest
  @EnumSource(Rules.class)
  void replacesWithoutADryRunByKubectlsRulesAlone(Rules rules) {
    refusing().fail("POST", 400, "BadRequest", "admission webhook \"w\" does not support dry run");
    apply(rules, Duration.ZERO, NEW);
    if (rules == Rules.KUBECTL) {
      assertThat(end()).isEqualTo("configured");
    } else {
      assertThat(end()).contains("--force deleted nothing");
    }
  }

  @Test
  void deletesNothingForAMistake() {
    refusing().before("POST", () -> invalid("type", "Unsupported value"));
    apply();
    assertThat(verbs()).containsExactly("GET", "PATCH", "POST");
    assertThat(end())
        .isEqualTo(
            "[f:1: Secret default/s: The Secret \"s\" is invalid: type: Unsupported value; --force"
                + " deleted nothing, because a new object would be refused, too]");
  }

  @Test
  void aMistakeDoesNotKeepKubectlsRulesFromIt() {
    cluster.before("PATCH", () -> invalid("type", "Unsupported value"));
    apply(Rules.KUBECTL, Duration.ZERO, NEW);
    assertThat(end()).isEqualTo("configured");
  }

  @Test
  void deletesNothingForOtherFailures() {
    cluster.fail("PATCH", 403, "Forbidden", "no");
    apply();
    assertThat(verbs()).containsExactly("GET", "PATCH");
    assertThat(end()).contains("(Forbidden): no");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replacesAfterConflictsUnlessTheManifestNamesAVersion(boolean pinned) {
    for (int i = 0; i < 6; i++) {
      cluster.fail("PATCH", 409, "Conflict", "the object has been modified");
    }
    MapValue metadata = NEW.map("metadata").with("resourceVersion", Value.text("1"));
    apply(Rules.JAPPLY, Duration.ZERO, pinned ? NEW.with("metadata", metadata) : NEW);
    if (pinned) {
      assertThat(end()).contains("remove metadata.resourceVersion");
    } else {
      assertThat(end()).isEqualTo("recreated");
    }
  }

  @ParameterizedTest
  @EnumSource(Rules.class)
  void deletesNoNamespace(Rules rules) {
    MapValue namespace =
        json("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'n'},'spec':{'x':'y'}}");
    cluster.put(namespace.without("spec"));
    refusing();
    apply(rules, Duration.ZERO, namespace);
    if (rules == Rules.KUBECTL) {
      assertThat(end()).isEqualTo("configured");
    } else {
      assertThat(cluster.deletions).isEmpty();
      assertThat(end())
          .endsWith(
              "--force does not delete a Namespace, because that would also delete everything in"
                  + " it]");
    }
  }

  @Test
  void putsTheOldOneBackWhenTheNewOneFails() {
    refusingTheRealPost(() -> invalid("type", "changed its mind"));
    apply();
    assertThat(verbs()).startsWith(WHOLE).endsWith("POST").hasSize(WHOLE.length + 1);
    assertThat(end())
        .isEqualTo(
            "[f:1: Secret default/s: The Secret \"s\" is invalid: type: changed its mind; the"
                + " object that --force deleted was restored]");
    assertThat(value()).isEqualTo(OLD_VALUE);
    assertThat(cluster.requests.getLast()).doesNotContain("uid").doesNotContain("resourceVersion");
    assertThat(kept()).isEmpty();
  }

  @Test
  void keepsTheOldOneWhenItCannotBePutBack() throws IOException {
    refusingTheRealPost(() -> invalid("type", "changed its mind"))
        .fail("POST", 403, "Forbidden", "not old-hunter2 either");
    assertThat(apply(Rules.JAPPLY, Duration.ZERO, NEW)).isEqualTo(new Tally(0, 1, 0));
    assertThat(end())
        .contains("type: changed its mind, f:1: Secret default/s: is deleted: ")
        .contains("an error occurred attempting to restore the original object: Error from server")
        .contains("with its values, readable only by you");
    keptWithTheOldValue();
  }

  @Test
  void waitsForWhatIsHeldAndTellsByWhat() {
    held();
    refusing();
    stop.onPause =
        () -> {
          if (stop.waited().compareTo(Duration.ofSeconds(50)) > 0) {
            cluster.objects.remove(KEY);
          }
        };
    apply();
    assertThat(end()).isEqualTo("recreated");
    assertThat(events.stream().filter(Event.Waiting.class::isInstance))
        .as("after three seconds, and half a minute later")
        .hasSize(2)
        .first()
        .hasToString(
            "Waiting[warning=f:1: Secret default/s: deleted by --force, it is still there, held by"
                + " its finalizer x/y; waiting]");
  }

  @Test
  void givesUpInTimeAndKeepsTheOldOne() throws IOException {
    held();
    refusing();
    apply(Rules.JAPPLY, Duration.ZERO, NEW);
    assertThat(stop.waited()).hasSeconds(67);
    assertThat(end())
        .contains("context deadline exceeded: deleted by --force, it is still there")
        .contains("held by its finalizer x/y; apply again when it is gone");
    keptWithTheOldValue();
  }

  private void held() {
    MapValue metadata = OLD.map("metadata");
    Value finalizers = Value.ListValue.of(Value.text("x/y"));
    cluster.put(OLD.with("metadata", metadata.with("finalizers", finalizers)));
  }

  @ParameterizedTest
  @EnumSource(Rules.class)
  void waitsAsLongAsTold(Rules rules) {
    held();
    refusing();
    apply(rules, Duration.ofMillis(2500), NEW);
    assertThat(stop.waited()).hasMillis(2500);
    assertThat(end()).contains("context deadline exceeded");
  }

  @Test
  void finishesWhenTheRunIsEndedInBetween() {
    refusing().before("DELETE", () -> stop.requested = true);
    apply();
    assertThat(verbs()).containsExactly(WHOLE);
    assertThat(value()).isEqualTo(NEW_VALUE);
    assertThat(events.get(events.size() - 2)).isInstanceOf(Event.Applied.class);
  }

  @Test
  void saysHowItStandsWhenThereIsNoTimeToFinish() throws IOException {
    held();
    refusing();
    stop.onPause =
        () -> {
          stop.requested = true;
          stop.overdue = true;
        };
    apply();
    assertThat(verbs()).containsExactly("GET", "PATCH", "POST", "DELETE", "GET");
    assertThat(end())
        .contains(
            "deleted by --force and not recreated, because the run was interrupted; apply again");
    keptWithTheOldValue();
  }

  @Test
  void startsNothingWhenTheRunIsEndedBefore() {
    refusing().before("POST", () -> stop.requested = true);
    apply();
    assertThat(cluster.deletions).isEmpty();
    assertThat(kept()).isEmpty();
  }

  @Test
  void deletesAgainWhenTheAnswerIsLost() {
    refusing()
        .before(
            "DELETE",
            () -> {
              cluster.objects.remove(KEY);
              throw new ClusterException(Kind.BROKEN, "EOF", "", null);
            });
    apply();
    assertThat(verbs()).filteredOn("DELETE"::equals).hasSize(2);
    assertThat(end()).isEqualTo("recreated");
  }

  @Test
  void findsTheNewOneWhenTheAnswerToItsPostIsLost() {
    refusingTheRealPost(() -> {
      cluster.put(CreateBody.of(NEW));
      throw new ClusterException(Kind.BROKEN, "EOF", "", null);
    });
    apply();
    assertThat(end()).isEqualTo("recreated");
    assertThat(kept()).isEmpty();
  }

  @Test
  void leavesTheOldOneWhenItMayNotBeDeleted() {
    refusing().fail("DELETE", 403, "Forbidden", "no");
    apply();
    assertThat(end()).contains("(Forbidden): no");
    assertThat(value()).isEqualTo(OLD_VALUE);
    assertThat(kept()).isEmpty();
  }

  @Test
  void mergesWithWhatSomebodyElsePutsThere() {
    refusing().before("DELETE", () -> cluster.put(secret("dGhlaXJz", "2")));
    apply();
    assertThat(end()).isEqualTo("configured");
    assertThat(cluster.object(KEY).map("metadata").text("uid")).isEqualTo("2");
  }

  @Test
  void deletesNothingWithoutACopy() {
    refusing();
    var how =
        new RecreateOptions(
            new DeletionOptions(Propagation.ORPHAN, null, Duration.ZERO), copies.resolve("none"));
    apply(Rules.JAPPLY, how, NEW);
    assertThat(cluster.deletions).isEmpty();
    assertThat(end()).contains("cannot be written to").contains("TMPDIR");
  }
}
