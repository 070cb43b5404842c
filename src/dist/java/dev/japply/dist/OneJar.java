package dev.japply.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/// Merges jars into one, the same bytes for the same jars.
///
/// - Of a class that a jar has for several versions of Java, the one for [#JAVA] is taken.
/// - Lists of services are joined.
/// - Signatures, module descriptors and indexes, which do not hold for the whole, are left out.
/// - japply's own classes are [Unrolled].
/// - Licences and notices get a place of their own for each jar.
/// - Native libraries get the place where japply looks for them.
/// - The classes that most starts need are not compressed: there is no cache of them for the jar.
///
/// Of anything else that two jars have, the first one's counts, as on a class path.
public final class OneJar {
  /// The version of Java that the classes must run on.
  private static final int JAVA = 21;

  private static final String META = "META-INF/";
  static final String OURS = "dev/japply/";
  static final String CLASS = ".class";
  private static final String SERVICES = META + "services/";
  private static final String NATIVE = META + "native/";
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  private final Map<String, byte[]> entries = new TreeMap<>();

  private OneJar() {}

  /// `OneJar TARGET MAIN-CLASS MAIN-JAR JAR…`; the rest of the manifest is the main jar's.
  public static void main(String[] args) throws IOException {
    var merged = new OneJar();
    List<Path> jars = List.of(args).subList(2, args.length).stream().map(Path::of).toList();
    for (Path jar : jars) {
      merged.add(jar);
    }
    merged.write(Path.of(args[0]), manifest(jars.getFirst(), args[1]));
  }

  /// The libraries for several systems have the same licences.
  private void add(Path path) throws IOException {
    String name = path.getFileName().toString().replaceFirst("(-(linux|osx)-\\w+)?\\.jar$", "");
    try (var jar = new JarFile(path.toFile(), false, JarFile.OPEN_READ, version())) {
      Enumeration<JarEntry> all = jar.entries();
      while (all.hasMoreElements()) {
        add(name, jar, all.nextElement());
      }
    }
  }

  private static Runtime.Version version() {
    return Runtime.Version.parse(String.valueOf(JAVA));
  }

  private void add(String name, JarFile jar, JarEntry listed) throws IOException {
    String place = place(name, listed.getName());
    if (listed.isDirectory() || place.isEmpty()) {
      return;
    }
    byte[] content;
    try (var in = jar.getInputStream(jar.getJarEntry(listed.getName()))) {
      content = in.readAllBytes();
    }
    if (place.startsWith(OURS) && place.endsWith(CLASS)) {
      content = Unrolled.of(content);
      content = place.equals(SignalListener.PLACE) ? SignalListener.of(content) : content;
      entries.putIfAbsent(place, content);
    } else if (place.startsWith(SERVICES)) {
      entries.merge(place, lines(content), OneJar::joined);
    } else {
      entries.putIfAbsent(place, content);
    }
  }

  /// Where an entry of the jar `name` goes; empty when it is left out.
  private static String place(String name, String entry) {
    if (entry.endsWith("module-info.class")) {
      return "";
    }
    if (!entry.startsWith(META) || entry.startsWith(SERVICES)) {
      return entry;
    }
    if (entry.startsWith(NATIVE)) {
      return OURS + "native/" + entry.substring(NATIVE.length());
    }
    String file = entry.substring(META.length());
    return file.matches("(license/)?[A-Za-z-]*(LICENSE|NOTICE)(\\.[a-z-]+)*")
        ? META + "licenses/" + name + "/" + file
        : "";
  }

  private static byte[] lines(byte[] text) {
    return new String(text, StandardCharsets.UTF_8)
        .strip()
        .concat("\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /// That of the jar, without a class path: all is here.
  private static Manifest manifest(Path jar, String mainClass) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      var manifest = new Manifest(file.getManifest());
      manifest.getMainAttributes().remove(Attributes.Name.CLASS_PATH);
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
      manifest.getMainAttributes().putValue("Enable-Native-Access", "ALL-UNNAMED");
      return manifest;
    }
  }

  private void write(Path target, Manifest manifest) throws IOException {
    Files.createDirectories(target.getParent());
    try (OutputStream out = Files.newOutputStream(target);
        var jar = new JarOutputStream(out)) {
      jar.putNextEntry(entry(JarFile.MANIFEST_NAME));
      manifest.write(jar);
      for (var each : entries.entrySet()) {
        String name = each.getKey();
        jar.putNextEntry(isPlain(name) ? stored(name, each.getValue()) : entry(name));
        jar.write(each.getValue());
      }
    }
  }

  private static boolean isPlain(String name) {
    return name.endsWith(CLASS)
        && Stream.of(OURS, "picocli/", "io/netty/").anyMatch(name::startsWith);
  }

  /// An entry that is not compressed.
  static ZipEntry stored(String name, byte[] content) {
    ZipEntry entry = entry(name);
    var checksum = new CRC32();
    checksum.update(content);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    return entry;
  }

  static ZipEntry entry(String name) {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    return entry;
  }
}
