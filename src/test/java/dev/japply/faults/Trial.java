package dev.japply.faults;

import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Exchange;
import dev.japply.faults.Session.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// Plays cells: what the command finds, the run with the fault, and one more without.
final class Trial {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final Upstream upstream;
  private final Session session;
  private final Map<Command, Undisturbed> undisturbed = new ConcurrentHashMap<>();

  Trial(Upstream upstream, Session session) {
    this.upstream = upstream;
    this.session = session;
  }

  /// What came of a cell.
  ///
  /// @param start the objects before
  /// @param said what the run with the fault said
  /// @param exchanges what became of its requests
  /// @param end the objects afterwards
  /// @param again what the run without it said
  /// @param finish the objects at last
  record Played(
      Cell cell,
      Snapshot start,
      Said said,
      List<Exchange> exchanges,
      OtherWriter other,
      int hits,
      Snapshot end,
      Said again,
      Snapshot finish) {

    /// All that a failure needs.
    @Override
    public String toString() {
      return "%s%nstatus %d%n%s%s%s%nagain: status %d%n%s%s"
          .formatted(
              cell.name(),
              said.status(),
              said.out(),
              said.err(),
              exchanges.stream().map(Exchange::toString).collect(Collectors.joining("\n")),
              again.status(),
              again.out(),
              again.err());
    }
  }

  /// What the command does when nothing befalls it.
  Undisturbed undisturbed(Command command) {
    return undisturbed.computeIfAbsent(command, this::look);
  }

  private Undisturbed look(Command command) {
    warmUp(command, newId()); // fills what is kept for later runs
    String id = newId();
    prepare(command, id);
    Said said = run(command, id);
    List<Exchange> requests = session.relay().exchanges();
    Snapshot end = snapshot(command, id);
    Said again = run(command, id);
    Snapshot finish = snapshot(command, id);
    finish.delete(upstream);
    if (end.objects().keySet().stream()
        .anyMatch(path -> !end.normal(path, true).equals(finish.normal(path, true)))) {
      throw new IllegalStateException(command + " changes something when it is run again");
    }
    return new Undisturbed(said, requests, end, again);
  }

  private void warmUp(Command command, String id) {
    Snapshot start = prepare(command, id);
    run(command, id);
    start.delete(upstream);
  }

  private Said run(Command command, String id) {
    return session.run(args(command, id), command.input(id), () -> {});
  }

  /// The arguments, with the project file if the command is given one.
  private List<String> args(Command command, String id) {
    var args = new ArrayList<>(command.args(id));
    if (command.isOfPlan()) {
      args.add("--plan=" + plan());
    }
    if (command.moves(id).isEmpty()) {
      return args;
    }
    args.add("--project=" + session.write("project.yaml", command.moves(id)));
    return args;
  }

  Played play(Cell cell) {
    Command command = cell.command();
    undisturbed(command);
    String id = newId();
    Snapshot start = prepare(command, id);
    var other = new OtherWriter(upstream);
    var disturbance =
        new Disturbance(cell.fault(), cell.when(), cell.moment(), cell.lasting(), other);
    session.relay().begin(disturbance);
    Said said =
        session.run(
            args(cell, id),
            command.input(id),
            () -> {
              if (disturbance.isOver()) {
                session.relay().resume();
              }
            });
    List<Exchange> exchanges = session.relay().exchanges();
    session.relay().begin(Behaviour.FORWARD);
    Snapshot end = snapshot(command, id);
    Said again = run(command, id);
    Snapshot finish = snapshot(command, id);
    finish.delete(upstream);
    return new Played(cell, start, said, exchanges, other, disturbance.hits(), end, again, finish);
  }

  private List<String> args(Cell cell, String id) {
    var args = new ArrayList<>(args(cell.command(), id));
    if (cell.fault().needsTimeout()) {
      args.add("--request-timeout=500ms");
    }
    return args;
  }

  private Path plan() {
    return session.home().resolve("plan.json");
  }

  /// What the command finds; all requests from then on are its own.
  private Snapshot prepare(Command command, String id) {
    session.relay().begin(Behaviour.FORWARD);
    if (!command.before(id).isEmpty()) {
      Said said = session.run(command.argsBefore(id), command.before(id), () -> {});
      if (said.status() != 0) {
        throw new IllegalStateException(command + " cannot be prepared: " + said);
      }
    }
    if (command.isOfPlan()) {
      session.run(
          List.of("delete", "-f", "-", "--plan-out=" + plan()), command.before(id), () -> {});
    }
    if (command.isFirst()) {
      session.forget();
    }
    session.relay().begin(Behaviour.FORWARD);
    return snapshot(command, id);
  }

  private Snapshot snapshot(Command command, String id) {
    return Snapshot.of(upstream, session.namespace(), id, command.manifests(id));
  }

  private static String newId() {
    return "f%06d".formatted(NUMBERS.incrementAndGet());
  }
}
