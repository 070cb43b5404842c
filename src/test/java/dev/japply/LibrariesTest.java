package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// That japply needs no libraries but those in `libraries.txt`: pom.xml leaves out what fabric8 has
/// for each API group.
@Tag("verify")
class LibrariesTest {
  private static final Pattern USE = Pattern.compile(" +(\\S+) +-> (\\S+) +(.*)");

  /// Classes that name others which are not there, and why japply does without those.
  private static final Map<String, String> INCOMPLETE =
      Map.of(
          "io.fabric8.kubernetes.client.KubernetesClient",
          "programs that have a client have what it needs",
          "io.fabric8.kubernetes.client.readiness.Readiness",
          "the configuration of a client can hold one, and only a client asks it");

  private final Map<String, Set<String>> uses = new TreeMap<>();
  private final Set<String> missing = new HashSet<>();

  /// From japply's own classes to those that they use, those that these use, and so on.
  @Test
  void noClassIsMissingOfThoseThatJapplyReaches() throws Exception {
    readUses();
    assertThat(missing).as("what only these need").isNotEmpty();
    assertThat(reached(INCOMPLETE.keySet())).isNotEmpty().doesNotContainAnyElementsOf(missing);
    for (String incomplete : INCOMPLETE.keySet()) {
      var others = new HashSet<>(INCOMPLETE.keySet());
      others.remove(incomplete);
      assertThat(reached(others)).as(incomplete).containsAnyElementsOf(missing);
    }
  }

  private void readUses() throws IOException, URISyntaxException {
    List<String> jars = Libraries.jars();
    // None where the tests run the distribution: its jar has all in it.
    assertThat(jars.size()).isIn(0, Libraries.names().size());
    var args = new ArrayList<>(List.of("--multi-release", "21", "-v"));
    if (!jars.isEmpty()) {
      args.addAll(List.of("-cp", String.join(File.pathSeparator, jars)));
    }

    args.add(
        Path.of(Json.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    args.addAll(jars);
    var out = new StringWriter();
    int status =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(new PrintWriter(out), new PrintWriter(out), args.toArray(String[]::new));
    assertThat(status).as(out::toString).isZero();
    out.toString()
        .lines()
        .map(USE::matcher)
        .filter(use -> use.matches())
        .forEach(use -> {
          uses.computeIfAbsent(use.group(1), user -> new HashSet<>()).add(use.group(2));
          if (use.group(3).contains("not found") && !isOfTheJdk(use.group(2))) {
            missing.add(use.group(2));
          }
        });
  }

  /// A distribution's jar is a module, which does not require all of the JDK's.
  private static boolean isOfTheJdk(String name) {
    try {
      Class.forName(name, false, ClassLoader.getPlatformClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private Set<String> reached(Set<String> ends) {
    var reached = new HashSet<String>();
    var next = new ArrayDeque<String>();
    for (String user : uses.keySet()) {
      if (user.startsWith("dev.japply.")) {
        reached.add(user);
        next.add(user);
      }
    }
    while (!next.isEmpty()) {
      String user = next.remove();
      if (ends.contains(user)) {
        continue;
      }
      for (String used : uses.getOrDefault(user, Set.of())) {
        if (reached.add(used)) {
          next.add(used);
        }
      }
    }
    return reached;
  }
}
