package dev.japply.kustomize.build;

import dev.japply.kustomize.build.PrefixSuffixTransformer.Subjects;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.Entry;
import dev.japply.kustomize.load.FieldReader;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.kustomize.load.Step;
import dev.japply.kustomize.load.Target;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldList;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `ValueAddTransformer`: puts one value into fields of many objects.
///
/// @param lines the lines of the value
record ValueAdd(String value, List<Spot> spots, List<LineRange> lines, LayerContext tools)
    implements Runnable {
  private static final String NAMESPACE = "metadata/namespace";

  /// A target of the value.
  ///
  /// @param selector selects the objects; null for all
  /// @param position the segment of a path in the field, from 1; 0 replaces the whole value
  private record Spot(
      @Nullable Target selector, String path, long position, Origin place, List<LineRange> lines) {
    static Spot read(FieldReader map) {
      var spot =
          new Spot(
              map.map("selector", Target::read),
              map.text("fieldPath"),
              map.number("filePathPosition"),
              map.place(),
              LineRange.joined(map.lines("selector"), map.lines()));
      if (spot.path.isEmpty() || spot.position < 0) {
        String what =
            spot.path.isEmpty()
                ? "fieldPath cannot be empty"
                : "value of filePathPosition (%d) cannot be negative".formatted(spot.position);
        throw new JapplyException(spot.place, what, "correct it");
      }
      return spot;
    }
  }

  /// The transformer that `config` describes.
  static ValueAdd read(BuiltResource config, FieldReader map, LayerContext tools) {
    String written = map.text("value").strip();
    var spots = new ArrayList<>(map.maps("targets", Spot::read));
    String file = map.text("targetFilePath");
    if (!file.isEmpty()) {
      var content = tools.layer().directory().load(new Entry(file, map.place("targetFilePath")));
      KustomizationReader.tolerant(content).forEach(more -> spots.addAll(targets(more)));
    }
    if (spots.isEmpty()) {
      throw config.failure("must specify at least one target", "write targets");
    }
    return new ValueAdd(
        written.isEmpty() ? tools.layer().directory().lastName() : written,
        spots,
        map.lines("value"),
        tools);
  }

  private static List<Spot> targets(FieldReader map) {
    return map.maps("targets", Spot::read);
  }

  @Override
  public void run() {
    for (Spot spot : spots) {
      Target selector = spot.selector();
      var selected =
          selector == null
              ? tools.resources().all()
              : TargetSelector.of(tools.resources(), selector);
      selected.forEach(resource -> add(resource, spot));
    }
  }

  private Step setting(Spot spot) {
    return Step.of(spot.place(), DecidingLines.of(lines, spot.lines()));
  }

  private void add(BuiltResource resource, Spot spot) {
    if (spot.path().equals(NAMESPACE)) {
      var target =
          new PrefixSuffixTransformer.Target(value, Subjects.DEFAULT, /* unsetOnly= */ false);
      tools
          .nameTransformer()
          .setNamespace(resource, target, new FieldList(List.of()), setting(spot));
      return;
    }
    try {
      MapValue changed =
          new PathValue(tools.build().spelling(), value, spot.position())
              .put(resource.tree(), spot.path());
      resource.become(changed, setting(spot));
    } catch (FieldException e) {
      throw resource.failure(String.valueOf(e.getMessage()), "requested at " + spot.place(), e);
    }
  }
}
