package dev.japply.plan;

import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// In which direction fields change hands: out of what was applied last, or into it.
public enum Handover {
  /// They are given up.
  RELEASE,
  /// They are taken over, with their live values.
  ADOPT;

  /// What becomes of a configuration.
  ///
  /// @param config as it is afterwards
  /// @param found the fields that are there: in the configuration, to release them; live, to adopt
  ///   them
  public record Result(MapValue config, List<FieldReference> found) {
    public Result {
      found = List.copyOf(found);
    }
  }

  /// `config` without `fields`, or with what they are in `live`.
  ///
  /// @throws dev.japply.problem.JapplyException when one of them cannot change hands
  public Result of(
      MapValue config, MapValue live, List<FieldReference> fields, @Nullable Schema schema) {
    MapValue result = config;
    var found = new ArrayList<FieldReference>();
    for (FieldReference field : fields) {
      FieldLimits.check(field, this == RELEASE ? config : live, schema);
      boolean there =
          switch (this) {
            case RELEASE -> field.find(config).isPresent();
            case ADOPT -> field.find(live).isPresent();
          };
      if (there) {
        found.add(field);
        result =
            switch (this) {
              case RELEASE -> FieldRemoval.without(field, result);
              case ADOPT -> FieldAdoption.with(field, result, live, schema);
            };
      }
    }
    return new Result(result, found);
  }
}
