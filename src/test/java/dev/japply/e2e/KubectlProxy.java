package dev.japply.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// `kubectl proxy`: the API server without TLS, as its administrator, on loopback.
record KubectlProxy(Process process, String url) implements AutoCloseable {

  static KubectlProxy start(TestCluster server) throws IOException {
    Process process = server.kubectlProcess("proxy", "--port=0");
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null) {
      throw new IOException("kubectl proxy did not start");
    }
    return new KubectlProxy(process, "http://" + line.replaceAll(".* ", ""));
  }

  @Override
  public void close() {
    process.destroy();
  }
}
