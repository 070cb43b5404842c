package dev.japply.kustomize.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import org.junit.jupiter.api.Test;

class ResourceIdTest {
  private static final Gvk ROLE = new Gvk("rbac.authorization.k8s.io", "v1", "ClusterRole");
  private static final Gvk MAP = new Gvk("", "v1", "ConfigMap");

  @Test
  void namespacesTellObjectsApart() {
    assertThat(new ResourceId(MAP, "a", "web", false).key())
        .isNotEqualTo(new ResourceId(MAP, "b", "web", false).key());
  }

  @Test
  void noneIsTheDefaultOne() {
    assertThat(new ResourceId(MAP, "", "web", false).key())
        .isEqualTo(new ResourceId(MAP, "default", "web", false).key());
  }

  @Test
  void kindsWithoutNamespacesHaveNone() {
    assertThat(new ResourceId(ROLE, "a", "web", true).key())
        .isEqualTo(new ResourceId(ROLE, "", "web", true).key());
  }
}
