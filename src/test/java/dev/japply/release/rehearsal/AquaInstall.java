package dev.japply.release.rehearsal;

import dev.japply.release.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// An installation from a registry of aqua, as aqua makes it: the asset for this system, if its
/// line in the list of checksums is the same, and the programs in it.
///
/// @param server the address of the stand-in for GitHub
/// @param tag the tag of the release
record AquaInstall(Path registry, Path directory, String server, String tag) {
  private static final Pattern OTHER = Pattern.compile("\\{\\{.*?}}");

  /// Returns the first program.
  Path install(Machine machine) throws IOException {
    Map<String, Object> entry = Yaml.maps(Yaml.read(registry), "packages").getFirst();
    require("github_release".equals(entry.get("type")), "its type is not github_release");
    String[] parts = machine.system().split("-", 2);
    require(Yaml.texts(entry, "supported_envs").contains(parts[0]), "it is not for " + parts[0]);
    String arch = parts[1].equals("aarch64") ? "arm64" : "amd64";
    var values = new TreeMap<String, String>();
    values.put("trimV .Version", tag.substring(1));
    values.put(".Version", tag);
    values.put(".OS", parts[0]);
    values.put(".Arch", String.valueOf(Yaml.map(entry, "replacements").getOrDefault(arch, arch)));
    values.put(".Format", String.valueOf(entry.get("format")));
    String asset = filled(String.valueOf(entry.get("asset")), values);
    values.put(".Asset", asset);
    values.put(".AssetWithoutExt", asset.replaceFirst("\\.tar\\.gz$", ""));
    String release =
        "%s/%s/%s/releases/download/%s/"
            .formatted(server, entry.get("repo_owner"), entry.get("repo_name"), tag);
    Path archive = directory.resolve(asset);
    Download.get(release + asset, archive);
    Map<String, Object> checksum = Yaml.map(entry, "checksum");
    require("sha256".equals(checksum.get("algorithm")), "its checksums are not of sha256");
    String list = filled(String.valueOf(checksum.get("asset")), values);
    Download.get(release + list, directory.resolve(list));
    Download.check(archive, line(directory.resolve(list), asset));
    Shell.run(directory, List.of("tar", "-xzf", archive.toString()));
    List<Path> programs =
        Yaml.maps(entry, "files").stream()
            .map(file -> directory.resolve(filled(String.valueOf(file.get("src")), values)))
            .toList();
    for (Path program : programs) {
      require(Files.isExecutable(program), "the archive has no program " + program);
    }
    return programs.getFirst();
  }

  private static void require(boolean fulfilled, String reason) {
    if (!fulfilled) {
      throw new RehearsalException("aqua: " + reason);
    }
  }

  private static String filled(String text, Map<String, String> values) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("{{" + value.getKey() + "}}", value.getValue());
    }
    require(!OTHER.matcher(filled).find(), "the rehearsal fills no such text: " + text);
    return filled;
  }

  private static String line(Path list, String name) throws IOException {
    return Files.readAllLines(list).stream()
        .filter(line -> line.endsWith(" " + name))
        .map(line -> line.replaceFirst(" .*", ""))
        .findFirst()
        .orElseThrow(() -> new RehearsalException("aqua: no checksum of " + name));
  }
}
