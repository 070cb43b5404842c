package dev.japply.dist;

/// A switch with a constant among its types, for which the JVM would make code at each start.
final class MixedSwitch {
  private MixedSwitch() {}

  sealed interface Shape {}

  enum Plain implements Shape {
    DOT
  }

  record Circle(double radius) implements Shape {}

  static String name(Shape shape) {
    return switch (shape) {
      case Plain.DOT -> "dot";
      case Circle circle -> "circle " + circle.radius();
    };
  }
}
