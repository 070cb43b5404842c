package dev.japply.report;

import dev.japply.object.KubeObject;
import dev.japply.plan.LastWriter;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.file.ExplanationCodec;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Locale;

/// The machine-readable output of `japply why -o json`; `docs/why.schema.json` describes it.
public final class WhyJson {
  private static final String VERSION = "japply.dev/v1";

  private WhyJson() {}

  public static String document(List<MapValue> objects) {
    MapValue document =
        MapValue.of("apiVersion", Value.text(VERSION))
            .with("kind", Value.text("Why"))
            .with("objects", new ListValue(List.copyOf(objects)));
    return TerminalText.json(IndentedJson.writeExact(document)) + "\n";
  }

  /// Returns an object that is compared with its manifest.
  public static MapValue of(ObjectExplanation explanation) {
    return named(explanation.object())
        .with("outcome", Value.text(explanation.outcome().name().toLowerCase(Locale.ROOT)))
        .with("fields", ExplanationCodec.fields(explanation.fields()))
        .with("warnings", ExplanationCodec.warnings(explanation.warnings()));
  }

  /// Returns a live object with the managers of its fields.
  public static MapValue blame(KubeObject object, List<LastWriter.Owned> owned) {
    return named(object).with("fields", ListValue.of(owned, WhyJson::owned));
  }

  private static MapValue named(KubeObject object) {
    MapValue tree = object.gvk().tree().with("name", Value.text(object.name()));
    tree =
        object.namespace().isEmpty()
            ? tree
            : tree.with("namespace", Value.text(object.namespace()));
    return ExplanationCodec.at(tree, object.origin());
  }

  private static MapValue owned(LastWriter.Owned owned) {
    return ExplanationCodec.with(
            MapValue.of("path", Value.text(owned.path().toString())), "live", owned.value())
        .with("applied", Value.bool(owned.applied()))
        .with("managers", ExplanationCodec.managers(owned.managers()));
  }
}
