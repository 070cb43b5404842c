package dev.japply.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuiltinSchemasTest {
  private static final BuiltinSchemas TABLE = BuiltinSchemas.load();

  private static Stream<SchemaDocument> documents() {
    return TABLE.objects().stream()
        .map(key -> key.split("/", -1))
        .map(parts -> TABLE.document(parts[0], parts[1]).orElseThrow())
        .distinct();
  }

  private record Rule(String type, String text) {}

  /// Every field with strategies or a merge key, by these; the field is named `Type.field` without
  /// API version.
  private static final Map<String, Set<String>> RULES =
      documents()
          .flatMap(document -> document.types().entrySet().stream())
          .flatMap(type -> rules(type.getKey(), type.getValue()))
          .collect(groupingBy(Rule::text, mapping(Rule::type, toSet())));

  private static Stream<Rule> rules(String name, TypeDef type) {
    String shortName = name.substring(name.lastIndexOf('.') + 1);
    return type.fields().entrySet().stream()
        .map(field -> {
          PatchRule rule = field.getValue().rule();
          String text = String.join(",", rule.strategies()) + " " + rule.mergeKey();
          return new Rule(shortName + "." + field.getKey(), text.trim());
        })
        .filter(rule -> !rule.text().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "merge containerPort     | Container.ports EphemeralContainer.ports",
        "merge port              | ServiceSpec.ports",
        "merge devicePath        | Container.volumeDevices" + " EphemeralContainer.volumeDevices",
        "merge ip                | PodSpec.hostAliases PodStatus.hostIPs" + " PodStatus.podIPs",
        "merge topologyKey       | PodSpec.topologySpreadConstraints",
        "merge uid               | ObjectMeta.ownerReferences" + " ResourceClaimStatus.reservedFor",
        "merge rule              | JSONSchemaProps.x-kubernetes-validations",
        "merge                   | NodeSpec.podCIDRs ObjectMeta.finalizers",
        "replace                 | PodDisruptionBudgetSpec.selector",
        "retainKeys              | DeploymentSpec.strategy",
        "merge mountPath         | Container.volumeMounts ContainerStatus.volumeMounts"
            + " EphemeralContainer.volumeMounts",
        "merge,retainKeys name   | PodGroupSpec.resourceClaims"
            + " PodGroupStatus.resourceClaimStatuses PodGroupTemplate.resourceClaims"
            + " PodSpec.resourceClaims PodSpec.volumes PodStatus.resourceClaimStatuses",
        "merge type              | APIServiceStatus.conditions"
            + " CompositePodGroupStatus.conditions DaemonSetStatus.conditions"
            + " DeploymentStatus.conditions DeviceTaintRuleStatus.conditions"
            + " EvictionRequestStatus.conditions EvictionStatus.conditions"
            + " FlowSchemaStatus.conditions HorizontalPodAutoscalerStatus.conditions"
            + " JobStatus.conditions NamespaceStatus.conditions NodeStatus.addresses"
            + " NodeStatus.conditions PersistentVolumeClaimStatus.conditions"
            + " PodCertificateRequestStatus.conditions PodDisruptionBudgetStatus.conditions"
            + " PodGroupStatus.conditions PodStatus.conditions"
            + " PriorityLevelConfigurationStatus.conditions ReplicaSetStatus.conditions"
            + " ReplicationControllerStatus.conditions"
            + " ResourcePoolStatusRequestStatus.conditions ServiceCIDRStatus.conditions"
            + " ServiceStatus.conditions StatefulSetStatus.conditions"
            + " StorageVersionMigrationStatus.conditions",
        "merge name              | CSINodeSpec.drivers CSINodeStatus.storageHealth"
            + " Container.env ContainerStatus.allocatedResourcesStatus"
            + " EphemeralContainer.env EvictionStatus.requesters EvictionStatus.responders"
            + " EvictionStatus.targetResponders JobSchedulingConfiguration.resourceClaims"
            + " MutatingAdmissionPolicySpec.matchConditions MutatingWebhook.matchConditions"
            + " MutatingWebhookConfiguration.webhooks"
            + " NodeAllocatableResourceClaimStatus.mapping"
            + " NodeAllocatableResourceClaimStatus.overhead PodSpec.containers"
            + " PodSpec.ephemeralContainers PodSpec.evictionResponders"
            + " PodSpec.imagePullSecrets PodSpec.initContainers PodSpec.schedulingGates"
            + " ServiceAccount.secrets ValidatingAdmissionPolicySpec.matchConditions"
            + " ValidatingAdmissionPolicySpec.variables ValidatingWebhook.matchConditions"
            + " ValidatingWebhookConfiguration.webhooks",
        "merge resourceClaimName | PodStatus.nodeAllocatableResourceClaimStatuses",
        "merge status            | PodVolumeHealth.healthConditions"
            + " VolumeHealthStatus.healthConditions",
      })
  void knowsWhatMergesHow(String rule, String fields) {
    assertThat(RULES.get(rule)).containsExactlyInAnyOrder(fields.split(" ", -1));
  }

  /// They are read as ISO 8859-1.
  @Test
  void allTablesAreAscii() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/resources"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".txt")))
          .hasSizeGreaterThan(5)
          .allSatisfy(
              file -> assertThat(US_ASCII.newEncoder().canEncode(Files.readString(file))).isTrue());
    }
  }

  @Test
  void knowsNoOtherRules() {
    assertThat(RULES).hasSize(16);
  }

  @Test
  void everyTypeThatADocumentRefersToIsInIt() {
    for (SchemaDocument document : (Iterable<SchemaDocument>) documents()::iterator) {
      var missing = new TreeSet<>(document.objects().values());
      document.types().values().stream().flatMap(TypeDef::references).forEach(missing::add);
      missing.removeAll(document.types().keySet());
      assertThat(missing).isEmpty();
    }
  }

  @Test
  void leadsFromADeploymentToThePortsOfItsContainers() {
    Schema type =
        TABLE.document("apps", "v1").orElseThrow().object("apps", "v1", "Deployment").get();
    for (String key : List.of("spec", "template", "spec")) {
      type = type.field(key).orElseThrow().type();
    }
    Schema.Field ports =
        type.field("containers").orElseThrow().type().items().get().field("ports").orElseThrow();
    assertThat(ports.rule().mergeKey()).isEqualTo("containerPort");
    assertThat(ports.type().def().topology())
        .isEqualTo(new Topology.Keyed(List.of("containerPort", "protocol")));
    Schema port = ports.type().items().orElseThrow();
    assertThat(port.field("protocol").orElseThrow().rule().defaultValue())
        .isEqualTo(Value.text("TCP"));
  }

  @Test
  void knowsQuantities() {
    Schema quota = TABLE.document("", "v1").orElseThrow().object("", "v1", "ResourceQuota").get();
    Schema hard = quota.field("spec").orElseThrow().type().field("hard").orElseThrow().type();
    assertThat(hard.additional().orElseThrow().isQuantity()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"'',v2", "apps,v1beta1", "app,v1", "example.com,v1"})
  void knowsNothingOfOtherGroupVersions(String group, String version) {
    assertThat(TABLE.document(group, version)).isEmpty();
  }

  @Test
  void holdsWhatCanBePatchedOnly() {
    SchemaDocument apps = TABLE.document("apps", "v1").orElseThrow();
    assertThat(apps.objects().keySet())
        .isEqualTo(apps.strategic())
        .containsExactlyInAnyOrder(
            "apps/v1/ControllerRevision",
            "apps/v1/DaemonSet",
            "apps/v1/Deployment",
            "apps/v1/ReplicaSet",
            "apps/v1/StatefulSet");
  }
}
