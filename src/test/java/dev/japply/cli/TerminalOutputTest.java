package dev.japply.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What others write in names, files and answers never reaches a terminal as something to obey, and
/// never begins a line.
@Tag("process")
class TerminalOutputTest extends OnPlayedApi {
  /// Clears the line, writes an error, rings, clears the screen, turns the direction of writing,
  /// and writes an error on a line of its own.
  private static final String HOSTILE =
      "x\u001b[2K\rerror: forged\u0007\u009b2J\u202e\u2028\u200b\nerror: forged\r\nWarning: forged";

  /// The same in JSON and ASCII, as YAML takes it, too.
  private static final String JSON = ascii(GoJson.write(Value.text(HOSTILE)));

  private static final String CONFIG_MAP = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private static String ascii(String text) {
    return text.chars()
        .mapToObj(c -> c < 0x7f ? Character.toString(c) : "\\u%04x".formatted(c))
        .collect(Collectors.joining());
  }

  /// What is printed for people is harmless.
  private static void assertHarmless(Program.Said said) {
    assertThat(said.err() + said.out()).as("%s", said).contains("forged");
    assertClean(said.err());
    assertClean(said.out());
  }

  private static void assertClean(String text) {
    assertThat(text.codePoints().filter(c -> c != '\n' && c != '\t').boxed())
        .as("%s", GoJson.write(Value.text(text)))
        .allMatch(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT)
        .doesNotContain(0x2028);
    assertThat(text.lines()).noneMatch(line -> line.matches("(error|Warning): forged.*"));
  }

  private static String configMap(String name, String more) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":%s%s}}"
        .formatted(name, more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"apiVersion\":\"v1\",\"kind\":HOSTILE,\"metadata\":{\"name\":\"n\"}}",
        "{\"apiVersion\":HOSTILE,\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"n\"}}",
        CONFIG_MAP + "\"metadata\":{\"name\":HOSTILE}}",
        "{\"apiVersion\":\"v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":HOSTILE}}",
        CONFIG_MAP + "\"metadata\":{\"name\":\"n\",\"namespace\":HOSTILE}}",
        CONFIG_MAP + "\"metadata\":{\"name\":\"n\",\"labels\":{HOSTILE:1}}}",
        "{HOSTILE:1,HOSTILE:2}",
        CONFIG_MAP + "\"metadata\":{\"name\":\"n\"},HOSTILE:1,HOSTILE:2}",
        "{HOSTILE:",
        "a: *HOSTILE",
      })
  void manifests(String manifest) throws IOException {
    String input = manifest.replace("HOSTILE", JSON);
    for (String verbosity : new String[] {"0", "1", "4", "8"}) {
      for (String order : new String[] {"", "input"}) {
        Program.Said said =
            order.isEmpty()
                ? japply(input, "apply", "-v=" + verbosity, "-f", "-")
                : japply(input, "diff", "-v=" + verbosity, "-f", "-");
        assertClean(said.err());
        assertClean(said.out());
      }
    }
  }

  @Test
  void linesOfWhatWasDone() throws IOException {
    assertHarmless(japply(configMap(JSON, ""), "apply", "-f", "-"));
  }

  @Test
  void kindsThatServersMakeUp() throws IOException {
    api.serve(HOSTILE);
    String input = "{\"apiVersion\":\"v1\",\"kind\":" + JSON + ",\"metadata\":{\"name\":\"n\"}}";
    assertHarmless(japply(input, "apply", "-f", "-"));
    assertHarmless(japply("", "apply", "view-last-applied", HOSTILE, "nothing"));
  }

  @Test
  void whatServersRefuse() throws IOException {
    api.refuse(body -> PlayedApi.status(422, HOSTILE, HOSTILE));
    api.refuse(body -> PlayedApi.status(400, HOSTILE, HOSTILE));
    api.refuse(body -> "not JSON " + HOSTILE);
    api.refuse(body ->
        PlayedApi.status(422, "Invalid", "m")
            .replaceFirst(
                "}$",
                ",\"details\":{\"causes\":[{\"field\":%1$s,\"message\":%1$s,\"reason\":%1$s}]}}"
                    .formatted(JSON.replace("\\", "\\\\"))));
    for (int i = 0; i < 4; i++) {
      assertHarmless(japply(configMap("\"c\"", ""), "apply", "-f", "-"));
    }
  }

  @Test
  void warningsOfServers() throws IOException {
    api.warn(new String("about \u202eforged".getBytes(UTF_8), ISO_8859_1));
    assertHarmless(japply(configMap("\"c\"", ""), "apply", "-f", "-"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4", "6", "8", "9", "10"})
  void requestsInTheLog(String level) throws IOException {
    api.refuse(body -> "not JSON " + HOSTILE);
    String labels = ",\"labels\":{\"a\":" + JSON + "}";
    assertHarmless(japply(configMap(JSON, labels), "apply", "-v=" + level, "-f", "-"));
  }

  @Test
  void filesAndTheirNames() throws IOException {
    Path file = directory.resolve("x\u001b[2K\nerror: forged.yaml");
    Files.writeString(file, "a: [");
    assertHarmless(japply("", "apply", "-f", file.toString()));
    assertHarmless(japply("", "apply", "-f", HOSTILE));
    assertHarmless(japply("", "merge", "--config", HOSTILE, "--live", HOSTILE));
  }

  @Test
  void whatUrlsAnswer() throws IOException, InterruptedException {
    Thread server;
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server = Thread.ofVirtual().start(() -> answer(listening));
      String url = "http://127.0.0.1:" + listening.getLocalPort() + "/a.yaml";
      Program.Said said = japply("", "apply", "-f", url);
      assertThat(said.err()).startsWith("error: " + url);
      assertClean(said.err());
    }
    server.join();
  }

  private static void answer(ServerSocket listening) {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        int unused = socket.getInputStream().read(new byte[4096]);
        String head = "HTTP/1.1 \u001b[2K\u0007\rerror: forged\r\nContent-Length: 0\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(UTF_8));
      } catch (IOException e) {
        return; // the test is over
      }
    }
  }

  @Test
  void arguments() throws IOException {
    assertHarmless(japply("", "apply", "--" + HOSTILE));
    assertHarmless(japply("", "apply", "-f", "-", HOSTILE));
    assertHarmless(japply("", HOSTILE));
    assertHarmless(japply("", "apply", "-f", "-", "-o", HOSTILE));
    assertHarmless(japply("", "apply", "-f", "-", "-l", HOSTILE));
    assertHarmless(japply("", "apply", "-f", "-", "-o", "jsonpath={" + HOSTILE));
    assertHarmless(japply(configMap("\"c\"", ""), "apply", "-f", "-", "--context", HOSTILE));
    assertHarmless(japply(configMap("\"c\"", ""), "apply", "-f", "-", "--kubeconfig", HOSTILE));
    assertHarmless(japply("", "apply", "view-last-applied", "configmap", HOSTILE));
    assertHarmless(japply("", "apply", "edit-last-applied", "configmap", HOSTILE));
  }

  @Test
  void credentialPlugins() throws IOException {
    Path config = directory.resolve("plugin");
    String[][] plugins = {
      {JSON, "[]"},
      {"\"/bin/echo\"", "[\"{\\\"kind\\\":\\\"ExecCredential\\\",\\\"apiVersion\\\":%s}\"]"},
    };
    for (String[] plugin : plugins) {
      String args = plugin[1].replace("%s", JSON.replace("\\", "\\\\").replace("\"", "\\\""));
      Files.writeString(
          config,
          """
          {"apiVersion":"v1","kind":"Config","current-context":"c",
           "clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:1"}}],
           "users":[{"name":"u","user":{"exec":{"apiVersion":"client.authentication.k8s.io/v1",
             "interactiveMode":"Never","command":%s,"args":%s,"installHint":%s}}}],
           "contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}]}
          """
              .formatted(plugin[0], args, JSON));
      Program.Said said =
          japply(configMap("\"c\"", ""), "apply", "-f", "-", "--kubeconfig", config.toString());
      assertThat(said.err()).startsWith("error: ").contains("forged");
      assertClean(said.err());
    }
  }

  @Test
  void kubeconfigs() throws IOException {
    Path config = directory.resolve("hostile");
    String unreadable = "{\"kind\":%s,\"apiVersion\":%1$s,%1$s:";
    String[] files = {
      "{\"current-context\":%s}",
      "{\"current-context\":%s,\"contexts\":[{\"name\":%1$s,\"context\":{\"cluster\":%1$s}}]}",
      "{\"current-context\":\"c\",\"contexts\":[{\"name\":\"c\",\"context\":{\"cluster\":\"c\"}}],"
          + "\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":%s}}]}",
      "{\"current-context\":\"c\",\"contexts\":[{\"name\":\"c\",\"context\":{\"cluster\":\"c\"}}],"
          + "\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":\"https://127.0.0.1:1\","
          + "\"certificate-authority\":%s}}]}",
      unreadable,
    };
    for (String file : files) {
      Files.writeString(config, file.formatted(JSON));
      Program.Said said =
          japply(configMap("\"c\"", ""), "apply", "-f", "-", "--kubeconfig", config.toString());
      assertThat(said.err())
          .startsWith("error: ")
          .contains(file.equals(unreadable) ? "did not find expected node content" : "forged");
      assertClean(said.err());
    }
  }

  @Test
  void preferences() throws IOException {
    Path file = directory.resolve("kuberc");
    Files.writeString(
        file,
        """
        {"apiVersion":"kubectl.config.k8s.io/v1beta1","kind":"Preference",
         "defaults":[{"command":"apply","options":[{"name":%s,"default":%1$s}]}]}
        """
            .formatted(JSON));
    assertHarmless(japply(configMap("\"c\"", ""), "apply", "-f", "-", "--kuberc", file.toString()));
  }

  private static String live(String name, String data, String applied) {
    return """
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%s,"namespace":"default",
     "resourceVersion":"1","uid":%1$s,"labels":{"l":"v"},"annotations":
      {"kubectl.kubernetes.io/last-applied-configuration":%s}},"data":%s}
    """
        .formatted(name, GoJson.write(Value.text(applied)), data);
  }

  private static String live(String data) {
    return live(
        "\"c\"",
        data,
        configMap("\"c\"", "").replaceFirst("}$", ",\"data\":" + data.replace("\\", "\\\\") + "}"));
  }

  @Test
  void diffs() throws IOException {
    api.put(CONFIG_MAPS + "/c", live("{\"k\":" + JSON + "}"));
    String changed = configMap("\"c\"", "").replaceFirst("}$", ",\"data\":{\"k\":\"new\"}}");
    Program.Said said = japply(changed, "diff", "-f", "-");
    assertThat(said.out()).contains("-  k: ").contains("@@");
    assertClean(said.out());
    assertClean(japply(changed, "diff", "--local", "-f", "-").out());
    assertHarmless(japply(configMap(JSON, ""), "diff", "-f", "-"));
  }

  /// Names of files may be printed by any program.
  @Test
  void filesForADiffProgram() throws IOException {
    Map<String, String> program = Map.of("KUBECTL_EXTERNAL_DIFF", "ls -N1");
    Program.Said said = api.run(program, configMap(JSON, ""), "diff", "-f", "-");
    assertThat(said.out()).contains("v1.ConfigMap.").contains("forged");
    assertClean(said.out());
  }

  @Test
  void pruning() throws IOException {
    api.put(CONFIG_MAPS + "/" + HOSTILE, live(JSON, "{}", configMap(JSON, "")));
    String input = configMap("\"e\"", ",\"labels\":{\"l\":\"v\"}");
    Program.Said said =
        japply(
            input,
            "apply",
            "-f",
            "-",
            "--prune",
            "-l",
            "l=v",
            "--prune-allowlist=core/v1/ConfigMap");
    assertThat(said.err()).contains("to be pruned");
    assertHarmless(said);
  }

  @Test
  void annotations() throws IOException {
    api.put(CONFIG_MAPS + "/c", live("{" + JSON + ":\"v\"}"));
    Path edited = Files.writeString(directory.resolve("edited"), configMap("\"c\"", ""));
    assertHarmless(
        api.run(Map.of("KUBE_EDITOR", "cp " + edited), "", "edit-last-applied", "configmap", "c"));
    api.put(CONFIG_MAPS + "/" + HOSTILE, live(JSON, "{}", configMap(JSON, "")));
    assertHarmless(japply(configMap(JSON, ""), "set-last-applied", "-f", "-"));
  }

  /// The header of a file that is opened again tells what is wrong, each on one line.
  @Test
  void filesToEdit() throws IOException {
    api.put(CONFIG_MAPS + "/c", live("{}"));
    Path kept = directory.resolve("kept");
    Path broken = Files.writeString(directory.resolve("broken"), "{\"kind\":" + JSON + "}");
    Path editor =
        Files.writeString(
            directory.resolve("editor"),
            "cp $1 " + kept + "$(ls " + kept + "* | wc -l); cp " + broken + " $1\n");
    var unused =
        api.run(
            Map.of("KUBE_EDITOR", "/bin/sh " + editor, "PATH", "/usr/bin:/bin"),
            "",
            "edit-last-applied",
            "configmap",
            "c");
    String second = Files.readString(Path.of(kept + "1"));
    assertThat(second).contains("Object 'apiVersion' is missing");
    assertThat(second.lines().limit(5)).allMatch(line -> line.startsWith("#"));
    assertThat(second.substring(0, second.lastIndexOf("\n#"))).doesNotContain("\u001b");
  }
}
