package dev.japply.schema;

import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A schema as a compact JSON tree, and back without loss.
///
/// - a type that has neither fields nor values nor items is `"kind:format"`, or `"kind"` without
///   format; any other is a map of `k` kind (left out for `array` with items and for `object`), `o`
///   format, `f` fields, `a` type of free keys' values, `i` type of items, `t` topology: list map
///   keys, `set` or `atomic`, `r` required fields, `e` values of an enumeration
/// - a reference to a type is `"#name"`, or the type itself
/// - a field is a reference, or, when it has a rule, a list of reference and rule
/// - a rule is a map of `s` strategies, `m` merge key, `d` default
public final class SchemaCodec {
  private static final Value SET = Value.text("set");
  private static final Value ATOMIC = Value.text("atomic");

  private SchemaCodec() {}

  /// The tree of a document.
  public static MapValue encode(SchemaDocument document) {
    var types = new LinkedHashMap<String, Value>();
    new TreeMap<>(document.types()).forEach((name, type) -> types.put(name, encode(type)));
    var objects = new LinkedHashMap<String, Value>();
    new TreeMap<>(document.objects()).forEach((key, name) -> objects.put(key, Value.text(name)));
    return MapValue.of("objects", new MapValue(objects))
        .with("strategic", ListValue.of(new TreeSet<>(document.strategic()), Value::text))
        .with("types", new MapValue(types));
  }

  /// Reads the document that [#encode] turned into `tree`.
  ///
  /// @throws IllegalArgumentException when it is not such a tree
  public static SchemaDocument decode(Value tree) {
    MapValue map = map(tree);
    var types = new LinkedHashMap<String, TypeDef>();
    map(map.get("types")).entries().forEach((name, type) -> types.put(name, decodeType(type)));
    var objects = new LinkedHashMap<String, String>();
    map(map.get("objects")).entries().forEach((key, name) -> objects.put(key, text(name)));
    return new SchemaDocument(types, objects, new TreeSet<>(texts(map.get("strategic"))));
  }

  /// The text of a document for [#read]; empty if a name in it has blanks or is not ASCII.
  public static Optional<String> write(SchemaDocument document) {
    return SchemaText.write(document);
  }

  /// The document of a text in UTF-8 that [#write] has made. Its types are decoded when they are
  /// looked up.
  ///
  /// @throws IllegalArgumentException if the text is another one
  public static SchemaDocument read(byte[] text) {
    return SchemaText.read(text);
  }

  static Value encode(TypeDef type) {
    if (type.fields().isEmpty()
        && type.additional() == null
        && type.items() == null
        && type.topology().equals(Topology.Plain.USUAL)
        && type.limits().equals(Limits.NONE)
        && !type.kind().startsWith("#")
        && type.kind().indexOf(':') < 0) {
      return Value.text(type.format().isEmpty() ? type.kind() : type.kind() + ":" + type.format());
    }
    var map = new LinkedHashMap<String, Value>();
    if (!type.kind().equals(usualKind(type.items() != null))) {
      map.put("k", Value.text(type.kind()));
    }
    if (!type.format().isEmpty()) {
      map.put("o", Value.text(type.format()));
    }
    if (type.additional() != null) {
      map.put("a", encode(type.additional()));
    }
    if (type.items() != null) {
      map.put("i", encode(type.items()));
    }
    encode(type.topology()).ifPresent(topology -> map.put("t", topology));
    if (!type.limits().required().isEmpty()) {
      map.put("r", ListValue.of(type.limits().required(), Value::text));
    }
    if (!type.limits().values().isEmpty()) {
      map.put("e", ListValue.of(type.limits().values(), Value::text));
    }
    if (!type.fields().isEmpty()) {
      var fields = new LinkedHashMap<String, Value>();
      new TreeMap<>(type.fields()).forEach((name, field) -> fields.put(name, encode(field)));
      map.put("f", new MapValue(fields));
    }
    return new MapValue(map);
  }

  /// Reads the type that [#encode] turned into `tree`.
  static TypeDef decodeType(Value tree) {
    if (tree instanceof StringValue(String text)) {
      int colon = text.indexOf(':');
      String kind = colon < 0 ? text : text.substring(0, colon);
      String format = colon < 0 ? "" : text.substring(colon + 1);
      return new TypeDef(kind, format, Map.of(), null, null);
    }
    MapValue map = map(tree);
    TypeRef items = reference(map.get("i"));
    String kind = map.has("k") ? text(map.get("k")) : usualKind(items != null);
    var fields = new LinkedHashMap<String, FieldDef>();
    map.map("f").entries().forEach((name, field) -> fields.put(name, decodeField(field)));
    return new TypeDef(
        kind,
        map.text("o"),
        fields,
        reference(map.get("a")),
        items,
        decodeTopology(map.get("t")),
        decodeLimits(map));
  }

  private static Optional<Value> encode(Topology topology) {
    return switch (topology) {
      case Topology.Plain plain ->
          switch (plain) {
            case USUAL -> Optional.empty();
            case SET -> Optional.of(SET);
            case ATOMIC -> Optional.of(ATOMIC);
          };
      case Topology.Keyed(List<String> keys) -> Optional.of(ListValue.of(keys, Value::text));
    };
  }

  private static Topology decodeTopology(Node tree) {
    if (tree instanceof Missing) {
      return Topology.Plain.USUAL;
    }
    if (tree.equals(SET) || tree.equals(ATOMIC)) {
      return tree.equals(SET) ? Topology.Plain.SET : Topology.Plain.ATOMIC;
    }
    return new Topology.Keyed(texts(tree));
  }

  private static Limits decodeLimits(MapValue map) {
    return map.has("r") || map.has("e")
        ? new Limits(texts(map, "r"), texts(map, "e"))
        : Limits.NONE;
  }

  private static String usualKind(boolean hasItems) {
    return hasItems ? "array" : "object";
  }

  private static Value encode(TypeRef reference) {
    return switch (reference) {
      case TypeRef.Named(String name) -> Value.text("#" + name);
      case TypeRef.Inline(TypeDef type) -> encode(type);
    };
  }

  private static @Nullable TypeRef reference(Node tree) {
    return tree instanceof Value value ? decodeReference(value) : null;
  }

  private static TypeRef decodeReference(Value tree) {
    return tree instanceof StringValue(String text) && text.startsWith("#")
        ? new TypeRef.Named(text.substring(1))
        : new TypeRef.Inline(decodeType(tree));
  }

  private static Value encode(FieldDef field) {
    Value type = encode(field.type());
    return field.rule().equals(PatchRule.NONE) ? type : ListValue.of(type, encode(field.rule()));
  }

  private static FieldDef decodeField(Value tree) {
    if (!(tree instanceof ListValue(List<Value> parts))) {
      return new FieldDef(decodeReference(tree), PatchRule.NONE);
    }
    if (parts.size() != 2) {
      throw new IllegalArgumentException("a field must be a type and a rule");
    }
    return new FieldDef(decodeReference(parts.get(0)), decodeRule(map(parts.get(1))));
  }

  private static Value encode(PatchRule rule) {
    var map = new LinkedHashMap<String, Value>();
    if (!rule.strategies().isEmpty()) {
      map.put("s", ListValue.of(rule.strategies(), Value::text));
    }
    if (!rule.mergeKey().isEmpty()) {
      map.put("m", Value.text(rule.mergeKey()));
    }
    if (rule.defaultValue() instanceof Value value) {
      map.put("d", value);
    }
    return new MapValue(map);
  }

  private static PatchRule decodeRule(MapValue map) {
    return new PatchRule(texts(map, "s"), map.text("m"), map.get("d"));
  }

  private static List<String> texts(MapValue map, String key) {
    return map.has(key) ? texts(map.get(key)) : List.of();
  }

  private static List<String> texts(Node tree) {
    if (tree instanceof ListValue(List<Value> items)) {
      return items.stream().map(SchemaCodec::text).toList();
    }
    throw new IllegalArgumentException("expected a list of strings");
  }

  private static MapValue map(Node tree) {
    if (tree instanceof MapValue map) {
      return map;
    }
    throw new IllegalArgumentException("expected a map");
  }

  private static String text(Node tree) {
    if (tree instanceof StringValue(String text)) {
      return text;
    }
    throw new IllegalArgumentException("expected a string");
  }
}
