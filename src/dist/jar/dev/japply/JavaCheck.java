package dev.japply;

/**
 * What `java -jar` runs. An older Java than japply needs would only name the versions of class
 * files; this class is in the format of Java 8, to say it in words.
 *
 * <p>The manifest, which counts for {@code java -jar} alone, lets japply load the native TLS
 * library in the jar.
 */
public final class JavaCheck {
  private static final int LEAST = 21;

  private JavaCheck() {}

  /** Runs japply. */
  public static void main(String[] args) {
    String version = System.getProperty("java.specification.version");
    if (version.startsWith("1.") || Integer.parseInt(version) < LEAST) {
      System.err.println(
          "japply: needs Java "
              + LEAST
              + " or newer, and this is Java "
              + System.getProperty("java.version")
              + "; install it (https://adoptium.net)");
      System.exit(1);
    }
    System.setProperty("japply.tls", "jar:");
    Main.main(args);
  }
}
