package dev.japply.kyaml;

import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.tree.FieldPath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The fields that the transformers of a layer change: kustomize's own, and additions from its
/// configurations.
public final class FieldConfig {
  /// The initial configuration, without any fields.
  public static final FieldConfig NONE = new FieldConfig(Map.of(), List.of());

  private final Map<Topic, FieldList> lists;
  private final List<Reference> references;
  private final boolean isSettled;

  /// The purpose of a list of fields.
  public enum Topic {
    NAME_PREFIX("namePrefix"),
    NAME_SUFFIX("nameSuffix"),
    NAMESPACE("namespace"),
    /// `commonLabels`, and `labels` with `includeSelectors`.
    COMMON_LABELS("commonLabels"),
    LABELS("labels"),
    TEMPLATE_LABELS("templateLabels"),
    COMMON_ANNOTATIONS("commonAnnotations"),
    VAR_REFERENCE("varReference"),
    IMAGES("images"),
    REPLICAS("replicas");

    private final String key;

    Topic(String key) {
      this.key = key;
    }

    /// Returns the name of the topic in configurations.
    public String key() {
      return key;
    }
  }

  public FieldConfig(Map<Topic, FieldList> lists, List<Reference> references) {
    this(lists, references, false);
  }

  private FieldConfig(Map<Topic, FieldList> lists, List<Reference> references, boolean isSettled) {
    this.lists = Map.copyOf(lists);
    this.references = List.copyOf(references);
    this.isSettled = isSettled;
  }

  /// Returns kustomize's own configuration, which is in order and has no field twice, so that
  /// adding it to [#NONE] changes nothing.
  static FieldConfig settled(Map<Topic, FieldList> lists, List<Reference> references) {
    return new FieldConfig(lists, references, true);
  }

  public FieldList of(Topic topic) {
    return lists.getOrDefault(topic, FieldList.NONE);
  }

  /// The fields that name other objects.
  public List<Reference> references() {
    return references;
  }

  /// Returns whether a path leads to one of the fields, to a field above it, or to one below it.
  public boolean isAround(FieldPath path) {
    Stream<FieldList> all =
        Stream.concat(lists.values().stream(), references.stream().map(Reference::referrers));
    return all.flatMap(list -> list.fields().stream()).anyMatch(field -> field.isAround(path));
  }

  /// This and `more`.
  ///
  /// @throws dev.japply.problem.JapplyException when they contradict each other
  public FieldConfig with(FieldConfig more) {
    if (more == this || more == NONE) {
      return this;
    }
    if (this == NONE && more.isSettled) {
      return more;
    }
    var all = new EnumMap<Topic, FieldList>(Topic.class);
    for (Topic topic : Topic.values()) {
      all.put(topic, of(topic).with(more.of(topic)).sorted());
    }
    var merged = new ArrayList<>(references);
    for (Reference reference : more.references) {
      add(merged, reference);
    }
    merged.sort((a, b) -> KindOrder.INSTANCE.compare(a.referred().kinds(), b.referred().kinds()));
    return new FieldConfig(all, merged);
  }

  private static void add(List<Reference> references, Reference more) {
    for (int i = 0; i < references.size(); i++) {
      Reference known = references.get(i);
      if (known.referred().equals(more.referred())) {
        references.set(
            i, new Reference(known.referred(), known.referrers().with(more.referrers())));
        return;
      }
    }
    references.add(more);
  }

  /// The fields that refer to objects of a kind by name.
  public record Reference(KindPattern referred, FieldList referrers) {}
}
