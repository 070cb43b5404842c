package dev.japply.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.DryRuns;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Each line of the table of required fields, in all objects that have the type: without the field,
/// and with an empty one.
@UsesTestCluster
@Tag("generated")
class RequiredFieldsTest {
  private final TestCluster cluster;
  private final BuiltinSchemas types = BuiltinSchemas.load();
  private final Set<RequiredFields.Row> tried = new HashSet<>();
  private final List<String> wrong = new ArrayList<>();

  RequiredFieldsTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void theServerRefusesObjectsWithoutThem() {
    try (var server = new DryRuns(cluster)) {
      for (KubeObject object : Trees.objects()) {
        Gvk type = object.gvk();
        if (server.serves(type)) {
          Schema schema =
              types
                  .document(type.group(), type.version())
                  .flatMap(found -> found.object(type.group(), type.version(), type.kind()))
                  .orElseThrow();
          walk(server, object, schema, FieldPath.root());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tried).containsAll(RequiredFields.all());
  }

  private void walk(DryRuns server, KubeObject object, Schema schema, FieldPath path) {
    switch (path.in(object.tree())) {
      case MapValue map -> {
        for (RequiredFields.Row row : RequiredFields.of(schema.name())) {
          FieldPath field = path.key(row.field());
          if (row.holds(map)
              && field.in(object.tree()) instanceof Value value
              && !RequiredFields.isLenient(path)) {
            tried.add(row);
            change(server, object, field, Missing.MISSING);
            Value empty = empty(value);
            change(server, object, field, empty);
          }
        }
        map.entries()
            .keySet()
            .forEach(key ->
                schema
                    .field(key)
                    .map(Schema.Field::type)
                    .or(schema::additional)
                    .ifPresent(type -> walk(server, object, type, path.key(key))));
      }
      case ListValue list -> {
        for (int i = 0; i < list.size(); i++) {
          FieldPath item = path.index(i);
          schema.items().ifPresent(type -> walk(server, object, type, item));
        }
      }
      default -> {}
    }
  }

  private static Value empty(Value value) {
    return switch (value) {
      case MapValue map -> MapValue.EMPTY;
      case ListValue list -> ListValue.EMPTY;
      case StringValue text -> Value.text("");
      default -> Value.NULL;
    };
  }

  private void change(DryRuns server, KubeObject object, FieldPath path, Node value) {
    MapValue changed = (MapValue) Trees.with(object.tree(), path, value);
    if (server.create(object.gvk(), changed).isTaken()) {
      wrong.add("taken: " + object.gvk().kind() + " " + path + " " + value);
    }
    var options = new ManifestCheck.Options("1." + cluster.minor(), false, List.of(), "", false);
    var check = new ManifestCheck(types, options);
    List<ManifestCheck.Single> all = List.of(check.check(KubeObject.of(changed, Origin.NONE)));
    var schemas = new TypeSchemas(types, CustomDefinitions.NONE, List.of());
    List<Problem> problems = check.check(all.getFirst(), check.input(schemas, all, all)).problems();
    String expected = path + ": ";
    if (problems.stream().noneMatch(problem -> problem.what().startsWith(expected))) {
      wrong.add("not reported: " + object.gvk().kind() + " " + path + " " + value);
    }
  }
}
