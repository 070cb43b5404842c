package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.RecreateRules;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that a rule names, which are deleted and created again by server-side apply.
class RecreateServerSideTest extends Replacing {
  private static final String[] WHOLE = {"GET", "PATCH", "POST", "DELETE", "GET", "GET", "PATCH"};

  /// The Secret as `by` has applied it.
  private static MapValue applied(String value, String uid, String by) {
    MapValue owned =
        json(
            """
            {'manager':'%s','operation':'Apply','apiVersion':'v1','fieldsType':'FieldsV1',
             'fieldsV1':{'f:data':{'f:p':{}}}}\
            """
                .formatted(by));
    MapValue secret = secret(value, uid);
    MapValue metadata = secret.map("metadata").with("managedFields", Value.ListValue.of(owned));
    return secret.with("metadata", metadata);
  }

  private void apply(String rule, MapValue manifest) {
    var deletion = new DeletionOptions(Propagation.BACKGROUND, null, Duration.ZERO);
    var rules = new RecreateRules(List.of(RecreateRules.Rule.parse(rule)), true);
    var ruled = new ApplyMethod.Ruled(rules, new RecreateOptions(deletion, copies));
    var method = new ApplyMethod.ServerSide(false, "", false, ConflictRules.NONE, ruled);
    apply(method, manifest);
  }

  @Override
  void apply() {
    apply("Secret/s", NEW);
  }

  @BeforeEach
  void owned() {
    cluster.put(applied(OLD_VALUE, "1", "me"));
  }

  @Test
  void deletesAndAppliesAgain() {
    refusing().before("DELETE", () -> assertThat(kept()).as("a copy, before it goes").hasSize(1));
    apply();
    assertThat(verbs()).containsExactly(WHOLE);
    assertThat(end()).isEqualTo("recreated");
    assertThat(cluster.options.get(1).dryRun()).as("the POST is a rehearsal").isTrue();
    assertThat(cluster.requests.getLast()).doesNotContain("uid", "resourceVersion", "annotations");
    assertThat(value()).isEqualTo(NEW_VALUE);
    assertThat(kept()).isEmpty();
  }

  @Test
  void doesNotRecreateWithoutARule() {
    refusing();
    apply("Secret/other", NEW);
    assertThat(cluster.deletions).isEmpty();
    assertThat(end()).contains("field is immutable");
  }

  @Test
  void aConflictIsNoReason() {
    cluster.put(applied(OLD_VALUE, "1", "helm"));
    apply();
    assertThat(cluster.deletions).isEmpty();
    assertThat(end()).contains("Apply failed with 1 conflict");
  }

  @Test
  void aMistakeInANewObjectIsNoReason() {
    cluster.objects.remove(KEY);
    refusing();
    apply();
    assertThat(verbs()).doesNotContain("POST", "DELETE");
    assertThat(end()).contains("field is immutable");
  }

  @Test
  void deletesNothingForAMistake() {
    refusing().before("POST", () -> invalid("type", "Unsupported value"));
    apply();
    assertThat(cluster.deletions).isEmpty();
    assertThat(end())
        .contains(
            "type: Unsupported value; the rule for recreation deleted nothing, because a new object"
                + " would be refused, too");
  }

  @Test
  void recreatesNothingThatCannotBeRead() {
    refusing();
    for (int i = 0; i < 3; i++) {
      cluster.fail("GET", 403, "Forbidden", "no");
    }
    apply();
    assertThat(cluster.deletions).isEmpty();
    assertThat(end()).contains("field is immutable");
  }

  /// A second refusal of the PATCH, which is the creation.
  private void refusingTheCreation(Runnable how) {
    refusing().before("PATCH", how);
  }

  @Test
  void putsTheOldOneBackWhenTheNewOneFails() {
    refusingTheCreation(() -> invalid("type", "changed its mind"));
    apply();
    assertThat(end())
        .contains("changed its mind; the object that the rule for recreation deleted was restored");
    assertThat(value()).isEqualTo(OLD_VALUE);
    assertThat(kept()).isEmpty();
  }

  @Test
  void findsTheNewOneWhenTheAnswerIsLost() {
    refusingTheCreation(() -> {
      cluster.put(applied(NEW_VALUE, "2", "me"));
      throw new ClusterException(Kind.BROKEN, "EOF", "", null);
    });
    apply();
    assertThat(end()).isEqualTo("recreated");
    assertThat(kept()).isEmpty();
  }

  /// It is not taken over.
  @Test
  void doesNotTakeOverWhatAnotherClientCreates() throws IOException {
    refusing().before("DELETE", () -> cluster.put(applied("dGhlaXJz", "2", "helm")));
    apply();
    assertThat(value()).isEqualTo("dGhlaXJz");
    assertThat(end()).contains("Apply failed with 1 conflict", "another object now has its name");
    keptWithTheOldValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"resourceVersion", "uid"})
  void aNewObjectHasNoVersion(String field) {
    refusing();
    MapValue metadata = NEW.map("metadata").with(field, Value.text("1"));
    apply("Secret/s", NEW.with("metadata", metadata));
    assertThat(end()).isEqualTo("recreated");
    assertThat(value()).isEqualTo(NEW_VALUE);
  }
}
