package dev.japply.object;

import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashMap;

/// The annotation of client-side apply with the configuration that was applied last. It equals the
/// annotation of `kubectl` byte for byte: the whole object as Go's `encoding/json` prints it,
/// without the annotation itself, with a line break at the end.
///
/// ```java
/// MapValue live = (MapValue) Json.parse(liveJson);
/// Node lastApplied =
///     LastApplied.read(live) instanceof LastApplied.Stored.Document(MapValue document)
///         ? document
///         : Missing.MISSING;
/// ```
public final class LastApplied {
  /// The annotation's key.
  public static final String KEY = "kubectl.kubernetes.io/last-applied-configuration";

  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  private LastApplied() {}

  /// Content of the annotation of a live object.
  public sealed interface Stored {
    /// There is no annotation.
    record Absent() implements Stored {}

    /// The annotation is the empty string: nothing is known, and no warning is due.
    record Empty() implements Stored {}

    /// The annotation holds one object.
    record Document(MapValue config) implements Stored {
      @Override
      public String toString() {
        return "document of " + KubeObject.of(config, Origin.NONE).key().subject();
      }
    }

    /// The annotation holds something else.
    ///
    /// @param reason the mistake, without the annotation's text
    record Broken(String reason) implements Stored {}

    /// The document, or [Missing#MISSING] when none is known.
    default Node config() {
      return this instanceof Document(MapValue config) ? config : Missing.MISSING;
    }
  }

  /// The text of the annotation for `object`.
  public static String encode(MapValue object) {
    return GoJson.writeRounded(withAnnotations(object, ownAnnotations(object))) + "\n";
  }

  /// Returns the text that kubectl's `set-last-applied` and `edit-last-applied` write for `object`:
  /// with its annotations, an old text of this one among them.
  public static String encodeAsIs(MapValue object) {
    return GoJson.writeRounded(object) + "\n";
  }

  /// `object` with its annotation.
  public static MapValue annotated(MapValue object) {
    return annotated(object, object);
  }

  /// `object` with the annotation of `claimed`, which is a part of it.
  public static MapValue annotated(MapValue object, MapValue claimed) {
    return withText(object, encode(claimed));
  }

  /// `object` with `text` as its annotation.
  public static MapValue withText(MapValue object, String text) {
    return withAnnotations(object, ownAnnotations(object).with(KEY, Value.text(text)));
  }

  /// Returns `object` without its annotation, in the form that `kubectl diff` merges.
  public static MapValue bare(MapValue object) {
    return withAnnotations(object, ownAnnotations(object));
  }

  /// The text of the annotation of `live`, whatever it is; empty when there is none.
  public static String text(MapValue live) {
    return live.map(METADATA).map(ANNOTATIONS).text(KEY);
  }

  /// Reads the annotation of `live`.
  public static Stored read(MapValue live) {
    Node text = live.map(METADATA).map(ANNOTATIONS).get(KEY);
    if (!(text instanceof StringValue(String json))) {
      return new Stored.Absent();
    }
    if (json.isEmpty()) {
      return new Stored.Empty();
    }
    try {
      return switch (Json.parse(json)) {
        case MapValue config -> new Stored.Document(config);
        case NullValue nothing -> new Stored.Empty(); // as in kubectl
        default -> new Stored.Broken("not a JSON object");
      };
    } catch (JsonSyntaxException e) {
      return new Stored.Broken("not a JSON document (line " + e.line() + ")");
    }
  }

  /// Returns the annotations but this one; a null becomes the empty string, as in Kubernetes' own
  /// maps.
  private static MapValue ownAnnotations(MapValue object) {
    var kept = new LinkedHashMap<String, Value>();
    for (var entry : object.map(METADATA).map(ANNOTATIONS).entries().entrySet()) {
      if (!entry.getKey().equals(KEY)) {
        Value value = entry.getValue();
        kept.put(entry.getKey(), value instanceof NullValue ? Value.text("") : value);
      }
    }
    return new MapValue(kept);
  }

  private static MapValue withAnnotations(MapValue object, MapValue annotations) {
    return object.with(METADATA, object.map(METADATA).with(ANNOTATIONS, annotations));
  }
}
