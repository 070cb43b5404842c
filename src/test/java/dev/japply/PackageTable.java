package dev.japply;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The table of packages in `docs/architecture.md`: a row for each, below those that it uses.
record PackageTable(List<Row> rows) {
  private static final Pattern FENCED =
      Pattern.compile("<!-- packages -->\n(.*?)<!-- /packages -->", Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\| (P?) ?\\| (.*) \\| ([^|]*) \\|");
  private static final String HEAD = "| package | P | what it does | uses |\n|---|:-:|---|---|\n";

  /// One package, named from `dev.japply` on, or `dev.japply` itself.
  record Row(String name, boolean pure, String purpose, List<String> uses) {
    @Override
    public String toString() {
      String names = uses.isEmpty() ? "–" : uses.stream().map(Row::quote).collect(joining(" "));
      return "| %s | %s| %s | %s |".formatted(quote(name), pure ? "P " : "", purpose, names);
    }

    private static String quote(String name) {
      return "`" + name + "`";
    }
  }

  /// The table between the fences.
  static PackageTable parse(String page) {
    Matcher fenced = FENCED.matcher(page);
    if (!fenced.find()) {
      throw new AssertionError(
          "docs/architecture.md has no table between <!-- packages --> fences");
    }
    var rows = new ArrayList<Row>();
    Matcher row = ROW.matcher(fenced.group(1));
    while (row.find()) {
      String uses = row.group(4).replace("`", "").replace("–", "").trim();
      rows.add(
          new Row(
              row.group(1),
              !row.group(2).isEmpty(),
              row.group(3),
              uses.isEmpty() ? List.of() : List.of(uses.split(" ", -1))));
    }
    return new PackageTable(rows);
  }

  /// What the table says of packages that use each other like this, with what this one says of
  /// their purpose.
  ///
  /// @throws AssertionError when packages use each other in a circle
  PackageTable of(Map<String, Set<String>> uses) {
    var known = new LinkedHashMap<String, Row>();
    rows.forEach(row -> known.put(row.name(), row));
    List<String> order = order(uses);
    return new PackageTable(
        order.stream()
            .map(name -> {
              Row row = known.getOrDefault(name, new Row(name, false, "?", List.of()));
              List<String> used =
                  order.stream().filter(uses.getOrDefault(name, Set.of())::contains).toList();
              return new Row(name, row.pure(), row.purpose(), used);
            })
            .toList());
  }

  /// Each package after those that it uses, and by name where that leaves a choice.
  private static List<String> order(Map<String, Set<String>> uses) {
    var left = new TreeMap<String, Set<String>>(uses);
    var order = new ArrayList<String>();
    while (!left.isEmpty()) {
      String next =
          left.entrySet().stream()
              .filter(entry -> order.containsAll(entry.getValue()))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseThrow(() -> circle(left, order));
      order.add(next);
      left.remove(next);
    }
    return order;
  }

  private static AssertionError circle(Map<String, Set<String>> left, List<String> done) {
    var text = new StringBuilder("packages use each other in a circle:");
    left.forEach((name, uses) -> {
      var open = new TreeSet<>(uses);
      open.removeAll(done);
      text.append("\n").append(name).append(" uses ").append(open);
    });
    return new AssertionError(text);
  }

  /// The table as Markdown.
  @Override
  public String toString() {
    return HEAD + rows.stream().map(row -> row + "\n").collect(joining());
  }
}
