package dev.japply.plan.file;

import static dev.japply.plan.file.PlanDocument.PlanValue.bool;
import static dev.japply.plan.file.PlanDocument.PlanValue.list;
import static dev.japply.plan.file.PlanDocument.PlanValue.map;
import static dev.japply.plan.file.PlanDocument.PlanValue.number;
import static dev.japply.plan.file.PlanDocument.PlanValue.text;
import static dev.japply.plan.file.PlanDocument.PlanValue.time;
import static dev.japply.plan.file.PlanDocument.PlanValue.wrong;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.plan.file.PlanFile.Large;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.plan.file.PlanFile.ServerSide;
import dev.japply.plan.file.PlanFile.Settings;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.problem.Origin;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;

/// Converts plan files to trees and back. `docs/plan.schema.json` describes the format.
///
/// The digest is not a signature: an edited file can get a new one. But changes that do not follow
/// from the manifests are not applied.
public final class PlanFileCodec {
  public static final PlanDocument FORM =
      new PlanDocument(
          "Plan",
          "plan",
          "japply plan -f … --out FILE",
          "plan again",
          "`japply show` prints it, and `japply apply --plan` carries it out");

  private PlanFileCodec() {}

  public static MapValue toTree(PlanFile plan) {
    MapValue tree =
        FORM.begin()
            .with("created", Value.text(plan.made().created().toString()))
            .with("expires", Value.text(plan.made().expires().toString()))
            .with("by", Value.text(plan.made().by()));
    List<String> flags = plan.made().flags();
    tree = flags.isEmpty() ? tree : tree.with("flags", ListValue.of(flags, Value::text));
    return FORM.end(
        tree.with("cluster", tree(plan.target()))
            .with("options", tree(plan.settings()))
            .with("salt", Value.text(plan.digests().salt()))
            .with("objects", ListValue.of(plan.entries(), PlanFileCodec::tree)));
  }

  /// Converts a tree from [#toTree] back to a plan.
  ///
  /// @throws JapplyException if the tree is not a plan or was edited
  public static PlanFile read(MapValue tree) {
    FORM.check(tree);
    return new PlanFile(
        new Made(
            time(tree, "created"),
            time(tree, "expires"),
            text(tree, "by"),
            tree.has("flags") ? texts(tree, "flags") : List.of()),
        target(map(tree, "cluster")),
        settings(map(tree, "options")),
        new SecretDigests(text(tree, "salt")),
        list(tree, "objects").items().stream()
            .map(item -> item instanceof MapValue map ? entry(map) : refuse("objects"))
            .toList());
  }

  private static Entry refuse(String key) {
    throw wrong(key);
  }

  /// Converts a cluster's identity to a tree.
  static MapValue tree(Target target) {
    MapValue tree = MapValue.of("server", Value.text(target.server()));
    return target.uid().isEmpty() ? tree : tree.with("uid", Value.text(target.uid()));
  }

  /// Converts a tree back to a cluster's identity.
  static Target target(MapValue tree) {
    return new Target(text(tree, "server"), tree.text("uid"));
  }

  private static MapValue tree(Settings settings) {
    MapValue tree = MapValue.of("files", ListValue.of(settings.files(), Value::text));
    tree =
        tree.with("compat", Value.text(settings.isKubectl() ? "kubectl" : "none"))
            .with("overwrite", Value.bool(settings.planning().overwrite()))
            .with("fieldManager", Value.text(settings.fieldManager()))
            .with("validate", Value.text(settings.fieldValidation()))
            .with("cascade", Value.text(settings.deletion().cascade()))
            .with("gracePeriod", Value.number(settings.deletion().gracePeriod()));
    List<String> ignored = settings.planning().ignore().texts();
    tree = ignored.isEmpty() ? tree : tree.with("ignore", ListValue.of(ignored, Value::text));
    ServerSide serverSide = settings.serverSide();
    tree = serverSide == null ? tree : tree.with("serverSide", tree(serverSide));
    Large large = settings.large();
    tree =
        large == null
            ? tree
            : tree.with(
                "large",
                tree(large.options()).with("fieldManager", Value.text(large.fieldManager())));
    Prune prune = settings.prune();
    return prune == null ? tree : tree.with("prune", tree(prune));
  }

  private static MapValue tree(ServerSide serverSide) {
    return MapValue.of("forceConflicts", Value.bool(serverSide.forceConflicts()))
        .with("take", ListValue.of(serverSide.take(), Value::text))
        .with("leave", ListValue.of(serverSide.leave(), Value::text));
  }

  private static MapValue tree(Prune prune) {
    MapValue tree = MapValue.of("selector", Value.text(prune.selector()));
    tree =
        tree.with("all", Value.bool(prune.all()))
            .with("allowlist", ListValue.of(prune.types(), Value::text))
            .with("applySet", Value.text(prune.applySet()));
    return with(tree, "adoptFrom", prune.adopted());
  }

  private static List<String> texts(MapValue tree, String key) {
    return list(tree, key).items().stream()
        .map(item -> item instanceof StringValue(String text) ? text : "")
        .toList();
  }

  private static Settings settings(MapValue tree) {
    return new Settings(
        texts(tree, "files"),
        planning(tree),
        text(tree, "fieldManager"),
        text(tree, "validate"),
        tree.has("serverSide") ? serverSide(map(tree, "serverSide")) : null,
        tree.has("large") ? large(map(tree, "large")) : null,
        new Deletion(text(tree, "cascade"), number(tree, "gracePeriod")),
        tree.has("prune") ? prune(map(tree, "prune")) : null);
  }

  private static PlanOptions planning(MapValue tree) {
    boolean kubectl = text(tree, "compat").equals("kubectl");
    List<String> ignored = tree.has("ignore") ? texts(tree, "ignore") : List.of();
    return new PlanOptions(
            kubectl ? Compatibility.kubectl() : Compatibility.japply(), bool(tree, "overwrite"))
        .ignoring(IgnoreRules.parse(ignored))
        .stored();
  }

  private static ServerSide serverSide(MapValue tree) {
    return new ServerSide(bool(tree, "forceConflicts"), texts(tree, "take"), texts(tree, "leave"));
  }

  private static Large large(MapValue tree) {
    return new Large(text(tree, "fieldManager"), serverSide(tree));
  }

  private static Prune prune(MapValue tree) {
    return new Prune(
        text(tree, "selector"),
        bool(tree, "all"),
        texts(tree, "allowlist"),
        text(tree, "applySet"),
        tree.has("adoptFrom") ? text(tree, "adoptFrom") : "");
  }

  /// Converts the plan of an object to a tree.
  static MapValue tree(Entry entry) {
    KubeObject object = entry.object();
    MapValue tree = object.gvk().tree().with("name", Value.text(object.name()));
    tree = with(tree, "namespace", object.namespace());
    tree = ExplanationCodec.at(tree, object.origin());
    tree = with(action(tree, entry.action()), "manifest", entry.manifest());
    tree = entry.before() instanceof MapValue live ? tree.with("before", live) : tree;
    tree = entry.after() instanceof MapValue after ? tree.with("after", after) : tree;
    tree = entry.untried() ? tree.with("untried", Value.bool(true)) : tree;
    return with(tree, "diff", entry.explanation().diff())
        .with("fields", ExplanationCodec.fields(shortened(entry.explanation().fields())))
        .with("warnings", ExplanationCodec.warnings(entry.explanation().warnings()));
  }

  /// Returns the fields with directives of the patch that do not repeat lists.
  private static List<FieldExplanation> shortened(List<FieldExplanation> fields) {
    return fields.stream()
        .map(field -> field.isDirective() ? field.withoutValues() : field)
        .toList();
  }

  private static MapValue with(MapValue tree, String key, String text) {
    return text.isEmpty() ? tree : tree.with(key, Value.text(text));
  }

  private static MapValue action(MapValue tree, Action action) {
    return switch (action) {
      case Action.Create(MapValue body) -> named(tree, "create").with("body", body);
      case Action.Patch patch ->
          named(tree, "patch")
              .with("patchType", Value.text(patch.strategic() ? "strategic" : "merge"))
              .with("patch", patch.body());
      case Action.Unchanged same -> named(tree, "leave");
      case Action.Recreate(String uid, MapValue body) ->
          named(tree, "recreate").with("uid", Value.text(uid)).with("body", body);
      case Action.Delete(String uid, ObjectKey successor) -> {
        MapValue deletion = named(tree, "delete").with("uid", Value.text(uid));
        yield successor == null ? deletion : deletion.with("movedTo", tree(successor));
      }
      case Action.Refused refused -> throw new IllegalArgumentException("refused");
      case Action.Apply(MapValue manifest, boolean force, String subresource) ->
          with(named(tree, "apply"), "subresource", subresource)
              .with("force", Value.bool(force))
              .with("body", manifest);
    };
  }

  /// Converts the identity of an object to a tree.
  static MapValue tree(ObjectKey key) {
    MapValue tree = with(MapValue.EMPTY, "group", key.group()).with("kind", Value.text(key.kind()));
    return with(tree, "namespace", key.namespace()).with("name", Value.text(key.name()));
  }

  /// Converts a tree back to the identity of an object.
  static ObjectKey key(MapValue tree) {
    return new ObjectKey(
        tree.text("group"), text(tree, "kind"), tree.text("namespace"), text(tree, "name"));
  }

  private static MapValue named(MapValue tree, String action) {
    return tree.with("action", Value.text(action));
  }

  /// Converts a tree back to the plan of an object.
  static Entry entry(MapValue tree) {
    Action action = action(tree);
    Node before = tree.has("before") ? map(tree, "before") : MISSING;
    Origin origin =
        tree.has("file") ? new Origin(text(tree, "file"), number(tree, "line"), 0) : Origin.NONE;
    MapValue object =
        action instanceof Action.Delete && before instanceof MapValue live ? live : object(tree);
    var named = KubeObject.of(object, origin);
    var explanation =
        new Explanation(
            ExplanationCodec.readFields(list(tree, "fields")),
            ExplanationCodec.readWarnings(list(tree, "warnings"), named.key().subject()),
            tree.text("diff"));
    return new Entry(
        named,
        action,
        before,
        tree.has("after") ? map(tree, "after") : MISSING,
        tree.has("untried") && bool(tree, "untried"),
        tree.text("manifest"),
        explanation);
  }

  private static MapValue object(MapValue tree) {
    return Gvk.of(text(tree, "apiVersion"), text(tree, "kind"))
        .named(tree.has("namespace") ? text(tree, "namespace") : "", text(tree, "name"));
  }

  private static Action action(MapValue tree) {
    return switch (text(tree, "action")) {
      case "create" -> new Action.Create(map(tree, "body"));
      case "patch" ->
          new Action.Patch(
              text(tree, "patchType").equals("strategic"),
              map(tree, "patch"),
              MapValue.EMPTY,
              /* guarded= */ true);
      case "apply" ->
          new Action.Apply(map(tree, "body"), bool(tree, "force"), tree.text("subresource"));
      case "leave" -> new Action.Unchanged();
      case "recreate" -> new Action.Recreate(text(tree, "uid"), map(tree, "body"));
      case "delete" ->
          new Action.Delete(
              text(tree, "uid"), tree.has("movedTo") ? key(map(tree, "movedTo")) : null);
      default -> throw wrong("action");
    };
  }
}
