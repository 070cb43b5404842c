package dev.japply.kustomize.build;

import dev.japply.diff.SimilarName;
import dev.japply.kustomize.build.BuildOptions.Unmatched;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.CollectedFailures;
import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.KustomizationFields.PatchEntry;
import dev.japply.kustomize.load.KustomizationFields.ResourceSelector;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.ResourceReader;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.KustomizePatch;
import dev.japply.kyaml.KustomizePatch.ListItems;
import dev.japply.kyaml.KustomizePatch.UnkeyedItem;
import dev.japply.merge.MergeException;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

record PatchTransformer(
    ResMap resources,
    FileLoader directory,
    Build build,
    KustomizePatch merge,
    Unmatched unmatched,
    ListItems items) {
  private static final String VERSION = "apiVersion";

  private List<BuiltResource> selected(ResourceSelector target) {
    List<BuiltResource> selected = TargetSelector.of(resources, target);
    if (selected.isEmpty() && unmatched == Unmatched.REFUSED) {
      throw new JapplyException(
          target.place(),
          "the target of a patch selects nothing",
          PatchTargets.hint(target, resources) + "; --allow-unmatched passes over it");
    }
    return selected;
  }

  /// `patchesStrategicMerge`.
  void patchStrategically(List<TextEntry> entries) {
    var all = new ArrayList<BuiltResource>();
    CollectedFailures.each(
        entries,
        entry -> {
          List<BuiltResource> patches = written(entry);
          all.addAll(patches);
          List<LineRange> lines = List.of(LineRange.at(entry.place()));
          CollectedFailures.each(patches, patch -> patchStrategically(patch, lines));
        });
    if (all.isEmpty() && !entries.isEmpty()) {
      throw new JapplyException(
          entries.getFirst().place(), "patch appears to be empty", "remove it");
    }
  }

  private void patchStrategically(BuiltResource patch, List<LineRange> entry) {
    BuiltResource target = only(patch);
    patch(
        target,
        copied(patch, target),
        new Written(patch, /* hasTarget= */ false, entry),
        new Options(false, false));
  }

  /// The patches in the text, or in the file of that name.
  private List<BuiltResource> written(TextEntry entry) {
    try {
      List<BuiltResource> patches = new ResourceReader(build).read(inline(entry));
      if (!patches.isEmpty()) {
        return patches;
      }
    } catch (JapplyException e) {
      if (entry.text().indexOf('\n') >= 0) {
        throw e;
      }
    }
    return new ResourceReader(build).read(directory.load(entry));
  }

  private static FileContent inline(TextEntry entry) {
    return FileContent.inline(entry.text(), entry.place());
  }

  void patch(PatchEntry entry) {
    String text = entry.patch().strip();
    if (text.isEmpty() == entry.path().isEmpty()) {
      throw refused(
          entry,
          text.isEmpty()
              ? "must specify one of patch and path"
              : "patch and path can't be set at the same time",
          "");
    }
    FileContent content =
        text.isEmpty()
            ? directory.load(new TextEntry(entry.path(), entry.place()))
            : inline(new TextEntry(text, textStart(entry)));
    Patches patches = parse(entry, content);
    JsonPatch json = patches.json();
    if (patches.isEmpty()) {
      if (entry.target() != null) {
        selected(entry.target());
      }
      return;
    }
    if (json != null) {
      ResourceSelector target = entry.target();
      if (target == null) {
        throw refused(entry, "must specify a target for JSON patch", "add target");
      }
      for (BuiltResource resource : selected(target)) {
        resource.rememberId();
        new PatchJson6902Transformer(build.spelling()).patch(resource, json, entry.lines());
      }
    } else {
      patch(entry, patches.objects());
    }
  }

  /// Returns the start of the text, after any empty lines.
  private static Origin textStart(PatchEntry entry) {
    Origin start = entry.patchPlace();
    String patch = entry.patch();
    String above = patch.substring(0, patch.length() - patch.stripLeading().length());
    int lines = (int) above.chars().filter(c -> c == '\n').count();
    return new Origin(start.source(), start.line() + lines, start.column());
  }

  /// The parsed content of a patch: objects, or a JSON patch.
  private record Patches(List<BuiltResource> objects, @Nullable JsonPatch json) {
    boolean isEmpty() {
      return objects.isEmpty() && (json == null || json.isEmpty());
    }
  }

  /// kustomize reads each patch in both ways. The start of nearly all of them shows which way
  /// fails.
  private Patches parse(PatchEntry entry, FileContent content) {
    String start = content.text().strip();
    try {
      if (start.startsWith("- ")) {
        return new Patches(List.of(), JsonPatch.parse(content));
      }
      if (start.startsWith(VERSION + ": ")) {
        return new Patches(new ResourceReader(build).read(content), null);
      }
    } catch (JapplyException e) {
      throw unreadable(e);
    }
    return parseBoth(entry, content, start);
  }

  private Patches parseBoth(PatchEntry entry, FileContent content, String start) {
    JapplyException noObjects = null;
    List<BuiltResource> objects = List.of();
    try {
      objects = new ResourceReader(build).read(content);
    } catch (JapplyException e) {
      noObjects = e;
    }
    try {
      JsonPatch json = JsonPatch.parse(content);
      if (!objects.isEmpty() && !json.isEmpty()) {
        throw refused(entry, "illegally qualifies as both an SM and JSON patch", "");
      }
      return new Patches(objects, objects.isEmpty() ? json : null);
    } catch (JapplyException noJson) {
      if (noObjects != null) {
        throw unreadable(start.startsWith("-") || start.startsWith("[") ? noJson : noObjects);
      }
      return new Patches(objects, null);
    }
  }

  private static JapplyException unreadable(JapplyException cause) {
    return new JapplyException(
        cause.problems().stream()
            .map(problem ->
                problem.reworded(
                    "unable to parse SM or JSON patch: " + problem.what(), problem.hint()))
            .toList());
  }

  /// The fields that a strategic merge patch sets.
  ///
  /// @param hasTarget whether its entry selects the objects, and not its own name
  /// @param entry the lines of its entry
  private record Written(BuiltResource patch, boolean hasTarget, List<LineRange> entry)
      implements Step {
    @Override
    public Origin place(FieldPath path) {
      return patch.place(path);
    }

    @Override
    public DecidingLines lines(FieldPath path) {
      var lines = new ArrayList<LineRange>();
      FieldPath known = path;
      while (known.in(patch.tree()) instanceof Missing) {
        known = known.parentPath();
      }
      if (!(known instanceof FieldPath.Root)) {
        lines.addAll(patch.written(known));
      }
      for (FieldPath at = known; !(at instanceof FieldPath.Root); at = at.parentPath()) {
        addLine(lines, at); // such as the key of a map above
        addLine(lines, at.key("name")); // or the name of an item
      }
      var conditions = new ArrayList<LineRange>();
      if (!hasTarget) {
        ResourceId.FIELDS.forEach(field -> addLine(conditions, field));
      }
      conditions.addAll(entry);
      return DecidingLines.of(lines, conditions);
    }

    @Override
    public boolean sets(FieldPath path) {
      return path.in(patch.tree()) instanceof ScalarValue
          && !ResourceId.FIELDS.contains(path)
          && !hasIndex(path);
    }

    /// Returns whether the path counts items, which have other indexes in the patched object.
    private static boolean hasIndex(FieldPath path) {
      return path instanceof FieldPath.Index
          || (!(path instanceof FieldPath.Root) && hasIndex(path.parentPath()));
    }

    private void addLine(List<LineRange> lines, FieldPath path) {
      if (!(path.in(patch.tree()) instanceof Missing)) {
        lines.add(LineRange.at(patch.place(path)));
      }
    }
  }

  private static JapplyException refused(PatchEntry entry, String what, String hint) {
    return new JapplyException(entry.place(), what, hint);
  }

  /// The parts of its id that a patch may change.
  private record Options(boolean name, boolean kind) {
    static Options of(PatchEntry entry) {
      return new Options(entry.mayRename(), entry.mayChangeKind());
    }

    /// The patch as kustomize has it, which notes options in the annotations of the patch: so it
    /// cannot remove them all.
    MapValue noted(BuiltResource patch) {
      MapValue tree = patch.tree();
      return name || kind
          ? tree.with(
              "metadata",
              withTexts(tree.map("metadata"), "annotations", patch.texts("annotations")))
          : tree;
    }
  }

  private void patch(PatchEntry entry, List<BuiltResource> patches) {
    ResourceSelector target = entry.target();
    if (target == null) {
      Options options = Options.of(entry);
      CollectedFailures.each(
          patches,
          patch ->
              patch(
                  only(patch),
                  options.noted(patch),
                  new Written(patch, /* hasTarget= */ false, entry.lines()),
                  options));
      return;
    }
    if (patches.size() > 1) {
      throw refused(
          entry,
          "Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set"
              + " `patches.target` field",
          "write an entry for each");
    }
    for (BuiltResource patch : patches) {
      for (BuiltResource resource : selected(target)) {
        var written = new Written(patch, /* hasTarget= */ true, entry.lines());
        patch(resource, copied(patch, resource), written, Options.of(entry));
      }
      resources.requireUnique("a patch");
    }
  }

  /// The one object that the patch names.
  private BuiltResource only(BuiltResource patch) {
    List<BuiltResource> found = resources.byAnyId(patch.id().key());
    if (found.size() == 1) {
      return found.getFirst();
    }
    String what = found.isEmpty() ? "no matches" : "multiple matches";
    throw new JapplyException(
        Problem.error(
            patch.origin(),
            patch.subject(),
            "no resource matches strategic merge patch: %s for Id %s".formatted(what, patch.id()),
            found.isEmpty() ? PatchTargets.hint(patch, resources) : ""));
  }

  /// The patch as it is for `target`, which it need not name. kustomize gives it the version of the
  /// target, even if that has none.
  private MapValue copied(BuiltResource patch, BuiltResource target) {
    MapValue tree = patch.tree();
    MapValue metadata = tree.map("metadata");
    metadata = withTexts(metadata, "labels", patch.texts("labels"));
    metadata = withTexts(metadata, "annotations", patch.texts("annotations"));
    String version = target.id().gvk().apiVersion();
    Node before = target.tree().has(VERSION) ? Value.NULL : tree.get(VERSION);
    return tree.with("metadata", metadata)
        .with(VERSION, PlainScalar.inPlaceOf(before, version, build.spelling()));
  }

  private static MapValue withTexts(MapValue metadata, String field, Map<String, String> texts) {
    if (texts.isEmpty()) {
      return metadata.without(field);
    }
    var values = new LinkedHashMap<String, Value>();
    texts.forEach((key, text) -> values.put(key, Value.text(text)));
    return metadata.with(field, new MapValue(values));
  }

  private void patch(BuiltResource resource, MapValue patch, Written written, Options options) {
    if (options.name() || options.kind()) {
      resource.rememberId();
    }
    if (clearsAnnotations(patch)) { // where kustomize keeps its notes
      resource.forget();
    }
    reportUnkeyed(resource, patch, written);
    Node merged = merged(resource, patch, written);
    if (merged instanceof Missing || merged.equals(MapValue.EMPTY)) {
      resources.remove(resource);
      build.set(written.patch().written(FieldPath.root()), field -> false);
      return;
    }
    resource.assign(withId((MapValue) merged, resource, options), written);
  }

  /// Reports the items without a key that would make a patch lose items. They are in the patch, or
  /// in a list that it changes.
  ///
  /// @throws JapplyException unless the build follows kustomize, where they are warnings
  private void reportUnkeyed(BuiltResource object, MapValue patch, Step written) {
    List<Problem> problems =
        merge.itemsWithoutKey(object.tree(), patch).stream()
            .map(item -> unkeyed(item, object, patch, written))
            .toList();
    if (problems.isEmpty()) {
      return;
    }
    if (items == ListItems.KEPT) {
      throw new JapplyException(problems);
    }
    problems.forEach(build::warn);
  }

  private Problem unkeyed(UnkeyedItem item, BuiltResource object, MapValue patch, Step written) {
    String what = "%s has no %s, which identifies it".formatted(item.path(), item.key());
    Node value = item.path().in(item.isInPatch() ? patch : object.tree());
    String hint =
        value instanceof MapValue map
            ? SimilarName.find(map.entries().keySet(), item.key())
                .map(similar -> "write %s instead of %s".formatted(item.key(), similar))
                .orElse("add " + item.key())
            : "write a map with " + item.key();
    if (!item.isInPatch()) {
      hint += "; a patch changes the list";
    }
    boolean kept = items == ListItems.KEPT;
    return new Problem(
        kept ? Severity.ERROR : Severity.WARNING,
        item.isInPatch() ? written.place(item.path()) : object.place(item.path()),
        object.subject(),
        kept ? what : what + ": kustomize loses items of the list",
        hint,
        null);
  }

  private boolean clearsAnnotations(MapValue patch) {
    return !clears(patch)
        && (clears(patch.get("metadata")) || clears(patch.map("metadata").get("annotations")));
  }

  /// Whether the patch replaces or deletes the whole old value.
  private boolean clears(Node patch) {
    return patch instanceof NullValue
        || (patch instanceof MapValue map
            && map.get("$patch") instanceof Value directive
            && List.of("replace", "delete").contains(build.spelling().text(directive)));
  }

  private Node merged(BuiltResource resource, MapValue patch, Written written) {
    try {
      return merge.apply(resource.tree(), patch);
    } catch (MergeException e) {
      throw new JapplyException(
          Problem.error(
              written.place(e.path()),
              resource.subject(),
              String.valueOf(e.getMessage()),
              "the object is at " + resource.place(e.path())),
          e);
    }
  }

  private MapValue withId(MapValue merged, BuiltResource resource, Options options) {
    MapValue result = merged;
    MapValue metadata = merged.map("metadata");
    MapValue before = resource.tree().map("metadata");
    if (!options.kind() && resource.tree().get("kind") instanceof Value kind) {
      result = result.with("kind", kind);
    }
    if (!options.name() && before.get("name") instanceof Value name) {
      metadata = metadata.with("name", written(metadata, "name", name));
    }
    metadata =
        before.get("namespace") instanceof Value namespace && !resource.namespace().isEmpty()
            ? metadata.with("namespace", written(metadata, "namespace", namespace))
            : metadata.without("namespace");
    return merged.get("metadata").equals(metadata) && options.name()
        ? result
        : result.with("metadata", metadata);
  }

  /// Returns the value for a field that kustomize sets back to `before`: in the field's current
  /// quotes, or else with the type of its text.
  private Value written(MapValue metadata, String field, Value before) {
    ScalarStyle spelling = build.spelling();
    return PlainScalar.inPlaceOf(metadata.get(field), spelling.text(before), spelling);
  }

  /// An entry of `patchesJson6902`.
  void patchJson(PatchEntry entry) {
    ResourceSelector target = entry.target();
    if (target == null || target.name().isEmpty()) {
      throw refused(entry, "must specify the target name", "");
    }
    if (entry.path().isEmpty() == entry.patch().isEmpty()) {
      throw refused(
          entry,
          entry.path().isEmpty()
              ? "empty file path and empty jsonOp"
              : "must specify a file path or jsonOp, not both",
          "");
    }
    JsonPatch patch =
        JsonPatch.parse(
            entry.path().isEmpty()
                ? inline(new TextEntry(entry.patch(), entry.patchPlace()))
                : directory.load(new TextEntry(entry.path(), entry.place())));
    if (patch.isEmpty()) {
      throw refused(entry, "patch appears to be empty", "");
    }
    var patching = new PatchJson6902Transformer(build.spelling());
    selected(target).forEach(resource -> patching.patch(resource, patch, entry.lines()));
  }

  /// Suggests existing objects for a patch or target that matches none.
  private static final class PatchTargets {
    private static final int MOST = 3;

    /// The longest name that an object can have.
    private static final int LONGEST = 253;

    private PatchTargets() {}

    static String hint(BuiltResource patch, ResMap resources) {
      return hint(patch.kind(), patch.name(), resources);
    }

    static String hint(ResourceSelector target, ResMap resources) {
      return hint(target.kinds().kind(), target.name(), resources);
    }

    private static String hint(String kind, String name, ResMap resources) {
      List<BuiltResource> all = resources.all();
      String meant = near(kind, all.stream().map(BuiltResource::kind).distinct().toList());
      List<BuiltResource> ofKind = resources.ofKind(meant);
      String near = near(name, names(ofKind.isEmpty() ? all : ofKind));
      List<BuiltResource> close =
          all.stream()
              .filter(one -> one.kind().equals(meant) || isNamed(one, name) || isNamed(one, near))
              .sorted(
                  Comparator.comparing(
                          (BuiltResource one) -> !isNamed(one, name) && !isNamed(one, near))
                      .thenComparing(one -> !one.kind().equals(meant)))
              .limit(MOST)
              .toList();
      return close.isEmpty()
          ? "there is no object of that kind or name"
          : "there is "
              + close.stream().map(BuiltResource::subject).collect(Collectors.joining(", "));
    }

    /// The one of `names` that is nearest to `name`; empty when none is near.
    private static String near(String name, List<String> names) {
      return name.isEmpty() || name.length() > LONGEST
          ? ""
          : SimilarName.find(names, name).orElse("");
    }

    private static List<String> names(List<BuiltResource> resources) {
      return resources.stream().map(BuiltResource::name).toList();
    }

    private static boolean isNamed(BuiltResource one, String name) {
      return !name.isEmpty() && (one.name().equals(name) || one.originalId().name().equals(name));
    }
  }
}
