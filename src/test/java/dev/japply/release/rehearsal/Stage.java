package dev.japply.release.rehearsal;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/// The surroundings of a rehearsal.
///
/// @param root the directory of all that it makes
/// @param server the stand-in for GitHub
/// @param origin the repository, which has the tag
/// @param repository its name on the stand-in, as `OWNER/NAME`
/// @param tag the tag of the release
/// @param variables the variables of the repository
/// @param secrets its secrets
/// @param replaced the scripts that are replaced in each checkout by a stand-in, with its text
/// @param classes the class path of the stand-ins
/// @param out the log
record Stage(
    Path root,
    ReleaseServer server,
    Path origin,
    String repository,
    String tag,
    Map<String, String> variables,
    Map<String, String> secrets,
    Map<String, String> replaced,
    String classes,
    PrintStream out) {

  String version() {
    return tag.substring(1);
  }

  Path registry() {
    return root.resolve("registry");
  }

  String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin/java").toString();
  }

  /// The text of a program that runs a class of the rehearsal.
  String program(String type, String arguments) {
    return "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s.%s %s\n"
        .formatted(javaProgram(), classes, Stage.class.getPackageName(), type, arguments);
  }
}
