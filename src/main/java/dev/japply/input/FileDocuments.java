package dev.japply.input;

import dev.japply.problem.ByteLimit;
import dev.japply.tree.Value;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The documents of a file among manifests, to see what kind of file it is.
///
/// @param roots the readable documents, in order
/// @param whole whether that is all there is
record FileDocuments(List<Value> roots, boolean whole) {
  FileDocuments {
    roots = List.copyOf(roots);
  }

  static FileDocuments of(Path file) throws IOException {
    var roots = new ArrayList<Value>();
    try (InputStream stream = Files.newInputStream(file)) {
      String text = SourceText.decode(ByteLimit.DEFAULT.read(stream));
      boolean whole =
          DocumentStream.read(file.toString(), text, entry -> roots.add(entry.root().value()))
              .isEmpty();
      return new FileDocuments(roots, whole);
    }
  }
}
