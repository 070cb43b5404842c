package dev.japply.dist;

/// The superclass of [LambdaSample].
class LambdaSampleBase {
  String described() {
    return "the base";
  }
}
