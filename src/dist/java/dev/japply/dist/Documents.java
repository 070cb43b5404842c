package dev.japply.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Copies the README and its pages. Links to files that do not come with them lead to where the
/// sources are published; while nobody knows where that is, their texts are left.
public final class Documents {
  private static final List<String> PAGES =
      List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");
  private static final String DOCS = "docs";

  /// `[text](target)`, not of a picture, whose target is no address and no heading of the page.
  private static final Pattern LINK =
      Pattern.compile(
          "(?<!!)\\[((?:[^\\[\\]]++|\\[[^\\]]*])*+)]" + "\\(([^)#:\\s]+)((?:#[^)\\s]*)?)\\)");

  private final Path from;
  private final Path to;
  private final String sources;

  private Documents(Path from, Path to, String sources) {
    this.from = from;
    this.to = to;
    this.sources = sources;
  }

  /// `Documents SOURCES DIRECTORY URL VERSION`: the URL is empty while nothing is published.
  public static void main(String[] args) throws IOException {
    String url = args[2].replaceFirst("/$", "");
    String sources = url.isEmpty() ? "" : url + "/blob/v" + args[3] + "/";
    new Documents(Path.of(args[0]), Path.of(args[1]), sources).copy();
  }

  private void copy() throws IOException {
    for (String page : PAGES) {
      copy(Path.of(page));
    }
    try (Stream<Path> files = Files.walk(from.resolve(DOCS))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        copy(from.relativize(file));
      }
    }
  }

  private void copy(Path file) throws IOException {
    Files.createDirectories(to.resolve(file).toAbsolutePath().getParent());
    if (file.toString().endsWith(".md")) {
      Files.writeString(to.resolve(file), linked(file, Files.readString(from.resolve(file))));
    } else {
      Files.write(to.resolve(file), Files.readAllBytes(from.resolve(file)));
    }
  }

  private String linked(Path page, String text) {
    return LINK.matcher(text)
        .replaceAll(link ->
            Matcher.quoteReplacement(
                comes(page, link.group(2))
                    ? link.group()
                    : away(page, link.group(1), link.group(2), link.group(3))));
  }

  private static Path target(Path page, String link) {
    return page.resolveSibling(link).normalize();
  }

  /// Whether the target of a link is copied, too.
  private static boolean comes(Path page, String link) {
    Path target = target(page, link);
    return target.startsWith(DOCS) || PAGES.contains(target.toString()) || isPaper(target);
  }

  /// Papers that the distribution has anyway.
  private static boolean isPaper(Path target) {
    return List.of("LICENSE", "NOTICE").contains(target.toString());
  }

  private String away(Path page, String text, String link, String heading) {
    String path = target(page, link).toString().replace('\\', '/');
    return sources.isEmpty() ? text : "[" + text + "](" + sources + path + heading + ")";
  }
}
