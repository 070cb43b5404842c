package dev.japply.cli.run;

import dev.japply.apply.Event;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Explains once the failures that several objects have in common: a webhook that cannot be called,
/// and a missing permission. A webhook is reported with the configuration that has it.
public final class CommonFailures implements Consumer<Event> {
  private final Cluster cluster;
  private final Consumer<Event> events;
  private final Set<String> explained = new HashSet<>();

  /// The expressions, which are compiled after a failure only.
  private static final class Words {
    /// The failure of a webhook: its name, the request of the server, and the cause.
    static final Pattern WEBHOOK =
        Pattern.compile("failed calling webhook \"([^\"]*)\": (?:.*: Post \"[^\"]*\": )?(.*)");

    /// A missing permission: the verb, the resource, and the place.
    static final Pattern PERMISSION =
        Pattern.compile("cannot \\w+ resource \"[^\"]*\" in API group .*");

    /// The command in hints of [dev.japply.cluster.ServerProblems].
    static final Pattern LISTING =
        Pattern.compile(": kubectl get validatingwebhookconfigurations,\\S+$");

    private Words() {}
  }

  /// @param cluster the cluster with the webhooks, which is read only after a failure
  /// @param events receives all events
  public CommonFailures(Cluster cluster, Consumer<Event> events) {
    this.cluster = cluster;
    this.events = events;
  }

  private static Resource resource(String kind) {
    String all = kind + "WebhookConfiguration";
    String plural = all.toLowerCase(Locale.ROOT) + "s";
    return new Resource(Gvk.of("admissionregistration.k8s.io/v1", all), plural, false);
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.Failed(var desired, List<Problem> problems, PlannedObject planned)) {
      List<Problem> shown = problems.stream().map(this::explained).toList();
      events.accept(new Event.Failed(desired, shown, planned));
    } else {
      events.accept(event);
    }
  }

  private Problem explained(Problem problem) {
    Matcher webhook = Words.WEBHOOK.matcher(problem.what());
    if (webhook.find()) {
      return explained(problem, webhook.toMatchResult());
    }
    Matcher permission = Words.PERMISSION.matcher(problem.what());
    boolean repeated = permission.find() && !explained.add(permission.group());
    return repeated ? problem.reworded(problem.what(), "") : problem;
  }

  private Problem explained(Problem problem, MatchResult webhook) {
    String before = problem.what().substring(0, webhook.start());
    String name = webhook.group(1);
    if (!explained.add("webhook " + name)) {
      String what = before + "failed calling webhook \"" + name + "\", as before";
      return problem.reworded(what, "");
    }
    List<String> found = configurations(name);
    String of = found.isEmpty() ? "" : " of " + String.join(" or ", found);
    String what = before + "failed calling webhook \"" + name + "\"" + of + ": " + webhook.group(2);
    return problem.reworded(
        what, found.size() == 1 ? hint(problem, found.getFirst()) : problem.hint());
  }

  /// Returns the hint with the command for the one configuration.
  private static String hint(Problem problem, String configuration) {
    String command = ": kubectl edit " + argument(configuration);
    return Words.LISTING.matcher(problem.hint()).replaceFirst(Matcher.quoteReplacement(command));
  }

  private static String argument(String configuration) {
    return configuration.replace(' ', '/').toLowerCase(Locale.ROOT);
  }

  /// Returns the configurations with the webhook; empty if they cannot be read.
  private List<String> configurations(String webhook) {
    try {
      return Stream.of("Validating", "Mutating")
          .map(CommonFailures::resource)
          .flatMap(type ->
              cluster
                  .list(type, "", LabelSelector.EVERYTHING, found -> has(found, webhook))
                  .stream()
                  .map(found -> type.gvk().kind() + " " + found.map("metadata").text("name")))
          .toList();
    } catch (ClusterException e) {
      return List.of();
    }
  }

  private static boolean has(MapValue configuration, String webhook) {
    return configuration.maps("webhooks").stream()
        .anyMatch(each -> each.text("name").equals(webhook));
  }
}
