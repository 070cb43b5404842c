package dev.japply.cli.flags;

/// A type of the values of flags.
public enum FlagType {
  BOOL,
  NUMBER,
  TIME,
  TEXT,
  TEXTS
}
