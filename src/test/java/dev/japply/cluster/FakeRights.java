package dev.japply.cluster;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// Who may do what on a [FakeCluster], as it answers reviews; it refuses no request by that.
/// Everything is granted until a test grants something itself.
public final class FakeRights {
  static final String GROUP = "authorization.k8s.io";

  private final List<Rule> rules = new ArrayList<>();
  private boolean incomplete;

  /// @param namespace where it counts; empty for everywhere
  private record Rule(
      String namespace, List<String> verbs, String group, String resource, List<String> names) {

    private boolean isIn(String place) {
      return namespace.isEmpty() || namespace.equals(place);
    }

    private boolean grants(MapValue wanted) {
      String part = wanted.text("subresource");
      String type = wanted.text("resource") + (part.isEmpty() ? "" : "/" + part);
      return isIn(wanted.text("namespace"))
          && (verbs.contains(wanted.text("verb")) || verbs.contains("*"))
          && group.equals(wanted.text("group"))
          && resource.equals(type)
          && (names.isEmpty() || names.contains(wanted.text("name")));
    }

    private MapValue told() {
      return MapValue.of("verbs", texts(verbs))
          .with("apiGroups", texts(List.of(group)))
          .with("resources", texts(List.of(resource)))
          .with("resourceNames", texts(names));
    }
  }

  /// Grants something, and nothing else but what is granted so.
  ///
  /// @param verbs with commas between them
  /// @param type `configmaps`, or `deployments.apps`
  public FakeRights grant(String namespace, String verbs, String type, String... names) {
    int dot = type.indexOf('.');
    String group = dot < 0 ? "" : type.substring(dot + 1);
    String resource = dot < 0 ? type : type.substring(0, dot);
    rules.add(new Rule(namespace, List.of(verbs.split(",")), group, resource, List.of(names)));
    return this;
  }

  /// Tells no rules from now on, as some servers do.
  public FakeRights hideRules() {
    incomplete = true;
    return this;
  }

  MapValue answer(MapValue review) {
    MapValue spec = review.map("spec");
    MapValue status =
        review.text("kind").equals("SelfSubjectRulesReview")
            ? rules(spec.text("namespace"))
            : access(spec.map("resourceAttributes"));
    return review.with("metadata", MapValue.EMPTY).with("status", status);
  }

  private MapValue rules(String namespace) {
    List<Value> told = new ArrayList<>();
    if (!incomplete && rules.isEmpty()) {
      told.add(
          MapValue.of("verbs", texts(List.of("*")))
              .with("apiGroups", texts(List.of("*")))
              .with("resources", texts(List.of("*"))));
    }
    rules.stream()
        .filter(rule -> !incomplete && rule.isIn(namespace))
        .forEach(rule -> told.add(rule.told()));
    return MapValue.of("resourceRules", new ListValue(told))
        .with("incomplete", incomplete ? Value.TRUE : Value.FALSE);
  }

  private MapValue access(MapValue wanted) {
    boolean allowed = rules.isEmpty() || rules.stream().anyMatch(rule -> rule.grants(wanted));
    return MapValue.of("allowed", allowed ? Value.TRUE : Value.FALSE);
  }

  private static ListValue texts(List<String> texts) {
    return new ListValue(texts.stream().<Value>map(Value::text).toList());
  }
}
