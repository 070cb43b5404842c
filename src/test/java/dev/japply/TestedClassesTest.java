package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.japply.cli.Japply;
import dev.japply.tree.Json;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// What the tests test: with `-Djapply.home=DIRECTORY` the distribution in that directory, its
/// program where they run all of japply, its jar where they call classes.
class TestedClassesTest {
  private static final String HOME = System.getProperty("japply.home", "");

  /// Which tests run all of japply in this process even so, and why.
  private static final Map<String, String> IN_PROCESS =
      Map.of(
          "dev.japply.Program", "where no program is named",
          "dev.japply.cli.Ran$Setting", "with a cluster and a clock of the test's own",
          "dev.japply.cli.FullOutputTest", "with a standard output that takes nothing",
          "dev.japply.faults.Session", "with pauses of the test's own",
          "dev.japply.fuzz.Commands", "with a cluster of the test's own, again and again");

  @Test
  void classesAreOfTheDistributionWhereOneIsTested() throws Exception {
    if (HOME.isEmpty()) {
      assertThat(place(Json.class)).isEqualTo(Path.of("target/classes").toAbsolutePath());
      return;
    }
    for (var type :
        List.of(Json.class, CommandLine.class, JsonFactory.class, KubernetesClient.class)) {
      assertThat(place(type)).isEqualTo(Path.of(System.getProperty("japply.jar")));
    }
    assertThat(Program.executable()).isEqualTo(HOME + "/bin/japply");
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /// Others go through [Program], and so through the program.
  @Test
  void onlyTheseRunTheProgramInThisProcess() {
    var tests =
        new ClassFileImporter()
            .withImportOption(new ImportOption.OnlyIncludeTests())
            .importPackages("dev.japply");
    assertThat(tests)
        .filteredOn(TestedClassesTest::makesJapply)
        .extracting(JavaClass::getName)
        .containsExactlyInAnyOrderElementsOf(IN_PROCESS.keySet());
  }

  private static boolean makesJapply(JavaClass type) {
    return type.getConstructorCallsFromSelf().stream()
        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Japply.class));
  }
}
