package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.object.CreateBody;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of an object that is deleted and created anew when requests fail in between.
class ReplacerFaultsTest extends Replacing {
  /// Such as one of the storage, or of a Namespace that is going.
  @Test
  void aConflictThatIsNotAboutTheObjectIsARefusal() {
    refusing().fail("DELETE", 409, "Conflict", "the system is ensuring that all is removed");
    apply();
    assertThat(verbs()).containsExactly("GET", "PATCH", "POST", "DELETE");
    assertThat(end()).contains("(Conflict): the system is ensuring");
    assertThat(value()).isEqualTo(OLD_VALUE);
    assertThat(kept()).isEmpty();
  }

  private static void broken() {
    throw new ClusterException(Kind.BROKEN, "EOF", "", null);
  }

  /// The first GET comes before the patch, the second after the DELETE.
  private void failingReads(int from, int times) {
    for (int i = 1; i < from; i++) {
      cluster.before("GET", () -> {});
    }
    for (int i = 0; i < times; i++) {
      cluster.before("GET", ReplacerFaultsTest::broken);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void readsPatientlyAfterTheDelete(int from) {
    refusing();
    failingReads(from, 2);
    apply();
    assertThat(end()).isEqualTo("recreated");
    assertThat(value()).isEqualTo(NEW_VALUE);
    assertThat(kept()).isEmpty();
  }

  @Test
  void putsNothingBackWhereItCannotSeeWhatIsThere() throws IOException {
    refusing();
    failingReads(3, 20);
    apply();
    assertThat(cluster.objects).doesNotContainKey(KEY);
    assertThat(events.getLast()).isInstanceOf(Event.Unknown.class);
    assertThat(end())
        .contains("unknown: deleted by --force, and its current state could not be read: EOF");
    keptWithTheOldValue();
  }

  @Test
  void asksAgainWhenTheDryRunIsCutOff() {
    refusing().before("POST", ReplacerFaultsTest::broken);
    apply();
    assertThat(end()).isEqualTo("recreated");
  }

  @Test
  void aDryRunThatIsCutOffIsNoRefusal() {
    refusing();
    for (int i = 0; i < 9; i++) {
      cluster.before("POST", ReplacerFaultsTest::broken);
    }
    apply();
    assertThat(cluster.deletions).isEmpty();
    assertThat(end())
        .contains("EOF; --force deleted nothing, because no dry run showed")
        .doesNotContain("would be refused");
  }

  /// Its answer was lost, the object did not show, and the next one was refused.
  @Test
  void findsTheNewOneThatComesLate() {
    refusingTheRealPost(ReplacerFaultsTest::broken)
        .fail("POST", 403, "Forbidden", "not twice")
        .before("POST", () -> cluster.put(CreateBody.of(NEW)));
    apply();
    assertThat(end()).isEqualTo("recreated");
    assertThat(value()).isEqualTo(NEW_VALUE);
    assertThat(kept()).isEmpty();
  }

  @Test
  void isNotToldAsDeletedWhenTheAnswerToPuttingItBackIsLost() {
    refusingTheRealPost(() -> invalid("type", "changed its mind"))
        .before(
            "POST",
            () -> {
              cluster.put(OLD);
              throw new ClusterException(Kind.BROKEN, "EOF", "", null);
            });
    apply();
    assertThat(end()).contains("the object that --force deleted was restored");
    assertThat(kept()).isEmpty();
  }

  @Test
  void isUnknownWhenNoAnswerSaysThatItWasPutBack() throws IOException {
    refusingTheRealPost(() -> invalid("type", "changed its mind"));
    for (int i = 0; i < 9; i++) {
      cluster.before("POST", ReplacerFaultsTest::broken);
    }
    apply();
    assertThat(events.getLast()).isInstanceOf(Event.Unknown.class);
    assertThat(end()).contains("unknown: ").doesNotContain("is deleted");
    keptWithTheOldValue();
  }
}
