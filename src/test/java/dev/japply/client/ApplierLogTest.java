package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// The log of a program that applies a Secret, by SLF4J and a provider that prints.
@Tag("process")
class ApplierLogTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private static List<String> logged(String level) throws Exception {
    Process process =
        new ProcessBuilder(
                JAVA.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dslf4j.provider=" + Printing.class.getName(),
                "-Dlevel=" + level,
                Applying.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return out.lines().toList();
  }

  @Test
  void requestsHaveLinesAtDebug() throws Exception {
    assertThat(logged("DEBUG"))
        .isNotEmpty()
        .allMatch(line -> line.matches("DEBUG (GET|POST) http://\\S+ 404 in \\d+ ms"));
  }

  @Test
  void bodiesAreMaskedAtTrace() throws Exception {
    assertThat(logged("TRACE"))
        .anyMatch(line -> line.startsWith("TRACE Request: GET http://"))
        .anyMatch(line -> line.startsWith("TRACE Response body: "))
        .noneMatch(line -> line.contains("t0ken"));
  }

  @Test
  void nothingIsSaidAtInfo() throws Exception {
    assertThat(logged("INFO")).isEmpty();
  }

  /// Applies to a server that has nothing.
  static final class Applying {
    private Applying() {}

    public static void main(String[] args) throws Exception {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
          });
      server.start();
      Config config =
          new ConfigBuilder(Config.empty())
              .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
              .withOauthToken("t0ken")
              .build();
      String secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"}}";
      try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
        Applier.with(client).apply(Manifests.ofTrees(List.of((MapValue) Json.parse(secret))));
      } catch (JapplyException e) {
        // The server has nothing.
      }
      server.stop(0);
    }
  }

  /// A provider for SLF4J, which prints the lines of japply.
  public static final class Printing implements SLF4JServiceProvider {
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter contexts = new BasicMDCAdapter();

    @Override
    public ILoggerFactory getLoggerFactory() {
      return Printer::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
      return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
      return contexts;
    }

    @Override
    public String getRequestedApiVersion() {
      return "2.0.99";
    }

    @Override
    public void initialize() {}
  }

  private static final class Printer extends AbstractLogger {
    private static final long serialVersionUID = 1;

    private static final Level LEAST = Level.valueOf(System.getProperty("level"));

    Printer(String name) {
      this.name = name;
    }

    private boolean prints(Level level) {
      return name.startsWith("dev.japply") && level.toInt() >= LEAST.toInt();
    }

    @Override
    protected String getFullyQualifiedCallerName() {
      return "";
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
      if (prints(level)) {
        System.out.println(level + " " + MessageFormatter.basicArrayFormat(pattern, arguments));
      }
    }

    @Override
    public boolean isTraceEnabled() {
      return prints(Level.TRACE);
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
      return prints(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
      return prints(Level.DEBUG);
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
      return prints(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
      return prints(Level.INFO);
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
      return prints(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
      return prints(Level.WARN);
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
      return prints(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
      return prints(Level.ERROR);
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
      return prints(Level.ERROR);
    }
  }
}
