package dev.japply.merge;

import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// One row of a case file: three documents, and what either rule set makes of them.
///
/// A file is a list of sections `{about, type, at, cases}`. A case gives the part of the documents
/// at `at` (the maps around it always exist):
///
/// - `name`: what it shows
/// - `last`, `config`, `live`: the part in each document; not there if left out. `annotated: false`
///   for a live object that does not say what was applied last
/// - `patch`: the expected patch of the part; the empty patch if left out
/// - `result`: the part after it; as it is live if left out; `gone: true` when it is not there
/// - `guarded: true` when the patch must carry the resource version
/// - `fails`: the reason of the error, in place of patch and result
/// - `kubectl`: the same keys for kubectl's rules; as japply's if left out
record MergeCase(
    String name, Documents documents, Node last, Sides sides, Expected japply, Expected kubectl) {
  private static final Set<String> KEYS =
      Set.of("name", "last", "config", "live", "annotated", "kubectl");
  private static final Set<String> OUTCOME = Set.of("patch", "result", "gone", "guarded", "fails");

  /// The manifest and the live object.
  record Sides(MapValue config, MapValue live) {}

  /// What comes of it: a patch and a result, or an error.
  record Expected(String patch, String result, String fails) {}

  /// A group of cases of one type.
  record Section(String about, List<MergeCase> cases) {}

  static List<Section> read(String file) {
    try (InputStream stream = MergeCase.class.getResourceAsStream(file)) {
      byte[] text = Objects.requireNonNull(stream, file).readAllBytes();
      var sections = (ListValue) Flow.parse(new String(text, StandardCharsets.UTF_8));
      return sections.items().stream().map(item -> section((MapValue) item)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Section section(MapValue map) {
    var documents = new Documents(map.text("type"), map.text("at"));
    var cases = (ListValue) map.get("cases");
    return new Section(
        map.text("about"),
        cases.items().stream().map(item -> read((MapValue) item, documents)).toList());
  }

  private static MergeCase read(MapValue row, Documents documents) {
    requireKnown(row);
    Node live = row.get("live");
    Expected japply = expected(row, live, documents);
    return new MergeCase(
        row.text("name"),
        documents,
        row.get("annotated").equals(Value.FALSE)
            ? Missing.MISSING
            : documents.manifest(row.get("last")),
        new Sides(documents.manifest(row.get("config")), documents.live(live)),
        japply,
        row.get("kubectl") instanceof MapValue other ? expected(other, live, documents) : japply);
  }

  private static void requireKnown(MapValue row) {
    row.entries().keySet().stream()
        .filter(key -> !KEYS.contains(key) && !OUTCOME.contains(key))
        .forEach(key -> {
          throw new IllegalArgumentException("unknown key " + key + " in case " + row.text("name"));
        });
  }

  private static Expected expected(MapValue row, Node live, Documents documents) {
    Node result = row.has("result") ? row.get("result") : live;
    boolean gone = row.get("gone").equals(Value.TRUE);
    boolean guarded = row.get("guarded").equals(Value.TRUE);
    return new Expected(
        GoJson.write(documents.patch(row.get("patch"), guarded)),
        GoJson.write(documents.live(gone ? Missing.MISSING : result)),
        row.text("fails"));
  }

  MergeRequest request(Rules rules) {
    return new MergeRequest(
        last,
        sides.config(),
        sides.live(),
        documents.schema().orElse(null),
        new Options(rules, true));
  }
}
