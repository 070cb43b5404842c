package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.merge.MergeRequest.Rules;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompatibilityTest {
  @ParameterizedTest
  @EnumSource(Difference.class)
  void everyDifferenceHoldsUnlessLikeKubectl(Difference difference) {
    assertThat(Compatibility.japply().allows(difference)).isTrue();
    assertThat(Compatibility.kubectl().allows(difference)).isFalse();
  }

  @Test
  void choosesTheRulesOfTheMerge() {
    assertThat(Compatibility.japply().rules()).isEqualTo(Rules.JAPPLY);
    assertThat(Compatibility.kubectl().rules()).isEqualTo(Rules.KUBECTL);
  }

  @Test
  void keepsASetOfItsOwn() {
    var chosen = EnumSet.of(Difference.SEPARATES_PRUNED);
    var compatibility = new Compatibility(Rules.KUBECTL, chosen);
    chosen.add(Difference.AWAITS_PRUNED);
    assertThat(compatibility.allowed()).containsExactly(Difference.SEPARATES_PRUNED);
    assertThatThrownBy(() -> compatibility.allowed().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
