package dev.japply.plan;

import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Direction of a change of owners: out of the last-applied configuration or into it.
public enum OwnershipTransfer {
  /// Removes fields from the configuration.
  RELEASE,
  /// Adds fields with their live values.
  ADOPT;

  /// The changed configuration.
  ///
  /// @param config the new configuration
  /// @param found the existing fields: in the configuration, to release them; in the live object,
  ///   to adopt them
  public record Result(MapValue config, List<FieldReference> found) {
    public Result {
      found = List.copyOf(found);
    }
  }

  /// Returns `config` without `fields`, or with their values in `live`.
  ///
  /// @throws dev.japply.problem.JapplyException if a field cannot be adopted or released
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
