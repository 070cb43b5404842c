package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.problem.JapplyException;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is applied last after fields have changed hands.
class OwnershipTransferTest {
  private static final Schema DEPLOYMENT = schema("apps", "Deployment");
  private static final Schema SERVICE = schema("", "Service");

  private static Schema schema(String group, String kind) {
    return BuiltinSchemas.load()
        .document(group, "v1")
        .flatMap(types -> types.object(group, "v1", kind))
        .orElseThrow();
  }

  private static MapValue tree(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static String released(String field, String config, Schema schema) {
    MapValue tree = tree(config);
    var result =
        OwnershipTransfer.RELEASE.of(tree, tree, List.of(FieldReference.parse(field)), schema);
    assertThat(result.found().isEmpty()).isEqualTo(result.config().equals(tree));
    return GoJson.write(result.config()).replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spec.replicas | {'spec':{'paused':true,'replicas':3}} | {'spec':{'paused':true}}",
        ".spec.replicas | {'spec':{'paused':true,'replicas':3}} | {'spec':{'paused':true}}",
        "spec[replicas] | {'spec':{'paused':true,'replicas':3}} | {'spec':{'paused':true}}",
        "spec.strategy.type | {'kind':'D','spec':{'strategy':{'type':'R'}}} | {'kind':'D'}",
        "spec.paused | {'spec':{'replicas':3}} | {'spec':{'replicas':3}}",
        "metadata.labels[a.b/c] | {'metadata':{'labels':{'a.b/c':'1','d':'2'}}}"
            + " | {'metadata':{'labels':{'d':'2'}}}",
        "metadata.labels['a.b'] | {'metadata':{'labels':{'a.b':'1','d':'2'}}}"
            + " | {'metadata':{'labels':{'d':'2'}}}",
        "metadata.finalizers[x/y] | {'metadata':{'finalizers':['x/y','z']}}"
            + " | {'metadata':{'finalizers':['z']}}",
        "spec.template.spec.containers[name=b].image"
            + " | {'spec':{'template':{'spec':{'containers':[{'image':'1','name':'a'},"
            + "{'image':'2','name':'b'}]}}}}"
            + " | {'spec':{'template':{'spec':{'containers':[{'image':'1','name':'a'},"
            + "{'name':'b'}]}}}}",
        "spec.template.spec.containers[name=b]"
            + " | {'spec':{'template':{'spec':{'containers':[{'name':'a'},{'name':'b'}]}}}}"
            + " | {'spec':{'template':{'spec':{'containers':[{'name':'a'}]}}}}",
      })
  void aReleasedFieldGoesWithWhatItLeavesEmpty(String field, String config, String after) {
    assertThat(released(field, config, DEPLOYMENT)).isEqualTo(after);
  }

  private static String adopted(String field, String config, String live, Schema schema) {
    return GoJson.write(
            OwnershipTransfer.ADOPT
                .of(tree(config), tree(live), List.of(FieldReference.parse(field)), schema)
                .config())
        .replace('"', '\'');
  }

  @Test
  void anAdoptedFieldComesWithItsLiveValue() {
    assertThat(adopted("spec.replicas", "{'kind':'D'}", "{'spec':{'replicas':3}}", DEPLOYMENT))
        .isEqualTo("{'kind':'D','spec':{'replicas':3}}");
    assertThat(adopted("spec.paused", "{'kind':'D'}", "{'spec':{'replicas':3}}", DEPLOYMENT))
        .isEqualTo("{'kind':'D'}");
    String annotations =
        "{'metadata':{'annotations':{'a':'1','kubectl.kubernetes.io/last-applied-configuration':"
            + "'{}'}}}";
    assertThat(adopted("metadata.annotations", "{}", annotations, DEPLOYMENT))
        .isEqualTo("{'metadata':{'annotations':{'a':'1'}}}");
  }

  /// Ports 53 of two protocols are two items; what one leaves out is TCP.
  @Test
  void itemsAreToldApartByAllOfTheirKeys() {
    String live =
        "{'spec':{'ports':[{'name':'t','nodePort':1,'port':53,'protocol':'TCP'},"
            + "{'name':'u','nodePort':2,'port':53,'protocol':'UDP'}]}}";
    String field = "spec.ports[name=u].nodePort";
    assertThat(adopted(field, "{'spec':{'ports':[{'name':'t','port':53}]}}", live, SERVICE))
        .isEqualTo(
            "{'spec':{'ports':[{'name':'t','port':53},"
                + "{'name':'u','nodePort':2,'port':53,'protocol':'UDP'}]}}");
    assertThat(adopted(field, "{'spec':{'ports':[{'name':'u','port':53}]}}", live, SERVICE))
        .isEqualTo("{'spec':{'ports':[{'name':'u','nodePort':2,'port':53}]}}");
    assertThatThrownBy(() -> adopted("spec.ports[port=53].nodePort", "{}", live, SERVICE))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("[port=53] is true of 2 items");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "metadata.name | it identifies the object",
        "kind | it identifies the object",
        "status.replicas | it is the server's own",
        "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration] | the server's own",
        "spec.list[a] | spec.list is a list that merges as one value",
        "spec.template.spec.containers[name=a].args[x] | containers[name=a].args is a list that",
        "spec.template.spec.containers[name=a].name | it identifies the item",
      })
  void someFieldsCannotChangeHands(String field, String error) {
    MapValue tree =
        tree(
            "{'spec':{'list':['a'],"
                + "'template':{'spec':{'containers':[{'args':['x'],'name':'a'}]}}}}");
    for (OwnershipTransfer direction : OwnershipTransfer.values()) {
      assertThatThrownBy(
              () -> direction.of(tree, tree, List.of(FieldReference.parse(field)), DEPLOYMENT))
          .isInstanceOf(JapplyException.class)
          .hasMessageContaining("field \"" + field + "\": ")
          .hasMessageContaining(error);
    }
  }

  @ParameterizedTest
  @CsvSource({"''", ".", "a..b", "a.", "a[", "a[]", "a[b", "a[x].", "a['b]"})
  void namesOfFieldsAreRead(String field) {
    assertThatThrownBy(() -> FieldReference.parse(field))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("this is no name of a field");
  }
}
