package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.plan.file.PlanEntries.BuiltinTypes;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One write that is taken back: from the object before it, after it, and live.
class UndoMergeTest {
  private static final @Nullable Schema DEPLOYMENT = schema("apps/v1", "Deployment");
  private static final @Nullable Schema SERVICE = schema("v1", "Service");

  private static @Nullable Schema schema(String version, String kind) {
    return new BuiltinTypes().find(Gvk.of(version, kind));
  }

  private static MapValue map(String json) {
    return (MapValue) Json.parse(json);
  }

  private static UndoMerge.Result back(
      @Nullable Schema schema, String before, String after, String live, boolean take) {
    return UndoMerge.of(map(before), map(after), map(live), schema, take);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // a field that the write set, added, removed
        "{\"a\":1} | {\"a\":2} | {\"a\":2} | {\"a\":1}",
        "{} | {\"a\":2} | {\"a\":2,\"b\":1} | {\"b\":1}",
        "{\"a\":1} | {} | {\"b\":1} | {\"b\":1,\"a\":1}",
        // what others changed stays
        "{\"a\":1,\"b\":1} | {\"a\":2,\"b\":1} | {\"a\":2,\"b\":3} | {\"a\":1,\"b\":3}",
        "{\"a\":1,\"b\":1} | {\"a\":2,\"b\":1} | {\"a\":2} | {\"a\":1}",
        // a map that the write began, with and without fields of others
        "{} | {\"m\":{\"a\":1}} | {\"m\":{\"a\":1}} | {}",
        "{} | {\"m\":{\"a\":1}} | {\"m\":{\"a\":1,\"b\":2}} | {\"m\":{\"b\":2}}",
        "{} | {\"m\":{\"n\":{\"a\":1}}} | {\"m\":{\"n\":{\"a\":1},\"b\":2}} | {\"m\":{\"b\":2}}",
        "{\"m\":{}} | {\"m\":{\"a\":1}} | {\"m\":{\"a\":1}} | {\"m\":{}}",
        // a map that the write removed
        "{\"m\":{\"a\":1}} | {} | {\"m\":{\"b\":2}} | {\"m\":{\"b\":2,\"a\":1}}",
        // already as before
        "{\"a\":1} | {\"a\":2} | {\"a\":1,\"b\":2} | {\"a\":1,\"b\":2}",
        // lists without keys are one value
        "{\"l\":[1,2]} | {\"l\":[3]} | {\"l\":[3]} | {\"l\":[1,2]}",
        // what a server maintains does not count
        "{\"metadata\":{\"generation\":1}} | {\"metadata\":{\"generation\":2}} |"
            + " {\"metadata\":{\"generation\":3}} | {\"metadata\":{\"generation\":3}}",
        "{\"status\":{\"a\":1}} | {\"status\":{\"a\":2}} | {\"status\":{\"a\":2}} |"
            + " {\"status\":{\"a\":2}}",
      })
  void fieldsOfMaps(String before, String after, String live, String wished) {
    UndoMerge.Result result = back(null, before, after, live, false);
    assertThat(result.conflicts()).isEmpty();
    assertThat(withoutMetadata(result.object())).isEqualTo(withoutMetadata(map(wished)));
  }

  private static MapValue withoutMetadata(MapValue object) {
    return object.map("metadata").isEmpty() ? object.without("metadata") : object;
  }

  private static String ports(String ports) {
    return "{\"spec\":{\"ports\":[" + ports + "]}}";
  }

  private static String containers(String containers) {
    return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[" + containers + "]}}}}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"port\":80,\"protocol\":\"TCP\"} |"
            + " {\"port\":80,\"protocol\":\"TCP\"},{\"port\":81,\"protocol\":\"TCP\"} |"
            + " {\"port\":82,\"protocol\":\"TCP\"},{\"port\":80,\"protocol\":\"TCP\"},"
            + "{\"port\":81,\"protocol\":\"TCP\"} |"
            + " {\"port\":82,\"protocol\":\"TCP\"},{\"port\":80,\"protocol\":\"TCP\"}",
        // one port twice
        "{\"port\":53,\"protocol\":\"UDP\",\"name\":\"u\"},"
            + "{\"port\":53,\"protocol\":\"TCP\",\"name\":\"t\"} |"
            + " {\"port\":53,\"protocol\":\"UDP\",\"name\":\"u\"} |"
            + " {\"port\":53,\"protocol\":\"UDP\",\"name\":\"u\"},"
            + "{\"port\":9,\"protocol\":\"TCP\"} |"
            + " {\"port\":53,\"protocol\":\"UDP\",\"name\":\"u\"},"
            + "{\"port\":53,\"protocol\":\"TCP\",\"name\":\"t\"},{\"port\":9,\"protocol\":\"TCP\"}",
      })
  void itemsWithTwoKeys(String before, String after, String live, String wished) {
    UndoMerge.Result result = back(SERVICE, ports(before), ports(after), ports(live), false);
    assertThat(result.conflicts()).isEmpty();
    assertThat(GoJson.write(result.object().map("spec")))
        .isEqualTo(GoJson.write(map(ports(wished)).map("spec")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // order: restored at its place, among items of others
        "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"} | {\"name\":\"a\"},{\"name\":\"c\"} |"
            + " {\"name\":\"x\"},{\"name\":\"a\"},{\"name\":\"c\"} |"
            + " {\"name\":\"x\"},{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}",
        "{\"name\":\"a\"},{\"name\":\"b\"} | {\"name\":\"b\"} | {\"name\":\"b\"},{\"name\":\"x\"} |"
            + " {\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"x\"}",
        // order: put back
        "{\"name\":\"a\"},{\"name\":\"b\"} | {\"name\":\"b\"},{\"name\":\"a\"} |"
            + " {\"name\":\"b\"},{\"name\":\"a\"} | {\"name\":\"a\"},{\"name\":\"b\"}",
        "{\"name\":\"a\"},{\"name\":\"b\"} | {\"name\":\"b\"},{\"name\":\"a\"} |"
            + " {\"name\":\"b\"},{\"name\":\"x\"},{\"name\":\"a\"} |"
            + " {\"name\":\"a\"},{\"name\":\"x\"},{\"name\":\"b\"}",
        // a field in an item, while others changed another one in it
        "{\"name\":\"a\",\"image\":\"1\"} | {\"name\":\"a\",\"image\":\"2\"} |"
            + " {\"name\":\"a\",\"image\":\"2\",\"tty\":true} |"
            + " {\"name\":\"a\",\"image\":\"1\",\"tty\":true}",
      })
  void itemsWithAName(String before, String after, String live, String wished) {
    UndoMerge.Result result =
        back(DEPLOYMENT, containers(before), containers(after), containers(live), false);
    assertThat(result.conflicts()).isEmpty();
    assertThat(GoJson.write(result.object().map("spec")))
        .isEqualTo(GoJson.write(map(containers(wished)).map("spec")));
  }

  @Test
  void finalizersAreASet() {
    String before = "{\"metadata\":{\"finalizers\":[\"a/a\",\"b/b\"]}}";
    String after = "{\"metadata\":{\"finalizers\":[\"a/a\",\"c/c\"]}}";
    String live = "{\"metadata\":{\"finalizers\":[\"x/x\",\"a/a\",\"c/c\"]}}";
    UndoMerge.Result result = back(DEPLOYMENT, before, after, live, false);
    assertThat(result.conflicts()).isEmpty();
    assertThat(GoJson.write(result.object()))
        .isEqualTo("{\"metadata\":{\"finalizers\":[\"x/x\",\"a/a\",\"b/b\"]}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"a\":1} | {\"a\":2} | {\"a\":3} | a | {\"a\":1}",
        "{\"a\":1} | {\"a\":2} | {} | a | {\"a\":1}",
        "{} | {\"a\":2} | {\"a\":3} | a | {}",
        "{\"a\":1} | {} | {\"a\":3} | a | {\"a\":1}",
        "{\"l\":[1]} | {\"l\":[2]} | {\"l\":[2,3]} | l | {\"l\":[1]}",
        "{\"m\":{\"a\":1}} | {\"m\":{\"a\":2}} | {} | m.a | {\"m\":{\"a\":1}}",
        "{\"m\":{\"a\":1}} | {\"m\":{\"a\":2}} | {\"m\":7} | m | {\"m\":{\"a\":1}}",
      })
  void conflicts(String before, String after, String live, String path, String taken) {
    UndoMerge.Result kept = back(null, before, after, live, false);
    assertThat(kept.conflicts()).singleElement().asString().contains("path=" + path + ",");
    assertThat(withoutMetadata(kept.object())).isEqualTo(map(live));
    UndoMerge.Result took = back(null, before, after, live, true);
    assertThat(withoutMetadata(took.object())).isEqualTo(map(taken));
  }

  @Test
  void anItemOfTheWriteWithFieldsOfOthersIsOneConflict() {
    String before = containers("{\"name\":\"a\"}");
    String after = containers("{\"name\":\"a\"},{\"name\":\"b\",\"image\":\"1\"}");
    String live = containers("{\"name\":\"a\"},{\"name\":\"b\",\"image\":\"1\",\"tty\":true}");
    UndoMerge.Result kept = back(DEPLOYMENT, before, after, live, false);
    assertThat(kept.conflicts()).hasSize(1);
    assertThat(kept.conflicts().getFirst().path())
        .hasToString("spec.template.spec.containers[name=b]");
    assertThat(withoutMetadata(kept.object())).isEqualTo(map(live));
    assertThat(withoutMetadata(back(DEPLOYMENT, before, after, live, true).object()))
        .isEqualTo(map(before));
  }

  @Test
  void aSelectorIsOneValue() {
    String before = "{\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"1\"}}}}";
    String after = "{\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"2\"}}}}";
    String live = "{\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"2\",\"b\":\"1\"}}}}";
    assertThat(back(DEPLOYMENT, before, after, live, false).conflicts())
        .extracting(conflict -> conflict.path().toString())
        .isEqualTo(List.of("spec.selector"));
  }
}
