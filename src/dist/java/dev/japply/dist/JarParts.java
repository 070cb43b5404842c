package dev.japply.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/// Parts the program's jar for the archive without a Java: the JVM checks each entry of a jar when
/// it opens it, in code that is not compiled yet.
///
/// - `japply.jar`, which each start opens, has japply's own tables alone, and names the others.
/// - `classes.jar` has the classes that most starts need. A start with a cache of classes does not
///   open it.
/// - `more.jar` has the rest.
/// - `native` has the native libraries as files.
public final class JarParts {
  private static final String MAIN = "japply.jar";
  private static final String USED = "classes.jar";
  private static final String REST = "more.jar";
  private static final String NATIVE = OneJar.OURS + "native/";

  private JarParts() {}

  /// `JarParts JAR CLASSES MAIN-CLASS DIRECTORY`; `CLASSES` is a list that the JVM has written
  /// (`-XX:DumpLoadedClassList`).
  public static void main(String[] args) throws IOException {
    Path target = Path.of(args[3]);
    Set<String> used = used(Path.of(args[1]));
    Files.createDirectories(target.resolve("native"));
    try (var jar = new JarFile(args[0]);
        var main = open(target.resolve(MAIN));
        var classes = open(target.resolve(USED));
        var rest = open(target.resolve(REST))) {
      write(main, OneJar.entry(JarFile.MANIFEST_NAME), manifest(jar, args[2]));
      for (JarEntry each : (Iterable<JarEntry>) jar.stream()::iterator) {
        String name = each.getName();
        if (each.isDirectory() || isOfTheWhole(name)) {
          continue;
        }
        byte[] content;
        try (var in = jar.getInputStream(each)) {
          content = in.readAllBytes();
        }
        if (name.startsWith(NATIVE)) {
          Files.write(target.resolve("native").resolve(name.substring(NATIVE.length())), content);
        } else if (name.startsWith(OneJar.OURS) && !name.endsWith(OneJar.CLASS)) {
          write(main, OneJar.stored(name, content), content);
        } else if (used.contains(name)) {
          write(classes, OneJar.stored(name, content), content);
        } else {
          write(rest, OneJar.entry(name), content);
        }
      }
    }
  }

  /// A descriptor would not hold for the parts, and the licences are files of the archive.
  private static boolean isOfTheWhole(String name) {
    return name.equals(JarFile.MANIFEST_NAME)
        || name.equals("module-info.class")
        || name.startsWith("META-INF/licenses/");
  }

  private static Set<String> used(Path list) throws IOException {
    var used = new HashSet<String>();
    for (String line : Files.readAllLines(list)) {
      if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '@') {
        used.add(line.split(" ", 2)[0] + OneJar.CLASS);
      }
    }
    return used;
  }

  private static byte[] manifest(JarFile jar, String mainClass) throws IOException {
    var manifest = new Manifest(jar.getManifest());
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, USED + " " + REST);
    var bytes = new ByteArrayOutputStream();
    manifest.write(bytes);
    return bytes.toByteArray();
  }

  private static JarOutputStream open(Path file) throws IOException {
    return new JarOutputStream(Files.newOutputStream(file));
  }

  private static void write(JarOutputStream jar, ZipEntry entry, byte[] content)
      throws IOException {
    jar.putNextEntry(entry);
    jar.write(content);
    jar.closeEntry();
  }
}
