package dev.japply.bench;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value.ListValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// All samples, and tables of their medians.
final class Results {
  private static final double MILLION = 1e6;
  private static final int CURVE_BASE = 1_000;

  private final List<Sample> samples = new ArrayList<>();

  void add(Sample sample) {
    samples.add(sample);
  }

  /// Writes `bench.md` and `bench.json`, and returns the former.
  String writeTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    String text = markdown();
    Files.writeString(directory.resolve("bench.md"), text);
    var values =
        new ListValue(samples.stream().<dev.japply.tree.Value>map(Sample::toValue).toList());
    Files.writeString(directory.resolve("bench.json"), GoJson.write(values) + "\n");
    return text;
  }

  private String markdown() {
    var text = new StringBuilder();
    table(text, "Seconds (medians), and how often japply is faster", this::times);
    table(text, "Seconds of CPU", what -> each(what, Sample::isTimed, Sample::cpu, MILLION, 2));
    table(text, "Peak memory in MB", what -> each(what, Sample::isTimed, Sample::peak, MILLION, 0));
    table(text, "Requests", what -> each(what, COUNTED, s -> s.traffic().requests(), 1, 0));
    table(
        text,
        "kB sent and received",
        what -> each(what, COUNTED, s -> s.traffic().bytes(), 1e3, 0));
    curve(text, "Unchanged objects", Step.UNCHANGED);
    curve(text, "Objects that are built", Step.BUILD);
    return text.toString();
  }

  private static final Predicate<Sample> COUNTED = Predicate.not(Sample::isTimed);

  private interface Row {
    List<String> of(Case what);
  }

  private void table(StringBuilder text, String title, Row row) {
    boolean ratios = title.startsWith("Seconds (");
    text.append("| ").append(title).append(" | japply | kubectl | Helm |");
    text.append(ratios ? " kubectl ÷ japply | Helm ÷ japply |\n" : "\n");
    text.append("|---|--:|--:|--:|").append(ratios ? "--:|--:|\n" : "\n");
    for (Case what : samples.stream().map(Sample::what).distinct().sorted().toList()) {
      text.append("| ").append(what).append(" | ");
      text.append(String.join(" | ", row.of(what))).append(" |\n");
    }
    text.append('\n');
  }

  private List<String> times(Case what) {
    var cells = new ArrayList<>(each(what, Sample::isTimed, Sample::wall, MILLION, 3));
    Optional<Double> own = median(what, Tool.JAPPLY, Sample::isTimed, Sample::wall);
    for (Tool other : List.of(Tool.KUBECTL, Tool.HELM)) {
      Optional<Double> its = median(what, other, Sample::isTimed, Sample::wall);
      cells.add(text(its.flatMap(time -> own.map(mine -> time / mine)), 1, 1));
    }
    return cells;
  }

  private List<String> each(
      Case what, Predicate<Sample> which, ToLongFunction<Sample> figure, double unit, int digits) {
    return Arrays.stream(Tool.values())
        .map(tool -> text(median(what, tool, which, figure), unit, digits))
        .toList();
  }

  private static String text(Optional<Double> number, double unit, int digits) {
    return number
        .map(value -> String.format(Locale.ROOT, "%." + digits + "f", value / unit))
        .orElse("–");
  }

  private Optional<Double> median(
      Case what, Tool tool, Predicate<Sample> which, ToLongFunction<Sample> figure) {
    long[] sorted =
        samples.stream()
            .filter(sample -> sample.what().equals(what) && sample.tool() == tool)
            .filter(which)
            .mapToLong(figure)
            .sorted()
            .toArray();
    return sorted.length == 0
        ? Optional.empty()
        : Optional.of((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0);
  }

  /// japply's time for a step, as a multiple of that for 1,000 objects.
  private void curve(StringBuilder text, String title, Step step) {
    Optional<Double> base = median(CURVE_BASE, step);
    List<Integer> counts =
        samples.stream()
            .map(sample -> sample.what().count())
            .distinct()
            .sorted()
            .filter(count -> median(count, step).isPresent())
            .toList();
    if (base.isEmpty() || counts.size() < 2) {
      return;
    }
    text.append(line(title, counts.stream().map(String::valueOf).toList()));
    text.append("|---|").append("--:|".repeat(counts.size())).append('\n');
    var multiples =
        counts.stream()
            .map(count -> text(median(count, step).map(time -> time / base.orElseThrow()), 1, 2));
    text.append(line("time ÷ that for " + CURVE_BASE, multiples.toList())).append('\n');
  }

  private Optional<Double> median(int count, Step step) {
    return median(new Case(count, step), Tool.JAPPLY, Sample::isTimed, Sample::wall);
  }

  private static String line(String title, List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| " + title + " | ", " |\n"));
  }
}
