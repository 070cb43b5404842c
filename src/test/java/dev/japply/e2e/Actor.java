package dev.japply.e2e;

import dev.japply.Program;
import dev.japply.e2e.Script.Step;
import dev.japply.e2e.TestCluster.Outcome;
import dev.japply.object.Gvk;
import dev.japply.plan.ApplySetParent;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One of those who act a [Script]: a tool with its own namespace and directory.
///
/// @param tool what it applies with
/// @param namespace `k1n`, `j1n` or `c1n`: equally long, and nowhere part of another word
/// @param directory where its files are
record Actor(TestCluster server, Tool tool, String namespace, Path directory) {

  /// Too many bytes for the annotations of an object.
  private static final int LONG = 262144;

  private static final Pattern NAME = Pattern.compile("\\$(NS|LONG|SETID|DIR|VIEWER)");

  /// The ids of ApplySets are hashes of names.
  private static final Pattern SET_ID = Pattern.compile("applyset-[\\w-]{43}-v1");

  /// What manifests are applied with.
  enum Tool {
    KUBECTL,
    JAPPLY,
    /// japply with `--compat=kubectl`, by the environment.
    COMPAT
  }

  static Actor of(TestCluster server, Tool tool, Path directory) {
    String initial = tool.name().substring(0, 1).toLowerCase(Locale.ROOT);
    String namespace = initial + server.newNumber() + "n";
    server.newNamespace(namespace);
    return new Actor(server, tool, namespace, directory);
  }

  /// Applies; the answer has the actor's own names in it.
  Outcome apply(List<String> flags, String input) {
    return run(fromFiles("apply", flags), input, Map.of());
  }

  /// Compares; the answer has the actor's own names in it.
  Outcome diff(Step step) {
    return run(fromFiles("diff", step.args()), step.input(), step.variables());
  }

  private static List<String> fromFiles(String command, List<String> flags) {
    var args = new ArrayList<>(List.of(command));
    if (!flags.contains("-f") && !flags.contains("-k")) {
      args.addAll(List.of("-f", "-"));
    }
    args.addAll(flags);
    return args;
  }

  /// Runs the actor's own tool, with more variables in its environment.
  Outcome run(List<String> args, String input, Map<String, String> variables) {
    List<String> own = inNamespace(args);
    var filled = new HashMap<String, String>();
    variables.forEach((name, value) -> filled.put(name, fill(value)));
    return switch (tool) {
      case KUBECTL -> server.kubectl(filled, fill(input), own);
      case JAPPLY -> japply(showingAll(own), fill(input), filled, "none");
      case COMPAT -> japply(own, fill(input), filled, "kubectl");
    };
  }

  /// A `diff` that compares as much as kubectl's does, unless it says itself what it shows.
  private static List<String> showingAll(List<String> args) {
    if (!args.getFirst().equals("diff") || says(args, "--show-metadata")) {
      return args;
    }
    var all = new ArrayList<>(args);
    all.add("--show-metadata");
    if (!says(args, "--show-managed-fields")) {
      all.add("--show-managed-fields=false");
    }
    return all;
  }

  private static boolean says(List<String> args, String flag) {
    return args.stream().anyMatch(arg -> arg.startsWith(flag));
  }

  /// Runs kubectl, whatever the actor's own tool is.
  Outcome kubectl(List<String> args, String input) {
    return server.kubectl(fill(input), inNamespace(args));
  }

  /// The same for a step, with its variables.
  Outcome kubectl(Step step) {
    return server.kubectl(step.variables(), fill(step.input()), inNamespace(step.args()));
  }

  /// The object of a type and name, as kubectl prints them, unless there is none.
  Optional<MapValue> read(String typeAndName) {
    return server.read(namespace, typeAndName);
  }

  private List<String> inNamespace(List<String> args) {
    var own = new ArrayList<String>();
    args.forEach(arg -> own.add(fill(arg)));
    if (!args.contains("-n")) {
      own.addAll(List.of("-n", namespace));
    }
    return own;
  }

  private Outcome japply(List<String> args, String input, Map<String, String> more, String compat) {
    var variables = new HashMap<>(more);
    variables.put("KUBECONFIG", server.kubeconfig().toString());
    variables.put("HOME", directory.toString());
    variables.put("XDG_CACHE_HOME", directory.resolveSibling("cache").toString());
    variables.put("TMPDIR", directory.toString());
    variables.put("PATH", System.getenv("PATH"));
    variables.put("JAPPLY_COMPAT", compat);
    Program.Said said = Program.run(variables, input, signed(args));
    return new Outcome(said.status(), said.out(), said.err());
  }

  /// Acts in the name of the namespace, so that the server's log tells the actors apart. Who may
  /// only read may not do that.
  private List<String> signed(List<String> args) {
    boolean viewer = args.stream().anyMatch(arg -> arg.startsWith("--kubeconfig"));
    if (viewer || server.auditLog().isEmpty()) {
      return args;
    }
    var signed = new ArrayList<>(List.of("--as=" + namespace, "--as-group=system:masters"));
    signed.addAll(args);
    return signed;
  }

  /// The text with the actor's own names.
  String fill(String text) {
    return NAME.matcher(text).replaceAll(name -> value(name.group()));
  }

  private String value(String name) {
    return switch (name) {
      case "$NS" -> namespace;
      case "$LONG" -> "x".repeat(LONG);
      case "$SETID" -> setId();
      case "$DIR" -> Matcher.quoteReplacement(directory.toString());
      default -> Matcher.quoteReplacement(server.viewerKubeconfig().toString());
    };
  }

  /// The id of the ApplySet of the cluster's `stacks.$NS.example.com/set`.
  private String setId() {
    Gvk gvk = new Gvk(namespace + ".example.com", "v1", "Stack");
    return new ApplySetParent(gvk, "stacks", "", "set").id();
  }

  /// The text without them.
  String plain(String text) {
    return SET_ID
        .matcher(text.replace(namespace, "$NS"))
        .replaceAll("applyset-ID-v1")
        .replace(directory.toString(), "$DIR")
        .replace(server.viewerKubeconfig().toString(), "$VIEWER");
  }
}
