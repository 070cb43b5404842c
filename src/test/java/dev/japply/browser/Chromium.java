package dev.japply.browser;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A Chromium without a window, driven by its DevTools protocol.
///
/// <https://chromedevtools.github.io/devtools-protocol/>
public final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final Duration START = Duration.ofSeconds(60);

  private final Process process;
  private final DevTools tools;

  private Chromium(Process process, DevTools tools) {
    this.process = process;
    this.tools = tools;
  }

  /// The program; empty where there is none.
  public static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Whether there is one.
  public static boolean isInstalled() {
    return program().isPresent();
  }

  /// Starts it.
  ///
  /// @param data an empty directory for all that it keeps
  public static Chromium start(Path program, Path data) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(
            program.toString(),
            "--headless=new",
            "--no-sandbox", // which root cannot have
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--no-first-run",
            "--hide-scrollbars",
            "--remote-debugging-port=0",
            "--user-data-dir=" + data,
            "about:blank");
    builder.environment().put("HOME", data.toString());
    builder.redirectErrorStream(true).redirectOutput(data.resolve("log").toFile());
    Process process = builder.start();
    try {
      return new Chromium(process, DevTools.connect(address(process, data)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      end(process);
      throw e;
    }
  }

  /// It writes its port and path into a file.
  private static URI address(Process process, Path data) throws IOException, InterruptedException {
    Path file = data.resolve("DevToolsActivePort");
    long end = System.nanoTime() + START.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() == 2) {
        return URI.create("ws://127.0.0.1:" + lines.getFirst() + lines.getLast());
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new IOException("Chromium does not start: " + Files.readString(data.resolve("log")));
  }

  /// A page of `width` pixels with the file.
  public Page open(Path file, int width) {
    MapValue target =
        tools.call("", "Target.createTarget", MapValue.of("url", Value.text("about:blank")));
    MapValue session =
        tools.call(
            "",
            "Target.attachToTarget",
            MapValue.of(
                    "targetId", target.get("targetId") instanceof Value id ? id : Value.text(""))
                .with("flatten", Value.bool(true)));
    var page = new Page(tools, session.text("sessionId"), target.text("targetId"));
    page.show(file.toUri(), width);
    return page;
  }

  @Override
  public void close() {
    tools.close();
    end(process);
  }

  private static void end(Process process) {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }
}
