package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskResponseCacheTest {
  @TempDir private Path root;

  /// What tells servers of one address apart stands behind it, as the file that holds the answers
  /// of both shows.
  @Test
  void anAnswerIsThatOfOneServer() {
    var answers = new DiskResponseCache(root, Clock.systemUTC());
    answers.put("https://a\nby proxy 1", "/api", "{}");
    assertThat(answers.get("https://a\nby proxy 1", "/api").map(String::new)).contains("{}");
    assertThat(answers.get("https://a\nby proxy 2", "/api")).isEmpty();
    assertThat(answers.get("https://b\nby proxy 1", "/api")).isEmpty();
  }
}
