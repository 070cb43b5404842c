package dev.japply.input;

import dev.japply.diff.SimilarName;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.io.FileInput;
import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds what the values of `-f` name, in the order that `kubectl` reads it: files, directories,
/// patterns, URLs and standard input.
///
/// @param directory base directory of relative paths
/// @param http makes what reads URLs, when there is one, and follows no redirects
/// @param cancellation ends the wait before a URL is tried again
/// @param timeout time limit for a URL at each try
public record ManifestSources(
    Path directory,
    InputStream stdin,
    Supplier<HttpClient> http,
    Cancellation cancellation,
    UrlTimeout timeout) {
  /// The most files of a directory that are compared with a misspelt name.
  private static final int NEIGHBOURS = 1_000;

  /// Name of standard input in messages of `kubectl`.
  public static final String STDIN = "STDIN";

  private static final String EXTENSIONS = "[.json .yaml .yml]";

  /// The sources that `filenames` name. Nothing is read yet.
  ///
  /// @param filenames the values of `-f`, already split at commas
  /// @param recursive whether to go into the directories of directories
  /// @param kustomizations treatment of directories of kustomize
  /// @throws JapplyException with every value that names nothing, or a directory to refuse
  public List<Source> expand(
      List<String> filenames, boolean recursive, KustomizationPolicy kustomizations) {
    return expand(filenames, recursive, kustomizations, /* once= */ true);
  }

  /// The same.
  ///
  /// @param once whether a file that is named twice is read only once
  public List<Source> expand(
      List<String> filenames, boolean recursive, KustomizationPolicy kustomizations, boolean once) {
    var expansion = new Expansion(recursive, kustomizations, once);
    filenames.forEach(filename -> expansion.add(filename, filenames.size() == 1));
    if (!expansion.problems.isEmpty()) {
      throw new JapplyException(expansion.problems);
    }
    return expansion.sources;
  }

  private final class Expansion {
    private final boolean recursive;
    private final KustomizationPolicy kustomizations;
    private final boolean once;
    private final Set<Path> files = new HashSet<>();
    private final Map<Path, Path> folders = new HashMap<>();
    private final List<Source> sources = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private boolean stdinUsed;

    Expansion(boolean recursive, KustomizationPolicy kustomizations, boolean once) {
      this.once = once;
      this.recursive = recursive;
      this.kustomizations = kustomizations;
    }

    /// @param isAlone whether no other value of `-f` is given
    void add(String filename, boolean isAlone) {
      if (filename.equals("-")) {
        addStdin();
      } else if (filename.startsWith("http://") || filename.startsWith("https://")) {
        addUrl(filename);
      } else {
        addPattern(filename, isAlone);
      }
    }

    private void addStdin() {
      if (stdinUsed) {
        fail("standard input cannot be used for multiple arguments", "give -f - once");
      }
      stdinUsed = true;
      sources.add(new Source(STDIN, () -> new Unclosed(stdin)));
    }

    private void addUrl(String url) {
      String shown = MaskedUrl.of(url);
      try {
        URI address = new URI(url).parseServerAuthority();
        if (address.getHost() == null) {
          throw new URISyntaxException(url, "no host");
        }
        sources.add(new Source(shown, new UrlContent(address, http.get(), cancellation, timeout)));
      } catch (URISyntaxException e) {
        String reason = e.getReason();
        fail("the URL passed to filename \"%s\" is not valid: %s".formatted(shown, reason), "");
      }
    }

    private void addPattern(String pattern, boolean isAlone) {
      if (!isMissing(pattern)) {
        addPath(pattern, isAlone, /* isFound= */ false);
        return;
      }
      try {
        List<String> paths = new GoGlob(directory).expand(pattern);
        if (paths.isEmpty()) {
          failMissing(pattern);
        }
        paths.stream().filter(path -> !isProject(path)).forEach(path -> addPath(path, false, true));
      } catch (IllegalArgumentException e) {
        String what = "pattern \"%s\" is not valid: %s".formatted(pattern, e.getMessage());
        fail(what, "close the [ or put \\ before it");
      }
    }

    private boolean isProject(String path) {
      return ProjectFile.is(directory.resolve(path));
    }

    private boolean isMissing(String path) {
      try {
        requireReadable(path);
        return false;
      } catch (NoSuchFileException e) {
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    /// @param isFound whether a pattern led to it
    private void addPath(String path, boolean isAlone, boolean isFound) {
      try {
        requireReadable(path);
      } catch (NoSuchFileException e) {
        failMissing(path);
        return;
      } catch (IOException e) {
        fail("the path \"%s\" cannot be accessed: %s".formatted(path, FileErrors.reason(e)), "");
        return;
      }
      addFiles(path, isAlone, isFound);
    }

    private void addFiles(String path, boolean isAlone, boolean isFound) {
      try {
        FileWalk.FoundFiles found = FileWalk.find(directory, path, recursive);
        Path parent = place(path);
        boolean isDistinct = isAlone && found.files().stream().allMatch(FileWalk.File::isRegular);
        for (FileWalk.File file : found.files()) {
          Source source = source(file, path, parent, isDistinct);
          if (source != null) {
            sources.add(isFound || !file.path().equals(path) ? source.asFound() : source);
          }
        }
        if (kustomizations == KustomizationPolicy.REFUSED) {
          found.kustomizations().stream()
              .filter(file -> KustomizationFile.isKustomizes(directory.resolve(file)))
              .findFirst()
              .ifPresent(this::refuse);
        }
      } catch (IOException e) {
        fail("error reading \"%s\": %s".formatted(path, FileErrors.reason(e)), "");
      }
      if (sources.isEmpty() && problems.isEmpty()) {
        fail(
            "error reading [%s]: recognized file extensions are %s".formatted(path, EXTENSIONS),
            recursive ? "" : "use -R for directories in it");
      }
    }

    /// Returns the source for a file; null if it is left out, or is there already.
    ///
    /// @param path the file or the directory as it was named
    /// @param parent the real path of that
    /// @param isDistinct whether no other file can be the same
    private @Nullable Source source(
        FileWalk.File file, String path, Path parent, boolean isDistinct) {
      boolean isGiven = file.path().equals(path);
      if (!isGiven && file.path().endsWith(Project.NAME) && isProject(file.path())) {
        return null;
      }
      if (isDistinct) {
        return named(file);
      }
      Path place = isGiven ? parent : file.isRegular() ? regularPlace(file) : place(file.path());
      if (once && !files.add(place)) {
        return null;
      }
      return file.isRegular() || isGiven ? named(file) : found(file, place, path, parent);
    }

    private Source named(FileWalk.File file) {
      return new Source(file.path(), () -> FileInput.open(file.place(directory), file.size()));
    }

    /// A file of a directory. Opening a pipe there would wait for a writer.
    ///
    /// @param place the real path of the file
    /// @param path the directory as it was named
    /// @param parent the real path of the directory
    private Source found(FileWalk.File file, Path place, String path, Path parent) {
      if (isSpecial(file.place(directory))) {
        return new Source(
            file.path(),
            () -> {
              throw new IOException("it is no regular file; name it with -f to read it");
            });
      }
      if (place.startsWith(parent)) {
        return named(file);
      }
      String what = "is a link to \"%s\", outside of \"%s\"".formatted(place, path);
      String hint = "name files there with -f to use them";
      return named(file)
          .with(Problem.warning(WarningId.LINKED_FILE, Origin.of(file.path()), "", what, hint));
    }

    private static boolean isSpecial(Path path) {
      try {
        var attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return !attributes.isRegularFile() && !attributes.isDirectory();
      } catch (IOException e) {
        return false; // to be reported when it is read
      }
    }

    /// Returns the real path of a file; the name itself if the file no longer exists.
    private Path place(String file) {
      return real(directory.resolve(file));
    }

    /// Returns the real path of a file that is no link, below the real path of its directory.
    private Path regularPlace(FileWalk.File file) {
      Path named = file.place(directory);
      Path folder = Objects.requireNonNullElse(named.getParent(), Path.of(""));
      return folders.computeIfAbsent(folder, Expansion::real).resolve(named.getFileName());
    }

    private static Path real(Path path) {
      try {
        return path.toRealPath();
      } catch (IOException e) {
        return path;
      }
    }

    /// The other files of the directory are input of kustomize, so they are not desired objects.
    private void refuse(String kustomization) {
      Path parent = Path.of(kustomization).getParent();
      String place = parent == null ? "." : parent.toString();
      problems.add(
          Problem.error(
              Origin.of(kustomization),
              "\"%s\" is built by kustomize, so its files are not applied as they are"
                  .formatted(place),
              "build it with -k %s, or name single files".formatted(place)));
    }

    private void failMissing(String path) {
      fail("the path \"%s\" does not exist".formatted(path), neighbour(path));
    }

    /// Returns the question for a file with a similar name in the same directory.
    private String neighbour(String path) {
      Path missing = directory.resolve(path).toAbsolutePath();
      if (path.isEmpty() || missing.getFileName() == null || missing.getParent() == null) {
        return "";
      }
      try (Stream<Path> files = Files.list(missing.getParent())) {
        List<String> names =
            files.limit(NEIGHBOURS).map(Path::getFileName).map(Path::toString).toList();
        return similar(names, missing.getFileName().toString())
            .filter(name -> !path.endsWith(name))
            .map(name -> "did you mean " + Path.of(path).resolveSibling(name) + "?")
            .orElse("");
      } catch (IOException e) {
        return "";
      }
    }

    /// Returns the nearest name. An ending that all manifests have does not make names similar.
    private static Optional<String> similar(List<String> names, String missing) {
      String end = ending(missing);
      String stem = missing.substring(0, missing.length() - end.length());
      List<String> sameEnding =
          names.stream()
              .filter(name -> ending(name).equals(end))
              .map(name -> name.substring(0, name.length() - end.length()))
              .toList();
      return SimilarName.find(sameEnding, stem)
          .map(found -> found + end)
          .or(() ->
              names.stream()
                  .filter(name -> name.equals(stem + ending(name)))
                  .min(Comparator.naturalOrder()));
    }

    private static String ending(String name) {
      return name.substring(Math.max(name.lastIndexOf('.'), 0)).equals(name)
          ? ""
          : name.substring(name.lastIndexOf('.'));
    }

    private void fail(String what, String hint) {
      problems.add(Problem.error(Origin.NONE, what, hint));
    }
  }

  private void requireReadable(String path) throws IOException {
    try {
      if (path.isEmpty()) {
        throw new NoSuchFileException(path);
      }
      Path file = directory.resolve(path);
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (path.endsWith("/") && !attributes.isDirectory()) {
        throw new java.nio.file.FileSystemException(path, null, "Not a directory");
      }
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(path);
    }
  }

  /// Standard input belongs to the caller and stays open.
  private static final class Unclosed extends java.io.FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public void close() {}
  }

  /// Treatment of a directory that holds a file of kustomize's.
  public enum KustomizationPolicy {
    /// It is an error: the desired objects are the output of kustomize for its files.
    REFUSED,
    /// Its files are read like the files of any other, as kubectl does.
    READ
  }

  /// Time limits for a URL.
  ///
  /// @param whole limit for the whole response; zero for as long as it takes
  /// @param silence for each part of it, the first one included; zero for as long as it takes
  public record UrlTimeout(Duration whole, Duration silence) {
    public static final UrlTimeout DEFAULT = new UrlTimeout(Duration.ZERO, Duration.ofMinutes(1));

    /// As long as the user allows; zero for as long as it takes.
    public static UrlTimeout of(Duration whole) {
      return new UrlTimeout(whole, Duration.ZERO);
    }

    /// Returns the limit for the first part, when `spent` of the time has gone.
    Optional<Duration> first(Duration spent) {
      return whole.isZero()
          ? Optional.of(silence).filter(time -> !time.isZero())
          : Optional.of(left(spent));
    }

    /// Returns the rest of the time for the whole when `spent` has gone; never zero.
    Duration left(Duration spent) {
      Duration left = whole.minus(spent);
      return left.isPositive() ? left : Duration.ofMillis(1);
    }

    /// Returns the reason in messages about a time that is over.
    String reason() {
      return whole.isZero()
          ? "context deadline exceeded: no data for %ds; --request-timeout sets another limit"
              .formatted(silence.toSeconds())
          : "context deadline exceeded: not read within --request-timeout";
    }
  }
}
