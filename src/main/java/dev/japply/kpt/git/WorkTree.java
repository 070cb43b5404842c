package dev.japply.kpt.git;

import dev.japply.kpt.LocalChanges.Edit;
import dev.japply.kpt.LocalChanges.Kind;
import dev.japply.kpt.git.Git.Output;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The git repository that a package is edited in, where it is in one.
public final class WorkTree {
  private static final String OUTSIDE = "not a git repository";

  /// A file that git compares with its commit; others are marked to be passed over.
  private static final String COMPARED = "H ";

  private WorkTree() {}

  /// Edits that no commit contains.
  ///
  /// @param paths the files of those edits
  /// @param failure the reason why git cannot list them; empty if it can
  public record Uncommitted(List<String> paths, String failure) {
    static final Uncommitted NONE = new Uncommitted(List.of(), "");

    public Uncommitted {
      paths = List.copyOf(paths);
    }

    public boolean isEmpty() {
      return paths.isEmpty() && failure.isEmpty();
    }
  }

  /// Returns the entries of `edits` that no commit contains. Outside of a repository it returns
  /// none, since there is nothing to commit to.
  public static Uncommitted of(Git git, Path directory, List<Edit> edits) {
    Path real = directory.toAbsolutePath();
    if (edits.isEmpty()) {
      return Uncommitted.NONE;
    }
    Output listed = git.readAround(real, List.of("ls-files", "-v", "-z", "--", "."));
    if (!listed.isGood()) {
      return listed.err().contains(OUTSIDE) ? Uncommitted.NONE : failed(listed);
    }
    Set<String> tracked = new HashSet<>();
    for (String line : lines(listed)) {
      if (line.startsWith(COMPARED)) {
        tracked.add(line.substring(COMPARED.length()));
      }
    }
    String head = "HEAD^{commit}";
    boolean born = git.readAround(real, List.of("rev-parse", "-q", "--verify", head)).isGood();
    Map<String, String> settings = withoutFilters(git, real);
    var arguments = new ArrayList<String>();
    // A git before 2.31 reads no settings from the environment.
    settings.forEach((name, value) -> {
      if (name.indexOf('=') < 0) {
        arguments.addAll(List.of("-c", name + "=" + value));
      }
    });
    arguments.addAll(List.of("diff", "--no-ext-diff", "--no-textconv", "--no-renames"));
    arguments.addAll(List.of("--ignore-submodules=all", "--name-only", "-z", "--relative"));
    arguments.addAll(List.of(born ? "HEAD" : "--cached", "--", "."));
    Output changed = git.withSettings(settings).readAround(real, arguments);
    if (!changed.isGood()) {
      return failed(changed);
    }
    var differing = new HashSet<>(lines(changed));
    var paths = new ArrayList<String>();
    for (Edit edit : edits) {
      boolean deleted = edit.kind() == Kind.DELETED;
      if (differing.contains(edit.path()) || (!deleted && !tracked.contains(edit.path()))) {
        paths.add(edit.path());
      }
    }
    return new Uncommitted(paths, "");
  }

  /// Returns settings that make git compare files without filters: a filter is a program from the
  /// configuration of the repository.
  private static Map<String, String> withoutFilters(Git git, Path directory) {
    Output filters =
        git.readAround(
            directory, List.of("config", "-z", "--name-only", "--get-regexp", "^filter\\."));
    var settings = new HashMap<String, String>();
    for (String name : lines(filters)) {
      settings.put(name, name.endsWith(".required") ? "false" : "");
    }
    return settings;
  }

  private static List<String> lines(Output output) {
    return Arrays.stream(output.text().split("\0", -1)).filter(line -> !line.isEmpty()).toList();
  }

  private static Uncommitted failed(Output output) {
    return new Uncommitted(List.of(), output.err().strip().replaceAll("\\s+", " "));
  }
}
