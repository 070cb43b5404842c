package dev.japply.input;

import dev.japply.input.Project.FlagDefault;
import dev.japply.tree.Value.IntValue;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the targets and waves of a project file. Reports problems to the reader of the file.
record ProjectTargetReader(ProjectReader reader) {
  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "context",
          "clusterId",
          "labels",
          "kustomize",
          "filename",
          "namespace",
          "substitute");

  private static final Set<String> WAVE = Set.of("targets", "parallel", "maxFailures");

  /// Names are also names of files.
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?");

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  List<ProjectTarget> targets(PositionedField field) {
    var targets = new ArrayList<ProjectTarget>();
    for (PositionedValue item : list(field, "targets", "begin each target with -")) {
      if (item instanceof Fields fields) {
        ProjectTarget target = target(fields.fields(), fields.place());
        targets.stream()
            .filter(other -> !target.name().isEmpty() && other.name().equals(target.name()))
            .findFirst()
            .ifPresent(other ->
                reader.fail(
                    fields.place(),
                    "the name \"%s\" is used twice".formatted(target.name()),
                    "the other target is in line %d; rename one of them"
                        .formatted(other.place().line())));
        targets.add(target);
      } else {
        reader.fail(item.place(), "a target must be a map", "write name: and context:");
      }
    }
    return targets;
  }

  private List<PositionedValue> list(PositionedField field, String name, String hint) {
    if (field.value() instanceof Items(List<PositionedValue> items, TextPosition place)
        && !items.isEmpty()) {
      return items;
    }
    reader.fail(field.place(), name + " must be a list that is not empty", hint);
    return List.of();
  }

  private ProjectTarget target(SequencedMap<String, PositionedField> parts, TextPosition place) {
    reader.checkKeys(parts, FIELDS, " in a target");
    var substitutes = texts(parts, "substitute");
    PositionedField built = parts.get("kustomize");
    PositionedField files = parts.get("filename");
    if (built != null && files != null) {
      reader.fail(
          files.place(), "a target has one of kustomize and filename", "remove one of them");
    }
    PositionedField variables = parts.get("substitute");
    if (built != null && variables != null) {
      reader.fail(
          variables.place(),
          "substitute is for variables in the files of filename",
          "set the values in the kustomization");
    }
    substitutes.keySet().stream()
        .filter(name -> !VARIABLE.matcher(name).matches())
        .forEach(name ->
            reader.fail(
                place(variables, place),
                "\"" + ProjectReader.quoted(name) + "\" is no name of a variable",
                "use letters, digits and _"));
    return new ProjectTarget(
        name(parts, place),
        text(parts, "context", place, "name a context of the kubeconfig"),
        text(parts, "clusterId"),
        texts(parts, "labels"),
        built != null ? input("kustomize", built) : files == null ? null : input("filename", files),
        text(parts, "namespace"),
        substitutes,
        reader.origin(place));
  }

  private static TextPosition place(@Nullable PositionedField field, TextPosition otherwise) {
    return field == null ? otherwise : field.place();
  }

  private String name(SequencedMap<String, PositionedField> parts, TextPosition place) {
    String name = text(parts, "name", place, "name the target");
    TextPosition at = place(parts.get("name"), place);
    if (name.equals(TargetSelection.ALL)) {
      reader.fail(at, "no target can have the name all", "it selects all targets; rename it");
    } else if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      reader.fail(
          at,
          "\"" + ProjectReader.quoted(name) + "\" is no name of a target",
          "use up to 63 lower-case letters, digits, - and .");
    }
    return name;
  }

  private FlagDefault input(String flag, PositionedField field) {
    return new FlagDefault(flag, field.value().value(), reader.origin(field.place()));
  }

  /// Returns a required text; empty after an error.
  private String text(
      SequencedMap<String, PositionedField> parts, String key, TextPosition place, String hint) {
    if (!parts.containsKey(key)) {
      reader.fail(place, key + " is missing in a target", hint);
    }
    return text(parts, key);
  }

  /// Returns an optional text; empty if there is none.
  private String text(SequencedMap<String, PositionedField> parts, String key) {
    PositionedField field = parts.get(key);
    return field == null ? "" : reader.text(field.value(), key).orElse("");
  }

  /// Returns an optional map of texts; empty if there is none.
  private SequencedMap<String, String> texts(
      SequencedMap<String, PositionedField> parts, String key) {
    var texts = new LinkedHashMap<String, String>();
    PositionedField field = parts.get(key);
    if (field != null) {
      reader
          .fields(field, key, "write each as name: value")
          .forEach((name, value) ->
              reader
                  .text(value.value(), key + "." + ProjectReader.quoted(name))
                  .ifPresent(text -> texts.put(name, text)));
    }
    return texts;
  }

  /// Returns the waves with their targets. Each target belongs to the first wave that selects it.
  List<ProjectWave> waves(PositionedField field, List<ProjectTarget> targets) {
    var waves = new ArrayList<ProjectWave>();
    if (targets.isEmpty()) {
      reader.fail(field.place(), "there are no targets for waves", "list them below targets:");
      return waves;
    }
    var left = new LinkedHashSet<String>();
    targets.forEach(target -> left.add(target.name()));
    for (PositionedValue item : list(field, "waves", "begin each wave with -")) {
      if (item instanceof Fields fields) {
        reader.checkKeys(fields.fields(), WAVE, " in a wave");
        List<String> names = selected(fields.fields(), fields.place(), targets, left);
        names.forEach(left::remove);
        waves.add(
            new ProjectWave(
                names,
                number(fields.fields(), "parallel", 1, ProjectWave.USUAL_PARALLEL),
                number(fields.fields(), "maxFailures", 0, 0),
                reader.origin(fields.place())));
      } else {
        reader.fail(item.place(), "a wave must be a map", "write targets: and what selects them");
      }
    }
    targets.stream()
        .filter(target -> left.contains(target.name()))
        .forEach(target ->
            reader.fail(
                new TextPosition(target.place().line(), target.place().column()),
                "no wave has the target \"%s\"".formatted(target.name()),
                "add it to one of the waves"));
    return waves;
  }

  private List<String> selected(
      SequencedMap<String, PositionedField> parts,
      TextPosition place,
      List<ProjectTarget> targets,
      Set<String> left) {
    PositionedField field = parts.get("targets");
    if (field == null) {
      reader.fail(place, "targets are missing in a wave", "write names, labels or all");
      return List.of();
    }
    String text = reader.text(field.value(), "targets of a wave").orElse("");
    if (text.isEmpty()) {
      return List.of();
    }
    try {
      List<String> found =
          TargetSelection.of(targets, text).stream().map(ProjectTarget::name).toList();
      List<String> own = found.stream().filter(left::contains).toList();
      if (own.isEmpty()) {
        reader.fail(
            field.place(),
            "the targets of this wave are all in earlier waves",
            "remove it, or move it up");
      }
      return own;
    } catch (IllegalArgumentException e) {
      reader.fail(
          field.place(),
          "\"%s\" selects no targets".formatted(ProjectReader.quoted(text)),
          String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  private int number(
      SequencedMap<String, PositionedField> parts, String key, int least, int otherwise) {
    PositionedField field = parts.get(key);
    if (field == null) {
      return otherwise;
    }
    if (field.value() instanceof Leaf leaf
        && leaf.value() instanceof IntValue(long value)
        && value >= least
        && value <= Integer.MAX_VALUE) {
      return (int) value;
    }
    reader.fail(field.place(), key + " must be a whole number from " + least, "write one");
    return otherwise;
  }
}
