package dev.japply.dist;

import dev.japply.cli.CommandHelp;
import dev.japply.cli.Manual;
import dev.japply.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes what lets bash, zsh and fish complete japply's commands and flags, where each shell looks
/// for it below a directory like `/usr/share`.
public final class Completions {
  private Completions() {}

  /// `Completions DIRECTORY`
  public static void main(String[] args) throws IOException {
    Path share = Path.of(args[0]);
    CommandHelp japply = Manual.read();
    write(share.resolve("bash-completion/completions/japply"), Shell.BASH.completion(japply));
    write(share.resolve("zsh/site-functions/_japply"), Shell.ZSH.completion(japply));
    write(share.resolve("fish/vendor_completions.d/japply.fish"), Shell.FISH.completion(japply));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
