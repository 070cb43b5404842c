package dev.japply.report;

import dev.japply.object.ObjectKey;
import dev.japply.object.SecretMask;
import dev.japply.report.PlanText.Block;
import dev.japply.report.StyledText.Style;
import dev.japply.report.Summary.End;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The planned changes of several targets in one text: a table of objects and targets, and below it
/// each change with the targets that have it. Only equal changes are one: similar ones, and those
/// whose values are masked, are others.
public final class TargetMatrix {
  private static final String ABSENT = "·";
  private static final String UNKNOWN = "?";
  private static final String SAME = "=";
  private static final int GAP = 2;

  private final List<TargetReport> targets;
  private final PlanText blocks;
  private final boolean hunks;
  private final Map<Object, Group> groups = new LinkedHashMap<>();
  private final Map<ObjectKey, Map<String, Cell>> rows = new LinkedHashMap<>();

  /// The report of one target.
  ///
  /// @param report null if the run for the target did not begin
  /// @param failed whether objects can be missing in the report
  public record TargetReport(String target, @Nullable RunReport report, boolean failed) {}

  /// An equal change of an object in some targets.
  private static final class Group {
    private final ReportedObject object;
    private final Block block;
    private final List<String> targets = new ArrayList<>();

    /// The number in the text, in the order of the objects.
    private int number;

    Group(ReportedObject object, Block block) {
      this.object = object;
      this.block = block;
    }

    String sign() {
      return block.sign() + number;
    }
  }

  /// The cell of an object and a target.
  ///
  /// @param sign the sign of an object that does not change
  /// @param group the change; null if nothing changes
  private record Cell(String sign, @Nullable Group group) {
    boolean isSame() {
      return group == null && sign.equals(SAME);
    }

    String text() {
      return group == null ? sign : group.sign();
    }
  }

  private TargetMatrix(List<TargetReport> targets, PlanText blocks, boolean hunks) {
    this.targets = targets;
    this.blocks = blocks;
    this.hunks = hunks;
  }

  /// Returns the text; empty if nothing changes in any target.
  ///
  /// @param blocks the form of the changes
  /// @param hunks whether changes are hunks of a diff, in place of blocks with reasons
  public static StyledText of(List<TargetReport> targets, PlanText blocks, boolean hunks) {
    var matrix = new TargetMatrix(targets, blocks, hunks);
    targets.forEach(matrix::add);
    return matrix.text();
  }

  private void add(TargetReport target) {
    if (target.report() == null) {
      return;
    }
    List<ReportedObject> objects = target.report().objects();
    List<Block> shown =
        hunks
            ? objects.stream().map(each -> PlanText.block(each, hunks(each.diff()))).toList()
            : blocks.blocks(objects);
    for (int i = 0; i < objects.size(); i++) {
      ReportedObject object = objects.get(i);
      rows.computeIfAbsent(object.object().key(), none -> new LinkedHashMap<>())
          .put(target.target(), cell(target.target(), object, shown.get(i)));
    }
  }

  private Cell cell(String target, ReportedObject object, Block block) {
    if (!object.changes()) {
      boolean same = object.end() == End.UNCHANGED || object.end() == End.KEPT;
      return new Cell(same ? SAME : block.sign(), null);
    }
    String text = block.body().text(false);
    boolean masked = text.contains(SecretMask.HIDDEN);
    Object key =
        List.of(
            object.object().key(),
            object.end(),
            block.becomes(),
            compared(text),
            masked ? target : "");
    Group group = groups.computeIfAbsent(key, none -> new Group(object, block));
    group.targets.add(target);
    return new Cell("", group);
  }

  /// Returns a text of hunks without the numbers of lines, which depend on the rest of the object.
  private static String compared(String text) {
    return text.replaceAll("(?m)^@@ .* @@$", "@@");
  }

  private static StyledText hunks(String diff) {
    var text = new StyledText();
    diff.lines()
        .forEach(line -> {
          Style style =
              switch (line.isEmpty() ? ' ' : line.charAt(0)) {
                case '-' -> Style.GONE;
                case '+' -> Style.NEW;
                case '@' -> Style.QUIET;
                default -> Style.PLAIN;
              };
          text.line(style, line);
        });
    return text;
  }

  private StyledText text() {
    var text = new StyledText();
    List<ObjectKey> changing =
        rows.keySet().stream()
            .filter(key -> !cells(key).values().stream().allMatch(Cell::isSame))
            .toList();
    if (changing.isEmpty()) {
      return text;
    }
    List<Group> ordered =
        changing.stream()
            .flatMap(key ->
                groups.values().stream().filter(group -> group.object.object().key().equals(key)))
            .toList();
    for (int i = 0; i < ordered.size(); i++) {
      ordered.get(i).number = i + 1;
    }
    addTable(text, changing);
    ordered.forEach(group -> add(text, group, targets.size()));
    int others = rows.size() - changing.size();
    if (others > 0) {
      text.line(
          Style.PLAIN,
          others == 1
              ? "1 object stays as it is in all targets that have it"
              : others + " objects stay as they are in all targets that have them");
    }
    return text;
  }

  private Map<String, Cell> cells(ObjectKey key) {
    return Objects.requireNonNull(rows.get(key));
  }

  private void addTable(StyledText text, List<ObjectKey> changing) {
    int first = changing.stream().mapToInt(key -> key.subject().length()).max().orElse(0);
    int width = first + targets.stream().mapToInt(target -> GAP + target.target().length()).sum();
    if (width > blocks.width()) {
      changing.forEach(key -> text.line(Style.PLAIN, key.subject() + ": " + listed(key)));
      return;
    }
    var heading = new StringBuilder(" ".repeat(first));
    for (TargetReport target : targets) {
      heading.append(" ".repeat(GAP)).append(target.target());
    }
    text.line(Style.QUIET, heading.toString());
    for (ObjectKey key : changing) {
      var line = new StringBuilder(key.subject());
      line.append(" ".repeat(first - line.length()));
      for (TargetReport target : targets) {
        String cell = cell(key, target);
        line.append(" ".repeat(GAP))
            .append(cell)
            .append(" ".repeat(Math.max(0, target.target().length() - cell.length())));
      }
      text.line(Style.PLAIN, line.toString().stripTrailing());
    }
  }

  private String cell(ObjectKey key, TargetReport target) {
    Cell cell = cells(key).get(target.target());
    if (cell != null) {
      return cell.text();
    }
    return target.failed() || target.report() == null ? UNKNOWN : ABSENT;
  }

  /// Returns the cells of an object with their targets, for tables that are too wide.
  private String listed(ObjectKey key) {
    var cells = new LinkedHashMap<String, List<String>>();
    for (TargetReport target : targets) {
      cells.computeIfAbsent(cell(key, target), none -> new ArrayList<>()).add(target.target());
    }
    return cells.entrySet().stream()
        .map(cell -> cell.getKey() + " " + String.join(" ", cell.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static void add(StyledText text, Group group, int targets) {
    text.line(
        group.block.style(),
        group.sign() + " ",
        "%s: %s, %s:"
            .formatted(
                WhyText.subject(group.object.object()),
                group.block.becomes(),
                where(group.targets, targets)));
    text.addAll(group.block.body());
  }

  /// Returns the targets with a change, such as `the same in prod-eu and prod-us`.
  private static String where(List<String> names, int targets) {
    if (names.size() == 1) {
      return "only " + names.getFirst();
    }
    if (names.size() == targets) {
      return "the same in all " + names.size() + " targets";
    }
    return "the same in "
        + String.join(", ", names.subList(0, names.size() - 1))
        + " and "
        + names.getLast();
  }
}
