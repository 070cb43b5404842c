package dev.japply.faults;

import dev.japply.faults.Fault.When;
import dev.japply.faults.Relay.Exchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The table faults × commands × moments: a fault may befall each request of a command, before the
/// server gets it and after, once, twice or from then on.
final class Cells {
  private Cells() {}

  /// All that there are.
  ///
  /// @param undisturbed which requests a command sends when nothing befalls it
  static List<Cell> all(Function<Command, Undisturbed> undisturbed) {
    var cells = new ArrayList<Cell>();
    for (Command command : Command.values()) {
      for (Exchange exchange : undisturbed.apply(command).exchanges()) {
        for (Fault fault : Fault.values()) {
          if (fault.fits(exchange.request())) {
            cells.addAll(of(command, fault, exchange.request().number()));
          }
        }
      }
    }
    return cells;
  }

  private static List<Cell> of(Command command, Fault fault, int moment) {
    var cells = new ArrayList<Cell>();
    for (When when : fault.whens()) {
      for (Lasting lasting : Lasting.values()) {
        cells.add(new Cell(command, fault, when, moment, lasting));
      }
    }
    return cells;
  }

  /// As few of them as it takes for every fault to meet every command, for every request to be met,
  /// and for every fault to come at each time and to last in each way.
  static Collection<Cell> choose(List<Cell> all, long seed) {
    return covering(shuffled(all, seed));
  }

  /// So many of them, first those by which most is met.
  static Collection<Cell> choose(List<Cell> all, int count, long seed) {
    List<Cell> shuffled = shuffled(all, seed);
    var cells = new LinkedHashSet<>(covering(shuffled));
    cells.addAll(shuffled);
    return cells.stream().limit(count).toList();
  }

  private static List<Cell> shuffled(List<Cell> all, long seed) {
    var shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled;
  }

  private static Set<Cell> covering(List<Cell> shuffled) {
    var chosen = new LinkedHashMap<Object, Cell>();
    for (Cell cell : shuffled) {
      chosen.putIfAbsent(List.of(cell.command(), cell.fault()), cell);
      chosen.putIfAbsent(List.of(cell.command(), cell.moment()), cell);
      chosen.putIfAbsent(List.of(cell.fault(), cell.when(), cell.lasting()), cell);
    }
    return new LinkedHashSet<>(chosen.values());
  }

  /// How many cells there are of each fault and command, as a table; and of each of the rest.
  static String counts(Collection<Cell> cells) {
    var table = new StringBuilder("%-20s".formatted("cells"));
    for (Command command : Command.values()) {
      table.append("%5s".formatted(command.letters()));
    }
    for (Fault fault : Fault.values()) {
      table.append("%n%-20s".formatted(fault.title()));
      for (Command command : Command.values()) {
        table.append(
            "%5d"
                .formatted(
                    cells.stream()
                        .filter(cell -> cell.fault() == fault && cell.command() == command)
                        .count()));
      }
    }
    table.append("%n%-20s".formatted("moments"));
    for (Command command : Command.values()) {
      table.append(
          "%5d"
              .formatted(
                  cells.stream()
                      .filter(cell -> cell.command() == command)
                      .map(Cell::moment)
                      .distinct()
                      .count()));
    }
    return table + "%n%s %s%n".formatted(by(cells, Cell::when), by(cells, Cell::lasting));
  }

  private static Map<Object, Long> by(Collection<Cell> cells, Function<Cell, Object> what) {
    return cells.stream().collect(Collectors.groupingBy(what, TreeMap::new, Collectors.counting()));
  }
}
