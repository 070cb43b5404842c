package dev.japply.cli;

import dev.japply.manifest.NestedLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The flags that say where manifests are, for every command that reads some.
final class FileFlags {
  List<String> filenames = new ArrayList<>();
  String kustomize = "";
  boolean recursive;

  /// Adds them to those of a command.
  void declare(Flags flags) {
    flags
        .add("-f", "--filename")
        .label("FILE,...")
        .help("Files, directories, patterns or URLs that hold manifests; - for standard input.")
        .texts(filenames);
    flags
        .add("-k", "--kustomize")
        .label("DIR")
        .hidden()
        .text(kustomize, value -> kustomize = value);
    flags
        .add("-R", "--recursive")
        .help("Read the directories below those of -f, too.")
        .bool(recursive, value -> recursive = value);
  }

  /// Whether none of them was given.
  boolean absent() {
    return filenames.isEmpty() && kustomize.isEmpty();
  }

  /// The files, if any were given.
  Optional<Inputs> optional(GlobalFlags global, boolean likeKubectl) {
    return absent() ? Optional.empty() : Optional.of(inputs(global, likeKubectl));
  }

  /// The files.
  ///
  /// @param global the command line, to repeat it in messages, and how long a URL may take
  /// @param likeKubectl whether a `List` in a `List` is refused
  Inputs inputs(GlobalFlags global, boolean likeKubectl) {
    if (!kustomize.isEmpty() && !filenames.isEmpty()) {
      throw new UsageException("only one of -f or -k can be specified");
    }
    if (!kustomize.isEmpty() && recursive) {
      throw new UsageException("the -k flag can't be used with -f or -R");
    }
    if (!kustomize.isEmpty()) {
      throw new UsageException(
          "-k is not supported yet; run `kubectl kustomize %s | %s -f -`"
              .formatted(kustomize, global.command()));
    }
    List<String> names =
        filenames.stream()
            .flatMap(value -> GoValues.list("-f, --filename", value).stream())
            .toList();
    NestedLists nested = likeKubectl ? NestedLists.REFUSED : NestedLists.TAKEN_APART;
    return new Inputs(names, recursive, nested, global.urlTimeout());
  }
}
