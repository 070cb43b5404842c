package dev.japply.report;

import dev.japply.apply.NotReadyCause;
import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/// Messages about waiting for objects.
public final class ReadyText {
  private ReadyText() {}

  /// Returns a line such as `Deployment shop/web is ready`.
  public static String line(KubeObject object) {
    return object.key().subject() + " is ready";
  }

  /// Returns the lines below the problem of an object that is not ready: events, and the end of a
  /// log.
  static List<String> lines(NotReadyCause cause) {
    var lines = new ArrayList<String>();
    cause.notes().forEach(note -> lines.add("  " + note));
    if (!cause.log().isEmpty()) {
      lines.add("  log of " + cause.container() + ":");
      cause.log().forEach(line -> lines.add("    " + line));
    }
    return lines;
  }
}
