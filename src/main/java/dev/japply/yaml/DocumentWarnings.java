package dev.japply.yaml;

import dev.japply.problem.Severity;
import java.util.ArrayList;
import java.util.List;

/// The notices about one document. Of many, the first ones are kept, and the number of the others.
final class DocumentWarnings {
  private static final int MOST = 100;

  private final List<DocumentWarning> kept = new ArrayList<>();
  private int more;
  private boolean hasError;

  void add(DocumentWarning notice) {
    boolean firstError = notice.severity() == Severity.ERROR && !hasError;
    if (kept.size() < MOST || firstError) {
      kept.add(notice);
      hasError |= firstError;
    } else {
      more++;
    }
  }

  List<DocumentWarning> all() {
    var all = new ArrayList<DocumentWarning>(kept);
    if (more > 0) {
      String what = "%d more are not listed".formatted(more);
      DocumentWarning last = kept.getLast();
      String hint = "correct the first ones";
      all.add(new DocumentWarning(Severity.WARNING, last.place(), what, hint, last.id()));
    }
    return all;
  }
}
