package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// `japply check --live`.
class CheckSnapshotTest extends WithSnapshots {
  private static final String GADGET =
      """
      apiVersion: example.com/v1
      kind: Gadget
      metadata: {name: g}
      spec: {size: 3, parts: [{name: a}]}
      """;

  private Ran check(String manifest, String... flags) {
    cluster.requests.clear();
    Ran ran = japply(manifest, with(flags, "check", "-f", "-", "--live", file.toString()));
    assertThat(cluster.requests).isEmpty();
    return ran;
  }

  @Test
  void takesTheTypesOfASnapshot() {
    cluster.serve("example.com/v1", "Gadget", "gadgets", true);
    cluster.publish(
        "example.com/v1",
        """
        {"components":{"schemas":{"gadget":{
          "type":"object","x-kubernetes-group-version-kind":[{"group":"example.com","version":"v1","kind":"Gadget"}],
          "properties":{
            "apiVersion":{"type":"string"},"kind":{"type":"string"},"metadata":{"type":"object"},
            "spec":{"type":"object","required":["size"],"properties":{
              "size":{"type":"integer"},
              "parts":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}}}}}}}}}
        """);
    assertThat(snapshot(GADGET).status()).isZero();
    assertThat(check(GADGET, "--require-schemas").toString()).doesNotContain("Gadget g");
    Ran ran =
        check(GADGET.replace("size: 3", "size: x, colour: red").replace("name: a}]", "nam: a}]"));
    assertThat(ran.err().lines().toList())
        .containsExactly(
            "error: STDIN:4: Gadget g: spec.size: must be an integer, but is a string",
            "error: STDIN:4: Gadget g: unknown field \"spec.colour\"",
            "error: STDIN:4: Gadget g: unknown field \"spec.parts[0].nam\"; did you mean \"name\"?",
            "1 object: 1 failed");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(check(GADGET.replace("size: 3, ", "")).err())
        .contains("STDIN:4: Gadget g: spec.size: required value is missing");
  }

  @Test
  void anUnreadableSnapshotIsOneLine() {
    Ran ran = check(GADGET);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(List.of(ran.err())).allMatch(line -> line.startsWith("error: "));
  }
}
