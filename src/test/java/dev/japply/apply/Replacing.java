package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.FakeCluster;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.Order;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A Secret of which a server takes no patch, and what becomes of it by `--force`.
abstract class Replacing {
  static final String KEY = "secrets default/s";

  /// `old-hunter2` and `new-hunter2`.
  static final String OLD_VALUE = "b2xkLWh1bnRlcjI=";

  static final String NEW_VALUE = "bmV3LWh1bnRlcjI=";
  static final MapValue OLD = secret(OLD_VALUE, "1");
  static final MapValue NEW = secret(NEW_VALUE, "");

  @TempDir Path copies;
  final FakeCluster cluster = new FakeCluster();
  final List<Event> events = new ArrayList<>();
  final Ending stop = new Ending();

  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  static MapValue secret(String value, String uid) {
    String metadata = uid.isEmpty() ? "" : ",'uid':'" + uid + "'";
    return json(
        "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s','namespace':'default'%s},"
                .formatted(metadata)
            + "'data':{'p':'"
            + value
            + "'}}");
  }

  String value() {
    return cluster.object(KEY).map("data").text("p");
  }

  @BeforeEach
  void live() {
    cluster.put(OLD);
  }

  static void invalid(String field, String message) {
    String details = "{'causes':[{'field':'%s','message':'%s'}]}".formatted(field, message);
    throw new ClusterException(422, "Invalid", "all of it", json(details));
  }

  static void immutable() {
    invalid("type", "field is immutable");
  }

  FakeCluster refusing() {
    return cluster.before("PATCH", Replacing::immutable);
  }

  /// The POST of the rehearsal goes through.
  FakeCluster refusingTheRealPost(Runnable how) {
    return refusing().before("POST", () -> {}).before("POST", how);
  }

  Tally apply(Rules rules, Duration timeout, MapValue tree) {
    var deletion = new DeletionOptions(Propagation.ORPHAN, 7, timeout);
    return apply(rules, new RecreateOptions(deletion, copies), tree);
  }

  Tally apply(Rules rules, RecreateOptions how, MapValue tree) {
    return apply(rules, new ApplyMethod.ClientSide(how), tree);
  }

  void apply(ApplyMethod method, MapValue tree) {
    apply(Rules.JAPPLY, method, tree);
  }

  private Tally apply(Rules rules, ApplyMethod method, MapValue tree) {
    var object = KubeObject.of(tree, new Origin("f", 1, 1));
    var targets = ResolvedObjects.find(cluster, /* enforced= */ false, List.of(object));
    var options = Options.of(Ways.planning(rules), new Schedule(Order.INPUT, 1), method);
    return new Apply(cluster, Apply.Settings.of(options), stop, Options.into(events))
        .run(targets.targets())
        .tally();
  }

  void apply() {
    apply(Rules.JAPPLY, Duration.ZERO, NEW);
  }

  List<String> verbs() {
    return cluster.requests.stream().map(request -> request.replaceAll(" .*", "")).toList();
  }

  String end() {
    return switch (events.getLast()) {
      case Event.Applied applied -> applied.outcome().word();
      case Event.Failed failed -> failed.problems().toString();
      case Event.Unknown unknown -> unknown.problem().toString();
      case Event.Stopped stopped -> ending(events.get(events.size() - 2));
      case Event other -> other.toString();
    };
  }

  private static String ending(Event event) {
    return event instanceof Event.Failed failed ? failed.problems().toString() : event.toString();
  }

  List<Path> kept() {
    try (Stream<Path> files = Files.list(copies)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void keptWithTheOldValue() throws IOException {
    Path file = kept().getFirst();
    assertThat(end()).contains(file.toString()).doesNotContain(OLD_VALUE, "hunter2");
    assertThat(Files.readString(file)).contains(OLD_VALUE).doesNotContain("\"uid\"");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
