package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.e2e.AppliedHistories.Live;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server-side apply keeps the values and the owners of ignored fields.
@UsesTestCluster
@Tag("generated")
@Order(1)
class IgnoredFieldsLawsTest {
  private static final int HISTORIES = 1_000;

  /// Fields to ignore: scalars, entries of maps, whole maps, items of lists and parts of them, and
  /// fields with one owner.
  private static final Map<String, List<String>> COVERED =
      Map.of(
          "v1 ConfigMap",
          List.of("data.a", "data.b", "metadata.labels", "metadata.labels[example.com/c]"),
          "v1 Secret",
          List.of("data.a", "data.b", "metadata.annotations"),
          "v1 Service",
          List.of(
              "spec.selector",
              "spec.ports[port=443]",
              "spec.ports[port=80,protocol=UDP].targetPort",
              "spec.sessionAffinity"),
          "apps/v1 Deployment",
          List.of(
              "spec.replicas",
              "spec.template.spec.tolerations",
              "spec.template.spec.nodeSelector",
              "spec.template.spec.containers[name=a].image",
              "spec.template.spec.containers[name=a].env[name=X].value",
              "spec.template.spec.containers[name=b]",
              "spec.template.spec.containers[name=c].resources"),
          "laws.japply.dev/v1 Shape",
          List.of(
              "spec.number",
              "spec.labels",
              "spec.whole",
              "spec.plain",
              "spec.open",
              "spec.items[name=b]",
              "spec.items[name=b].value",
              "spec.items[name=a,protocol=UDP].inner",
              "spec.items[name=a,protocol=TCP].inner[id=2].x",
              "spec.items[name=a,protocol=TCP].tags"),
          "laws.japply.dev/v1 Loose",
          List.of("spec.a", "spec.b.a", "spec.c", "other"));

  private final AppliedHistories histories;

  IgnoredFieldsLawsTest(TestCluster server, @TempDir Path home) {
    this.histories = new AppliedHistories(server, home);
  }

  @Test
  void ignoredFieldsKeepTheirValuesAndOwners() {
    List<Long> seeds = Cases.seeds("e2e/ignored-fields-seeds.txt");
    histories.check(seeds, HISTORIES, COVERED.keySet().stream().sorted().toList(), this::check);
    if (Cases.enough()) {
      assertThat(histories.counted("covered")).isPositive();
    }
  }

  private void check(Live object, Random random) {
    List<String> rules =
        Objects.requireNonNull(COVERED.get(object.type())).stream()
            .filter(rule -> random.nextInt(3) == 0)
            .toList();
    MapValue before = object.read().orElseThrow();
    MapValue manifest = object.storedManifest();
    var desired = KubeObject.of(manifest, Origin.NONE);
    var planner =
        new Planner(PlanOptions.DEFAULT.ignoring(IgnoreRules.parse(rules)), Annotation.LEFT);
    ServerSideManifest sent;
    try {
      sent = planner.onServer(desired, before, object.schema(), AppliedHistories.ME);
    } catch (JapplyException e) {
      histories.count("one owner"); // a field above an ignored one
      return;
    }
    MapValue body = sent.bound() ? ServerSideManifest.bound(sent.tree(), before) : sent.tree();
    Optional<MapValue> after = object.apply(body, random.nextBoolean());
    after.ifPresent(
        applied -> rules.forEach(rule -> compare(object, rule, manifest, body, before, applied)));
  }

  private void compare(
      Live object, String rule, MapValue manifest, MapValue body, MapValue before, MapValue after) {
    FieldPath path = path(rule);
    FieldPath parent = path.parentPath();
    boolean stays = parent.in(before) instanceof Value && parent.in(manifest) instanceof Value;
    if (inItem(path) && !stays) {
      return; // the item comes or goes, and its fields along with it
    }
    histories.count("covered");
    // An object without managers gets entries at its first apply.
    boolean recorded =
        path.in(before) instanceof Value && !ManagedFields.of(before).entries().isEmpty();
    boolean kept =
        path.in(before).equals(path.in(after))
            && (!recorded || owners(path, before).equals(owners(path, after)));
    if (!kept) {
      object.broken(rule + ", sent " + GoJson.write(body), manifest, before, after);
    }
  }

  private static boolean inItem(FieldPath path) {
    FieldPath at = path.parentPath();
    while (!(at instanceof FieldPath.Root) && !(at instanceof FieldPath.Item)) {
      at = at.parentPath();
    }
    return at instanceof FieldPath.Item;
  }

  private static FieldPath path(String rule) {
    FieldPath path = FieldPath.root();
    for (String step : rule.replace("[example.com/c]", ".example_com/c").split("\\.", -1)) {
      int bracket = step.indexOf('[');
      path = path.key((bracket < 0 ? step : step.substring(0, bracket)).replace('_', '.'));
      if (bracket >= 0) {
        MapValue keys = MapValue.EMPTY;
        for (String key : step.substring(bracket + 1, step.length() - 1).split(",", -1)) {
          String[] pair = key.split("=", -1);
          boolean number = pair[1].matches("\\d+");
          keys =
              keys.with(
                  pair[0], number ? Value.number(Long.parseLong(pair[1])) : Value.text(pair[1]));
        }
        path = path.item(keys);
      }
    }
    return path;
  }

  /// The managers of the field and of those below it, each with its fields. The owner of a value
  /// that is not stored may lose it.
  private static Set<String> owners(FieldPath path, MapValue object) {
    var owners = new TreeSet<String>();
    for (MapValue entry : ManagedFields.of(object).entries()) {
      for (FieldPath leaf : AppliedHistories.fields(entry)) {
        boolean stored = leaf.in(object) instanceof Value;
        if (stored && leaf.toString().startsWith(path.toString().replaceAll("]$", ""))) {
          owners.add(entry.text("manager") + " " + entry.text("operation") + " " + leaf);
        }
      }
    }
    return owners;
  }
}
