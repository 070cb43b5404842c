package dev.japply.cli;

import dev.japply.manifest.NestedLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The flags that say where manifests are, for every command that reads some.
final class FileFlags {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE,...",
      description =
          "Files, directories, patterns or URLs that hold manifests; - for standard input.")
  List<String> filenames = new ArrayList<>();

  @Option(
      names = {"-k", "--kustomize"},
      paramLabel = "DIR",
      hidden = true)
  String kustomize = "";

  @Option(
      names = {"-R", "--recursive"},
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Read the directories below those of -f, too.")
  boolean recursive;

  /// Whether none of them was given.
  boolean absent() {
    return filenames.isEmpty() && kustomize.isEmpty();
  }

  /// The files, if any were given.
  Optional<Inputs> optional(String command, boolean likeKubectl) {
    return absent() ? Optional.empty() : Optional.of(inputs(command, likeKubectl));
  }

  /// The files.
  ///
  /// @param command the command line to repeat in messages
  /// @param likeKubectl whether a `List` in a `List` is refused
  Inputs inputs(String command, boolean likeKubectl) {
    if (!kustomize.isEmpty() && !filenames.isEmpty()) {
      throw new UsageException("only one of -f or -k can be specified");
    }
    if (!kustomize.isEmpty() && recursive) {
      throw new UsageException("the -k flag can't be used with -f or -R");
    }
    if (!kustomize.isEmpty()) {
      throw new UsageException(
          "-k is not supported yet; run `kubectl kustomize %s | %s -f -`"
              .formatted(kustomize, command));
    }
    List<String> names =
        filenames.stream()
            .flatMap(value -> GoValues.list("-f, --filename", value).stream())
            .toList();
    return new Inputs(
        names, recursive, likeKubectl ? NestedLists.REFUSED : NestedLists.TAKEN_APART);
  }
}
