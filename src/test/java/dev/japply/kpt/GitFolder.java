package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// A git repository that a test makes.
///
/// @param path its work tree
public record GitFolder(Path path) {

  private static final String REF = "ref: ";

  /// What `git init` writes, and that no commit starts a process that tidies up.
  private static final Map<String, String> EMPTY =
      Map.of(
          "HEAD", "ref: refs/heads/main\n",
          "config", "[core]\n\tbare = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n");

  /// An empty one, whose branch is `main`.
  public static GitFolder in(Path path) throws IOException {
    Files.createDirectories(path.resolve(".git/objects"));
    Files.createDirectories(path.resolve(".git/refs"));
    var folder = new GitFolder(path);
    for (var file : EMPTY.entrySet()) {
      folder.write(".git/" + file.getKey(), file.getValue());
    }
    return folder;
  }

  /// Returns a ConfigMap for a file of a package.
  static String configMap(String name, String value) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s
    data:
      v: "%s"
    """
        .formatted(name, value);
  }

  /// Runs git in it, and gives what it prints.
  public String git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of("-c", "protocol.file.allow=always"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(path.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    builder.environment().put("HOME", path.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", command, out).isZero();
    return out.strip();
  }

  /// Makes a tree of entries that are all the same but for their names, whatever these are; gives
  /// its id.
  public String tree(String mode, List<String> names, String id) throws Exception {
    var bytes = new ByteArrayOutputStream();
    for (String name : names) {
      bytes.writeBytes((mode + " " + name + "\0").getBytes(UTF_8));
      bytes.writeBytes(HexFormat.of().parseHex(id));
    }
    Path file = Files.write(Files.createTempFile("tree", ""), bytes.toByteArray());
    String tree = git("hash-object", "-t", "tree", "-w", "--literally", file.toString());
    Files.delete(file);
    return tree;
  }

  /// Writes files and commits them; gives the commit.
  public String commit(Map<String, String> files) throws Exception {
    for (var file : files.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    return commit();
  }

  /// Commits all that is there.
  public String commit() throws Exception {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=x");
    return head();
  }

  private String head() throws IOException {
    String head = Files.readString(path.resolve(".git/HEAD")).strip();
    return head.startsWith(REF)
        ? Files.readString(path.resolve(".git/" + head.substring(REF.length()))).strip()
        : head;
  }

  /// Writes one file.
  public void write(String name, String text) throws IOException {
    Path file = path.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
