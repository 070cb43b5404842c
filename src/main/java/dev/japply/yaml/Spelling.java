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

/// How scalars were written, for those who go by it: kustomize keeps the text of each, and the
/// quotes around it, until it prints. A number that a patch puts in the place of a quoted string
/// takes its quotes over, and is a string then.
///
/// A scalar is known by its identity, since others have the same value. What nobody told of was
/// written as [#text] says, without quotes.
public final class Spelling {
  private final Map<Value, String> texts = Collections.synchronizedMap(new IdentityHashMap<>());
  private final Set<Value> quoted =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Set<Value> untagged =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Set<Value> times =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private final Map<Value, Value> tagged = Collections.synchronizedMap(new IdentityHashMap<>());

  /// Notes that a scalar of this identity was written as `text`, without quotes.
  void written(Value scalar, String text) {
    if (!text.equals(usual(scalar))) {
      texts.put(scalar, text);
    }
  }

  /// A string in quotes, or as a block.
  public StringValue quoted(String text) {
    var string = new StringValue(text);
    quoted.add(string);
    return string;
  }

  /// Puts a string in quotes, or takes them off.
  public void quote(StringValue string, boolean isQuoted) {
    if (isQuoted) {
      quoted.add(string);
    } else {
      quoted.remove(string);
    }
  }

  /// A date or time without quotes, which is a string until it is printed.
  StringValue time(String text) {
    var string = new StringValue(text);
    times.add(string);
    return string;
  }

  /// Notes that a string without quotes is only taken for one as long as it looks like one: another
  /// text in its place is what it says.
  public void untag(Value string) {
    if (!quoted.contains(string)) {
      untagged.add(string);
    }
  }

  /// Whether that was noted of the string.
  public boolean isUntagged(Value string) {
    return untagged.contains(string);
  }

  /// A string that says of itself to be of the type of `typed`, whatever its text.
  ///
  /// @param isQuoted whether it is in quotes, where it may look like one of that type
  public StringValue tagged(String text, Value typed, boolean isQuoted) {
    StringValue string = isQuoted ? quoted(text) : new StringValue(text);
    tagged.put(string, typed);
    return string;
  }

  /// A value of the type that the string says to be of; null when it says nothing.
  public @Nullable Value tag(Value string) {
    return tagged.get(string);
  }

  /// Whether any string says something of its type.
  public boolean hasTags() {
    return !tagged.isEmpty();
  }

  /// Whether that string was in quotes, or was a block.
  public boolean isQuoted(Node value) {
    return value instanceof Value && quoted.contains(value);
  }

  /// Whether that string is a date or time.
  public boolean isTime(Value value) {
    return times.contains(value);
  }

  /// Whether there are dates or times at all.
  public boolean hasTimes() {
    return !times.isEmpty();
  }

  /// The text of a scalar; empty for a map or a list.
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
