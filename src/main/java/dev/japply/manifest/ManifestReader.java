package dev.japply.manifest;

import dev.japply.manifest.document.DocumentStream;
import dev.japply.manifest.document.Located;
import dev.japply.manifest.document.SourceText;
import dev.japply.manifest.document.SyntaxFailure;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Reads the objects of sources in order. What is wrong with a document is told in the result and
/// does not keep the others from being read; a syntax error ends its source.
public final class ManifestReader {
  private final List<KubeObject> objects = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private final NestedLists nested;
  private final ByteLimit limit;

  private ManifestReader(NestedLists nested, ByteLimit limit) {
    this.nested = nested;
    this.limit = limit;
  }

  /// The objects of all `sources`. Nothing is thrown: a source that cannot be opened is a problem
  /// like any other.
  public static ManifestSet read(List<Source> sources) {
    return read(sources, NestedLists.TAKEN_APART, ByteLimit.DEFAULT);
  }

  /// The same, with lists in lists read as `nested` says, and of no source more than `limit`.
  public static ManifestSet read(List<Source> sources, NestedLists nested, ByteLimit limit) {
    var reader = new ManifestReader(nested, limit);
    sources.forEach(reader::read);
    return new ManifestSet(reader.objects, reader.problems);
  }

  private void read(Source source) {
    byte[] bytes;
    try (InputStream stream = source.content().open()) {
      bytes = limit.read(stream);
    } catch (IOException e) {
      problems.add(SourceErrors.unreadable(source.name(), e));
      return;
    }
    String text = SourceText.decode(bytes);
    int broken = text.indexOf(SourceText.REPLACEMENT) < 0 ? 0 : SourceText.brokenLine(bytes);
    if (broken > 0) {
      var origin = new Origin(source.name(), broken, 0);
      String what =
          "bytes that are not %s are read as U+FFFD".formatted(SourceText.encoding(bytes));
      problems.add(Problem.warning(origin, "", what, "save the file as UTF-8"));
    }
    read(source.name(), text);
  }

  private void read(String source, String text) {
    var secrets = new SecretLines(text);
    DocumentStream.read(source, text, entry -> read(entry, secrets))
        .ifPresent(failure -> problems.add(secrets.unread(problem(source, failure))));
  }

  private void read(DocumentStream.Entry entry, SecretLines secrets) {
    var document = new ObjectReader(entry, nested);
    objects.addAll(document.objects());
    document.problems().stream().map(secrets::read).forEach(problems::add);
  }

  private static Problem problem(String source, SyntaxFailure failure) {
    Located.Place place = failure.place();
    var origin = new Origin(source, place.line(), place.column());
    return Problem.error(origin, String.valueOf(failure.getMessage()), failure.hint());
  }
}
