package dev.japply.kustomize.load;

import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.KindPattern;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An entry of `labels`.
///
/// @param claims the value of `includeVolumeClaimTemplates`; null if the entry does not have it
public record LabelEntry(
    Map<String, String> pairs,
    boolean includeSelectors,
    boolean includeTemplates,
    @Nullable Boolean claims,
    FieldList fields,
    Origin place,
    KeyLines lines) {

  private static final String CLAIMS = "includeVolumeClaimTemplates";

  static LabelEntry read(FieldReader map) {
    FieldListLines fields =
        map.fieldListLines("fields", "includeSelectors", "includeTemplates", CLAIMS);
    return new LabelEntry(
        map.textMap("pairs"),
        map.flag("includeSelectors"),
        map.flag("includeTemplates"),
        map.has(CLAIMS) ? map.flag(CLAIMS) : null,
        fields.fields(),
        map.place(),
        map.keyLines("pairs").with(fields));
  }

  /// A field of the objects of some kinds, as it is written in kustomizations.
  public static FieldSpec field(FieldReader map) {
    var kinds = new Gvk(map.text("group"), map.text("version"), map.text("kind"));
    return new FieldSpec(new KindPattern(kinds), map.text("path"), map.flag("create"));
  }
}
