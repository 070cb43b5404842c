package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Changes the value of a document with minimal changes of its text: unchanged values keep their
/// bytes.
///
/// New parts are copied from a donor with their comments and quotes, if it contains them; else they
/// are written in the surrounding style. Each result is parsed again, and is used only if it has
/// exactly the requested value.
public final class YamlEditor implements ValueEdit {
  /// The style for a document that cannot be edited and is written from scratch.
  private static final BlockText WHOLE = new BlockText(false);

  private final boolean breaksAliases;
  private final TextEdits splices = new TextEdits();

  private YamlEditor(boolean breaksAliases) {
    this.breaksAliases = breaksAliases;
  }

  /// Returns the text of `source` with the value `wanted`.
  ///
  /// @param donor another version of the document, the source of new parts; null if there is none
  public static String edit(YamlSource source, Value wanted, @Nullable YamlSource donor) {
    if (source.value().equals(wanted)) {
      return source.text();
    }
    return attempt(source, wanted, donor, false)
        .or(() -> source.isAnchored() ? attempt(source, wanted, donor, true) : Optional.empty())
        .or(() -> attempt(source, wanted, null, true))
        .orElseGet(() -> rewritten(wanted, donor));
  }

  /// Edits without a donor; empty if the value cannot be changed without changing other text.
  public static Optional<String> splice(YamlSource source, Value wanted) {
    return source.value().equals(wanted)
        ? Optional.of(source.text())
        : attempt(source, wanted, null, false);
  }

  private static Optional<String> attempt(
      YamlSource source, Value wanted, @Nullable YamlSource donor, boolean breaksAliases) {
    try {
      var editor = new YamlEditor(breaksAliases);
      editor.value(source.whole(), wanted, donor == null ? null : donor.whole());
      String text = editor.splices.apply(source.text(), 0, source.text().length());
      return YamlSource.parse(text)
          .filter(read -> read.value().equals(wanted) && (read.isClear() || !source.isClear()))
          .map(read -> text);
    } catch (UneditableException e) {
      return Optional.empty();
    }
  }

  private static String rewritten(Value wanted, @Nullable YamlSource donor) {
    if (donor != null && donor.value().equals(wanted)) {
      return donor.text();
    }
    return wanted instanceof ScalarValue
        ? InlineValueWriter.flow(wanted) + "\n"
        : wanted.equals(MapValue.EMPTY) ? "{}\n" : WHOLE.block(wanted, 0);
  }

  private void value(DocumentPart part, Value wanted, @Nullable DocumentPart donor) {
    if (part.value().equals(wanted)) {
      return;
    }
    switch (part.node()) {
      case Mapping mapping when wanted instanceof MapValue map && keepsForm(mapping, map) ->
          new MappingEdit(this).edit(part, mapping, map, donor);
      case Sequence sequence when wanted instanceof ListValue list && keepsForm(sequence, list) ->
          new SequenceEdit(this).edit(part, sequence, list, donor);
      case Scalar scalar when wanted instanceof ScalarValue && !scalar.isOmitted() ->
          splices.replace(scalar.start(), end(scalar), scalar(part, scalar, wanted, donor));
      case YamlNode.Alias alias when !breaksAliases -> {
        // What it refers to may change, too.
      }
      default -> throw new UneditableException("its position is unknown");
    }
  }

  /// Returns whether a map or list keeps its kind and notation.
  private static boolean keepsForm(Mapping mapping, MapValue map) {
    return mapping.isFlow() ? !mapping.pairs().isEmpty() || map.isEmpty() : !map.isEmpty();
  }

  private static boolean keepsForm(Sequence sequence, ListValue list) {
    return sequence.isFlow() ? !sequence.items().isEmpty() || list.isEmpty() : !list.isEmpty();
  }

  private static int end(Scalar scalar) {
    return scalar.end();
  }

  private String scalar(
      DocumentPart part, Scalar scalar, Value wanted, @Nullable DocumentPart donor) {
    Lines lines = new Lines(part.text());
    if (scalar.style().isBlock()
        && wanted instanceof StringValue(String text)
        && text.contains("\n")) {
      int column = blockColumn(lines, scalar);
      return BlockText.literal(text, column).stripTrailing();
    }
    Optional<String> given = InsertedText.scalar(wanted, donor);
    return given.orElseGet(() -> BlockText.scalar(wanted, scalar.style()));
  }

  private static int blockColumn(Lines lines, Scalar scalar) {
    String body =
        lines.text().substring(Math.min(lines.end(scalar.start()), scalar.end()), scalar.end());
    return body.lines()
        .filter(line -> !line.isBlank())
        .mapToInt(line -> line.length() - line.stripLeading().length())
        .min()
        .orElse(2);
  }

  @Override
  public void child(
      DocumentPart part, Value wanted, @Nullable DocumentPart donor, Runnable replace) {
    if (part.value().equals(wanted)) {
      return;
    }
    if (part.node() instanceof YamlNode.Alias ? !breaksAliases : isEditable(part, wanted)) {
      value(part, wanted, donor);
    } else {
      replace.run();
    }
  }

  private static boolean isEditable(DocumentPart part, Value wanted) {
    return switch (part.node()) {
      case Mapping mapping -> wanted instanceof MapValue map && keepsForm(mapping, map);
      case Sequence sequence -> wanted instanceof ListValue list && keepsForm(sequence, list);
      case Scalar scalar ->
          wanted instanceof ScalarValue
              && !scalar.isOmitted()
              && scalar.style().isBlock() == isLong(wanted);
      case YamlNode.Alias alias -> false;
    };
  }

  private static boolean isLong(Value wanted) {
    return wanted instanceof StringValue(String text) && text.contains("\n");
  }

  @Override
  public ValueEdit apart() {
    return new YamlEditor(breaksAliases);
  }

  @Override
  public TextEdits splices() {
    return splices;
  }
}
