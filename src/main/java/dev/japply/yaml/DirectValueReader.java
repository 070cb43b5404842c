package dev.japply.yaml;

import dev.japply.tree.Entries;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Style;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads documents of the usual form into the values that [YamlDecoder] would make of their nodes
/// by the rules of `kubectl`. Gives up on every text that has a notice or an error.
final class DirectValueReader extends DirectYamlReader<Value> {
  private final Positions.Builder positions = new Positions.Builder();

  private DirectValueReader(String text, int line) {
    super(text, line);
  }

  /// Returns the only document of `text`; null if there is none, or its form is not usual.
  ///
  /// @param source the name of the source for positions
  /// @param line the first line of `text` in the source
  static @Nullable Positions read(String source, String text, int line) {
    var reader = new DirectValueReader(text, line);
    Value root = reader.read();
    return root != null && (reader.isSimple() || !LineBreaks.has(text))
        ? reader.positions.build(source, root)
        : null;
  }

  @Override
  int begin(int line, int column) {
    return positions.begin(line, column);
  }

  @Override
  void end(int number) {
    positions.end(number);
  }

  @Override
  Value scalar(String content, Style style, int line, int column, int start, int end) {
    if (style != Style.PLAIN) {
      return Value.text(content);
    }
    Value value = ScalarResolver.plain(content);
    if (value instanceof StringValue) {
      return value;
    }
    require(!OctalNotice.isOctal(content));
    require(!(value instanceof FloatValue(double number)) || Double.isFinite(number));
    return ScalarResolver.json(value);
  }

  @Override
  Value sequence(List<Value> items, int line, int column, int start, int end) {
    return new ListValue(items);
  }

  @Override
  Value mapping(List<Value> entries, int line, int column, int start, int end) {
    var fields = new Entries.Builder<Value>(entries.size() / 2);
    for (int i = 0; i < entries.size(); i += 2) {
      if (!(entries.get(i) instanceof StringValue(String key)) || key.equals("<<")) {
        throw new Unusual();
      }
      require(fields.put(key, entries.get(i + 1)) == null);
    }
    return new MapValue(fields.build());
  }
}
