package dev.japply.release.rehearsal;

import dev.japply.release.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// An installation from a plugin manifest, as krew makes it: the first platform whose labels match,
/// its archive if the checksum is the same, and a link to the program in it.
record KrewInstall(Path manifest, Path directory) {

  /// Returns the program that `kubectl` would find.
  Path install(Machine machine) throws IOException {
    Map<String, Object> plugin = Yaml.read(manifest);
    require("krew.googlecontainertools.github.com/v1alpha2".equals(plugin.get("apiVersion")));
    require("Plugin".equals(plugin.get("kind")));
    String name = String.valueOf(Yaml.map(plugin, "metadata").get("name"));
    Map<String, Object> spec = Yaml.map(plugin, "spec");
    require(String.valueOf(spec.get("version")).matches("v\\d+\\.\\d+\\.\\d+(-[\\w.]+)?"));
    require(!String.valueOf(spec.get("shortDescription")).isBlank());
    for (Map<String, Object> platform : Yaml.maps(spec, "platforms")) {
      if (matches(Yaml.map(platform, "selector", "matchLabels"), machine)) {
        Path archive = directory.resolve("archive.tar.gz");
        Download.get(String.valueOf(platform.get("uri")), archive);
        Download.check(archive, String.valueOf(platform.get("sha256")));
        Path store = Files.createDirectories(directory.resolve("store").resolve(name));
        requireNoLinks(directory, archive);
        Shell.run(store, List.of("tar", "-xzf", archive.toString()));
        Path program = store.resolve(String.valueOf(platform.get("bin")));
        require(Files.isExecutable(program));
        Path bin = Files.createDirectories(directory.resolve("bin"));
        return Files.createSymbolicLink(bin.resolve("kubectl-" + name.replace('-', '_')), program);
      }
    }
    throw new RehearsalException("krew: plugin does not offer installation for this platform");
  }

  private static boolean matches(Map<String, Object> labels, Machine machine) {
    String[] parts = machine.system().split("-", 2);
    String processor = parts[1].equals("aarch64") ? "arm64" : "amd64";
    return labels.equals(Map.of("os", parts[0], "arch", processor));
  }

  private static void requireNoLinks(Path directory, Path archive) {
    String list = Shell.run(directory, List.of("tar", "-tvzf", archive.toString()));
    require(list.lines().allMatch(line -> line.startsWith("-") || line.startsWith("d")));
  }

  private static void require(boolean fulfilled) {
    if (!fulfilled) {
      throw new RehearsalException("krew refuses the manifest or its archive");
    }
  }
}
