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

/// The address of a kustomization in a git repository, in kustomize's syntax:
/// `https://github.com/org/repo//path?ref=v1`.
///
/// The repository part ends at `_git/REPO`, `//` or `.git`. Without any of these it is two segments
/// of the path, or the whole path of a `file://` address.
///
/// @param written the whole address as written
/// @param repository the URL for `git fetch`
/// @param path the directory in the repository, without a leading slash; empty for the root
public record RepositoryAddress(String written, String repository, String path, Query query) {
  private static final List<String> SCHEMES = List.of("ssh://", "https://", "http://", "file://");
  private static final String FILE = "file://";
  private static final String AZURE = "_git/";
  private static final String GIT = ".git";
  private static final String GITHUB = "github.com";
  private static final Pattern USER = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*@");
  private static final Pattern HOSTED = Pattern.compile("(?is)github\\.com[/:].*");
  private static final Pattern MANIFEST = Pattern.compile(".*\\.(yaml|yml|json)");

  /// The query of an address, after `?`.
  ///
  /// @param ref the tag, branch or commit; empty for the repository's default
  /// @param timeout the maximum duration of each step of a fetch
  /// @param submodules whether submodules are fetched, too
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

    /// Parses seconds or a Go duration; anything else is ignored.
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
    if (text.startsWith("/") || isRelativePath(text)) {
      return Optional.empty();
    }
    int question = text.indexOf('?');
    Query query = question < 0 ? Query.NOTHING : Query.parse(text.substring(question + 1));
    String address = question < 0 ? text : text.substring(0, question);
    return Host.of(withoutPrefix(address, "git::"))
        .flatMap(host -> divide(host.rest(), host.text()))
        .map(parts -> new RepositoryAddress(text, parts.repository(), parts.path(), query));
  }

  /// Whether `text` has neither a scheme nor a user, and does not begin with the one host that
  /// needs none of them.
  private static boolean isRelativePath(String text) {
    return text.indexOf(':') < 0
        && text.indexOf('@') < 0
        && !text.regionMatches(true, 0, GITHUB, 0, GITHUB.length());
  }

  private static String withoutPrefix(String text, String prefix) {
    return text.regionMatches(true, 0, prefix, 0, prefix.length())
        ? text.substring(prefix.length())
        : text;
  }

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
      for (String scheme : SCHEMES) {
        if (small.startsWith(scheme)) {
          return scheme;
        }
      }
      return "";
    }

    /// Returns the start of the path: after the first slash or, in ssh syntax, an earlier colon.
    private static int end(String text, boolean colons) {
      int slash = text.indexOf('/');
      int colon = colons ? text.indexOf(':') : -1;
      return colons && (slash < 0 || (colon > 0 && colon < slash)) ? colon : slash;
    }
  }

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

  /// Returns whether it is more likely a repository than a file on an HTTP server. kustomize always
  /// requests the file first.
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
