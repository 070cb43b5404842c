package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PruneProtectionTest {
  private static MapValue object(String key, Value value) {
    return MapValue.of("metadata", MapValue.of("annotations", MapValue.of(key, value)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "japply.dev/prune | false | true",
        "japply.dev/prune | False | true",
        "japply.dev/prune | ' false ' | true",
        "japply.dev/prune | true | false",
        "japply.dev/prune | '' | false",
        "helm.sh/resource-policy | keep | true",
        "helm.sh/resource-policy | ' Keep' | true",
        "helm.sh/resource-policy | delete | false",
        "argocd.argoproj.io/sync-options | Prune=false | true",
        "argocd.argoproj.io/sync-options | Validate=false, Prune=false | true",
        "argocd.argoproj.io/sync-options | Prune=confirm | false",
        "argocd.argoproj.io/sync-options | Delete=false | false",
        "argocd.argoproj.io/sync-options | Prune=false2 | false",
        "config.kubernetes.io/on-remove | keep | true",
        "config.kubernetes.io/on-remove | delete | false",
        "cli-utils.sigs.k8s.io/on-remove | keep | true",
        "cli-utils.sigs.k8s.io/on-remove | false | false",
        "client.lifecycle.config.k8s.io/deletion | detach | true",
        "client.lifecycle.config.k8s.io/deletion | keep | false",
        "example.com/prune | false | false",
        "example.com/policy | keep | false",
      })
  void annotationsProtectByTheirOwnRules(String key, String value, boolean stays) {
    assertThat(PruneProtection.of(object(key, Value.text(value))).isPresent()).isEqualTo(stays);
  }

  @Test
  void itSaysWhichAnnotation() {
    assertThat(PruneProtection.of(object("helm.sh/resource-policy", Value.text(" keep"))))
        .contains("helm.sh/resource-policy: keep");
    assertThat(PruneProtection.of(MapValue.EMPTY)).isEmpty();
  }
}
