package dev.japply.kustomize.load;

import dev.japply.golang.Durations;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The place of a kustomization in a git repository, as kustomize reads it:
/// `https://github.com/org/repo//path?ref=v1`.
///
/// Where the repository ends is said by `_git/REPO`, `//` or `.git`; where nothing says it, two
/// parts of the path are the repository, and all of a `file://` path.
///
/// @param written the whole as it is written
/// @param repository what git fetches from
/// @param path the folder in it, without a slash before it; empty for the whole
public record RepositoryAddress(String written, String repository, String path, Query query) {
  private static final List<String> SCHEMES = List.of("ssh://", "https://", "http://", "file://");
  private static final String FILE = "file://";
  private static final String AZURE = "_git/";
  private static final String GIT = ".git";
  private static final Pattern USER = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*@");
  private static final Pattern HOSTED = Pattern.compile("(?is)github\\.com[/:].*");
  private static final Pattern MANIFEST = Pattern.compile(".*\\.(yaml|yml|json)");

  /// What is written behind `?`.
  ///
  /// @param ref the tag, branch or commit; empty for what the repository shows by itself
  /// @param timeout how long each step of the fetching may take
  /// @param submodules whether the repositories within it belong to it
  public record Query(String ref, Duration timeout, boolean submodules) {
    private static final Query NOTHING = new Query("", Duration.ofSeconds(27), true);
    private static final Pattern SECONDS = Pattern.compile("\\+?\\d{1,9}");

    static Query parse(String text) {
      Map<String, String> values = new LinkedHashMap<>();
      for (String pair : text.split("&", -1)) {
        if (pair.contains(";")) {
          return NOTHING;
        }
        int equals = pair.indexOf('=');
        try {
          String key = decoded(equals < 0 ? pair : pair.substring(0, equals));
          values.putIfAbsent(key, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        } catch (IllegalArgumentException e) {
          return NOTHING;
        }
      }
      String ref = values.getOrDefault("ref", "");
      return new Query(
          ref.isEmpty() ? values.getOrDefault("version", "") : ref,
          timeout(values.getOrDefault("timeout", "")),
          switch (values.getOrDefault("submodules", "")) {
            case "0", "f", "F", "false", "FALSE", "False" -> false;
            default -> true;
          });
    }

    private static String decoded(String text) {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /// Seconds, or a time of Go's; what is neither does not count.
    private static Duration timeout(String text) {
      try {
        Duration time =
            SECONDS.matcher(text).matches()
                ? Duration.ofSeconds(Long.parseLong(text))
                : Durations.parse(text);
        return time.isPositive() ? time : NOTHING.timeout();
      } catch (IllegalArgumentException e) {
        return NOTHING.timeout();
      }
    }
  }

  /// The place that `text` names; empty when that is no address.
  static Optional<RepositoryAddress> parse(String text) {
    if (text.startsWith("/")) {
      return Optional.empty();
    }
    int question = text.indexOf('?');
    Query query = question < 0 ? Query.NOTHING : Query.parse(text.substring(question + 1));
    String address = question < 0 ? text : text.substring(0, question);
    return Host.of(withoutPrefix(address, "git::"))
        .flatMap(host -> divide(host.rest(), host.text()))
        .map(parts -> new RepositoryAddress(text, parts.repository(), parts.path(), query));
  }

  private static String withoutPrefix(String text, String prefix) {
    return text.regionMatches(true, 0, prefix, 0, prefix.length())
        ? text.substring(prefix.length())
        : text;
  }

  /// What an address begins with, and what is behind it.
  private record Host(String text, String rest) {

    static Optional<Host> of(String address) {
      String scheme = scheme(address);
      String behind = address.substring(scheme.length());
      Matcher named = USER.matcher(behind);
      String user = named.lookingAt() ? named.group() : "";
      String rest = behind.substring(user.length());
      boolean github = HOSTED.matcher(rest).matches();
      boolean colon = scheme.isEmpty() && (!user.isEmpty() || github);
      if (scheme.isEmpty() && !colon) {
        return Optional.empty();
      }
      if (scheme.equals(FILE)) {
        return Optional.of(new Host(FILE, behind));
      }
      int end = end(rest, colon);
      String host = end < 0 ? rest : rest.substring(0, end + 1);
      String path = end < 0 ? "" : rest.substring(end + 1);
      if (github) {
        boolean ssh = scheme.equals("ssh://") || !user.isEmpty();
        return Optional.of(new Host(ssh ? user + "github.com:" : "https://github.com/", path));
      }
      return host.isEmpty() ? Optional.empty() : Optional.of(new Host(scheme + user + host, path));
    }

    private static String scheme(String address) {
      String small = address.toLowerCase(Locale.ROOT);
      return SCHEMES.stream().filter(small::startsWith).findFirst().orElse("");
    }

    /// Where the path begins: behind the first slash or, as ssh has it, a colon before that.
    private static int end(String text, boolean colons) {
      int slash = text.indexOf('/');
      int colon = colons ? text.indexOf(':') : -1;
      return colons && (slash < 0 || (colon > 0 && colon < slash)) ? colon : slash;
    }
  }

  /// A repository and a folder in it.
  private record Parts(String repository, String path) {}

  private static Optional<Parts> divide(String text, String host) {
    return parts(text, host.equals(FILE))
        .filter(parts -> !parts.repository().isEmpty())
        .filter(parts -> !leads(parts.path()))
        .map(parts ->
            new Parts(
                host + parts.repository(),
                parts.path().startsWith("/") ? parts.path().substring(1) : parts.path()));
  }

  private static Optional<Parts> parts(String text, boolean file) {
    int azure = text.indexOf(AZURE);
    int slashes = text.indexOf("//");
    int git = text.indexOf(GIT);
    if (azure >= 0) {
      int end = text.indexOf('/', azure + AZURE.length());
      return Optional.of(
          end < 0
              ? new Parts(text, "")
              : new Parts(text.substring(0, end), text.substring(end + 1)));
    }
    if (slashes >= 0) {
      return Optional.of(new Parts(text.substring(0, slashes), text.substring(slashes + 2)));
    }
    if (git >= 0) {
      int end = git + GIT.length();
      return Optional.of(new Parts(text.substring(0, end), text.substring(end)));
    }
    if (file) {
      return Optional.of(new Parts(text, ""));
    }
    int first = text.indexOf('/');
    if (first < 0) {
      return Optional.empty();
    }
    int second = text.indexOf('/', first + 1);
    return Optional.of(
        second < 0
            ? new Parts(text, "")
            : new Parts(text.substring(0, second), text.substring(second + 1)));
  }

  /// Whether a path leads out of the repository.
  private static boolean leads(String path) {
    if (path.indexOf('\0') >= 0) {
      return true;
    }
    Path relative = Path.of(path.startsWith("/") ? path.substring(1) : path).normalize();
    return relative.startsWith("..");
  }

  /// Whether it is more likely a repository than a file that HTTP gives out. kustomize asks for the
  /// file first, whatever is written.
  boolean isPlain() {
    String address = written.replaceFirst("\\?.*", "");
    boolean marked =
        address.contains(GIT)
            || address.contains(AZURE)
            || address.indexOf("//", "https://".length()) > 0
            || repository.startsWith("https://github.com/");
    return !isUrl(written) || (marked && !MANIFEST.matcher(address).matches());
  }

  /// Whether `text` is the address of a file that HTTP gives out.
  static boolean isUrl(String text) {
    String small = text.toLowerCase(Locale.ROOT);
    return small.startsWith("http://") || small.startsWith("https://");
  }

  /// Whether it is on this machine.
  boolean isLocal() {
    return repository.startsWith(FILE);
  }
}
