package dev.japply.cluster.config;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.SyntaxFailure;
import dev.japply.yaml.YamlReader;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The merged kubeconfig files. The first file with an entry takes precedence.
///
/// The format is described in "Organizing Cluster Access Using kubeconfig Files" in the Kubernetes
/// documentation. Relative paths are made absolute when the file is read.
///
/// @param looked all candidate files, whether they exist or not
/// @param currentContext the current context; empty if no file has one
public record Kubeconfig(
    List<Path> looked,
    String currentContext,
    Map<String, MapValue> contexts,
    Map<String, MapValue> clusters,
    Map<String, MapValue> users) {

  private static final Set<String> TRUE =
      Set.of("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y");

  /// Reads only the file that the user named.
  static Kubeconfig explicit(Path file, ByteLimit limit) {
    if (!Files.exists(file)) {
      throw unusable("stat " + file + ": no such file or directory", "");
    }
    return merge(List.of(file), limit);
  }

  /// Merges the existing ones of `files`.
  static Kubeconfig merge(List<Path> files, ByteLimit limit) {
    var merged =
        new Kubeconfig(
            files, "", new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    for (Path file : files) {
      merged = read(file, limit).map(merged::plus).orElse(merged);
    }
    return merged;
  }

  /// Returns true if the files have no contexts and no clusters.
  boolean isEmpty() {
    return contexts.isEmpty() && clusters.isEmpty();
  }

  private Kubeconfig plus(MapValue file) {
    addNamed(contexts, file, "contexts", "context");
    addNamed(clusters, file, "clusters", "cluster");
    addNamed(users, file, "users", "user");
    String current = currentContext.isEmpty() ? file.text("current-context") : currentContext;
    return new Kubeconfig(looked, current, contexts, clusters, users);
  }

  private static void addNamed(
      Map<String, MapValue> entries, MapValue file, String list, String item) {
    file.maps(list).forEach(named -> entries.putIfAbsent(named.text("name"), named.map(item)));
  }

  private static Optional<MapValue> read(Path file, ByteLimit limit) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      String text = KubeconfigText.read(file, limit);
      if (YamlReader.isOther(text)) {
        throw new IllegalArgumentException("this is no map with clusters, contexts and users");
      }
      MapValue tree = withTypedExtensions(YamlReader.texts(text), text);
      checkKind(tree);
      checkNames(tree);
      return Optional.of(KubeconfigPaths.absolute(tree, file.toAbsolutePath()));
    } catch (IOException | SyntaxFailure | IllegalArgumentException e) {
      String message =
          e instanceof SyntaxFailure failure ? failure.withLine() : String.valueOf(e.getMessage());
      String why = message.replace("error converting YAML to JSON: ", "");
      throw new ClusterException(
          Kind.CONFIGURATION,
          "error loading config file \""
              + file
              + "\": "
              + why.strip().replaceAll("\\s*\n\\s*", " "),
          "",
          e);
    }
  }

  private static void checkKind(MapValue tree) {
    String kind = tree.has("kind") ? tree.text("kind") : "Config";
    String version = tree.has("apiVersion") ? tree.text("apiVersion") : "v1";
    if (!kind.equals("Config") || !version.equals("v1")) {
      throw new IllegalArgumentException(
          "no kind \""
              + kind
              + "\" is registered for version \""
              + version
              + "\"; must be a Config");
    }
  }

  /// Checks that names are unique in one file.
  private static void checkNames(MapValue tree) {
    for (String list : List.of("clusters", "contexts", "users")) {
      var seen = new HashSet<String>();
      for (MapValue named : tree.maps(list)) {
        if (!seen.add(named.text("name"))) {
          throw new IllegalArgumentException(
              "duplicate name \"" + named.text("name") + "\" in list " + list);
        }
      }
    }
  }

  /// Keeps the types of values for credential plugins; all other values of a kubeconfig are text.
  private static MapValue withTypedExtensions(MapValue tree, String text) {
    if (!text.contains("extensions") || !(tree.get("clusters") instanceof ListValue(var untyped))) {
      return tree;
    }
    var typed = ((ListValue) YamlReader.values(text).get("clusters")).items();
    var merged = new ArrayList<Value>();
    for (int i = 0; i < untyped.size(); i++) {
      merged.add(
          untyped.get(i) instanceof MapValue named && typed.get(i) instanceof MapValue other
              ? named.with("cluster", withExtensions(named.map("cluster"), other.map("cluster")))
              : untyped.get(i));
    }
    return tree.with("clusters", new ListValue(merged));
  }

  private static MapValue withExtensions(MapValue cluster, MapValue typed) {
    return typed.get("extensions") instanceof ListValue list
        ? cluster.with("extensions", list)
        : cluster;
  }

  /// Returns `entry` with the fields in `flags` replaced.
  static MapValue overlay(MapValue entry, MapValue flags) {
    var merged = new LinkedHashMap<>(entry.entries());
    merged.putAll(flags.entries());
    return MapValue.copyOf(merged);
  }

  /// Returns true if the boolean at `key` is true.
  public static boolean flag(MapValue entry, String key) {
    return TRUE.contains(entry.text(key));
  }

  /// Returns true if there is PEM text at `key`, in a file or as data.
  static boolean hasPem(MapValue entry, String key) {
    return !entry.text(key).isEmpty() || !entry.text(key + "-data").isEmpty();
  }

  /// Returns the mode of an `exec` entry, or its version's default; empty if there is none.
  static String interactiveMode(MapValue exec) {
    String mode = exec.text("interactiveMode");
    boolean old = exec.text("apiVersion").endsWith("/v1beta1");
    return mode.isEmpty() && old ? "IfAvailable" : mode;
  }

  static ClusterException unusable(String message, String hint) {
    return new ClusterException(Kind.CONFIGURATION, message, hint, null);
  }

  static String names(Map<String, MapValue> entries) {
    return String.join(", ", new ArrayList<>(entries.keySet()));
  }

  /// Makes the paths in a kubeconfig file absolute: they are relative to the file's directory.
  private static final class KubeconfigPaths {
    private static final List<String> CLUSTER_PATHS = List.of("certificate-authority");
    private static final List<String> USER_PATHS =
        List.of("client-certificate", "client-key", "tokenFile");

    private KubeconfigPaths() {}

    static MapValue absolute(MapValue tree, Path file) {
      MapValue clusters = inEach(tree, "clusters", "cluster", CLUSTER_PATHS, file);
      return inEach(clusters, "users", "user", USER_PATHS, file);
    }

    private static MapValue inEach(
        MapValue tree, String list, String item, List<String> keys, Path file) {
      if (!(tree.get(list) instanceof ListValue(List<Value> values))) {
        return tree;
      }
      List<Value> resolved =
          values.stream()
              .map(value ->
                  value instanceof MapValue named
                      ? named.with(item, resolve(named.map(item), keys, file))
                      : value)
              .toList();
      return tree.with(list, new ListValue(resolved));
    }

    private static MapValue resolve(MapValue entry, List<String> keys, Path file) {
      MapValue resolved = entry;
      for (String key : keys) {
        String path = entry.text(key);
        if (!path.isEmpty()) {
          resolved = resolved.with(key, Value.text(file.resolveSibling(path).toString()));
        }
      }
      String command = entry.map("exec").text("command");
      return command.contains(File.separator)
          ? resolved.with(
              "exec",
              entry
                  .map("exec")
                  .with("command", Value.text(file.resolveSibling(command).toString())))
          : resolved;
    }
  }

  /// Reads the text of a kubeconfig: UTF-16 with a byte order mark, as PowerShell writes it, else
  /// UTF-8.
  private static final class KubeconfigText {
    private static final char MARK = '\ufeff';

    private KubeconfigText() {}

    /// Returns the text in `file`.
    ///
    /// @throws IOException with `kubectl`'s message if the file cannot be read
    /// @throws IllegalArgumentException if it is not text
    static String read(Path file, ByteLimit limit) throws IOException {
      try (var stream = Files.newInputStream(file)) {
        return decode(limit.read(stream));
      } catch (AccessDeniedException e) {
        throw new IOException("open " + file + ": permission denied", e);
      } catch (IOException e) {
        throw Files.isDirectory(file) ? new IOException("read " + file + ": is a directory", e) : e;
      }
    }

    private static String decode(byte[] bytes) {
      int mark = bytes.length < 2 ? 0 : ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
      String text =
          switch (mark) {
            case 0xfeff -> decode(bytes, UTF_16BE);
            case 0xfffe -> decode(bytes, UTF_16LE);
            default -> decode(bytes, UTF_8);
          };
      return text.indexOf(MARK) == 0 ? text.substring(1) : text;
    }

    private static String decode(byte[] bytes, Charset charset) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      CharBuffer text = CharBuffer.allocate(bytes.length);
      boolean broken = charset.newDecoder().decode(in, text, true).isError();
      text.flip();
      if (broken) {
        long line = 1 + text.chars().filter(c -> c == '\n').count();
        String why = charset.equals(UTF_8) ? fault(bytes, in.position()) : "it is not UTF-16";
        throw new IllegalArgumentException("line %d: %s; save it as UTF-8".formatted(line, why));
      }
      return text.toString();
    }

    /// Returns the error for the invalid bytes at this position, as in Go's YAML.
    private static String fault(byte[] bytes, int at) {
      int lead = bytes[at] & 0xff;
      int length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      if (lead < 0xc0 || lead >= 0xf8) {
        return "yaml: invalid leading UTF-8 octet";
      }
      return at + length > bytes.length
          ? "yaml: incomplete UTF-8 octet sequence"
          : "yaml: invalid trailing UTF-8 octet";
    }
  }
}
