package dev.japply.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The cluster that the user's kubeconfig names when the tests begin.
///
/// @param kubeconfig a copy of that one context: who switches to another one meanwhile does not
///   send the tests there
record CurrentServer(Path kubeconfig) implements ApiServer {
  static CurrentServer of(String kubectl, Path directory) throws IOException {
    Path copy = Files.createFile(directory.resolve("kubeconfig"));
    String text =
        new Kubectl(kubectl, directory)
            .run("config", "view", "--raw", "--minify", "--flatten")
            .orFail()
            .out();
    return new CurrentServer(Files.writeString(copy, text));
  }

  @Override
  public Optional<Path> viewerKubeconfig() {
    return Optional.empty();
  }

  @Override
  public boolean outlivesTests() {
    return true;
  }

  @Override
  public void close() {
    // It is the user's.
  }
}
