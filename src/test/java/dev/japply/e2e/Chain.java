package dev.japply.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The releases of an application, what others do to its objects between two of them, and where
/// japply's output is not kubectl's.
///
/// The data stands in a file of the application's name, in lines of three kinds:
///
/// - `namespace NAME`: where its objects are
/// - `drift ARGS`: what somebody else does with kubectl after each release
/// - `first|again RELEASE OBJECT KUBECTL JAPPLY # REASON`: when a release is applied the first
///   time, or again, kubectl says the one of an object and japply the other, for that reason
///
/// @param differences the lines of the third kind, without their reasons
record Chain(String namespace, List<List<String>> drift, Set<String> differences) {

  static Chain of(String application) {
    List<String> lines = lines(application);
    return new Chain(
        rest(lines, "namespace ").findFirst().orElseThrow(),
        rest(lines, "drift ").map(args -> List.of(args.split(" ", -1))).toList(),
        lines.stream()
            .filter(line -> line.startsWith("first ") || line.startsWith("again "))
            .map(Chain::withReason)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static String withReason(String line) {
    String[] parts = line.split(" # ", 2);
    if (parts.length < 2 || parts[1].isBlank()) {
      throw new IllegalStateException("no reason is given: " + line);
    }
    return parts[0].strip();
  }

  private static Stream<String> rest(List<String> lines, String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()));
  }

  private static List<String> lines(String application) {
    try (InputStream data = Chain.class.getResourceAsStream("chains/" + application)) {
      if (data == null) {
        throw new IllegalStateException("there is no file chains/" + application);
      }
      return new String(data.readAllBytes(), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The differences that are listed for one run of a release.
  Set<String> differences(String run, String release) {
    String start = run + " " + release + " ";
    return differences.stream()
        .filter(line -> line.startsWith(start))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// The manifests in `directory` in the order of their versions.
  static List<Path> releases(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted(Comparator.comparing(Chain::version, Arrays::compare)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `v0.10.0` comes after `v0.9.0`.
  private static int[] version(Path file) {
    return Arrays.stream(file.getFileName().toString().split("\\D+", -1))
        .filter(number -> !number.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
