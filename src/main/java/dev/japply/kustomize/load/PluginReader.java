package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Entries;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads objects that describe generators and transformers. As in kustomize, they may have unknown
/// fields.
public final class PluginReader {
  private static final String INSTEAD =
      "--kustomize-command hands the build to an installed kustomize";

  private final BuiltResource config;
  private final String source;

  private PluginReader(BuiltResource config) {
    this.config = config;
    this.source = config.origin().source();
  }

  /// Returns the result of `reading` for the fields of `config`.
  ///
  /// @throws JapplyException if fields have the wrong type, with all of them
  public static <T> T read(BuiltResource config, Function<FieldReader, T> reading) {
    var reader = new PluginReader(config);
    var problems = new ArrayList<Problem>();
    Fields fields = reader.fields(config.tree(), FieldPath.root());
    List<LineRange> lines = config.changedLines();
    T result = reading.apply(FieldReader.tolerant(reader.source, fields, problems, lines));
    if (!problems.isEmpty()) {
      throw new JapplyException(
          problems.stream().map(problem -> problem.about(config.subject())).toList());
    }
    return result;
  }

  private Fields fields(MapValue map, FieldPath path) {
    var fields = new Entries.Builder<PositionedField>(map.entries().size());
    map.entries()
        .forEach((key, value) -> {
          FieldPath at = path.key(key);
          fields.put(key, new PositionedField(place(at), located(value, at)));
        });
    return new Fields(fields.build(), place(path));
  }

  private PositionedValue located(Value value, FieldPath path) {
    return switch (value) {
      case MapValue map -> fields(map, path);
      case ListValue list -> {
        var items = new ArrayList<PositionedValue>();
        for (int i = 0; i < list.size(); i++) {
          items.add(located(list.items().get(i), path.index(i)));
        }
        yield new Items(items, place(path));
      }
      case Value scalar -> {
        TextPosition place = place(path);
        yield new Leaf(
            scalar, place, isBlock(scalar) ? new TextPosition(place.line() + 1, 1) : place);
      }
    };
  }

  /// Whether a text was likely written below a `|`: the style of an object is not kept.
  private static boolean isBlock(Value scalar) {
    return scalar instanceof StringValue(String text) && text.indexOf('\n') >= 0;
  }

  /// Returns the position of a field, or the position of the object if a patch in another file
  /// wrote the field.
  private TextPosition place(FieldPath path) {
    Origin origin = config.place(path);
    Origin shown = origin.source().equals(source) ? origin : config.origin();
    return new TextPosition(shown.line(), shown.column());
  }

  /// Checks that an object describes a generator or transformer that kustomize has inside.
  ///
  /// @throws JapplyException when it is another program
  public static void requireBuiltin(BuiltResource config, String field) {
    Gvk gvk = config.id().gvk();
    if (!gvk.group().isEmpty() || !gvk.version().equals("builtin")) {
      throw config.failure(
          "the field %s names '%s', which only another program can carry out"
              .formatted(field, config.kind()),
          "write an object of apiVersion: builtin; " + INSTEAD);
    }
  }

  /// The kind is none of those that the field may name.
  public static JapplyException unknown(BuiltResource config, String field) {
    boolean chart = config.kind().equals("HelmChartInflationGenerator");
    return config.failure(
        chart
            ? "the field %s names a Helm chart, which is not supported".formatted(field)
            : "unable to load builtin %s for the field %s".formatted(config.kind(), field),
        chart ? INSTEAD : "correct its kind");
  }
}
