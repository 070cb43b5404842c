package dev.japply.kpt.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The configuration of a cached repository, which must not name programs. It contains only the
/// settings that `git init` and partial clones write. A cache inside a checkout may contain
/// repositories from that checkout.
final class RepositoryConfig {
  static final String REMOTE = "japply";

  private static final int LARGEST = 1 << 16;
  private static final Pattern SECTION = Pattern.compile("\\[([^]]*)]");
  private static final Pattern SETTING = Pattern.compile("([A-Za-z]+) = ([A-Za-z0-9:.]*)");

  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "core",
          Set.of(
              "repositoryformatversion",
              "filemode",
              "bare",
              "ignorecase",
              "precomposeunicode",
              "symlinks",
              "logallrefupdates"),
          "extensions",
          Set.of("objectformat", "partialclone", "refstorage"),
          "remote \"" + REMOTE + "\"",
          Set.of("promisor", "partialclonefilter"));

  private RepositoryConfig() {}

  /// @throws IOException if the repository has other settings, or keeps them elsewhere
  static void requireOwn(Path repository) throws IOException {
    for (String other : new String[] {"commondir", "config.worktree"}) {
      if (Files.exists(repository.resolve(other), LinkOption.NOFOLLOW_LINKS)) {
        throw foreign(repository, other);
      }
    }
    Path config = repository.resolve("config");
    if (!Files.isRegularFile(config, LinkOption.NOFOLLOW_LINKS)) {
      throw foreign(repository, "config");
    }
    String text;
    try (InputStream in = Files.newInputStream(config, LinkOption.NOFOLLOW_LINKS)) {
      text = new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8);
    }
    Set<String> settings = Set.of();
    for (String line : text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList()) {
      Matcher section = SECTION.matcher(line);
      Matcher setting = SETTING.matcher(line);
      if (section.matches() && KNOWN.containsKey(section.group(1))) {
        settings = KNOWN.getOrDefault(section.group(1), Set.of());
      } else if (!setting.matches()
          || !settings.contains(setting.group(1).toLowerCase(Locale.ROOT))) {
        throw foreign(repository, "config");
      }
    }
  }

  private static IOException foreign(Path repository, String file) {
    return new IOException(
        repository.resolve(file) + " is not japply's own; remove the directory " + repository);
  }
}
