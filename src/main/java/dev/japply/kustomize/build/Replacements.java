package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.EmbeddedTexts;
import dev.japply.kustomize.build.PathLookup.TakenLines;
import dev.japply.kustomize.build.PathText.SubstitutionException;
import dev.japply.kustomize.build.TargetSelector.TargetPattern;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.KustomizationFields.ResourceSelector;
import dev.japply.kustomize.load.ReplacementEntry;
import dev.japply.kustomize.load.ReplacementEntry.FieldOptions;
import dev.japply.kustomize.load.ReplacementEntry.ReplacementTarget;
import dev.japply.kustomize.load.ReplacementEntry.Source;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.SizeLimit;
import dev.japply.kustomize.load.Step;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.object.SecretCopies;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Takes values from objects, and puts them into fields of others.
///
/// <https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/replacements/>
final class Replacements {
  private static final String NAME = "metadata.name";
  private static final String PATTERN = "error creating target selector: ";

  private final ResMap resources;
  private final ScalarStyle spelling;
  private final EmbeddedTexts texts;
  private final Scalars scalars;

  Replacements(ResMap resources, ScalarStyle spelling, EmbeddedTexts texts) {
    this.resources = resources;
    this.spelling = spelling;
    this.texts = texts;
    this.scalars = new Scalars(spelling);
  }

  /// Makes one replacement.
  ///
  /// @throws JapplyException when a field or an object is not there
  void apply(ReplacementEntry entry) {
    List<ReplacementTarget> targets = entry.targets();
    if ((entry.source() == null && entry.sourceValue() == null) || targets == null) {
      throw refused(
          entry,
          "replacements must specify a source and at least one target",
          "write source or sourceValue, and targets");
    }
    Taken taken = taken(entry);
    targets.forEach(target -> put(entry, taken, target));
  }

  /// The value for the targets.
  ///
  /// @param secrets the parts of the value that come from a Secret
  /// @param lines returns the lines that decide the value
  /// @param from the object with the value; null if the value is a part of a text, or written in
  ///   the kustomization
  /// @param steps the path of the value in the object
  private record Taken(
      Value value,
      SecretCopies secrets,
      Supplier<DecidingLines> lines,
      @Nullable BuiltResource from,
      List<String> steps) {}

  /// Returns the value as it is now: a target can be the source, and kustomize changes it in place.
  private Value current(Taken taken) {
    if (taken.from() == null || !Scalars.isScalar(taken.value())) {
      return taken.value();
    }
    try {
      Node now = new PathLookup(spelling).find(taken.from().tree(), taken.steps());
      return now instanceof Value value && Scalars.isScalar(value) ? value : taken.value();
    } catch (SubstitutionException e) {
      return taken.value();
    }
  }

  private static JapplyException refused(ReplacementEntry entry, String what, String hint) {
    return new JapplyException(entry.place(), what, hint);
  }

  private Taken taken(ReplacementEntry entry) {
    Source source = entry.source();
    String written = entry.sourceValue();
    if (source != null && written != null) {
      throw refused(
          entry, "value and resource selectors are mutually exclusive", "remove one of them");
    }
    if (source == null) {
      Value plain = scalars.plain(String.valueOf(written));
      return new Taken(
          plain, SecretCopies.NONE, () -> DecidingLines.of(entry.lines()), null, List.of());
    }
    BuiltResource from = source(entry, source);
    String path = source.fieldPath().isEmpty() ? NAME : source.fieldPath();
    try {
      List<String> steps = PathText.steps(path);
      Node value = new PathLookup(spelling).find(from.tree(), steps);
      if (!(value instanceof Value known) || isNothing(known)) {
        throw refused(
            entry,
            "fieldPath `%s` is missing for replacement source %s".formatted(path, from.id()),
            "the object is at " + from.origin());
      }
      Value part = part(entry, known, source.options());
      boolean whole = source.options().delimiter().isEmpty();
      return new Taken(
          part,
          SecretCopies.taken(from.tree(), from.copies(), steps, part),
          new TakenLines(entry.lines(), from, steps),
          whole ? from : null,
          steps);
    } catch (SubstitutionException e) {
      throw refused(
          entry,
          "error looking up replacement source: %s in %s".formatted(e.getMessage(), from.subject()),
          "correct fieldPath " + path);
    }
  }

  private static boolean isNothing(Value value) {
    return value instanceof NullValue
        || value.equals(MapValue.EMPTY)
        || value.equals(ListValue.EMPTY);
  }

  private BuiltResource source(ReplacementEntry entry, Source source) {
    List<BuiltResource> matches =
        resources.all().stream()
            .filter(one ->
                ids(one).stream()
                    .anyMatch(
                        id -> isSelected(id, source.kinds(), source.namespace(), source.name())))
            .toList();
    if (matches.size() == 1) {
      return matches.getFirst();
    }
    var wanted = new ResourceId(source.kinds(), source.namespace(), source.name(), false);
    throw matches.isEmpty()
        ? refused(entry, "nothing selected by " + wanted, "correct the source")
        : refused(
            entry,
            "multiple matches for selector " + wanted,
            "name one of " + matches.get(0).id() + " and " + matches.get(1).id());
  }

  private Value part(ReplacementEntry entry, Value value, FieldOptions options) {
    if (options.delimiter().isEmpty()) {
      return value;
    }
    if (!Scalars.isScalar(value)) {
      throw refused(entry, "delimiter option can only be used with scalar nodes", "");
    }
    List<String> parts = split(scalars.text(value), options.delimiter());
    if (options.index() < 0 || options.index() >= parts.size()) {
      throw refused(
          entry,
          "options.index %d is out of bounds for the value".formatted(options.index()),
          "it has " + parts.size() + " parts");
    }
    return scalars.with(value, parts.get((int) options.index()));
  }

  private static List<String> split(String text, String delimiter) {
    var parts = new ArrayList<String>();
    int begin = 0;
    for (int at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, begin)) {
      parts.add(text.substring(begin, at));
      begin = at + delimiter.length();
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /// Returns the current and former ids of an object; a reference may use any of them.
  private static List<ResourceId> ids(BuiltResource resource) {
    var ids = new ArrayList<ResourceId>();
    ResourceId now = resource.id();
    ids.add(new ResourceId(now.gvk(), now.namespace(), now.name(), false));
    ids.addAll(resource.previousIds());
    return ids;
  }

  private static boolean isSelected(ResourceId id, Gvk kinds, String namespace, String name) {
    var wanted = new ResourceId(kinds, namespace, name, false);
    return matches(kinds.group(), id.gvk().group())
        && matches(kinds.version(), id.gvk().version())
        && matches(kinds.kind(), id.gvk().kind())
        && matches(name, id.name())
        && (namespace.isEmpty() || wanted.effectiveNamespace().equals(id.effectiveNamespace()));
  }

  private static boolean matches(String wanted, String text) {
    return wanted.isEmpty() || wanted.equals(text);
  }

  private void put(ReplacementEntry entry, Taken taken, ReplacementTarget target) {
    ResourceSelector select = target.select();
    if (select == null) {
      throw new JapplyException(
          target.place(), "target must specify resources to select", "write select");
    }
    List<String> paths = target.fieldPaths().isEmpty() ? List.of(NAME) : target.fieldPaths();
    TargetPattern selected = TargetPattern.of(select, PATTERN);
    List<TargetPattern> rejected =
        target.reject().stream()
            .map(reject -> TargetPattern.of(reject, PATTERN))
            .filter(pattern -> !pattern.isEmpty())
            .toList();
    for (BuiltResource resource : resources.all()) {
      if (matchesLabels(resource, select)
          && target.reject().stream().noneMatch(reject -> rejectsByLabels(resource, reject))
          && ids(resource).stream().anyMatch(selected::matches)
          && ids(resource).stream()
              .noneMatch(id -> rejected.stream().anyMatch(reject -> reject.matches(id)))) {
        paths.forEach(path -> put(entry, taken, target, resource, path));
        resource.addCopies(taken.secrets());
      }
    }
  }

  private static boolean rejectsByLabels(BuiltResource resource, ResourceSelector reject) {
    return !(reject.labelSelector().isEmpty() && reject.annotationSelector().isEmpty())
        && matchesLabels(resource, reject);
  }

  private static boolean matchesLabels(BuiltResource resource, ResourceSelector target) {
    return matches(target, target.annotationSelector(), resource.texts("annotations"))
        && matches(target, target.labelSelector(), resource.texts("labels"));
  }

  private static boolean matches(
      ResourceSelector target, String selector, Map<String, String> texts) {
    if (selector.isEmpty()) {
      return true;
    }
    var labels = new LinkedHashMap<String, Value>();
    texts.forEach((key, text) -> labels.put(key, Value.text(text)));
    try {
      return LabelSelector.parse(selector)
          .matches(MapValue.of("metadata", MapValue.of("labels", new MapValue(labels))));
    } catch (IllegalArgumentException e) {
      throw new JapplyException(
          Problem.error(target.place(), String.valueOf(e.getMessage()), "correct the selector"), e);
    }
  }

  private void put(
      ReplacementEntry entry,
      Taken taken,
      ReplacementTarget target,
      BuiltResource resource,
      String path) {
    FieldOptions options = target.options();
    try {
      List<String> steps = PathText.steps(path);
      Value changed = put(taken, options, resource, steps);
      refuseExcess(changed, target, resource);
      FieldPath field = TakenLines.field(steps);
      resource.assign((MapValue) changed, new Put(entry, taken, target, field));
    } catch (EmbeddedEdit.UnfitException e) {
      throw failure(
          target, resource, "unable to set field \"%s\" in replacement target".formatted(path), e);
    } catch (SubstitutionException e) {
      String what =
          "unable to find %s \"%s\" in replacement target"
              .formatted(options.create() ? "or create field" : "field", path);
      throw failure(target, resource, what, e);
    }
  }

  /// The step that puts a value into a field.
  private record Put(ReplacementEntry entry, Taken taken, ReplacementTarget target, FieldPath field)
      implements Step {
    @Override
    public Origin place(FieldPath path) {
      return entry.place();
    }

    @Override
    public DecidingLines lines(FieldPath path) {
      return taken.lines().get().where(target.lines());
    }

    @Override
    public boolean sets(FieldPath path) {
      return path.equals(field);
    }
  }

  private static JapplyException failure(
      ReplacementTarget target, BuiltResource resource, String what, SubstitutionException e) {
    return new JapplyException(
        Problem.error(
            target.place(),
            resource.subject(),
            what + ": " + e.getMessage(),
            "the object is at " + resource.origin()),
        e);
  }

  /// Returns the object with the value at the path, first within a text on the path.
  private Value put(Taken taken, FieldOptions options, BuiltResource resource, List<String> path) {
    Value value = current(taken);
    var embedded = new EmbeddedEdit(spelling, texts, value);
    boolean exact = texts == EmbeddedTexts.EXACT;
    FieldOptions inner = exact ? options : new FieldOptions("", 0, options.create());
    Value changed =
        embedded
            .set(resource.tree(), path, edit(value, inner, embedded))
            .orElseGet(() -> {
              PathEdit edit = edit(value, options, embedded);
              Value edited = edit.edit(resource.tree(), path);
              if (edit.found() == 0) {
                throw new SubstitutionException("there is no such field");
              }
              return edited;
            });
    if (!taken.secrets().isEmpty()) {
      // A text with a secret in it is as secret: there, the secret may have escapes.
      embedded
          .written()
          .forEach(text -> resource.addCopies(SecretCopies.NONE.with(Value.text(text))));
    }
    return changed;
  }

  private PathEdit edit(Value value, FieldOptions options, EmbeddedEdit embedded) {
    Supplier<Value> created = options.create() ? () -> created(value, options) : null;
    return new PathEdit(spelling, old -> set(old, value, options), created, embedded);
  }

  private static void refuseExcess(
      Value changed, ReplacementTarget target, BuiltResource resource) {
    String excess = SizeLimit.excess(changed);
    if (!excess.isEmpty()) {
      throw new JapplyException(
          Problem.error(
              target.place(),
              resource.subject(),
              "the replacement makes it too large: " + excess,
              "the object is at " + resource.origin()));
    }
  }

  private Value created(Value value, FieldOptions options) {
    return Scalars.isScalar(value)
        ? scalars.untagged(joined("", value, options))
        : whole(value, options);
  }

  /// Returns the whole value, since only scalars have parts.
  private static Value whole(Value value, FieldOptions options) {
    if (!options.delimiter().isEmpty()) {
      throw new SubstitutionException("delimiter option can only be used with scalar nodes");
    }
    return value;
  }

  private Value set(Value old, Value value, FieldOptions options) {
    if (!Scalars.isScalar(old)) {
      return whole(value, options);
    }
    return scalars.with(old, joined(scalars.text(old), value, options));
  }

  /// The text of `value`, or `old` with it in the place of a part.
  private String joined(String old, Value value, FieldOptions options) {
    String text = scalars.text(value);
    if (options.delimiter().isEmpty()) {
      return text;
    }
    List<String> parts = split(old, options.delimiter());
    if (options.index() < 0) {
      parts.addFirst(text);
    } else if (options.index() >= parts.size()) {
      parts.addLast(text);
    } else {
      parts.set((int) options.index(), text);
    }
    return String.join(options.delimiter(), parts);
  }
}
