package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.EmbeddedTexts;
import dev.japply.kustomize.build.PathText.SubstitutionException;
import dev.japply.kustomize.load.TimestampFormat;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.EmbeddedYaml;
import dev.japply.yaml.ScalarStyle;
import dev.japply.yaml.SyntaxFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sets values within JSON or YAML that is the text of a field. Follows kustomize's
/// `setValueInStructuredData`.
final class EmbeddedEdit {
  private final ScalarStyle spelling;
  private final EmbeddedTexts mode;
  private final Value put;
  private final Scalars scalars;
  private final PathLookup lookup;
  private final List<String> written = new ArrayList<>();

  EmbeddedEdit(ScalarStyle spelling, EmbeddedTexts mode, Value put) {
    this.spelling = spelling;
    this.mode = mode;
    this.put = put;
    this.scalars = new Scalars(spelling);
    this.lookup = new PathLookup(spelling);
  }

  /// A field that is found but cannot be set.
  static final class UnfitException extends SubstitutionException {
    private static final long serialVersionUID = 1L;

    UnfitException(String message) {
      super(message);
    }
  }

  List<String> written() {
    return List.copyOf(written);
  }

  /// Returns `object` with the values set in the first text on the path; empty if there is no such
  /// text, or the field is not in it.
  ///
  /// @throws UnfitException if the field cannot be set
  Optional<Value> set(Value object, List<String> path, PathEdit edit) {
    Value field = object;
    for (int i = 1; i < path.size(); i++) {
      if (!(next(field, path.get(i - 1)) instanceof Value found)) {
        return Optional.empty();
      }
      field = found;
      Optional<EmbeddedYaml> text =
          isText(field) ? EmbeddedYaml.parse(spelling.text(field), spelling) : Optional.empty();
      if (text.isPresent()) {
        List<String> start = path.subList(0, i);
        return changed(text.get(), path.subList(i, path.size()), edit)
            .map(now -> lookup.with(object, start, scalars.with(found, now)));
      }
    }
    return Optional.empty();
  }

  private Node next(Value value, String step) {
    try {
      return lookup.find(value, List.of(step));
    } catch (SubstitutionException e) {
      return Missing.MISSING;
    }
  }

  /// Returns whether the value may have the text of other values.
  static boolean isText(Value value) {
    return Scalars.isScalar(value) && !(value instanceof NullValue);
  }

  private Optional<String> changed(EmbeddedYaml text, List<String> path, PathEdit edit) {
    Optional<Value> value = value(text);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Value changed;
    try {
      changed = edit.edit(value.get(), path);
    } catch (UnfitException e) {
      throw e;
    } catch (SubstitutionException e) {
      return Optional.empty();
    }
    return edit.found() == 0 ? Optional.empty() : text(text, changed);
  }

  private Optional<Value> value(EmbeddedYaml text) {
    try {
      return text.value();
    } catch (SyntaxFailure e) {
      if (mode == EmbeddedTexts.EXACT) {
        throw new UnfitException("the text around it is invalid: " + e.withLine());
      }
      return text.isJson() ? Optional.empty() : text.lastValue();
    }
  }

  /// Returns the text with `changed` as its value; empty if kustomize cannot write it.
  private Optional<String> text(EmbeddedYaml text, Value changed) {
    boolean exact = mode == EmbeddedTexts.EXACT;
    if (exact && hasWrongType(changed)) {
      throw new UnfitException("the text is of another type than the value that it replaces");
    }
    if (text.isJson() && hasWrongType(changed)) {
      return Optional.empty();
    }
    String now =
        text.isJson()
            ? text.json(TimestampFormat.printed(changed, spelling), exact)
            : text.yaml(changed, put) + (exact ? text.rest().stripTrailing() : "");
    written.add(now);
    return Optional.of(now);
  }

  private boolean hasWrongType(Value value) {
    return switch (value) {
      case MapValue map -> map.entries().values().stream().anyMatch(this::hasWrongType);
      case ListValue list -> list.items().stream().anyMatch(this::hasWrongType);
      default -> spelling.tag(value) != null && scalars.isWrong(value);
    };
  }

  /// Returns the value of a field of that text with the rest of a path set in it. kustomize sets it
  /// in a copy, and does not write the copy.
  Value within(Value field, List<String> rest, PathEdit edit) {
    if (field instanceof NullValue && mode == EmbeddedTexts.EXACT) {
      return edit.creates() ? edit.create(rest) : field;
    }
    EmbeddedYaml text =
        EmbeddedYaml.parse(spelling.text(field), spelling)
            .orElseThrow(() -> new SubstitutionException("the text on the way to it is no YAML"));
    int before = edit.found();
    if (mode == EmbeddedTexts.AS_KUSTOMIZE) {
      text.lastValue().ifPresent(copy -> edit.edit(copy, rest));
      return field;
    }
    Optional<Value> value = value(text);
    if (value.isEmpty()) {
      return field;
    }
    Value changed = edit.edit(value.get(), rest);
    if (edit.found() == before) {
      return field;
    }
    return text(text, changed).map(now -> scalars.with(field, now)).orElse(field);
  }
}
