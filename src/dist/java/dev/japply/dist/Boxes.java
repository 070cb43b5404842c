package dev.japply.dist;

import java.lang.constant.ClassDesc;
import java.util.List;

/// The classes whose objects hold primitive values.
final class Boxes {
  private static final List<String> PRIMITIVES = List.of("Z", "B", "S", "C", "I", "J", "F", "D");

  private Boxes() {}

  /// Returns the class for a primitive type.
  static ClassDesc of(ClassDesc primitive) {
    return switch (primitive.displayName()) {
      case "int" -> ClassDesc.of("java.lang.Integer");
      case "char" -> ClassDesc.of("java.lang.Character");
      case String name ->
          ClassDesc.of("java.lang." + Character.toUpperCase(name.charAt(0)) + name.substring(1));
    };
  }

  /// Returns whether a type is one of these classes.
  static boolean isOne(ClassDesc type) {
    return PRIMITIVES.stream().map(ClassDesc::ofDescriptor).anyMatch(each -> of(each).equals(type));
  }

  /// Returns the primitive type of such a class.
  static ClassDesc value(ClassDesc box) {
    return PRIMITIVES.stream()
        .map(ClassDesc::ofDescriptor)
        .filter(each -> of(each).equals(box))
        .findFirst()
        .orElseThrow();
  }
}
