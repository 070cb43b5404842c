package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.TypeNames;
import dev.japply.diff.SimilarName;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.NamedObjects.NamedKind;
import dev.japply.plan.RecreateRules;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.BuiltinSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds misspelt rules: kinds that do not exist, and values of annotations. Such a rule would have
/// no effect.
public final class RuleKinds {
  private static final int FORBIDDEN = 403;

  private final List<Gvk> ofInput;
  private final List<NamedKind> named;

  private RuleKinds(ExecutionOptions options, List<KubeObject> objects) {
    this.ofInput =
        Stream.concat(
                objects.stream().map(KubeObject::gvk),
                CustomTypes.of(objects).types().keySet().stream())
            .distinct()
            .toList();
    this.named = options.namedKinds().filter(isUnknown(ofInput)).toList();
  }

  /// Checks that the kinds of all rules exist, and the annotations of `objects` that permit to
  /// recreate them. Requests the types of `cluster` only for a kind that neither `objects` nor
  /// Kubernetes itself has.
  ///
  /// @throws JapplyException if a kind does not exist, or an annotation has an unknown value
  public static void check(Cluster cluster, ExecutionOptions options, List<KubeObject> objects) {
    RecreateRules rules = options.recreateRules();
    List<Problem> annotations =
        objects.stream().flatMap(object -> rules.problem(object).stream()).toList();
    if (!annotations.isEmpty()) {
      throw new JapplyException(annotations);
    }
    var kinds = new RuleKinds(options, objects);
    if (!kinds.named.isEmpty() && cluster.hasOtherObjects()) {
      kinds.check(cluster);
    }
  }

  private void check(Cluster cluster) {
    List<Gvk> builtin = builtin();
    List<NamedKind> others = named.stream().filter(isUnknown(builtin)).toList();
    if (others.isEmpty()) {
      return;
    }
    TypeList types = types(cluster);
    List<Gvk> served = types.served().stream().map(type -> type.resource().gvk()).toList();
    var all = new ArrayList<>(ofInput);
    all.addAll(builtin);
    all.addAll(served);
    List<Problem> problems =
        others.stream()
            .filter(isUnknown(served))
            .filter(kind -> !isUnread(types, kind))
            .map(kind -> unknown(kind, types.served(), all))
            .toList();
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  private static Predicate<NamedKind> isUnknown(List<Gvk> types) {
    return kind -> types.stream().noneMatch(kind::matches);
  }

  private static List<Gvk> builtin() {
    return BuiltinSchemas.load().objects().stream()
        .map(key -> key.split("/", -1))
        .map(parts -> new Gvk(parts[0], parts[1], parts[2]))
        .toList();
  }

  /// Returns the types of `cluster`. A user without permission for the list can still apply, so no
  /// kind is wrong then.
  private static TypeList types(Cluster cluster) {
    try {
      return cluster.types();
    } catch (ClusterException e) {
      if (e.status() == FORBIDDEN) {
        var unread = new TreeMap<String, ClusterException>();
        unread.put("", e);
        return new TypeList(List.of(), unread);
      }
      throw e;
    }
  }

  /// Whether the kind may be one of a group without a list of its types.
  private static boolean isUnread(TypeList types, NamedKind kind) {
    return types.unread().keySet().stream()
        .anyMatch(version ->
            version.isEmpty()
                || kind.group().isEmpty()
                || kind.group().equalsIgnoreCase(Gvk.of(version, "").group()));
  }

  private static Problem unknown(NamedKind kind, List<ServedType> served, List<Gvk> types) {
    String suggested = suggested(kind, served, types);
    return Problem.error(
        kind.place(),
        kind.rule() + ": the server has no kind " + kind,
        suggested.isEmpty() ? "correct it, or leave it out" : "did you mean " + suggested + "?");
  }

  /// Returns the kind to suggest; empty if none is similar.
  private static String suggested(NamedKind kind, List<ServedType> served, List<Gvk> types) {
    var sameKind = new NamedKind(kind.kind(), "", kind.rule(), kind.place());
    for (Gvk type : types) {
      if (sameKind.matches(type)) {
        return type.groupKind();
      }
    }
    var byName = new TypeNames(served).one(kind.toString());
    if (byName.isPresent()) {
      return byName.get().gvk().kind();
    }
    Map<String, String> kinds = new TreeMap<>();
    types.forEach(type -> kinds.put(type.kind().toLowerCase(Locale.ROOT), type.kind()));
    return SimilarName.find(kinds.keySet(), kind.kind().toLowerCase(Locale.ROOT))
        .map(kinds::get)
        .orElse("");
  }
}
