package dev.japply.report;

import dev.japply.problem.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A table for people that fits a number of columns. Paths and values are never cut: a row with a
/// long path goes over two lines, and long values are below their row. Notes without a column are
/// above all rows that have the same notes.
final class TextTable {
  private static final String EMPTY = "-";

  /// The further indentation of values below their row.
  private static final int DEEPER = 4;

  private final List<Column> columns;
  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  /// Creates an empty table.
  TextTable(List<Column> columns, List<String> headings) {
    this.columns = List.copyOf(columns);
    this.headings = List.copyOf(headings);
  }

  /// The contents of a column. Notes, marks and times follow all values.
  enum Column {
    PATH,
    VALUE,
    NOTE,
    /// A mark. Below its row, it is replaced by the heading in lower case.
    MARK,
    TIME
  }

  /// Adds a row, with a cell for each column.
  void row(List<String> cells) {
    rows.add(cells.stream().map(TerminalText::line).toList());
  }

  /// Returns the text.
  ///
  /// @param width the number of columns of the terminal
  String text(int width) {
    var all = new ArrayList<List<String>>();
    all.add(headings);
    all.addAll(rows);
    var layout = new TableLayout(columns, all, width);
    boolean grouped = layout.columns() < columns.size();
    if (grouped) {
      layout = new TableLayout(columns, all, width - TableLayout.GAP);
    }
    int indent = TableLayout.INDENT + (grouped ? TableLayout.GAP : 0);
    String group = "";
    var text = new StringBuilder(line(layout, headings, indent));
    for (List<String> row : rows) {
      List<String> shown = shown(layout, row);
      String note = note(layout, shown);
      if (grouped && !note.equals(group)) {
        text.append(" ".repeat(TableLayout.INDENT)).append(note).append(":\n");
        group = note;
      }
      text.append(row(layout, shown, indent));
    }
    return text.toString();
  }

  private List<String> shown(TableLayout layout, List<String> cells) {
    var shown = new ArrayList<>(cells);
    for (int i = 0; i < shown.size(); i++) {
      if (columns.get(i) == Column.TIME && layout.dates()) {
        shown.set(i, date(cells.get(i)));
      }
    }
    return shown;
  }

  private static String date(String time) {
    return time.substring(0, Math.min(TableLayout.DATE, time.length()));
  }

  /// Returns the line of a row, and its values below it, with the headings in lower case, if they
  /// are longer than their columns.
  private String row(TableLayout layout, List<String> cells, int indent) {
    if (layout.isInLine(cells)) {
      return line(layout, cells, indent);
    }
    int label = 0;
    for (int i = 0; i < cells.size(); i++) {
      label = columns.get(i) == Column.VALUE ? Math.max(label, headings.get(i).length()) : label;
    }
    var line = new ArrayList<>(cells);
    var values = new ArrayList<String>();
    for (int i = 0; i < cells.size(); i++) {
      if (columns.get(i) == Column.VALUE) {
        String heading = headings.get(i).toLowerCase(Locale.ROOT);
        values.add(
            heading + " ".repeat(label - heading.length() + TableLayout.GAP) + line.set(i, ""));
      }
    }
    return line(layout, line, indent) + below(indent, values);
  }

  /// Returns the cells of a row in the columns of the line. A path that is too long has a line of
  /// its own.
  private static String line(TableLayout layout, List<String> cells, int indent) {
    var line = new StringBuilder(" ".repeat(indent)).append(cells.getFirst());
    String above = "";
    boolean more = cells.subList(1, layout.columns()).stream().anyMatch(cell -> !cell.isEmpty());
    if (cells.getFirst().length() > layout.width(0) && more) {
      above = line + "\n";
      line.setLength(0);
    }
    int start = indent;
    for (int i = 1; i < layout.columns(); i++) {
      start += layout.width(i - 1) + TableLayout.GAP;
      line.append(" ".repeat(Math.max(0, start - line.length()))).append(cells.get(i));
    }
    return above + line.toString().stripTrailing() + "\n";
  }

  /// Returns the cells of a row that have no column in its line.
  private String note(TableLayout layout, List<String> cells) {
    var note = new StringBuilder();
    for (int i = layout.columns(); i < cells.size(); i++) {
      if (!cells.get(i).equals(EMPTY)) {
        Column column = columns.get(i);
        note.append(note.isEmpty() ? "" : column == Column.TIME ? ", " : "; ")
            .append(
                column == Column.MARK ? headings.get(i).toLowerCase(Locale.ROOT) : cells.get(i));
      }
    }
    return note.toString();
  }

  private static String below(int indent, List<String> lines) {
    String margin = " ".repeat(indent + DEEPER);
    return lines.stream().map(line -> margin + line + "\n").collect(Collectors.joining());
  }
}
