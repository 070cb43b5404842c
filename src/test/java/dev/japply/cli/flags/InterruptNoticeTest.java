package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.CommandContext.InterruptNotice;
import org.junit.jupiter.api.Test;

class InterruptNoticeTest {
  @Test
  void isGivenOnce() {
    var notice = new InterruptNotice();
    int[] given = {0};
    notice.print(() -> given[0]++);
    notice.print(() -> given[0]++);
    assertThat(given[0]).isEqualTo(1);
  }
}
