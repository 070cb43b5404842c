package dev.japply.cli.flags;

import dev.japply.object.LabelSelector;

/// The flag `--selector`.
public final class SelectorFlag {
  String text = "";

  /// Adds it to those of a command.
  ///
  /// @param help what the command does with the objects
  public void declare(Flags flags, String help) {
    flags.add("-l", "--selector").label("SELECTOR").help(help).text(text, value -> text = value);
  }

  /// As it is given; empty when it is not.
  public String text() {
    return text;
  }

  /// The labels that it asks for.
  public LabelSelector read() {
    return GoValues.selector(text);
  }
}
