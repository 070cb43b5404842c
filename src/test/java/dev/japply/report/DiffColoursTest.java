package dev.japply.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.report.MessageWriter.DiffColours;
import org.junit.jupiter.api.Test;

class DiffColoursTest {
  /// A line that is removed looks as a file's name does when it begins with two hyphens.
  @Test
  void coloursAsDiffDoes() {
    String unified =
        """
        diff -u -N a b
        --- a
        +++ b
        @@ -1,3 +1,3 @@
         same
        --- removed
        -removed
        +++ added
        +added
        """;
    assertThat(DiffColours.of(unified).replace('\u001b', '^'))
        .isEqualTo(
            """
            ^[1mdiff -u -N a b^[0m
            ^[1m--- a^[0m
            ^[1m+++ b^[0m
            ^[36m@@ -1,3 +1,3 @@^[0m
             same
            ^[31m--- removed^[0m
            ^[31m-removed^[0m
            ^[32m+++ added^[0m
            ^[32m+added^[0m
            """);
  }
}
