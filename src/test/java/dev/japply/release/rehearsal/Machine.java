package dev.japply.release.rehearsal;

import java.util.Locale;

/// The machine of a runner, by system and processor as in the names of archives.
///
/// @param system such as `linux-x86_64`
record Machine(String system) {

  /// This machine.
  static Machine here() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    return new Machine(
        (os.startsWith("mac") ? "darwin" : os) + "-" + processor.replace("amd64", "x86_64"));
  }

  /// The machine of a runner of GitHub's.
  static Machine of(String label) {
    return new Machine(
        switch (label) {
          case "ubuntu-24.04" -> "linux-x86_64";
          case "ubuntu-24.04-arm" -> "linux-aarch64";
          case "macos-15" -> "darwin-aarch64";
          case "macos-15-intel" -> "darwin-x86_64";
          default -> throw new RehearsalException("the rehearsal has no runner " + label);
        });
  }

  boolean isHere() {
    return equals(here());
  }

  /// The value of `runner.os`.
  String os() {
    return system.startsWith("darwin") ? "macOS" : "Linux";
  }

  /// The text of a program `uname` of the machine.
  String uname() {
    return "#!/bin/sh\ncase ${1-} in -m) echo %s ;; *) echo %s ;; esac\n"
        .formatted(
            system.substring(system.indexOf('-') + 1), os().equals("macOS") ? "Darwin" : "Linux");
  }
}
