package dev.japply.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AutoCloseableSoftAssertions;
import org.junit.jupiter.api.Test;

/// The lists of bugs keep step with the classes: `make mutants` takes too long to be run with each
/// change of a line that a bug quotes.
class MutantListsTest {
  private static final Path LISTS = Path.of("src/test/mutants");

  private static List<Mutant> mutants() throws IOException {
    var mutants = new ArrayList<Mutant>();
    for (Path list : Mutants.lists(LISTS)) {
      mutants.addAll(Suite.mutants(list));
    }
    return mutants;
  }

  @Test
  void everyBugFitsItsClassOnce() throws IOException {
    List<Mutant> mutants = mutants();
    assertThat(mutants).isNotEmpty();
    try (var softly = new AutoCloseableSoftAssertions()) {
      for (Mutant mutant : mutants) {
        softly.assertThatCode(mutant::source).doesNotThrowAnyException();
      }
    }
  }

  @Test
  void everyBugChangesItsClass() throws IOException {
    assertThat(mutants()).noneMatch(mutant -> mutant.from().equals(mutant.to()));
  }

  @Test
  void aNameInAListIsOfOneBug() throws IOException {
    assertThat(mutants()).extracting(Mutant::toString).doesNotHaveDuplicates();
  }

  @Test
  void testsThatHaveToCatchBugsAreThere() throws IOException {
    for (Mutant mutant : mutants()) {
      for (String test : mutant.suite().tests()) {
        Path path = Path.of("src/test/java/dev/japply", test.replace('.', '/'));
        assertThat(Files.isDirectory(path) || Files.exists(Path.of(path + ".java")))
            .as("%s: tests %s", mutant, test)
            .isTrue();
      }
    }
  }
}
