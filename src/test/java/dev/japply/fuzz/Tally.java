package dev.japply.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What it took to read inputs.
///
/// @param reader who has read them
/// @param inputs how many
/// @param micros all their time, in microseconds
/// @param slowest the time of the slowest one, in microseconds
/// @param most the memory that one has asked for at most, in MB, given back or not
record Tally(String reader, long inputs, long micros, long slowest, long most) {
  private static final String MARK = "tally ";
  private static final String ROW = "%-14s %9s %9s %11s %8s%n";

  /// Both together.
  Tally plus(Tally other) {
    return new Tally(
        reader,
        inputs + other.inputs,
        micros + other.micros,
        Math.max(slowest, other.slowest),
        Math.max(most, other.most));
  }

  /// A line that [#parse] reads.
  String line() {
    return MARK + String.join(" ", reader, inputs + "", micros + "", slowest + "", most + "");
  }

  /// What a line says, if it is one of these.
  static Optional<Tally> parse(String line) {
    if (!line.startsWith(MARK)) {
      return Optional.empty();
    }
    String[] parts = line.substring(MARK.length()).split(" ", -1);
    long[] numbers = Stream.of(parts).skip(1).mapToLong(Long::parseLong).toArray();
    return Optional.of(new Tally(parts[0], numbers[0], numbers[1], numbers[2], numbers[3]));
  }

  /// A table of them, in which those of the same reader are one row, and a row of all.
  static String table(List<Tally> tallies) {
    var rows = new ArrayList<Tally>();
    for (String reader : tallies.stream().map(Tally::reader).distinct().sorted().toList()) {
      tallies.stream()
          .filter(tally -> tally.reader.equals(reader))
          .reduce(Tally::plus)
          .ifPresent(rows::add);
    }
    var text = new StringBuilder(ROW.formatted("", "inputs", "seconds", "slowest ms", "most MB"));
    rows.forEach(row -> text.append(row.row()));
    return text.append(all(rows).row()).toString();
  }

  /// All of them together.
  static Tally all(List<Tally> tallies) {
    return tallies.stream().reduce(new Tally("all", 0, 0, 0, 0), Tally::plus);
  }

  private String row() {
    String seconds = String.format(Locale.ROOT, "%.1f", micros / 1e6);
    return ROW.formatted(reader, inputs, seconds, slowest / 1_000, most);
  }
}
