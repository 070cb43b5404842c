package dev.japply.cli.flags;

import dev.japply.yaml.Substitution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The flag `--substitute`: which variables of the environment manifests may use.
public final class SubstituteFlag {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Flag<List<String>> names;

  public SubstituteFlag(Flags flags) {
    names =
        flags
            .add("--substitute")
            .label("NAME,...")
            .help(
                "Put the values of these variables of the environment, and of no others, in place"
                    + " of ${NAME} in manifests.")
            .lists();
  }

  /// The variables with their values.
  ///
  /// @throws UsageException when a name is none
  public Substitution read(Console console) {
    var values = new LinkedHashMap<String, Optional<String>>();
    Map<String, String> environment = console.environment();
    for (String name : names.get()) {
      if (!NAME.matcher(name).matches()) {
        throw new UsageException(
            "invalid --substitute value \"%s\"; must be names of variables, as IMAGE,TAG"
                .formatted(name));
      }
      values.put(name, Optional.ofNullable(environment.get(name)));
    }
    return values.isEmpty() ? Substitution.NONE : Substitution.of(values);
  }
}
