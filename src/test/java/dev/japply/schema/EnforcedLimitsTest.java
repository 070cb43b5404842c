package dev.japply.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.check.Trees;
import dev.japply.e2e.DryRuns;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.schema.Schema.Field;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tries the limits in a server's schemas: leaves each required field out, and gives each
/// enumeration another value and an empty one. `-Djapply.write=true` records which the server
/// enforces, for `make builtin-schemas`.
@UsesTestCluster
@Tag("verify")
class EnforcedLimitsTest {
  private static final int DEEPEST = 4;
  private static final Path FILE =
      Path.of("src/test/resources/dev/japply/schema", EnforcedLimits.FILE);

  private final DryRuns server;
  private final String version;

  private final Set<String> refused = new TreeSet<>();
  private final Set<String> taken = new HashSet<>();
  private final Set<String> explored = new HashSet<>();

  /// Objects of a type with few fields besides the one at a path.
  private final Map<String, MapValue> smallest = new HashMap<>();

  private Gvk type = new Gvk("", "", "");

  EnforcedLimitsTest(TestCluster cluster) {
    server = new DryRuns(cluster);
    version = "1." + cluster.minor();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void areTheRecordedOnes() throws IOException {
    var failures = new ArrayList<String>();
    for (KubeObject object : Trees.objects()) {
      type = object.gvk();
      if (server.serves(type)) {
        DryRuns.Answer answer = server.create(type, object.tree());
        if (answer.isTaken()) {
          explore(server.schema(type).orElseThrow(), object.tree(), FieldPath.root(), 0);
        } else {
          failures.add(object.key() + ": " + answer.message());
        }
      }
    }
    assertThat(failures).isEmpty();
    refused.removeAll(taken);
    List<String> lines = refused.stream().map(fact -> version + " " + fact).toList();
    if (Boolean.getBoolean("japply.write")) {
      List<String> others =
          EnforcedLimits.lines().stream().filter(line -> !line.startsWith(version + " ")).toList();
      Files.write(FILE, Stream.concat(others.stream(), lines.stream()).sorted().toList());
    } else {
      assertThat(EnforcedLimits.lines().stream().filter(line -> line.startsWith(version + " ")))
          .isNotEmpty()
          .isSubsetOf(lines);
    }
  }

  /// Tries the limits of a part of `object`, which the server takes.
  private void explore(Schema schema, MapValue object, FieldPath path, int depth) {
    if (path.toString().equals("status") || path.toString().startsWith("metadata")) {
      return;
    }
    switch (path.in(object)) {
      case MapValue map -> {
        for (String key : schema.def().limits().required()) {
          if (map.has(key)) {
            remove("required " + schema.name() + "." + key, object, path.key(key), key);
          }
        }
        for (var entry : schema.def().fields().entrySet()) {
          Schema type = schema.field(entry.getKey()).map(Field::type).orElse(null);
          if (type != null) {
            exploreField(schema.name(), type, object, path.key(entry.getKey()), depth);
          }
        }
        schema
            .additional()
            .ifPresent(type ->
                map.entries().keySet().forEach(key -> explore(type, object, path.key(key), depth)));
      }
      case ListValue list -> {
        for (int i = 0; i < list.size(); i++) {
          int index = i;
          schema.items().ifPresent(type -> explore(type, object, path.index(index), depth));
        }
      }
      default -> {}
    }
  }

  private void exploreField(String owner, Schema type, MapValue object, FieldPath path, int depth) {
    String key = ((FieldPath.Key) path).key();
    String name = owner + "." + key;
    enumeration(name, type, object, path, key);
    if (!(path.in(object) instanceof Missing)) {
      explore(type, object, path, depth);
      return;
    }
    // A field that the object does not have is added, if the server takes it with a plain value.
    boolean struct = !type.def().fields().isEmpty() || type.def().items() != null;
    if (struct && depth < DEEPEST && explored.add(name + " in " + this.type + depth)) {
      MapValue more = (MapValue) Trees.with(object, path, plain(type, 0));
      if (server.create(this.type, more).isTaken()) {
        explore(type, more, path, depth + 1);
      }
    }
  }

  private void enumeration(String name, Schema type, MapValue object, FieldPath path, String key) {
    boolean list = type.def().items() != null;
    List<String> values =
        list
            ? type.items().map(items -> items.def().limits().values()).orElse(List.of())
            : type.def().limits().values();
    if (values.isEmpty()) {
      return;
    }
    change("enum " + name, object, path, text("Bogus", list), key);
    change("nonempty " + name, object, path, text("", list), key);
  }

  private static Value text(String text, boolean list) {
    return list ? ListValue.of(Value.text(text)) : Value.text(text);
  }

  private void remove(String fact, MapValue object, FieldPath path, String key) {
    judge(fact, object, path, Missing.MISSING, key);
  }

  private void change(String fact, MapValue object, FieldPath path, Value value, String key) {
    judge(fact, object, path, value, key);
  }

  private void judge(String fact, MapValue object, FieldPath path, Node value, String key) {
    if (taken.contains(fact)) {
      return;
    }
    DryRuns.Answer answer = server.create(type, (MapValue) Trees.with(object, path, value));
    if (answer.isTaken()) {
      taken.add(fact);
    } else if (answer.message().contains(key)) {
      // Another field may be the reason: a Service with a nodePort needs a type.
      MapValue small =
          smallest.computeIfAbsent(
              type + " " + path, none -> smaller(object, object, FieldPath.root(), path));
      if (server.create(type, (MapValue) Trees.with(small, path, value)).isTaken()) {
        taken.add(fact);
      } else {
        refused.add(fact);
      }
    }
  }

  /// Returns `object` without the fields that a server does not need, but for `kept`.
  private MapValue smaller(MapValue object, Value value, FieldPath path, FieldPath kept) {
    List<FieldPath> inner =
        switch (value) {
          case MapValue map -> map.entries().keySet().stream().map(path::key).toList();
          case ListValue list ->
              IntStream.range(0, list.size()).mapToObj(path::index).toList().reversed();
          default -> List.<FieldPath>of();
        };
    MapValue small = object;
    for (FieldPath part : inner) {
      // An item may go if that does not move the one with the field.
      boolean needed =
          kept.isWithin(part)
              || (part instanceof FieldPath.Index(FieldPath list, int index)
                  && IntStream.range(index, ((ListValue) value).size())
                      .anyMatch(later -> kept.isWithin(list.index(later))));
      if (!needed
          && server.create(type, (MapValue) Trees.with(small, part, Missing.MISSING)).isTaken()) {
        small = (MapValue) Trees.with(small, part, Missing.MISSING);
      } else if (part.in(small) instanceof Value rest && !kept.equals(part)) {
        small = smaller(small, rest, part, kept);
      }
    }
    return small;
  }

  /// Returns a plain value of a type, with its required fields.
  private static Value plain(Schema schema, int depth) {
    TypeDef def = schema.def();
    if (schema.isQuantity()) {
      return Value.text("1");
    }
    if (depth > DEEPEST) {
      return MapValue.EMPTY;
    }
    return switch (def.kind()) {
      case "object" -> {
        Map<String, Value> fields = new HashMap<>();
        for (String key : def.limits().required()) {
          schema.field(key).ifPresent(field -> fields.put(key, plain(field.type(), depth + 1)));
        }
        yield MapValue.copyOf(fields);
      }
      case "array" -> {
        var items = new ArrayList<Value>();
        schema.items().ifPresent(item -> items.add(plain(item, depth + 1)));
        yield new ListValue(items);
      }
      case "integer", "number" -> Value.number(1);
      case "boolean" -> Value.TRUE;
      default ->
          def.limits().values().isEmpty()
              ? Value.text("a")
              : Value.text(def.limits().values().getFirst());
    };
  }
}
