package dev.japply.kpt.git;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The tags and branches of a repository, as `git ls-remote --symref` lists them.
///
/// @param commits the commits by full ref name; an annotated tag is resolved to its commit
/// @param head the name of the default branch; empty if there is none
public record RemoteRefs(Map<String, String> commits, String head) {
  private static final String TAGS = "refs/tags/";
  private static final String HEADS = "refs/heads/";
  private static final String HEAD = "HEAD";
  private static final String PEELED = "^{}";
  private static final Pattern LINE = Pattern.compile("[0-9a-f]{40,64}\t\\S.*");

  public RemoteRefs {
    commits = Map.copyOf(commits);
  }

  /// A tag or branch that was found.
  ///
  /// @param ref its name without `refs/tags/` or `refs/heads/`
  record RemoteRef(String ref, String commit) {}

  static RemoteRefs parse(String listing) {
    var commits = new LinkedHashMap<String, String>();
    String head = "";
    for (String line : listing.lines().toList()) {
      if (line.startsWith("ref: ") && line.endsWith("\t" + HEAD)) {
        head = line.substring("ref: ".length(), line.indexOf('\t'));
      } else if (LINE.matcher(line).matches()) {
        String name = line.substring(line.indexOf('\t') + 1);
        String commit = line.substring(0, line.indexOf('\t'));
        // The line for the target of a tag object follows the line of the tag object.
        String plain =
            name.endsWith(PEELED) ? name.substring(0, name.length() - PEELED.length()) : name;
        commits.put(plain, commit);
      }
    }
    return new RemoteRefs(commits, head);
  }

  /// The name of the default branch; empty when there is none.
  public String defaultBranch() {
    return head.startsWith(HEADS) ? head.substring(HEADS.length()) : "";
  }

  /// Returns the default version: the default branch, or else the commit of HEAD; empty if there is
  /// neither.
  String first() {
    return defaultBranch().isEmpty() && commits.containsKey(HEAD) ? HEAD : defaultBranch();
  }

  /// Returns the tag or branch that `ref` denotes for a package in `path`: its own tag `path/ref`
  /// first, then the tag of a directory above it, then the tag and the branch of that name.
  Optional<RemoteRef> find(String ref, String path) {
    return candidates(ref, path).stream()
        .filter(commits::containsKey)
        .findFirst()
        .map(full -> new RemoteRef(shortName(full), commits.getOrDefault(full, "")));
  }

  private static List<String> candidates(String ref, String path) {
    var candidates = new ArrayList<String>();
    for (String above = path; !above.isEmpty(); above = parent(above)) {
      candidates.add(TAGS + above + "/" + ref);
    }
    candidates.add(TAGS + ref);
    candidates.add(HEADS + ref);
    candidates.add("refs/" + ref);
    candidates.add(ref);
    return candidates;
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static String shortName(String full) {
    return full.startsWith(TAGS)
        ? full.substring(TAGS.length())
        : full.startsWith(HEADS) ? full.substring(HEADS.length()) : full;
  }

  /// Returns the tags that are versions of a package in `path`, without the prefix before the
  /// version.
  public List<String> versions(String path) {
    var versions = new ArrayList<String>();
    for (String prefix = path; ; prefix = parent(prefix)) {
      String before = TAGS + (prefix.isEmpty() ? "" : prefix + "/");
      for (String name : commits.keySet()) {
        String rest = name.startsWith(before) ? name.substring(before.length()) : "/";
        if (!rest.contains("/")) {
          versions.add(rest);
        }
      }
      if (prefix.isEmpty() || !versions.isEmpty()) {
        return List.copyOf(versions);
      }
    }
  }
}
