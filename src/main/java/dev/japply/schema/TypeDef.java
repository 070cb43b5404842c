package dev.japply.schema;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The definition of a type, as data.
///
/// @param kind `object`, `array`, `string`, `integer`, `number`, `boolean`; empty if the document
///   states none (`IntOrString`, `JSON`)
/// @param format `int-or-string`, `quantity`, `date-time`, …; empty when there is none. The reader
///   sets `quantity` for `io.k8s.apimachinery.pkg.api.resource.Quantity`, and `micro-time` for
///   `io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime`
/// @param fields the properties of a struct; empty for all else
/// @param additional the type of the values of a free-key map; null for all else
/// @param items the type of a list's items; null for all else
/// @param topology the parts of a list or map with owners of their own
/// @param limits the required fields of a struct, and the values of an enumeration
public record TypeDef(
    String kind,
    String format,
    Map<String, FieldDef> fields,
    @Nullable TypeRef additional,
    @Nullable TypeRef items,
    Topology topology,
    Limits limits) {
  public TypeDef {
    fields = Map.copyOf(fields);
  }

  /// One property of a type: what it holds and how it merges.
  public record FieldDef(TypeRef type, PatchRule rule) {}

  /// A type by its name in the document, or written out in place.
  public sealed interface TypeRef {

    /// A type that the document's `components.schemas` (v3) or `definitions` (v2) defines.
    record Named(String name) implements TypeRef {}

    /// A type written out where it is used.
    record Inline(TypeDef type) implements TypeRef {}
  }

  /// A type without limits.
  public TypeDef(
      String kind,
      String format,
      Map<String, FieldDef> fields,
      @Nullable TypeRef additional,
      @Nullable TypeRef items,
      Topology topology) {
    this(kind, format, fields, additional, items, topology, Limits.NONE);
  }

  /// A type of the usual topology, without limits.
  public TypeDef(
      String kind,
      String format,
      Map<String, FieldDef> fields,
      @Nullable TypeRef additional,
      @Nullable TypeRef items) {
    this(kind, format, fields, additional, items, Topology.Plain.USUAL, Limits.NONE);
  }

  /// The same type with other limits.
  TypeDef with(Limits other) {
    return new TypeDef(kind, format, fields, additional, items, topology, other);
  }

  /// The names of the types that this one refers to, at any depth of types written out in it; one
  /// name may come several times.
  public Stream<String> references() {
    Stream<TypeRef> direct =
        Stream.of(
                fields.values().stream().map(FieldDef::type),
                Stream.ofNullable(additional),
                Stream.ofNullable(items))
            .flatMap(refs -> refs);
    return direct.flatMap(ref ->
        switch (ref) {
          case TypeRef.Named(String name) -> Stream.of(name);
          case TypeRef.Inline(TypeDef type) -> type.references();
        });
  }
}
