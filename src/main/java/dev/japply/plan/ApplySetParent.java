package dev.japply.plan;

import dev.japply.golang.Sha256;
import dev.japply.golang.Upstream;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.object.ObjectKey;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The parent object of an ApplySet. Its labels and annotations describe the set.
///
/// <https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/3659-kubectl-apply-prune>
///
/// @param plural its type in paths
/// @param namespace empty if the object is cluster-scoped
public record ApplySetParent(Gvk gvk, String plural, String namespace, String name) {
  /// The label of members, with the set's id.
  public static final String PART_OF = "applyset.kubernetes.io/part-of";

  /// The label of CustomResourceDefinitions whose objects may be parents of sets.
  public static final String PARENT_TYPE = "applyset.kubernetes.io/is-parent-type";

  /// The label of parents, with the set's id.
  public static final String ID = "applyset.kubernetes.io/id";

  /// Selects the parents of all sets.
  public static final LabelSelector PARENTS = LabelSelector.parse(ID);

  /// Selects the members of all sets.
  public static final LabelSelector MEMBERS = LabelSelector.parse(PART_OF);

  private static final Pattern ID_FORM = Pattern.compile("applyset-[A-Za-z0-9_-]{43}-v1");

  static final String TOOLING = "applyset.kubernetes.io/tooling";
  static final String KINDS = "applyset.kubernetes.io/contains-group-kinds";
  static final String RESOURCES = "applyset.kubernetes.io/contains-group-resources";
  static final String NAMESPACES = "applyset.kubernetes.io/additional-namespaces";

  /// The tool name in the annotation. Tools skip sets of other tools and kubectl accepts only its
  /// own name, so japply uses it, in kubectl's format.
  static final String TOOL = "kubectl";

  private static final String SIGNATURE = TOOL + "/" + Upstream.KUBECTL + "+japply";

  /// Whether a text has the form of an id.
  public static boolean isId(String text) {
    return ID_FORM.matcher(text).matches();
  }

  /// The set's id: a hash of the parent's name, namespace, kind and group.
  public String id() {
    String text = String.join(".", name, namespace, gvk.kind(), gvk.group());
    String hash = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text));
    return "applyset-" + hash + "-v1";
  }

  /// Returns the parent as `--applyset` names it: `secret/shop`.
  public String argument() {
    return key().argument();
  }

  public ObjectKey key() {
    return new ObjectKey(gvk.group(), gvk.kind(), namespace, name);
  }

  /// Selects the parent objects of the set with this id.
  public static LabelSelector standingFor(String id) {
    return LabelSelector.ofLabels(MapValue.of(ID, Value.text(id)));
  }

  /// Selects the members of all other sets.
  public LabelSelector othersMembers() {
    return LabelSelector.parse(PART_OF + "," + PART_OF + "!=" + id());
  }

  public LabelSelector members() {
    return membersOf(id());
  }

  /// Selects the members of the set with this id.
  public static LabelSelector membersOf(String id) {
    return LabelSelector.parse(PART_OF + "=" + id);
  }

  /// Returns the body of the parent for server-side apply.
  public MapValue body(ApplySetMembers contents) {
    MapValue metadata =
        MapValue.of("name", Value.text(name))
            .with("labels", MapValue.of(ID, Value.text(id())))
            .with(
                "annotations",
                MapValue.of(TOOLING, Value.text(SIGNATURE))
                    .with(KINDS, Value.text(String.join(",", contents.kinds())))
                    .with(NAMESPACES, Value.text(String.join(",", besides(contents)))));
    return gvk.tree()
        .with(
            "metadata",
            namespace.isEmpty() ? metadata : metadata.with("namespace", Value.text(namespace)));
  }

  private List<String> besides(ApplySetMembers contents) {
    return contents.namespaces().stream().filter(other -> !other.equals(namespace)).toList();
  }

  /// Checks whether the annotations of `live`, a parent of this set, match those in `body`, without
  /// the annotation of older tools.
  public static boolean matches(MapValue live, MapValue body) {
    MapValue there = live.map("metadata").map("annotations");
    MapValue wanted = body.map("metadata").map("annotations");
    return !there.has(RESOURCES)
        && Stream.of(KINDS, NAMESPACES).allMatch(key -> wanted.get(key).equals(there.get(key)));
  }

  /// `configmaps./shop`, as kubectl has it.
  @Override
  public String toString() {
    return plural + "." + gvk.group() + "/" + name;
  }
}
