package dev.japply.yaml;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// JSON or YAML that is the text of a string. It is read and written as by kyaml, kustomize's YAML
/// library: JSON compact, or indented by two spaces; YAML in block style with its comments.
public final class EmbeddedYaml {
  private static final String STEP = "  ";

  private final String text;
  private final @Nullable YamlNode root;
  private final ScalarStyle spelling;

  private EmbeddedYaml(String text, @Nullable YamlNode root, ScalarStyle spelling) {
    this.text = text;
    this.root = root;
    this.spelling = spelling;
  }

  /// Returns the first document of `text`; empty if the text is not YAML.
  public static Optional<EmbeddedYaml> parse(String text, ScalarStyle spelling) {
    try {
      YamlNode root = YamlParser.parse(text, 1, notice -> {}).orElse(null);
      return Optional.of(new EmbeddedYaml(text, root, spelling));
    } catch (SyntaxFailure e) {
      return Optional.empty();
    }
  }

  /// Returns the value of the document; empty if the text has no document.
  ///
  /// @throws SyntaxFailure if a key is repeated, or a value is not valid for its tag
  public Optional<Value> value() {
    return value(new KyamlScalars(spelling));
  }

  /// Returns the value of the document, with the last one of repeated keys, and with the texts of
  /// values that are not valid for their tags.
  public Optional<Value> lastValue() {
    return value(new Lenient(new KyamlScalars(spelling)));
  }

  private Optional<Value> value(ScalarRules rules) {
    return root == null
        ? Optional.empty()
        : Optional.of(new YamlDecoder(rules, notice -> {}).read(root).value());
  }

  private record Lenient(KyamlScalars scalars) implements ScalarRules {
    @Override
    public Value value(YamlNode.Scalar scalar) {
      try {
        return scalars.value(scalar);
      } catch (SyntaxFailure e) {
        return scalars.spelling().tagged(scalar.text(), typed(scalar.tag()), !scalar.plain());
      }
    }

    /// Returns any value of the type of a tag.
    private static Value typed(String tag) {
      return switch (tag.substring(tag.lastIndexOf(':') + 1)) {
        case "bool" -> new BoolValue(false);
        case "float" -> new FloatValue(0);
        case "null" -> Value.NULL;
        default -> Value.number(0);
      };
    }
  }

  /// Returns whether the text is written again as JSON.
  public boolean isJson() {
    String start = SourceText.strip(text);
    return start.startsWith("{") || start.startsWith("[");
  }

  /// Returns the text with `changed` as its value, as JSON.
  ///
  /// @param exact whether integers beyond 64 bits stay as they are; else they become floats
  public String json(Value changed, boolean exact) {
    String compact = GoJson.write(exact ? changed : rounded(changed));
    return text.contains("\n") && text.contains(STEP) ? indented(compact) : compact;
  }

  /// Returns the text with `changed` as its value, as YAML: the first document alone.
  ///
  /// @param put the value that was put into `changed`. A map or list that it replaces loses its
  ///   comments
  public String yaml(Value changed, Value put) {
    YamlNode known = root;
    if (known == null) {
      throw new IllegalStateException("there is no document");
    }
    return SourceText.strip(new EmbeddedYamlText(text, known, spelling, put).write(changed));
  }

  /// Returns the documents after the first one with the line that separates them; empty if there
  /// are none.
  public String rest() {
    YamlNode known = root;
    int from = known == null ? 0 : Math.max(known.start(), known.end());
    int at = text.indexOf("\n---", from);
    return at < 0 ? "" : text.substring(at);
  }

  /// Returns `value` with floats in the place of integers that neither int64 nor uint64 can hold.
  private static Value rounded(Value value) {
    return switch (value) {
      case MapValue map -> map.mapValues(EmbeddedYaml::rounded);
      case ListValue list -> list.map(EmbeddedYaml::rounded);
      case BigIntValue(BigInteger number) when !GoInteger.isUnsignedOnly(number) ->
          new FloatValue(number.doubleValue());
      default -> value;
    };
  }

  /// Puts each entry of compact JSON on its own line.
  private static String indented(String compact) {
    var out = new StringBuilder();
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < compact.length(); i++) {
      char c = compact.charAt(i);
      if (quoted || "{}[],:".indexOf(c) < 0) {
        out.append(c);
        if (c == '\\') {
          out.append(compact.charAt(++i));
        }
        quoted = (c == '"') != quoted;
        continue;
      }
      char next = i + 1 < compact.length() ? compact.charAt(i + 1) : ' ';
      switch (c) {
        case ':' -> out.append(": ");
        case ',' -> out.append(",\n").append(STEP.repeat(depth));
        case '{', '[' -> {
          out.append(c);
          if (next == '}' || next == ']') {
            out.append(next);
            i++;
          } else {
            out.append('\n').append(STEP.repeat(++depth));
          }
        }
        default -> out.append('\n').append(STEP.repeat(--depth)).append(c);
      }
    }
    return out.toString();
  }
}
