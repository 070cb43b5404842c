package dev.japply.input;

import dev.japply.io.FileErrors;
import dev.japply.io.FileOwnership;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Content of a project file; `docs/project.schema.json` describes it.
///
/// @param file the file, as messages call it
/// @param contexts the contexts that it may be applied to; null for any
/// @param ignored rules for fields that stay as they are live
/// @param recreated rules for objects that are deleted and created again where needed
/// @param forbidden rules for objects that must not be deleted
/// @param moved objects with another identity or ApplySet than before
/// @param silenced the warnings that are not printed
/// @param targets the clusters that a run over several can select, in the order of the file
/// @param waves the order of the targets in an apply; empty if they have none
public record Project(
    String file,
    @Nullable Contexts contexts,
    List<CommandDefaults> defaults,
    List<Ignored> ignored,
    List<Recreated> recreated,
    List<Forbidden> forbidden,
    List<Moved> moved,
    List<WarningId> silenced,
    List<ProjectTarget> targets,
    List<ProjectWave> waves) {
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
    moved = List.copyOf(moved);
    silenced = List.copyOf(silenced);
    targets = List.copyOf(targets);
    waves = List.copyOf(waves);
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

  /// An object with another identity or ApplySet than before.
  public record Moved(MovedObject from, MovedObject to) {}

  /// An object before or after a move. Parts that are left out are empty.
  ///
  /// @param group the API group of its kind
  /// @param version the version of its kind
  /// @param applySet the parent of its ApplySet, as `--applyset` takes it
  public record MovedObject(
      String kind,
      String group,
      String version,
      String namespace,
      String name,
      String applySet,
      Origin place) {}

  /// Whether a document is a project's, of whatever version: no server takes it.
  static boolean describes(MapValue document) {
    return document.text("kind").equals(KIND) && document.text("apiVersion").startsWith(GROUP);
  }

  /// Finds the project file: in a directory, or in the nearest one above it, but none above the
  /// root of the git repository or the home directory.
  ///
  /// @param directory first directory of the search, as an absolute path
  /// @param home the home directory; empty when it is not known
  /// @param limit maximum size of a project file
  /// @param warnings receives the reason why a file is passed over
  public record ProjectFinder(
      Path directory, String home, ByteLimit limit, Consumer<String> warnings) {
    private static final String HINT = "correct it, or give --project=off to do without it";

    /// The project of the file that is found; empty when there is none.
    ///
    /// @throws JapplyException when it cannot be read
    public Optional<Project> find() {
      for (Path at = directory; at != null; at = at.getParent()) {
        Path file = at.resolve(Project.NAME);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && isOwn(file)) {
          if (!Files.isRegularFile(file)) {
            throw unusable(name(file), "is no file", HINT);
          }
          return Optional.of(read(file, name(file), HINT));
        }
        if (isLast(at)) {
          break;
        }
      }
      return Optional.empty();
    }

    /// The project of the file that the user names.
    ///
    /// @throws JapplyException when it cannot be read
    public Project named(String file) {
      return read(directory.resolve(file), file, "name a project file, or off");
    }

    /// As the user would name it from here.
    private String name(Path file) {
      return directory.relativize(file).toString();
    }

    private boolean isOwn(Path file) {
      try {
        if (FileOwnership.isOwn(file)) {
          return true;
        }
      } catch (IOException e) {
        throw unusable(name(file), "error reading: " + FileErrors.reason(e), HINT);
      }
      warnings.accept(
          name(file)
              + ": ignored, because it belongs to another user; to use it, name it by --project");
      return false;
    }

    private boolean isLast(Path at) {
      return Files.exists(at.resolve(".git")) || isHome(at);
    }

    private boolean isHome(Path at) {
      try {
        return !home.isEmpty()
            && Files.exists(Path.of(home))
            && Files.isSameFile(at, Path.of(home));
      } catch (IOException e) {
        return false;
      }
    }

    private Project read(Path file, String name, String hint) {
      byte[] bytes;
      try (InputStream stream = Files.newInputStream(file)) {
        bytes = limit.read(stream);
      } catch (IOException e) {
        throw unusable(name, "error reading: " + FileErrors.reason(e), hint);
      }
      int broken = SourceText.brokenLine(bytes);
      if (broken > 0) {
        throw new JapplyException(
            new Origin(name, broken, 0),
            "it has bytes that are not " + SourceText.encoding(bytes),
            "save the file as UTF-8");
      }
      return ProjectReader.read(name, SourceText.decode(bytes));
    }

    private static JapplyException unusable(String name, String what, String hint) {
      return new JapplyException(Origin.of(name), what, hint);
    }
  }
}
