package dev.japply.diff;

/// Lines of one text that are replaced by lines of another: those from `oldStart` up to, not
/// including, `oldEnd`, by those from `newStart` up to `newEnd`. Lines count from 0. One of the two
/// runs may be empty, never both.
record Edit(int oldStart, int oldEnd, int newStart, int newEnd) {}
