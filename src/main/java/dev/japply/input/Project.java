package dev.japply.input;

import dev.japply.problem.Origin;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Content of a project file; `docs/project.schema.json` describes it.
///
/// @param file the file, as messages call it
/// @param contexts the contexts that it may be applied to; null for any
/// @param ignored rules for fields that stay as they are live
/// @param recreated rules for objects that are deleted and created again where needed
/// @param forbidden rules for objects that must not be deleted
/// @param silenced the warnings that are not printed
public record Project(
    String file,
    @Nullable Contexts contexts,
    List<CommandDefaults> defaults,
    List<Ignored> ignored,
    List<Recreated> recreated,
    List<Forbidden> forbidden,
    List<WarningId> silenced) {
  /// Default name of the file.
  public static final String NAME = "japply.yaml";

  static final String API_VERSION = "japply.dev/v1";
  static final String KIND = "Project";

  private static final String GROUP = "japply.dev/";

  public Project {
    defaults = List.copyOf(defaults);
    ignored = List.copyOf(ignored);
    recreated = List.copyOf(recreated);
    forbidden = List.copyOf(forbidden);
    silenced = List.copyOf(silenced);
  }

  /// The contexts that a project may be applied to.
  ///
  /// @param names their names, with `*` as a wildcard
  /// @param place position of the list
  public record Contexts(List<String> names, Origin place) {
    public Contexts {
      names = List.copyOf(names);
    }
  }

  /// Defaults for the flags of a command.
  ///
  /// @param command the words of its name, as `pkg update`
  public record CommandDefaults(String command, Origin place, List<FlagDefault> flags) {
    public CommandDefaults {
      flags = List.copyOf(flags);
    }
  }

  /// A default for a flag.
  ///
  /// @param flag its name, without dashes
  /// @param value the value as written
  public record FlagDefault(String flag, Value value, Origin place) {}

  /// A rule for fields that stay as they are live.
  ///
  /// @param rule as `--ignore` takes it
  public record Ignored(String rule, Origin place) {}

  /// A rule for objects that are deleted and created again where needed.
  ///
  /// @param rule as [dev.japply.plan.RecreateRules.Rule] parses it
  public record Recreated(String rule, Origin place) {}

  /// A rule for objects that must not be deleted.
  ///
  /// @param rule as [dev.japply.plan.ForbidRules.Rule] parses it
  /// @param contexts the contexts that it holds in, with `*` as a wildcard; empty for all
  public record Forbidden(String rule, List<String> contexts, Origin place) {
    public Forbidden {
      contexts = List.copyOf(contexts);
    }
  }

  /// Whether a document is a project's, of whatever version: no server takes it.
  static boolean describes(MapValue document) {
    return document.text("kind").equals(KIND) && document.text("apiVersion").startsWith(GROUP);
  }
}
