package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.RbacRules.Grant;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RbacRulesTest {
  private static final String RULES =
      """
      {resourceRules: [
        {verbs: [get, patch], apiGroups: [apps], resources: [deployments, deployments/scale]},
        {verbs: [patch, create, delete], apiGroups: [''], resources: [secrets],
          resourceNames: [a]},
        {verbs: ['*'], apiGroups: ['*'], resources: ['*/status']},
        {verbs: [list], apiGroups: ['*'], resources: ['*']}], incomplete: false}\
      """;

  private static RbacRules rules(boolean incomplete) {
    return RbacRules.of((MapValue) Flow.parse(RULES.replace("false", String.valueOf(incomplete))));
  }

  @ParameterizedTest
  @CsvSource({
    "get, apps, deployments, '', GRANTED",
    "create, apps, deployments, '', NOT_GRANTED",
    "get, '', deployments, '', NOT_GRANTED",
    "patch, apps, deployments, scale, GRANTED",
    "patch, apps, deployments, other, NOT_GRANTED",
    "patch, apps, deployments, status, GRANTED",
    "patch, '', secrets, '', OPEN",
    "create, '', secrets, '', NOT_GRANTED",
    "delete, '', secrets, '', OPEN",
    "get, '', secrets, '', NOT_GRANTED",
    "list, example.com, widgets, '', GRANTED"
  })
  void saysWhatIsGranted(String verb, String group, String type, String part, Grant answer) {
    var right = new AccessRequest(verb, group, type, part, "n");
    assertThat(rules(false).about(right)).isEqualTo(answer);
    assertThat(rules(true).about(right))
        .isEqualTo(answer == Grant.GRANTED ? Grant.GRANTED : Grant.OPEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{resourceRules: [3, {verbs: 3}]}", "{resourceRules: 3}"})
  void passesOverWhatIsNoRule(String status) {
    var rules = RbacRules.of((MapValue) Flow.parse(status));
    assertThat(rules.about(new AccessRequest("get", "", "secrets", "", "n")))
        .isEqualTo(Grant.NOT_GRANTED);
  }
}
