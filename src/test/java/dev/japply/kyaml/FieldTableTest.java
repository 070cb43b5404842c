package dev.japply.kyaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kyaml.FieldConfig.Topic;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldTableTest {
  private static Map<Topic, FieldList> lists(FieldConfig config) {
    var lists = new EnumMap<Topic, FieldList>(Topic.class);
    for (Topic topic : Topic.values()) {
      lists.put(topic, config.of(topic));
    }
    return lists;
  }

  /// A layer takes the table as it is, since sorting it and adding it again would change nothing.
  @Test
  void theTableIsInOrderAndHasNoFieldTwice() {
    FieldConfig table = FieldTable.load().config();
    var unsorted = new FieldConfig(lists(table), table.references());

    FieldConfig layer = FieldConfig.NONE.with(unsorted);
    FieldConfig again = layer.with(unsorted);

    assertThat(FieldConfig.NONE.with(table)).isSameAs(table);
    for (FieldConfig config : new FieldConfig[] {layer, again, FieldConfig.NONE.with(layer)}) {
      assertThat(lists(config)).isEqualTo(lists(table));
      assertThat(config.references()).isEqualTo(table.references());
    }
  }

  @Test
  void theTableHasAllPartsOfALine() {
    FieldTable table = FieldTable.load();

    assertThat(table.config().of(Topic.COMMON_ANNOTATIONS).fields())
        .contains(FieldSpec.of("metadata/annotations", true));
    assertThat(table.config().of(Topic.REPLICAS).fields())
        .extracting(FieldSpec::path)
        .contains("spec/replicas");
    assertThat(table.config().references())
        .extracting(reference -> reference.referred().kinds().kind())
        .contains("ConfigMap", "Secret", "StorageClass");
    assertThat(table.clusterScoped())
        .extracting(kind -> kind.group() + "/" + kind.version() + "/" + kind.kind())
        .contains("/v1/Namespace", "storage.k8s.io/v1beta1/VolumeAttachment");
  }
}
