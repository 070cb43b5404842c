package dev.japply.input;

import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.FileSystem.OnDiskFileSystem;
import dev.japply.kustomize.load.KustomizationFields;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// The kustomizations that are no part of another one: those that people apply.
public final class RootKustomizations {
  /// The fields with kustomizations that are part of another one.
  private static final List<String> PARTS =
      List.of("resources", "bases", "components", "generators", "transformers", "validators");

  private RootKustomizations() {}

  /// A kustomization in relation to others.
  ///
  /// @param parts the directories of those that it includes
  /// @param isComponent whether only other kustomizations can use it
  record Kustomization(Set<String> parts, boolean isComponent) {
    /// One that cannot be read.
    static final Kustomization UNKNOWN = new Kustomization(Set.of(), false);

    Kustomization {
      parts = Set.copyOf(parts);
    }

    /// Returns what `file` includes.
    ///
    /// @param directories returns the directory of a kustomization that a text names; empty if
    ///   there is none
    static Kustomization of(MapValue file, Function<String, Optional<String>> directories) {
      var parts = new HashSet<String>();
      for (String field : PARTS) {
        texts(file.get(field)).forEach(text -> directories.apply(text).ifPresent(parts::add));
      }
      return new Kustomization(parts, file.text("kind").equals(KustomizationFields.COMPONENT));
    }
  }

  /// Finds those in and below some directories.
  ///
  /// @param directories the directories as the user wrote them
  /// @param limit the maximum size of a file
  /// @return their directories, each once
  /// @throws JapplyException if a directory cannot be read, or has none
  public static List<String> in(List<String> directories, ByteLimit limit) {
    var found = new LinkedHashSet<String>();
    for (String directory : directories) {
      Set<String> below = in(directory, limit);
      if (below.isEmpty()) {
        throw new JapplyException(
            Origin.of(directory), "there is no kustomization in this directory", "");
      }
      found.addAll(below);
    }
    return List.copyOf(found);
  }

  private static Set<String> in(String directory, ByteLimit limit) {
    List<String> files;
    try {
      files = FileWalk.find(Path.of(""), directory + "/", /* recursive= */ true).kustomizations();
    } catch (IOException e) {
      throw new JapplyException(SourceErrors.unreadable(directory, e));
    }
    var paths = new TreeMap<String, String>();
    for (String file : files) {
      if (KustomizationFile.isKustomizes(Path.of(file))) {
        paths.put(
            Optional.ofNullable(Path.of(file).getParent()).map(Path::toString).orElse("."), file);
      }
    }
    var found = new TreeMap<String, Kustomization>();
    paths.forEach((folder, file) -> {
      Function<String, Optional<String>> part =
          text -> Optional.of(below(folder, text)).filter(paths::containsKey);
      found.put(folder, Kustomization.of(content(file, limit), part));
    });
    return among(found);
  }

  /// Returns the directories of those among `all`, which has them by their directories.
  static Set<String> among(Map<String, Kustomization> all) {
    var roots = new TreeSet<String>();
    all.forEach((directory, kustomization) -> {
      if (!kustomization.isComponent()) {
        roots.add(directory);
      }
    });
    all.forEach((directory, kustomization) ->
        kustomization.parts().stream()
            .filter(part -> !part.equals(directory))
            .forEach(roots::remove));
    return roots;
  }

  private static String below(String folder, String text) {
    Path path = Path.of(folder).resolve(text).normalize();
    return path.toString().isEmpty() ? "." : path.toString();
  }

  /// Returns the content of a file; nothing if it cannot be read, which its build reports.
  private static MapValue content(String file, ByteLimit limit) {
    try {
      String text = SourceText.decode(OnDiskFileSystem.INSTANCE.read(Path.of(file), limit));
      return KustomizationReader.value(FileContent.inline(text, Origin.of(file))).orElse(Value.NULL)
              instanceof MapValue map
          ? map
          : MapValue.EMPTY;
    } catch (IOException | JapplyException e) {
      return MapValue.EMPTY;
    }
  }

  /// Returns all texts within a value.
  static List<String> texts(Node value) {
    var texts = new ArrayList<String>();
    collect(value, texts);
    return texts;
  }

  private static void collect(Node value, List<String> texts) {
    switch (value) {
      case StringValue(String text) -> texts.add(text);
      case MapValue map -> map.entries().values().forEach(each -> collect(each, texts));
      case ListValue list -> list.items().forEach(each -> collect(each, texts));
      default -> {}
    }
  }
}
