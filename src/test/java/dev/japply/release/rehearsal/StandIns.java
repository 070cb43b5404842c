package dev.japply.release.rehearsal;

import dev.japply.tree.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/// Stand-ins for scripts of `src/make` that this machine cannot run, or that take minutes: they
/// make files with the same names, whose programs only print the version.
final class StandIns {
  private static final Path TARGET = Path.of("target");

  private final String version;

  private StandIns(String version) {
    this.version = version;
  }

  /// `StandIns SCRIPT SYSTEM ARGUMENT…`, in a checkout.
  public static void main(String[] args) throws IOException, URISyntaxException {
    String pom = Files.readString(Path.of("pom.xml"));
    var standIns = new StandIns(pom.replaceFirst("(?s).*?\n  <version>(.*?)</version>.*", "$1"));
    switch (args[0]) {
      case "dist" -> standIns.dist(args[1]);
      case "release" -> standIns.release();
      case "mvn" -> Files.createDirectories(TARGET);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private void dist(String system) throws IOException, URISyntaxException {
    Files.createDirectories(TARGET);
    String name = "japply-" + version + "-" + system;
    archive(name);
    Files.writeString(TARGET.resolve(name + ".cdx.json"), "{\"bomFormat\":\"CycloneDX\"}\n");
    sums(name + ".sha256", name + ".tar.gz", name + ".cdx.json");
    String cli = "japply-cli-" + version;
    Path lib = Files.createDirectories(TARGET.resolve("stand-ins/" + cli + "/lib/japply"));
    libraryJar(lib.resolve("japply.jar"));
    archive(cli);
    programJar(TARGET.resolve(cli + ".jar"));
    sums(cli + ".sha256", cli + ".jar", cli + ".tar.gz");
  }

  /// An archive with a file in each directory of the distribution.
  private void archive(String name) throws IOException {
    Path root = TARGET.resolve("stand-ins").resolve(name);
    String program = "#!/bin/sh\necho japply " + version + "\n";
    for (String file : List.of("bin/japply", "bin/kubectl-japply")) {
      Files.createDirectories(root.resolve(file).getParent());
      Runner.write(root.resolve(file), program);
    }
    for (String file :
        List.of(
            "lib/japply/stand-in",
            "share/man/man1/japply.1",
            "share/bash-completion/completions/japply",
            "share/zsh/site-functions/_japply",
            "share/fish/vendor_completions.d/japply.fish",
            "share/doc/japply/LICENSE")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.writeString(root.resolve(file), "stand-in\n");
    }
    Path archive = TARGET.resolve(name + ".tar.gz").toAbsolutePath();
    Shell.run(TARGET.resolve("stand-ins"), List.of("tar", "-czf", archive.toString(), name));
  }

  private static void sums(String list, String... names) throws IOException {
    var lines = new StringBuilder();
    for (String name : names) {
      lines.append(Digest.of(TARGET.resolve(name))).append("  ").append(name).append('\n');
    }
    Files.writeString(TARGET.resolve(list), lines);
  }

  private static Path classes(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /// japply's own classes, which `src/make/image` takes from the archive.
  private static void libraryJar(Path jar) throws IOException, URISyntaxException {
    Path classes = classes(Json.class);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes.resolve("dev/japply"))) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        add(out, classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
  }

  private void programJar(Path jar) throws IOException, URISyntaxException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandInProgram.class.getName());
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    String name = StandInProgram.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      add(out, name, Files.readAllBytes(classes(StandInProgram.class).resolve(name)));
    }
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private void release() throws IOException {
    Path release = Files.createDirectories(TARGET.resolve("release"));
    for (String end : List.of(".jar", ".pom", "-sources.jar", "-javadoc.jar")) {
      Files.writeString(release.resolve("japply-" + version + end), "stand-in" + end);
    }
    Files.copy(
        Path.of("pom.xml"),
        release.resolve("japply-" + version + ".pom"),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
