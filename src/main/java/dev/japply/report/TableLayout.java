package dev.japply.report;

import dev.japply.report.TextTable.Column;
import java.util.Arrays;
import java.util.List;

/// The widths of the columns of a table. Times are cut to their dates. If the rows still do not
/// fit, notes go below them. A value is never cut: one that is longer than the room for values goes
/// below its row.
final class TableLayout {
  static final int INDENT = 2;
  static final int GAP = 2;

  /// The length of a date in a time such as `2026-11-01T00:00:00Z`.
  static final int DATE = 10;

  /// The length of values that have room in the rows of a table with notes at their end.
  private static final int LONG_VALUE = 40;

  /// The length of values that have room in the rows of every table.
  private static final int SHORT_VALUE = 12;

  /// The narrowest column of paths in a table with notes at the end of its rows.
  private static final int SHORT_PATH = 28;

  /// The narrowest column of paths in a table with notes below its rows.
  private static final int SHORTEST_PATH = 8;

  private final List<Column> columns;
  private final List<List<String>> rows;
  private final int width;
  private int[] widths = {};
  private int room;
  private boolean dates;

  /// Creates the layout for rows that fits a terminal.
  ///
  /// @param rows the cells of each row, headings first
  /// @param width the number of columns of the terminal
  TableLayout(List<Column> columns, List<List<String>> rows, int width) {
    this.columns = List.copyOf(columns);
    this.rows = List.copyOf(rows);
    this.width = width;
    fit();
  }

  /// Returns the number of columns in the line of a row, without notes below it.
  int columns() {
    return widths.length;
  }

  int width(int column) {
    return widths[column];
  }

  /// Whether the values of a row are in its line, and not below it.
  boolean isInLine(List<String> row) {
    return isInLine(row, room);
  }

  /// Whether times are cut to dates.
  boolean dates() {
    return dates;
  }

  private void fit() {
    for (boolean cutTimes : new boolean[] {false, true}) {
      int[] whole = whole(cutTimes);
      int most = room(whole);
      if (most >= Math.min(LONG_VALUE, longestValue(whole))) {
        choose(fitted(whole, most), most, cutTimes);
        return;
      }
    }
    int[] whole = whole(true);
    int[] narrow = whole.clone();
    narrow[0] -= excess(whole);
    if (narrow[0] >= SHORT_PATH && fitsMostPaths(narrow[0])) {
      choose(narrow, longestValue(whole), true);
    } else {
      fold(whole);
    }
  }

  private void choose(int[] line, int values, boolean cutTimes) {
    widths = line;
    room = values;
    dates = cutTimes;
  }

  /// Chooses the layout with notes below their rows.
  private void fold(int[] whole) {
    int kept = 0;
    for (Column column : columns) {
      kept += column == Column.PATH || column == Column.VALUE ? 1 : 0;
    }
    int[] line = Arrays.copyOf(whole, kept);
    int values = Math.max(room(line), Math.min(SHORT_VALUE, longestValue(line)));
    int[] narrow = fitted(line, values);
    int path = narrow[0] - Math.max(0, excess(narrow));
    narrow[0] = Math.max(Math.min(narrow[0], SHORTEST_PATH), path);
    choose(narrow, values, true);
  }

  private boolean fitsMostPaths(int length) {
    int longer = 0;
    for (List<String> row : rows) {
      longer += row.getFirst().length() > length ? 1 : 0;
    }
    return longer * 2 < rows.size();
  }

  /// Returns the number of columns that a line has beyond the terminal.
  private int excess(int[] line) {
    return Arrays.stream(line).sum() + INDENT + GAP * (line.length - 1) - width;
  }

  /// Returns the maximum length of values that fit the terminal, if all other cells are whole;
  /// negative if the other cells do not fit.
  private int room(int[] line) {
    int values = longestValue(line);
    while (values >= 0 && excess(cut(line, values)) > 0) {
      values--;
    }
    return values;
  }

  private int[] cut(int[] line, int values) {
    int[] cut = line.clone();
    for (int i = 0; i < cut.length; i++) {
      if (columns.get(i) == Column.VALUE) {
        cut[i] = Math.max(rows.getFirst().get(i).length(), Math.min(values, cut[i]));
      }
    }
    return cut;
  }

  /// Returns the widths that a line needs for the values of at most that length.
  private int[] fitted(int[] line, int values) {
    int[] fitted = line.clone();
    for (int i = 0; i < fitted.length; i++) {
      if (columns.get(i) == Column.VALUE) {
        fitted[i] = rows.getFirst().get(i).length();
        for (List<String> row : rows) {
          fitted[i] = isInLine(row, values) ? Math.max(fitted[i], row.get(i).length()) : fitted[i];
        }
      }
    }
    return fitted;
  }

  private boolean isInLine(List<String> row, int values) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) == Column.VALUE && row.get(i).length() > values) {
        return false;
      }
    }
    return true;
  }

  private int longestValue(int[] line) {
    int longest = 0;
    for (int i = 0; i < line.length; i++) {
      longest = columns.get(i) == Column.VALUE ? Math.max(longest, line[i]) : longest;
    }
    return longest;
  }

  /// Returns the widths of the longest cells. The terminal limits the widths of values.
  private int[] whole(boolean cutTimes) {
    int[] longest = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < longest.length; i++) {
        int length = row.get(i).length();
        if (columns.get(i) == Column.VALUE) {
          length = Math.min(width, length);
        } else if (columns.get(i) == Column.TIME && cutTimes) {
          length = Math.min(DATE, length);
        }
        longest[i] = Math.max(longest[i], length);
      }
    }
    return longest;
  }
}
