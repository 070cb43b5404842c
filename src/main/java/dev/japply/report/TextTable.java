package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.problem.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table for people that fits a number of columns. Its first column is a path, which is never
/// cut: a row with a long one goes over two lines. The headings are above the first row.
final class TextTable {
  private static final String EMPTY = "-";

  /// The indentation of a note below its row.
  private static final int DEEPER = 6;

  private final List<Column> columns;
  private final List<String> headings;
  private final boolean grouped;
  private final List<Line> lines = new ArrayList<>();

  /// Creates an empty table.
  ///
  /// @param grouped whether notes without a column are above all rows that have the same notes, and
  ///   not below each row
  TextTable(List<Column> columns, List<String> headings, boolean grouped) {
    this.grouped = grouped;
    this.columns = List.copyOf(columns);
    this.headings = List.copyOf(headings);
  }

  /// The contents of a column. Notes, marks and times follow all values.
  enum Column {
    PATH,
    /// Values that are compared with those in the other columns of values.
    VALUE,
    NOTE,
    /// A mark. Below its row, it is replaced by the heading in lower case.
    MARK,
    TIME
  }

  /// A line of the table, without characters that control a terminal.
  ///
  /// @param cells the cells of a row, or one text between rows
  private record Line(List<String> cells, boolean isTitle) {}

  /// Adds a line above the following rows.
  void title(String text) {
    lines.add(new Line(List.of(TerminalText.line(text)), /* isTitle= */ true));
  }

  /// Adds a row, with a cell for each column.
  void row(List<String> cells) {
    lines.add(new Line(cells.stream().map(TerminalText::line).toList(), /* isTitle= */ false));
  }

  /// Returns the text.
  ///
  /// @param width the number of columns of the terminal
  String text(int width) {
    var rows = new ArrayList<List<String>>();
    rows.add(headings);
    for (Line line : lines) {
      if (!line.isTitle()) {
        rows.add(line.cells());
      }
    }
    var layout = new TableLayout(columns, rows, width);
    boolean above = grouped && layout.columns() < columns.size();
    if (above) {
      layout = new TableLayout(columns, rows, width - TableLayout.GAP);
    }
    int indent = TableLayout.INDENT + (above ? TableLayout.GAP : 0);
    String group = "";
    var text = new StringBuilder();
    boolean headed = false;
    for (Line line : lines) {
      if (line.isTitle()) {
        text.append(line.cells().getFirst()).append('\n');
        continue;
      }
      text.append(headed ? "" : line(layout, headings, indent));
      headed = true;
      List<String> shown = shown(layout, line.cells());
      String note = note(layout, shown);
      if (above && !note.equals(group)) {
        text.append(" ".repeat(TableLayout.INDENT)).append(note).append(":\n");
        group = note;
      }
      text.append(line(layout, shown, indent)).append(above ? "" : below(note, width));
    }
    return text.toString();
  }

  private List<String> shown(TableLayout layout, List<String> cells) {
    var values = new ArrayList<String>();
    for (int i = 0; i < cells.size(); i++) {
      if (columns.get(i) == Column.VALUE) {
        values.add(cells.get(i));
      }
    }
    List<String> cut = Excerpts.of(layout.room(), values);
    var shown = new ArrayList<String>();
    int next = 0;
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      shown.add(
          switch (columns.get(i)) {
            case VALUE -> cut.get(next++);
            case TIME -> layout.dates() ? date(cell) : cell;
            case PATH, NOTE, MARK -> cell;
          });
    }
    return shown;
  }

  private static String date(String time) {
    return time.substring(0, Math.min(TableLayout.DATE, time.length()));
  }

  /// Returns the cells of a row in the columns of the line. A path that is too long has a line of
  /// its own.
  private static String line(TableLayout layout, List<String> cells, int indent) {
    var line = new StringBuilder(" ".repeat(indent)).append(cells.getFirst());
    String above = "";
    if (cells.getFirst().length() > layout.width(0) && layout.columns() > 1) {
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

  private static String below(String note, int width) {
    if (note.isEmpty()) {
      return "";
    }
    String margin = "\n" + " ".repeat(DEEPER);
    List<String> parts = WrappedText.of(note, width - DEEPER);
    return (margin + String.join(margin, parts) + "\n").substring(1);
  }
}
