package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import dev.japply.yaml.YamlNode.Span;
import dev.japply.yaml.YamlNode.Style;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads documents of the usual form into the nodes that [YamlParser] would read.
final class DirectNodeReader extends DirectYamlReader<YamlNode> {
  private final String text;

  private DirectNodeReader(String text, int line) {
    super(text, line);
    this.text = text;
  }

  /// Returns the only document of `text`; null if there is none, or its form is not usual.
  ///
  /// @param line the first line of `text` in the source
  static @Nullable YamlNode read(String text, int line) {
    return new DirectNodeReader(text, line).read();
  }

  @Override
  YamlNode scalar(String content, Style style, int line, int column, int start, int end) {
    int last = style.isBlock() ? YamlParser.endOfBlock(text, start, end) : end;
    return new Scalar("", content, style, new Span(new TextPosition(line, column), start, last));
  }

  @Override
  YamlNode sequence(List<YamlNode> items, int line, int column, int start, int end) {
    int last = end < 0 ? Math.max(start + 1, items.getLast().end()) : end;
    return new Sequence(items, end >= 0, new Span(new TextPosition(line, column), start, last));
  }

  @Override
  YamlNode mapping(List<YamlNode> entries, int line, int column, int start, int end) {
    var pairs = new ArrayList<Pair>(entries.size() / 2);
    for (int i = 0; i < entries.size(); i += 2) {
      pairs.add(new Pair(entries.get(i), entries.get(i + 1)));
    }
    int last = end < 0 ? pairs.getLast().end() : end;
    return new Mapping(pairs, end >= 0, new Span(new TextPosition(line, column), start, last));
  }
}
