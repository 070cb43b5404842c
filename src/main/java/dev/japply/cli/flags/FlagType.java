package dev.japply.cli.flags;

/// The type of a flag's value.
public enum FlagType {
  BOOL,
  NUMBER,
  TIME,
  TEXT,
  TEXTS
}
