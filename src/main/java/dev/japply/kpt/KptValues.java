package dev.japply.kpt;

import dev.japply.kyaml.KptMerge;
import dev.japply.kyaml.KyamlTypes;
import dev.japply.merge.MergeException;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.KyamlDocument;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.ScalarStyle;
import dev.japply.yaml.SyntaxFailure;
import dev.japply.yaml.Yaml11Reading;
import org.jspecify.annotations.Nullable;

/// Converts documents as kpt does: to the values that Kubernetes would read from kyaml's output.
final class KptValues {
  private final KyamlTypes types = new KyamlTypes();

  /// The merged value.
  ///
  /// @throws JapplyException when kpt cannot merge the versions
  MapValue merge(@Nullable PackageResource origin, PackageResource updated, PackageResource local) {
    var spelling = new ScalarStyle();
    Node before = origin == null ? Missing.MISSING : read(origin, spelling);
    try {
      Node merged =
          new KptMerge(types::of, spelling)
              .merge(read(local, spelling), before, read(updated, spelling));
      return merged instanceof MapValue map
          ? (MapValue) new Yaml11Reading(spelling).of(map)
          : MapValue.EMPTY;
    } catch (MergeException e) {
      YamlDocumentText segment = local.segment();
      int line = segment.line() + segment.document().line(e.path()) - 1;
      throw failure(local, line, String.valueOf(e.getMessage()));
    }
  }

  private static Value read(PackageResource resource, ScalarStyle spelling) {
    YamlDocumentText segment = resource.segment();
    try {
      return new KyamlDocument(resource.path(), segment.body(), segment.line())
          .read(spelling)
          .map(PositionedValue::value)
          .orElse(MapValue.EMPTY);
    } catch (SyntaxFailure e) {
      throw failure(resource, segment.line(), String.valueOf(e.getMessage()));
    }
  }

  private static JapplyException failure(PackageResource resource, int line, String what) {
    return new JapplyException(
        Problem.error(
            new Origin(resource.path(), line, 0),
            resource.key().subject() + ": " + what,
            "kpt cannot merge this; leave --compat=kpt out"));
  }
}
