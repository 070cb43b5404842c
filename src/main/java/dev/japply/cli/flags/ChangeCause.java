package dev.japply.cli.flags;

import dev.japply.object.KubeObject;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.problem.MaskedUrl;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;

/// The change cause that `--record` writes into objects: the command line in kubectl's format.
///
/// @param text the program, its arguments, and its flags with their long names
public record ChangeCause(String text) {
  private static final String KEY = "kubernetes.io/change-cause";

  /// Flags whose values are not written to clusters; kubectl writes them.
  private static final Set<String> SECRET = Set.of("--token", "--password");

  /// Creates the change cause from the command line of `program`, or of kubectl.
  ///
  /// @param words the arguments that are not flags
  /// @param flags the flags as `--flag=value`
  public static ChangeCause of(
      String program, List<String> words, List<String> flags, Compatibility compatibility) {
    boolean own = compatibility.allows(Difference.RECORDS_OWN_NAME);
    var text = new StringBuilder(own ? program : "kubectl");
    words.forEach(word -> text.append(' ').append(word));
    flags.stream()
        .filter(flag -> own || !flag.startsWith("--compat="))
        .forEach(flag -> text.append(' ').append(masked(flag)));
    return new ChangeCause(text.toString());
  }

  private static String masked(String flag) {
    String name = flag.substring(0, flag.indexOf('='));
    if (SECRET.contains(name)) {
      return name + "=CLASSIFIED";
    }
    return flag.contains("=http")
        ? name + "=" + MaskedUrl.of(flag.substring(name.length() + 1))
        : flag;
  }

  public KubeObject on(KubeObject object) {
    return object.withTree(on(object.tree()));
  }

  public MapValue on(MapValue object) {
    MapValue metadata = object.map("metadata");
    MapValue annotations = metadata.map("annotations").with(KEY, Value.text(text));
    return object.with("metadata", metadata.with("annotations", annotations));
  }

  public List<KubeObject> onAll(List<KubeObject> objects) {
    return objects.stream().map(this::on).toList();
  }
}
