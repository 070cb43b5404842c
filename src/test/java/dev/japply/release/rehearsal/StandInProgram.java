package dev.japply.release.rehearsal;

/// The program in a jar that stands in for japply's.
final class StandInProgram {
  private StandInProgram() {}

  /// Prints the version.
  public static void main(String[] args) {
    System.out.println("japply " + StandInProgram.class.getPackage().getImplementationVersion());
  }
}
