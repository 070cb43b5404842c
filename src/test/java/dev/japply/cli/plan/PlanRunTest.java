package dev.japply.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.plan.PlanCommand.PlanRun.File;
import dev.japply.cli.plan.PlanCommand.PlanRun.Output;
import dev.japply.cli.plan.PlanCreator.Extent;
import dev.japply.diff.Secrets;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// How much is made of a plan: what takes time is made only for those who see it.
class PlanRunTest {
  private static final ReportTarget REPORT =
      new ReportTarget(ReportFormat.HTML, Path.of("page.html"));

  private static Extent extent(boolean json, List<ReportTarget> reports, @Nullable Path out) {
    return new Output(
            json, new Blocks(false, false), Requests.HIDDEN, false, false, Secrets.MASKED, reports)
        .extent(new File(out, Duration.ZERO, "", List.of(), ""));
  }

  @Test
  void textNeedsNeitherEntriesNorLines() {
    assertThat(extent(false, List.of(), null))
        .isEqualTo(new Extent(Secrets.MASKED, /* kept= */ false, /* differences= */ false));
  }

  @Test
  void filesAndJsonNeedBoth() {
    var all = new Extent(Secrets.MASKED, /* kept= */ true, /* differences= */ true);
    assertThat(extent(false, List.of(), Path.of("plan.json"))).isEqualTo(all);
    assertThat(extent(true, List.of(), null)).isEqualTo(all);
  }

  @Test
  void reportsNeedLines() {
    assertThat(extent(false, List.of(REPORT), null))
        .isEqualTo(new Extent(Secrets.MASKED, /* kept= */ false, /* differences= */ true));
  }
}
