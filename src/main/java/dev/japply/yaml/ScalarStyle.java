package dev.japply.yaml;

import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The styles of scalars. kustomize retains the text and quotes of each scalar until it prints. A
/// number that a patch puts in place of a quoted string takes over its quotes, and becomes a
/// string.
///
/// Scalars are identified by reference, since different scalars may have equal values. A scalar
/// without a recorded style has the text of [#text], without quotes.
public final class ScalarStyle {
  private final Map<Value, String> texts = Collections.synchronizedMap(new IdentityHashMap<>());
  private final Set<Value> quoted =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Set<Value> untagged =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Set<Value> times =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private final Set<Value> folded =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final boolean rewritesFolded;

  private final Map<Value, Value> tagged = Collections.synchronizedMap(new IdentityHashMap<>());

  /// Creates an empty record that keeps folded texts as they are written.
  public ScalarStyle() {
    this(false);
  }

  /// Creates an empty record.
  ///
  /// @param rewritesFolded whether folded texts (`>`) are printed with the empty lines that
  ///   kustomize adds
  public ScalarStyle(boolean rewritesFolded) {
    this.rewritesFolded = rewritesFolded;
  }

  /// Notes that a scalar of this identity was written as `text`, without quotes.
  void written(Value scalar, String text) {
    if (!text.equals(usual(scalar))) {
      texts.put(scalar, text);
    }
  }

  /// Creates a string that is written in quotes or as a block.
  public StringValue quoted(String text) {
    var string = new StringValue(text);
    quoted.add(string);
    return string;
  }

  /// Creates a string that is written as a folded block.
  StringValue folded(String text) {
    StringValue string = quoted(text);
    if (rewritesFolded) {
      folded.add(string);
    }
    return string;
  }

  public String printed(StringValue string) {
    return has(folded, string) ? KyamlScalarText.refolded(string.value()) : string.value();
  }

  /// Returns `tree` with its strings as they are printed.
  public MapValue printed(MapValue tree) {
    return folded.isEmpty() ? tree : (MapValue) printedValue(tree);
  }

  private Value printedValue(Value value) {
    return switch (value) {
      case MapValue map -> map.mapValues(this::printedValue);
      case ListValue list -> list.map(this::printedValue);
      case StringValue string when has(folded, string) -> Value.text(printed(string));
      case Value other -> other;
    };
  }

  /// Puts a string in quotes, or takes them off.
  public void quote(StringValue string, boolean isQuoted) {
    if (isQuoted) {
      quoted.add(string);
    } else {
      quoted.remove(string);
    }
  }

  /// Creates a date or time without quotes, which is a string until it is printed.
  StringValue time(String text) {
    var string = new StringValue(text);
    times.add(string);
    return string;
  }

  /// Records that a string without quotes is a string only by its form: a replacement text is
  /// resolved again.
  public void untag(Value string) {
    if (!has(quoted, string)) {
      untagged.add(string);
    }
  }

  /// Returns whether [#untag] was called for the string.
  public boolean isUntagged(Value string) {
    return has(untagged, string);
  }

  /// Returns a string with an explicit tag for the type of `typed`, whatever its text.
  ///
  /// @param isQuoted whether it is in quotes, and its text may look like that type
  public StringValue tagged(String text, Value typed, boolean isQuoted) {
    StringValue string = isQuoted ? quoted(text) : new StringValue(text);
    tagged.put(string, typed);
    return string;
  }

  /// Returns a value of the tagged type; null if the string has no tag.
  public @Nullable Value tag(Value string) {
    return hasTags() ? tagged.get(string) : null;
  }

  /// Returns whether any string has a tag.
  public boolean hasTags() {
    return !tagged.isEmpty();
  }

  /// Returns whether that string was in quotes, or was a block.
  public boolean isQuoted(Node value) {
    return value instanceof Value scalar && has(quoted, scalar);
  }

  /// Returns whether that string is a date or time.
  public boolean isTime(Value value) {
    return has(times, value);
  }

  /// Returns whether there are any dates or times.
  public boolean hasTimes() {
    return !times.isEmpty();
  }

  /// Most sets are empty in most builds, and an identity costs more.
  private static boolean has(Set<Value> set, Value value) {
    return !set.isEmpty() && set.contains(value);
  }

  /// Returns the text of a scalar; empty for a map or a list.
  public String text(Value value) {
    if (value instanceof StringValue(String text)) {
      return text;
    }
    String text = texts.get(value);
    return text == null ? usual(value) : text;
  }

  private static String usual(Value value) {
    return switch (value) {
      case StringValue(String text) -> text;
      case MapValue map -> "";
      case ListValue list -> "";
      default -> GoJson.write(value);
    };
  }
}
