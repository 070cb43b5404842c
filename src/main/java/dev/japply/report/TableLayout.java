package dev.japply.report;

import dev.japply.report.TextTable.Column;
import java.util.Arrays;
import java.util.List;

/// The widths of the columns of a table. Values are cut where they are the same, times to their
/// dates. If the rows still do not fit, notes go below them.
///
/// @param widths the width of each column in the line, without notes below it
/// @param room the maximum length of values
/// @param dates whether times are cut to dates
record TableLayout(List<Integer> widths, int room, boolean dates) {
  static final int INDENT = 2;
  static final int GAP = 2;

  /// The length of a date in a time such as `2026-11-01T00:00:00Z`.
  static final int DATE = 10;

  /// The maximum length of values that are always whole in a table with notes at the end of its
  /// rows.
  private static final int LONG_VALUE = 40;

  /// The minimum length of cut values.
  private static final int SHORT_VALUE = 12;

  /// The narrowest column of paths in a table with notes at the end of its rows.
  private static final int SHORT_PATH = 28;

  /// The narrowest column of paths in a table with notes below its rows.
  private static final int SHORTEST_PATH = 8;

  TableLayout {
    widths = List.copyOf(widths);
  }

  /// Returns the layout for rows that fits a terminal.
  ///
  /// @param rows the cells of each row, headings first
  /// @param width the number of columns of the terminal
  static TableLayout of(List<Column> columns, List<List<String>> rows, int width) {
    return new Fit(columns, rows, width).layout();
  }

  /// The computation of a layout.
  private record Fit(List<Column> columns, List<List<String>> rows, int width) {
    TableLayout layout() {
      for (boolean dates : new boolean[] {false, true}) {
        int[] whole = whole(dates);
        int room = room(whole);
        if (room >= Math.min(LONG_VALUE, longestValue(whole))) {
          return layout(cut(whole, room), room, dates);
        }
      }
      int[] whole = whole(true);
      int least = Math.min(longestValue(whole), SHORT_VALUE);
      int room = room(whole);
      if (room >= least) {
        return layout(cut(whole, room), room, true);
      }
      int[] narrow = cut(whole, least);
      narrow[0] -= excess(narrow);
      return narrow[0] >= SHORT_PATH && fitsMostPaths(narrow[0])
          ? layout(narrow, least, true)
          : folded(whole);
    }

    private static TableLayout layout(int[] widths, int room, boolean dates) {
      return new TableLayout(Arrays.stream(widths).boxed().toList(), room, dates);
    }

    /// Returns the layout with notes below their rows.
    private TableLayout folded(int[] whole) {
      long kept =
          columns.stream()
              .filter(column -> column == Column.PATH || column == Column.VALUE)
              .count();
      int[] line = Arrays.copyOf(whole, (int) kept);
      int room = Math.max(room(line), Math.min(SHORT_VALUE, longestValue(line)));
      int[] narrow = cut(line, room);
      int path = narrow[0] - Math.max(0, excess(narrow));
      narrow[0] = Math.max(Math.min(narrow[0], SHORTEST_PATH), path);
      return layout(narrow, room, true);
    }

    private boolean fitsMostPaths(int length) {
      long longer = rows.stream().filter(row -> row.getFirst().length() > length).count();
      return longer * 2 < rows.size();
    }

    /// Returns the number of columns that a line has beyond the terminal.
    private int excess(int[] line) {
      return Arrays.stream(line).sum() + INDENT + GAP * (line.length - 1) - width;
    }

    /// Returns the maximum length of values that fit the terminal, if all other cells are whole;
    /// negative if the other cells do not fit.
    private int room(int[] line) {
      int room = longestValue(line);
      while (room >= 0 && excess(cut(line, room)) > 0) {
        room--;
      }
      return room;
    }

    /// Returns widths with values cut to `room`.
    private int[] cut(int[] line, int room) {
      int[] cut = line.clone();
      for (int i = 0; i < cut.length; i++) {
        if (columns.get(i) == Column.VALUE) {
          cut[i] = Math.max(rows.getFirst().get(i).length(), Math.min(room, cut[i]));
        }
      }
      return cut;
    }

    private int longestValue(int[] line) {
      int longest = 0;
      for (int i = 0; i < line.length; i++) {
        longest = columns.get(i) == Column.VALUE ? Math.max(longest, line[i]) : longest;
      }
      return longest;
    }

    /// Returns the widths of the longest cells. The terminal limits the widths of values.
    private int[] whole(boolean dates) {
      int[] widths = new int[columns.size()];
      for (List<String> row : rows) {
        for (int i = 0; i < widths.length; i++) {
          int most =
              switch (columns.get(i)) {
                case VALUE -> width;
                case TIME -> dates ? DATE : width;
                case PATH, NOTE, MARK -> Integer.MAX_VALUE;
              };
          widths[i] = Math.max(widths[i], Math.min(most, row.get(i).length()));
        }
      }
      return widths;
    }
  }
}
