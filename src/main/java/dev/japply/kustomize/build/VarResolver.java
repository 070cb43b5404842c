package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PathLookup.TakenLines;
import dev.japply.kustomize.build.PathText.SubstitutionException;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.KustomizationFields.VarEntry;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.SizeLimit;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldSpec;
import dev.japply.object.SecretCopies;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FloatText;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The vars that the kustomizations of a build have named so far.
///
/// <https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/vars/>
final class VarResolver {
  private static final Pattern FLOAT = Pattern.compile("[-+]?[0-9_]*+(\\.|(?<=[0-9])[eE]).*");

  private final Map<String, Bound> vars = new TreeMap<>();

  /// A var and the object that it is about.
  ///
  /// @param object null if there was none when the var was named
  private record Bound(VarEntry var, @Nullable BuiltResource object) {}

  /// Adds the vars of a kustomization, which are about objects among `resources`.
  ///
  /// @throws JapplyException when one is there already, or may be about several objects
  void add(List<VarEntry> more, ResMap resources) {
    for (VarEntry entry : more) {
      List<BuiltResource> matches =
          resources.all().stream().filter(resource -> isAbout(entry, resource)).toList();
      if (matches.size() > 1) {
        throw new JapplyException(
            entry.place(),
            "found %d resId matches for var %s (unable to disambiguate)"
                .formatted(matches.size(), entry.name()),
            "add the namespace to objref");
      }
      add(new Bound(entry, matches.isEmpty() ? null : matches.getFirst()));
    }
  }

  private void add(Bound more) {
    Bound before = vars.putIfAbsent(more.var().name(), more);
    if (before != null) {
      throw new JapplyException(
          more.var().place(),
          "var '%s' already encountered".formatted(more.var().name()),
          "the first one is at " + before.var().place());
    }
  }

  /// Adds the vars of a layer below.
  ///
  /// @throws JapplyException when one is there already
  void add(VarResolver below) {
    below.vars.values().forEach(this::add);
  }

  private static boolean isAbout(VarEntry entry, BuiltResource resource) {
    var ids = new ArrayList<>(resource.previousIds());
    ids.add(resource.id());
    var wanted = new ResourceId(entry.kinds(), entry.namespace(), entry.objectName(), false);
    return ids.stream()
        .anyMatch(id ->
            id.gvk().equals(entry.kinds())
                && id.name().equals(entry.objectName())
                && (entry.namespace().isEmpty()
                    || id.effectiveNamespace().equals(wanted.effectiveNamespace())));
  }

  /// Puts the values of vars where fields name them.
  ///
  /// @param warnings takes the vars that nothing names
  /// @throws JapplyException when a var has no value
  void resolve(ResMap resources, FieldConfig config, ScalarStyle spelling, List<Problem> warnings) {
    if (vars.isEmpty()) {
      return;
    }
    var all = resources.all();
    var values = new HashMap<String, Object>();
    var secrets = new HashMap<String, SecretCopies>();
    var lines = new HashMap<String, TakenLines>();
    var unused = new TreeSet<String>();
    for (Bound bound : vars.values()) {
      BuiltResource object = object(bound, all);
      Node found = found(bound.var(), object, spelling);
      values.put(bound.var().name(), typed(bound.var(), object, found, spelling));
      secrets.put(bound.var().name(), secrets(bound.var(), object, found));
      lines.put(
          bound.var().name(),
          new TakenLines(
              bound.var().lines(), object, PathText.stepsWithIndexes(bound.var().fieldPath())));
      unused.add(bound.var().name());
    }
    values.values().removeIf(value -> value instanceof MapValue || value instanceof ListValue);
    for (BuiltResource resource : all) {
      var expansion = new Expansion(spelling, values, new TreeSet<>());
      resolve(resource, config, expansion, lines);
      expansion
          .used()
          .forEach(name -> resource.addCopies(secrets.getOrDefault(name, SecretCopies.NONE)));
      unused.removeAll(expansion.used());
    }
    if (!unused.isEmpty()) {
      warnings.add(
          Problem.warning(
              WarningId.UNUSED_VAR,
              Origin.NONE,
              "",
              "well-defined vars that were never replaced: " + String.join(",", unused),
              "remove them"));
    }
  }

  private static BuiltResource object(Bound bound, List<BuiltResource> all) {
    VarEntry entry = bound.var();
    BuiltResource object = bound.object() == null ? null : bound.object().latest();
    if (object == null || !all.contains(object)) {
      throw new JapplyException(
          entry.place(),
          "var '%s' cannot be mapped to a field in the set of known resources"
              .formatted(entry.name()),
          "correct objref");
    }
    return object;
  }

  private static SecretCopies secrets(VarEntry entry, BuiltResource object, Node found) {
    return found instanceof Value taken
        ? SecretCopies.taken(
            object.tree(), object.copies(), PathText.stepsWithIndexes(entry.fieldPath()), taken)
        : SecretCopies.NONE;
  }

  private static Node found(VarEntry entry, BuiltResource object, ScalarStyle spelling) {
    try {
      return new PathLookup(spelling)
          .find(object.tree(), PathText.stepsWithIndexes(entry.fieldPath()));
    } catch (SubstitutionException e) {
      throw notFound(entry, object, e);
    }
  }

  private static Object typed(
      VarEntry entry, BuiltResource object, Node found, ScalarStyle spelling) {
    try {
      return typed(found, spelling);
    } catch (SubstitutionException | NumberFormatException e) {
      throw notFound(entry, object, e);
    }
  }

  private static JapplyException notFound(
      VarEntry entry, BuiltResource object, RuntimeException e) {
    return new JapplyException(
        Problem.error(
            entry.place(),
            "field specified in var '%s' not found in corresponding resource"
                .formatted(entry.name()),
            "%s at %s has no %s".formatted(object.subject(), object.origin(), entry.fieldPath())),
        e);
  }

  private static Object typed(Node found, ScalarStyle spelling) {
    return switch (found) {
      case Missing none -> throw new SubstitutionException("no such field");
      case MapValue map -> map;
      case ListValue list -> list;
      case BoolValue(boolean flag) -> flag;
      case FloatValue(double number) -> number;
      case IntValue number -> number(number, spelling.text(number));
      case Value scalar -> spelling.text(scalar);
    };
  }

  /// Returns a double for a number written as a float, even if it is whole.
  private static Object number(IntValue number, String text) {
    if (FLOAT.matcher(text).matches()) {
      return (double) number.value();
    }
    return Long.parseLong(text);
  }

  private static void resolve(
      BuiltResource resource,
      FieldConfig config,
      Expansion expansion,
      Map<String, TakenLines> lines) {
    MapValue tree = resource.tree();
    var edit = new FieldEdit(Created.NOTHING, expansion::expand);
    for (FieldSpec field : config.of(Topic.VAR_REFERENCE).fields()) {
      try {
        tree = edit.edit(tree, field);
      } catch (FieldException e) {
        throw resource.failure(
            "considering field '%s': %s".formatted(field.path(), e.getMessage()), "", e);
      }
    }
    MapValue before = resource.tree();
    resource.become(
        tree,
        Step.of(resource.origin(), path -> DecidingLines.joined(lines(path.in(before), lines))));
  }

  /// Returns the lines of the vars that the texts of a field name.
  private static List<DecidingLines> lines(Node field, Map<String, TakenLines> vars) {
    return switch (field) {
      case MapValue map ->
          map.entries().values().stream().flatMap(item -> lines(item, vars).stream()).toList();
      case ListValue(List<Value> items) ->
          items.stream().flatMap(item -> lines(item, vars).stream()).toList();
      case StringValue(String text) ->
          vars.entrySet().stream()
              .filter(named -> text.contains("$(" + named.getKey() + ")"))
              .map(named -> named.getValue().get())
              .toList();
      default -> List.of();
    };
  }

  /// Expands vars in the texts of fields.
  ///
  /// @param used collects the names of the vars in them
  private record Expansion(ScalarStyle spelling, Map<String, Object> values, Set<String> used) {
    Value expand(Value value) {
      return switch (value) {
        case NullValue nothing -> nothing;
        case MapValue map ->
            map.mapEntries((key, entry) -> Scalars.isScalar(entry) ? scalar(entry) : entry);
        case ListValue list -> list.map(this::item);
        case Value scalar -> scalar(scalar);
      };
    }

    private Value item(Value item) {
      if (!new Scalars(spelling).isString(item)) {
        throw new FieldException("invalid value type expect a string");
      }
      return scalar(item);
    }

    private Value scalar(Value scalar) {
      if (!new Scalars(spelling).isString(scalar)) {
        return spelling.isUntagged(scalar) ? spelling.quoted(spelling.text(scalar)) : scalar;
      }
      String text = spelling.text(scalar);
      Object expanded = VarExpansion.expand(text, values, used::add);
      return switch (expanded) {
        case Long number -> Value.number(number);
        case Double number -> new FloatValue(number);
        case Boolean flag -> new BoolValue(flag);
        default -> expanded.equals(text) ? scalar : Value.text(expanded.toString());
      };
    }
  }

  /// A text with references to vars: `$(NAME)` is the value of a var, and `$$` is a `$`.
  private static final class VarExpansion {
    private VarExpansion() {}

    /// Expands a text to a text, or to the value of the single var that it consists of.
    ///
    /// @param values the values of vars; references to other names remain as written
    /// @param used receives the names of the used vars
    /// @throws FieldException if the result exceeds the limit for one field
    static Object expand(String text, Map<String, Object> values, Consumer<String> used) {
      var expanded = new StringBuilder();
      int at = 0;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c != '$' || at + 1 == text.length()) {
          expanded.append(c);
          at++;
        } else if (text.charAt(at + 1) == '(') {
          int end = text.indexOf(')', at + 2);
          if (end < 0) {
            expanded.append("$(");
            at += 2;
            continue;
          }
          String name = text.substring(at + 2, end);
          Object value = values.get(name);
          if (value != null) {
            used.accept(name);
          }
          Object mapped = value == null ? "$(" + name + ")" : value;
          if (text.equals("$(" + name + ")")) {
            return mapped;
          }
          expanded.append(
              mapped instanceof Double number
                  ? FloatText.of(number, 'g', FloatText.SHORTEST)
                  : mapped);
          if (expanded.length() > SizeLimit.TEXT) {
            throw new FieldException("vars make a text too large");
          }
          at = end + 1;
        } else {
          char next = text.charAt(at + 1);
          expanded.append(next == '$' ? "$" : "$" + next);
          at += 2;
        }
      }
      return expanded.toString();
    }
  }
}
