package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes.CustomType;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class CustomTypesTest {
  private static final ObjectKey KEY =
      new ObjectKey("apiextensions.k8s.io", "CustomResourceDefinition", "", "ws.e.com");

  private static KubeObject definition(String spec) {
    String text =
        "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',"
            + "'metadata':{'name':'ws.e.com','namespace':'odd'},'spec':"
            + spec
            + "}";
    return KubeObject.of((MapValue) Json.parse(text.replace('\'', '"')), Origin.NONE);
  }

  private static String spec(String scope, String versions) {
    return "{'group':'e.com','scope':'"
        + scope
        + "','names':{'plural':'ws','kind':'W'},'versions':["
        + versions
        + "]}";
  }

  @Test
  void knowsTheServedVersions() {
    String versions =
        "{'name':'v1','served':true},{'name':'v2','served':true},{'name':'v0','served':false}";
    var types = CustomTypes.of(List.of(definition(spec("Namespaced", versions))));
    var type = new CustomType("ws", true, KEY);
    assertThat(types.find(Gvk.of("e.com/v1", "W"))).contains(type);
    assertThat(types.find(Gvk.of("e.com/v2", "W"))).contains(type);
    assertThat(types.types()).hasSize(2);
  }

  @Test
  void addsUpWhatSeveralDocumentsOfOneDefinitionSay() {
    var types =
        CustomTypes.of(
            List.of(
                definition(spec("Cluster", "{'name':'v1','served':true}")),
                definition(spec("Cluster", "{'name':'v2','served':true}"))));
    assertThat(types.types()).hasSize(2).containsValue(new CustomType("ws", false, KEY));
  }

  @Test
  void passesOverWhatIsNoDefinition() {
    String served = "{'name':'v1','served':true}";
    KubeObject nameless = definition(spec("Cluster", served).replace("'ws'", "''"));
    assertThat(CustomTypes.of(List.of(nameless)).types()).isEmpty();
    KubeObject definition = definition(spec("Cluster", served));
    MapValue alien = definition.tree().with("apiVersion", Value.text("example.com/v1"));
    assertThat(CustomTypes.of(List.of(definition.withTree(alien))).types()).isEmpty();
    assertThat(CustomTypes.of(List.of(definition("{}"))).types()).isEmpty();
    assertThat(CustomTypes.of(List.of(definition("[]"))).types()).isEmpty();
    assertThat(CustomTypes.of(List.of(definition(spec("Cluster", "1,{}")))).types()).isEmpty();
    MapValue other = definition(spec("Cluster", "{'name':'v1','served':true}")).tree();
    var renamed = other.with("kind", dev.japply.tree.Value.text("Other"));
    assertThat(CustomTypes.of(List.of(KubeObject.of(renamed, Origin.NONE))).types()).isEmpty();
  }
}
