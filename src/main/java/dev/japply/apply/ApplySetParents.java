package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.cluster.TypeNames;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.plan.ApplySetParent;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the parent object of an ApplySet by the user's name for it.
///
/// @param enforced whether the user named the namespace
record ApplySetParents(Cluster cluster, boolean enforced) {
  private static final Gvk SECRET = new Gvk("", "v1", "Secret");
  private static final Set<String> BUILT_IN = Set.of("Secret", "ConfigMap");

  private static final Gvk DEFINITION =
      new Gvk("apiextensions.k8s.io", "v1", "CustomResourceDefinition");

  record Found(ApplySetParent parent, Resource resource) {
    /// Whether it may be created.
    boolean builtIn() {
      return isBuiltIn(resource);
    }
  }

  private static boolean isBuiltIn(Resource resource) {
    return BUILT_IN.contains(resource.gvk().groupKind());
  }

  /// @param text `[RESOURCE][.GROUP]/NAME`, or the name of a Secret
  /// @throws JapplyException if it names nothing that can be a parent
  Found find(String text) {
    int slash = text.indexOf('/');
    String name = text.substring(slash + 1);
    if (name.isEmpty()) {
      throw wrong(text, "name cannot be blank", "give it as TYPE/NAME");
    }
    Resource resource =
        (slash < 0 ? cluster.resource(SECRET) : named(text.substring(0, slash)))
            .orElseThrow(() -> unknown(text));
    check(resource);
    String place = resource.namespaced() ? cluster.defaultNamespace() : "";
    return new Found(new ApplySetParent(resource.gvk(), resource.plural(), place, name), resource);
  }

  private Optional<Resource> named(String type) {
    return new TypeNames(cluster.types().served()).one(type);
  }

  private void check(Resource resource) {
    var problems = new ArrayList<Problem>();
    if (resource.namespaced() && !enforced) {
      problems.add(
          error("namespace is required to use namespace-scoped ApplySet", "name it with -n"));
    }
    if (!isBuiltIn(resource) && !declared(resource)) {
      Gvk gvk = resource.gvk();
      String what =
          "resource \"%s/%s, Resource=%s\" is not permitted as an ApplySet parent"
              .formatted(gvk.group(), gvk.version(), resource.plural());
      String hint =
          "use a Secret, a ConfigMap, or a custom resource whose CustomResourceDefinition has the"
              + " label "
              + ApplySetParent.PARENT_TYPE;
      problems.add(error(what, hint));
    }
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  /// Whether the type's CustomResourceDefinition is labelled as one of parents.
  private boolean declared(Resource resource) {
    return cluster.resource(DEFINITION).stream()
        .flatMap(type -> declared(cluster, type).stream())
        .anyMatch(definitionName(resource)::equals);
  }

  /// Returns the names of the CustomResourceDefinitions whose objects may be parents.
  private static List<String> declared(Cluster cluster, Resource definitions) {
    LabelSelector label = LabelSelector.parse(ApplySetParent.PARENT_TYPE);
    return cluster.listMetadata(definitions, "", label).stream()
        .map(definition -> definition.map("metadata").text("name"))
        .toList();
  }

  private static String definitionName(Resource resource) {
    return resource.plural() + "." + resource.gvk().group();
  }

  /// Filters the types whose objects are always permitted as parents.
  static List<Resource> builtIn(List<Resource> types) {
    return types.stream().filter(ApplySetParents::isBuiltIn).toList();
  }

  /// Filters the types whose CustomResourceDefinition permits their objects as parents.
  ///
  /// @throws dev.japply.cluster.ClusterException if the definitions cannot be listed
  static List<Resource> custom(Cluster cluster, List<Resource> types) {
    Optional<Resource> definitions =
        types.stream()
            .filter(type -> type.gvk().groupKind().equals(DEFINITION.groupKind()))
            .findFirst();
    List<String> names =
        definitions.map(definition -> declared(cluster, definition)).orElse(List.of());
    return types.stream()
        .filter(type -> !isBuiltIn(type) && names.contains(definitionName(type)))
        .toList();
  }

  private static JapplyException unknown(String text) {
    String type = text.indexOf('/') < 0 ? "secrets" : text.substring(0, text.indexOf('/'));
    int dot = type.indexOf('.');
    String plural = dot < 0 ? type : type.substring(0, dot);
    String group = dot < 0 ? "" : type.substring(dot + 1);
    String why = "no matches for " + group + "/, Resource=" + plural;
    return wrong(text, why, "name a type that the cluster has");
  }

  private static JapplyException wrong(String text, String why, String hint) {
    String what = "invalid parent reference \"" + text + "\": " + why;
    return new JapplyException(error(what, hint));
  }

  private static Problem error(String what, String hint) {
    return Problem.error(Origin.NONE, what, hint);
  }
}
