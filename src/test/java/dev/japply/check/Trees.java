package dev.japply.check;

import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Objects to change.
public final class Trees {
  private Trees() {}

  /// The valid objects of all types in `objects.yaml`.
  public static List<KubeObject> objects() {
    return objects("objects.yaml");
  }

  /// The objects in a resource.
  static List<KubeObject> objects(String name) {
    try (InputStream file = Trees.class.getResourceAsStream(name)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      ManifestSet read = ManifestReader.read(List.of(Source.of(name, text)));
      if (!read.problems().isEmpty()) {
        throw new IllegalStateException(read.problems().toString());
      }
      return read.objects();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns a tree with another value at `path`, or without one.
  public static Value with(Value tree, FieldPath path, Node value) {
    return switch (path) {
      case FieldPath.Root root -> (Value) value;
      case FieldPath.Key(FieldPath parent, String key) -> {
        MapValue map = (MapValue) parent.in(tree);
        yield with(
            tree,
            parent,
            switch (value) {
              case Missing none -> map.without(key);
              case Value given -> map.with(key, given);
            });
      }
      case FieldPath.Index(FieldPath parent, int index) -> {
        var items = new ArrayList<>(((ListValue) parent.in(tree)).items());
        switch (value) {
          case Missing none -> items.remove(index);
          case Value given -> items.set(index, given);
        }
        yield with(tree, parent, new ListValue(items));
      }
      case FieldPath.Item item -> throw new IllegalArgumentException(path.toString());
    };
  }
}
