package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.FakePatches;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A stored plan of a server-side apply is carried out by a second dry run with the same effect,
/// and only onto the version that was tried. `PlanExecutionTest` has the same table for client-side
/// apply.
class ServerSidePlanTest {
  private static final String KEY = "configmaps default/o";
  private static final MapValue OTHER = object("other", "x");

  @TempDir Path copies;
  private final FakeCluster cluster = new FakeCluster();
  private Plans plans;

  @BeforeEach
  void plans() {
    plans = plans(false);
  }

  private Plans plans(boolean force) {
    return new Plans(
        cluster, new ApplyMethod.ServerSide(force, "", true), copies, new ArrayList<>());
  }

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue object(String name, String value) {
    return json(
        """
        {'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'%s','namespace':'default'},
         'data':{'k':'%s','same':'x'}}\
        """
            .formatted(name, value));
  }

  /// The writes, without dry runs.
  private List<String> writes() {
    List<String> writes =
        cluster.requests.stream().filter(request -> request.matches("(?s)P(ATCH|OST).*")).toList();
    var real = new ArrayList<String>();
    for (int i = 0; i < writes.size(); i++) {
      if (!cluster.options.get(i).dryRun()) {
        real.add(writes.get(i));
      }
    }
    return real;
  }

  private void forget() {
    cluster.requests.clear();
    cluster.options.clear();
  }

  private static MapValue changed(MapValue map, String key, UnaryOperator<MapValue> change) {
    return map.with(key, change.apply(map.map(key)));
  }

  private void data(String key, String value) {
    cluster.put(changed(cluster.object(KEY), "data", data -> data.with(key, Value.text(value))));
  }

  private void metadata(String key, Value value) {
    cluster.put(changed(cluster.object(KEY), "metadata", fields -> fields.with(key, value)));
  }

  /// Gives a field to `manager`, and takes it from the others.
  private void own(String manager, String field, boolean alone) {
    var entries = new ArrayList<>(ManagedFields.of(cluster.object(KEY)).entries());
    if (alone) {
      MapValue mine = entries.getFirst();
      var left = new TreeSet<>(Set.of("data/k", "data/same"));
      left.remove(field);
      entries.set(0, FakePatches.entry(mine.text("manager"), "v1", left));
    }
    entries.add(FakePatches.entry(manager, "v1", Set.of(field)));
    metadata("managedFields", new ManagedFields(entries).tree());
  }

  /// What another client does to the object after it was planned.
  private void meddle(String what) {
    switch (what) {
      case "nothing" -> {}
      case "status" -> {
        var entries = new ArrayList<>(ManagedFields.of(cluster.object(KEY)).entries());
        entries.add(
            json(
                "{'manager':'kubelet','subresource':'status','operation':'Update','fieldsV1':{}}"));
        metadata("managedFields", new ManagedFields(entries).tree());
        cluster.put(cluster.object(KEY).with("status", json("{'ready':'1'}")));
      }
      case "value" -> data("k", "theirs");
      case "drift" -> data("same", "y");
      case "more" -> data("z", "theirs");
      case "owner" -> own("helm", "data/k", false);
      case "conflict" -> {
        own("helm", "data/k", true);
        data("k", "theirs");
      }
      case "other-owner" -> own("flux", "data/same", false);
      case "drift-conflict" -> {
        own("helm", "data/same", true);
        data("same", "y");
      }
      case "label" -> metadata("labels", json("{'a':'b'}"));
      case "annotation" ->
          metadata("annotations", json("{'kubectl.kubernetes.io/last-applied-configuration':'{'}"));
      case "delete" -> cluster.objects.remove(KEY);
      case "again" -> metadata("uid", Value.text("another"));
      case "create" -> cluster.put(object("o", "theirs"));
      default -> throw new IllegalArgumentException(what);
    }
  }

  /// A plan for the object, and for another that is created.
  private List<PlannedObject> planned(String action) {
    MapValue old = object("o", "old");
    if (!action.equals("Create")) {
      plans.apply(List.of(old));
    }
    boolean same = action.equals("Unchanged");
    List<PlannedObject> plan =
        plans.plan(List.of(same ? old : object("o", "new"), OTHER), List.of());
    assertThat(plan.getFirst().action())
        .isInstanceOf(same ? Action.Unchanged.class : Action.Apply.class);
    forget();
    return plan;
  }

  @ParameterizedTest
  @CsvSource({"Create", "Apply", "Unchanged"})
  void doesWhatAnApplyDoes(String action) {
    plans.carryOut(planned(action), Strictness.ACTION);
    var direct = new FakeCluster();
    var apply =
        new Plans(direct, new ApplyMethod.ServerSide(false, "", true), copies, new ArrayList<>());
    if (!action.equals("Create")) {
      apply.apply(List.of(object("o", "old")));
    }
    if (!action.equals("Unchanged")) {
      apply.apply(List.of(object("o", "new")));
    }
    apply.apply(List.of(OTHER));
    assertThat(cluster.objects).isEqualTo(direct.objects);
  }

  @ParameterizedTest
  @CsvSource({
    "Create, nothing, ''",
    "Create, create, created by another client since it was planned",
    "Apply, nothing, ''",
    "Apply, status, ''",
    "Apply, more, ''",
    "Apply, label, ''",
    "Apply, other-owner, ''",
    "Apply, value, changed since it was planned: data.k",
    "Apply, drift, changed since it was planned: data.same",
    "Apply, owner, 'failed with 1 conflict: conflict with \"helm\": .data.k'",
    "Apply, conflict, changed since it was planned: data.k",
    "Apply, drift-conflict, 'failed with 1 conflict: conflict with \"helm\": .data.same'",
    "Apply, annotation, 'changed since it was planned: metadata.annotations[kubectl.'",
    "Apply, delete, deleted since it was planned;",
    "Apply, again, 'deleted since it was planned, and recreated by another client'",
    "Unchanged, nothing, ''",
    "Unchanged, status, ''",
    "Unchanged, more, ''",
    "Unchanged, drift, changed since it was planned: data.same",
    "Unchanged, delete, deleted since it was planned;",
  })
  void refusesWhatHasMoved(String action, String what, String problem) {
    List<PlannedObject> plan = planned(action);
    meddle(what);
    Tally tally = plans.carryOut(plan, Strictness.ACTION);
    if (problem.isEmpty()) {
      assertThat(plans.ends()).noneMatch(end -> end.contains("planned"));
      assertThat(tally).isEqualTo(new Tally(2, 0, 0));
      assertThat(writes()).hasSize(action.equals("Unchanged") ? 1 : 2);
    } else {
      assertThat(writes()).as("nothing is done, nor to others").isEmpty();
      assertThat(plans.ends()).singleElement().asString().contains(problem, "plan again");
      assertThat(tally).isEqualTo(new Tally(0, 1, 1));
    }
  }

  @Test
  void byVersionAStatusCounts() {
    List<PlannedObject> plan = planned("Apply");
    meddle("status");
    plans.carryOut(plan, Strictness.VERSION);
    assertThat(writes()).isEmpty();
    assertThat(plans.ends()).singleElement().asString().contains("it was at resourceVersion ");
  }

  /// No conflict reports a field without an owner: its value is part of the plan.
  @Test
  void bindsAFieldThatNoManagerOwns() {
    cluster.put(
        json(
            """
            {'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'o','namespace':'default',
             'uid':'u'},'data':{'k':'5','same':'x'}}\
            """));
    List<PlannedObject> plan = plans.plan(List.of(object("o", "2")), List.of());
    forget();
    data("k", "7");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(writes()).isEmpty();
    assertThat(plans.ends())
        .singleElement()
        .asString()
        .contains("ConfigMap default/o: changed since it was planned: data.k; plan again");
    data("k", "5");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).containsExactly("o serverside-applied");
    assertThat(cluster.object(KEY).map("data").text("k")).isEqualTo("2");
  }

  @Test
  void takesOverExactlyWhatWasShown() {
    plans.apply(List.of(object("o", "old")));
    meddle("conflict");
    plans = plans(true);
    List<PlannedObject> plan = plans.plan(List.of(object("o", "new")), List.of());
    forget();
    own("flux", "data/same", true);
    data("same", "y");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).singleElement().asString().contains("since it was planned: data.same");
    assertThat(writes()).isEmpty();
  }

  /// Two owners may have the same value.
  @Test
  void takesOverFromExactlyTheOwnersThatWereShown() {
    plans.apply(List.of(object("o", "old")));
    meddle("conflict");
    plans = plans(true);
    List<PlannedObject> plan = plans.plan(List.of(object("o", "new")), List.of());
    forget();
    own("flux", "data/k", false);
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends())
        .singleElement()
        .asString()
        .contains("changed since it was planned: data.k; its owner was helm, and is flux, helm");
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Strictness.class)
  void leavesAloneWhatIsDone(Strictness strictness) {
    for (String action : List.of("Create", "Apply")) {
      cluster.objects.remove(KEY);
      cluster.objects.remove("configmaps default/other");
      List<PlannedObject> plan = planned(action);
      assertThat(plans.carryOut(plan, strictness)).as(action).isEqualTo(new Tally(2, 0, 0));
      forget();
      assertThat(plans.carryOut(plan, strictness)).as(action).isEqualTo(new Tally(2, 0, 0));
      assertThat(writes()).as(action).isEmpty();
    }
  }

  /// After all objects were compared, and this one was tried: the PATCH is for that version alone.
  @ParameterizedTest
  @CsvSource({
    "value, changed since it was planned: data.k",
    "conflict, changed since it was planned: data.k",
    "drift-conflict, 'conflict with \"helm\": .data.same'",
    "delete, deleted since it was planned",
    "again, recreated",
    "more, o serverside-applied",
    "status, o serverside-applied",
  })
  void findsOutWhenAnotherClientComesBetween(String what, String end) {
    List<PlannedObject> plan = planned("Apply");
    cluster.before("PATCH default/o", () -> {}); // the dry run of the check of all
    cluster.before("PATCH default/o", () -> {}); // the second one
    cluster.before("PATCH default/o", () -> meddle(what));
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).anySatisfy(one -> assertThat(one).contains(end));
    boolean done = end.startsWith("o ");
    assertThat(String.valueOf(cluster.objects.get(KEY)).contains("=new")).isEqualTo(done);
  }

  /// One dry run to compare, one to be carried out, and the PATCH with version and uid.
  @Test
  void writesOntoTheVersionThatWasTried() {
    List<PlannedObject> plan = planned("Apply");
    String version = cluster.object(KEY).map("metadata").text("resourceVersion");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(cluster.requests.stream().filter(request -> request.startsWith("PATCH default/o ")))
        .hasSize(3);
    assertThat(writes().stream().filter(write -> write.contains("\"o\"")))
        .singleElement()
        .asString()
        .contains("\"resourceVersion\":\"" + version + "\"", "\"uid\":\"uid-");
  }

  @Test
  void keepsNothingSecretInTheFile() {
    MapValue secret =
        json(
            """
            {'apiVersion':'v1','kind':'Secret','metadata':{'name':'s','namespace':'default'},
             'data':{'p':'aHVudGVyMjJvbGQ='}}\
            """);
    plans.apply(List.of(secret));
    MapValue next = secret.with("data", json("{'p':'aHVudGVyMjJuZXc='}"));
    List<PlannedObject> plan = plans.plan(List.of(next), List.of());
    PlannedObject stored = plan.getFirst();
    assertThat(List.of(stored.action(), stored.before(), stored.after()).toString())
        .doesNotContain("aHVudGVyMjJ")
        .contains("sha256:");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).containsExactly("s serverside-applied");
    cluster.put(next.with("data", json("{'p':'b3RoZXI='}")).with("metadata", meta(next)));
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).singleElement().asString().contains("since it was planned: data.p");
  }

  private MapValue meta(MapValue object) {
    return cluster.object("secrets default/" + object.map("metadata").text("name")).map("metadata");
  }

  /// The request for one version is another conflict than that for a field: it is planned again.
  @Test
  void tellsBothConflictsApart() {
    List<PlannedObject> plan = planned("Apply");
    cluster.before("PATCH default/o", () -> {});
    cluster.before("PATCH default/o", () -> {});
    cluster.before("PATCH default/o", () -> meddle("status"));
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).contains("o serverside-applied");
    List<String> versions =
        writes().stream()
            .filter(write -> write.contains("\"o\""))
            .map(write -> write.replaceAll(".*\"resourceVersion\":\"([0-9]+)\".*", "$1"))
            .collect(Collectors.toList());
    assertThat(versions).hasSize(2).doesNotHaveDuplicates();
  }
}
