package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What was planned, stored, and read again does what an apply does, and only onto the objects for
/// which it was planned.
class PlanExecutionTest {
  private static final String KEY = "configmaps default/o";
  private static final MapValue OTHER = object("ConfigMap", "other", "x");

  @TempDir Path copies;
  private final FakeCluster cluster = new FakeCluster();
  private final FakeCluster direct = new FakeCluster();
  private Plans plans;

  @BeforeEach
  void plans() {
    plans = Plans.merging(cluster, copies);
  }

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue object(String kind, String name, String value) {
    String apiVersion = kind.equals("Widget") ? "example.com/v1" : "v1";
    return json(
        """
        {'apiVersion':'%s','kind':'%s','metadata':{'name':'%s','namespace':'default'},
         'data':{'k':'%s','same':'x'}}\
        """
            .formatted(apiVersion, kind, name, value));
  }

  /// A patch is refused when it is planned to create the object anew, and again when that is done.
  private static void refuse(FakeCluster cluster, int times) {
    for (int i = 0; i < times; i++) {
      cluster.before("PATCH", PlanExecutionTest::refuse);
    }
  }

  private static void refuse() {
    String causes = "{'causes':[{'field':'data','message':'field is immutable'}]}";
    throw new ClusterException(422, "Invalid", "all of it", json(causes));
  }

  /// The writes that `cluster` was asked for, without the versions that guard them, and without the
  /// dry run of a new object by another name.
  private static List<String> writes(FakeCluster cluster) {
    var writes = new ArrayList<String>();
    for (String request : cluster.requests) {
      if (request.startsWith("POST default/x ")) {
        continue;
      }
      int body = request.indexOf('{');
      if (body > 0) {
        var tree = (MapValue) Json.parse(request.substring(body));
        MapValue metadata = tree.map("metadata").without("resourceVersion");
        writes.add(request.substring(0, body) + GoJson.write(tree.with("metadata", metadata)));
      } else if (request.startsWith("DELETE")) {
        writes.add(request);
      }
    }
    return writes;
  }

  @ParameterizedTest
  @CsvSource({
    "ConfigMap, '', new, Create",
    "ConfigMap, old, new, Patch",
    "Widget, old, new, Patch",
    "ConfigMap, old, old, Unchanged",
    "ConfigMap, old, bad, Refused",
    "Secret, old, force, Recreate",
    "ConfigMap, old, prune, Delete",
  })
  void doesWhatAnApplyDoes(String kind, String before, String after, String action) {
    MapValue manifest = object(kind, "o", after);
    List<PlannedObject> plan = List.of();
    for (FakeCluster one : List.of(cluster, direct)) {
      Plans live = Plans.merging(one, copies);
      if (!before.isEmpty()) {
        Plans.merging(one, copies).apply(List.of(object(kind, "o", before)));
      }
      if (after.equals("bad")) {
        one.put(withBrokenAnnotation(one.object(KEY)));
      }
      one.requests.clear();
      if (after.equals("force")) {
        refuse(one, one == cluster ? 3 : 1); // in the plan, and in the check before the first write
      }
      boolean prunes = after.equals("prune");
      if (one == cluster) {
        plan =
            live.plan(
                prunes ? List.of() : List.of(manifest),
                prunes ? List.of(one.object(KEY)) : List.of());
        one.requests.clear();
      } else if (prunes) {
        live.prune(one.object(KEY));
      } else {
        live.apply(List.of(manifest));
      }
    }
    assertThat(plan).singleElement().matches(one -> isOf(one.action(), action), action);
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(writes(cluster).stream().distinct())
        .containsExactlyElementsOf(writes(direct).stream().distinct().toList());
    assertThat(cluster.objects).isEqualTo(direct.objects);
    assertThat(plans.ends()).hasSize(1);
  }

  private static boolean isOf(Action action, String name) {
    return action.getClass().getSimpleName().equals(name);
  }

  private static MapValue withBrokenAnnotation(MapValue live) {
    return changed(
        live,
        "metadata",
        metadata ->
            changed(
                metadata,
                "annotations",
                all -> all.with("kubectl.kubernetes.io/last-applied-configuration", text("{"))));
  }

  private static Value text(String text) {
    return Value.text(text);
  }

  private static MapValue changed(MapValue map, String key, UnaryOperator<MapValue> change) {
    return map.with(key, change.apply(map.map(key)));
  }

  /// What somebody does to the object after it was planned.
  private void meddle(String what) {
    MapValue live = cluster.objects.getOrDefault(KEY, MapValue.EMPTY);
    switch (what) {
      case "nothing" -> {}
      case "status" -> {
        Value managers = Value.ListValue.of(json("{'manager':'kubelet','subresource':'status'}"));
        MapValue told = changed(live, "metadata", m -> m.with("managedFields", managers));
        cluster.put(told.with("status", json("{'ready':'1'}")));
      }
      case "value" -> cluster.put(changed(live, "data", data -> data.with("k", text("theirs"))));
      case "drift" -> cluster.put(changed(live, "data", data -> data.with("same", text("y"))));
      case "more" -> cluster.put(changed(live, "data", data -> data.with("z", text("theirs"))));
      case "label" ->
          cluster.put(changed(live, "metadata", m -> m.with("labels", json("{'a':'b'}"))));
      case "annotation" -> cluster.put(withBrokenAnnotation(live));
      case "delete" -> cluster.objects.remove(KEY);
      case "again" -> cluster.put(changed(live, "metadata", m -> m.with("uid", text("another"))));
      case "create" -> cluster.put(object("ConfigMap", "o", "theirs"));
      default -> throw new IllegalArgumentException(what);
    }
  }

  /// A plan of doing `action` to the object, and of creating another.
  private List<PlannedObject> planned(String action) {
    MapValue old = object("ConfigMap", "o", "old");
    if (!action.equals("Create")) {
      plans.apply(List.of(old));
    }
    if (action.equals("Recreate")) {
      refuse(cluster, 3);
    }
    MapValue manifest = action.equals("Unchanged") ? old : object("ConfigMap", "o", "new");
    boolean prunes = action.equals("Delete");
    List<PlannedObject> plan =
        plans.plan(
            prunes ? List.of(OTHER) : List.of(manifest, OTHER),
            prunes ? List.of(cluster.object(KEY)) : List.of());
    assertThat(plan).anyMatch(one -> isOf(one.action(), action));
    return plan;
  }

  @ParameterizedTest
  @CsvSource({
    "Create, nothing, ''",
    "Create, create, created by another client since it was planned",
    "Patch, nothing, ''",
    "Patch, status, ''",
    "Patch, more, ''",
    "Patch, label, ''",
    "Patch, value, changed since it was planned: data.k",
    "Patch, drift, changed since it was planned: data.same",
    "Patch, annotation, 'changed since it was planned: metadata.annotations[kubectl.'",
    "Patch, delete, deleted since it was planned;",
    "Patch, again, 'deleted since it was planned, and recreated by another client'",
    "Unchanged, nothing, ''",
    "Unchanged, status, ''",
    "Unchanged, drift, changed since it was planned: data.same",
    "Unchanged, delete, deleted since it was planned;",
    "Recreate, nothing, ''",
    "Recreate, status, ''",
    "Recreate, more, changed since it was planned: data.z",
    "Recreate, value, changed since it was planned: data.k",
    "Recreate, delete, deleted since it was planned;",
    "Recreate, again, 'deleted since it was planned, and recreated by another client'",
    "Delete, nothing, ''",
    "Delete, status, ''",
    "Delete, delete, ''",
    "Delete, label, changed since it was planned: metadata.labels",
    "Delete, annotation, 'changed since it was planned: metadata.annotations[kubectl.'",
    "Delete, again, 'deleted since it was planned, and recreated by another client'",
  })
  void refusesWhatHasMoved(String action, String what, String problem) {
    List<PlannedObject> plan = planned(action);
    meddle(what);
    cluster.requests.clear();
    Tally tally = plans.carryOut(plan, Strictness.ACTION);
    if (problem.isEmpty()) {
      assertThat(plans.ends()).noneMatch(end -> end.contains("planned"));
      assertThat(tally).isEqualTo(new Tally(2, 0, 0));
    } else {
      assertThat(writes(cluster)).as("nothing is done, nor to others").isEmpty();
      assertThat(plans.ends()).singleElement().asString().contains(problem, "plan again");
      assertThat(tally).isEqualTo(new Tally(0, 1, 1));
    }
  }

  @Test
  void byVersionAStatusCounts() {
    List<PlannedObject> plan = planned("Patch");
    meddle("status");
    cluster.requests.clear();
    plans.carryOut(plan, Strictness.VERSION);
    assertThat(writes(cluster)).isEmpty();
    assertThat(plans.ends()).singleElement().asString().contains("it was at resourceVersion ");
  }

  @ParameterizedTest
  @EnumSource(Strictness.class)
  void leavesAloneWhatIsDone(Strictness strictness) {
    for (String action : List.of("Create", "Patch", "Recreate", "Delete")) {
      cluster.objects.remove(KEY);
      cluster.objects.remove("configmaps default/other");
      List<PlannedObject> plan = planned(action);
      assertThat(plans.carryOut(plan, strictness)).as(action).isEqualTo(new Tally(2, 0, 0));
      cluster.requests.clear();
      assertThat(plans.carryOut(plan, strictness)).as(action).isEqualTo(new Tally(2, 0, 0));
      assertThat(writes(cluster)).as(action).noneMatch(write -> !write.startsWith("DELETE"));
    }
  }

  /// After all objects were looked at, and this one was read.
  @ParameterizedTest
  @CsvSource({
    "Create, POST default/o, create, created by another client since it was planned",
    "Patch, PATCH default/o, value, changed since it was planned: data.k",
    "Patch, PATCH default/o, again, recreated",
    "Patch, PATCH default/o, delete, deleted since it was planned",
    "Patch, PATCH default/o, status, o configured",
    "Delete, DELETE default/o, again, another object now has its name",
  })
  void findsOutWhenSomebodyComesBetween(String action, String at, String what, String end) {
    List<PlannedObject> plan = planned(action);
    cluster.before(at, () -> meddle(what));
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).anySatisfy(one -> assertThat(one).contains(end));
    if (end.contains("since it was planned")) {
      assertThat(String.valueOf(cluster.objects.get(KEY))).doesNotContain("new");
    }
  }

  @Test
  void deletesNothingAfterAFailure() {
    List<PlannedObject> plan = planned("Delete");
    cluster.fail("POST", 403, "Forbidden", "no");
    assertThat(plans.carryOut(plan, Strictness.ACTION)).isEqualTo(new Tally(0, 1, 1));
    assertThat(cluster.objects).containsKey(KEY);
  }

  @Test
  void deletesNothingThatCouldNotBeCreatedAnew() {
    List<PlannedObject> plan = planned("Recreate");
    cluster.fail("POST default/o", 403, "Forbidden", "no");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(cluster.deletions).isEmpty();
  }

  @Test
  void deletesWhatNeedsOthersBeforeThem() {
    MapValue type = json("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'gone'}}");
    MapValue inside = object("ConfigMap", "o", "x");
    plans.apply(List.of(type, inside));
    List<MapValue> pruned = List.of(cluster.object("namespaces /gone"), cluster.object(KEY));
    List<PlannedObject> plan = plans.plan(List.of(), pruned);
    cluster.requests.clear();
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(writes(cluster)).containsExactly("DELETE default/o", "DELETE /gone");
  }

  @Test
  void refusesAPlanThatLacksTheObject() {
    PlannedObject whole = planned("Patch").getFirst();
    var without = new PlannedObject(whole.desired(), whole.action(), MISSING, whole.after());
    plans.carryOut(List.of(without), Strictness.ACTION);
    assertThat(plans.ends()).singleElement().asString().contains("planned without the object");
  }
}
