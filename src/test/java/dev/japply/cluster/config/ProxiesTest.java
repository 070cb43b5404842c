package dev.japply.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.rest.Loopback;
import dev.japply.cluster.rest.LoopbackServer;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
  private static final String PROXY = "http://proxy.example:3128";

  @ParameterizedTest
  @CsvSource({
    "https://api.example:6443, HTTPS_PROXY, true",
    "https://api.example:6443, https_proxy, true",
    "https://api.example:6443, HTTP_PROXY,  false",
    "http://api.example,       HTTP_PROXY,  true",
    "http://api.example,       HTTPS_PROXY, false",
    "https://api.example,      ALL_PROXY,   false",
    "https://localhost:6443,   HTTPS_PROXY, false",
    "https://127.0.0.1:6443,   HTTPS_PROXY, false",
    "'https://[::1]:6443',     HTTPS_PROXY, false"
  })
  void theVariableOfTheSchemeCounts(String server, String variable, boolean used) {
    assertThat(find(server, Map.of(variable, PROXY)).isPresent()).isEqualTo(used);
  }

  /// The results are those of Go 1.26.
  @ParameterizedTest
  @CsvSource({
    "api.example,      api.example,           true",
    "api.example,      example,               true",
    "api.example,      .example,              true",
    "api.example,      *.example,             true",
    "example,          .example,              false",
    "badexample,       example,               false",
    "api.example,      API.Example,           true",
    "api.example,      'a, api.example ,b',   true",
    "api.example,      api.example:443,       true",
    "api.example,      api.example:8443,      false",
    "api.example,      *,                     true",
    "api.example,      10.0.0.0/8,            false",
    "10.1.2.3,         10.0.0.0/8,            true",
    "11.1.2.3,         10.0.0.0/8,            false",
    "10.1.2.3,         10.1.2.3,              true",
    "10.1.2.3,         3,                     false",
    "10.1.2.3,         10.1.2.3:443,          true",
    "10.1.2.3,         10.1.2.3:80,           false",
    "'[fd00::5]',      '[fd00::5]:443',       true",
    "'[fd00::5]',      '[fd00::5]:80',        false",
    "'[fd00::5]',      '[fd00::0:5]',         false",
    "'[fd00::5]',      '[fd00::5]:',          true",
    "'[fd00::5]',      '[fd00::5]',           false",
    "'[fd00::5]',      fd00::5,               true",
    "'[fd00::5]',      ::ffff:10.0.0.0/104,   false",
    "'[::ffff:10.1.2.3]', ::ffff:10.0.0.0/104, true",
    "'[::ffff:10.1.2.3]', '[::ffff:10.1.2.3]', false",
    "10.1.2.3,         ::ffff:a00:0/104,      true",
    "10.1.2.3,         ::ffff:10.0.0.0/95,    false",
    "10.1.2.3,         ::ffff:10.0.0.0/96,    true",
    "10.1.2.3,         ::ffff:10.1.2.3/128,   true",
    "10.1.2.3,         [10.1.2.3],            false",
    "'[fd00::5]',      fd00::0:5,             true",
    "'[fd00::5]',      fd00::5:443,           false",
    "'[fd00::5]',      ::/0,                  true",
    "'[fd00::5]',      0.0.0.0/0,             false",
    "'[::ffff:10.1.2.3]', 10.0.0.0/8,         true",
    "'[::ffff:10.1.2.3]', 10.1.2.3,           true",
    "10.1.2.3,         ::ffff:10.0.0.0/104,   true",
    "11.1.2.3,         ::ffff:10.0.0.0/104,   false",
    "10.1.2.3,         ::fffe:0:0/95,         false",
    "10.1.2.3,         ::ffff:10.1.2.3,       true",
    "10.1.2.3,         ::/0,                  false",
    "10.1.2.3,         0.0.0.0/0,             true",
    "10.1.2.3,         10.0.0.0/08,           true",
    "10.1.2.3,         10.0.0.0/33,           false",
    "10.1.2.3,         010.1.2.3,             false",
    "10.1.2.3,         [10.1.2.3]:443,        true",
    "api.example,      [api.example]:443,     true",
    "api.example,      [api.example],         false",
    "abc,              abc:443,               true",
    "'[fd00::5]',      fd00::/8,              true",
    "'[fe00::5]',      fd00::/16,             false",
    "api.example,      '',                    false"
  })
  void noProxyNamesWhatIsReachedDirectly(String host, String noProxy, boolean direct) {
    Optional<URI> proxy =
        find("https://" + host + ":443", Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", noProxy));
    assertThat(proxy.isEmpty()).isEqualTo(direct);
  }

  @Test
  void capitalsComeFirst() {
    var both = Map.of("HTTPS_PROXY", PROXY, "https_proxy", "http://other:1");
    assertThat(find("https://api.example", both)).contains(URI.create(PROXY));
  }

  @Test
  void theKubeconfigsProxyCountsMore() {
    MapValue cluster = MapValue.of("proxy-url", Value.text("http://own:8"));
    ClusterConfig config = config("https://api.example", cluster);
    var environment = new Environment(Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", "*"), Path.of("/"));
    assertThat(new Proxies(environment).find(config)).contains(URI.create("http://own:8"));
  }

  @Test
  void aSchemeNeedNotBeGiven() {
    assertThat(find("https://api.example", Map.of("HTTPS_PROXY", "proxy.example:3128")))
        .contains(URI.create(PROXY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://", "https://", "socks5://", "http://a b"})
  void otherProxiesAreRefused(String proxy) {
    assertThatThrownBy(() -> find("https://api.example", Map.of("HTTPS_PROXY", proxy)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("\"" + proxy + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:s3cret@", "http://me:s3 cret@p"})
  void aPasswordIsNotTold(String proxy) {
    assertThatThrownBy(() -> find("https://api.example", Map.of("HTTPS_PROXY", proxy)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("me:***@")
        .hasMessageNotContaining("cret");
    MapValue cluster =
        MapValue.of("proxy-url", Value.text(proxy.replace("http", "x")))
            .with("server", Value.text("https://api.example"));
    assertThatThrownBy(() -> new KubeconfigCheck("c", cluster, "u", MapValue.EMPTY).run())
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("me:***@")
        .hasMessageNotContaining("cret");
  }

  @Test
  void requestsGoThroughTheProxy() {
    try (var proxy = new LoopbackServer()) {
      proxy.on("/api/v1/namespaces/n/configmaps/c", Answer.json(200, Loopback.FOUND));
      var environment =
          new Environment(Map.of("HTTP_PROXY", proxy.url(), "HOME", "/none"), Path.of("/none"));
      var connection =
          ConnectionOptions.DEFAULT.withOverrides(
              Overrides.NONE.withCluster("server", "http://api.invalid"));
      try (var cluster = Loopback.connect(connection, environment)) {
        assertThat(cluster.get(Loopback.CONFIG_MAPS, "n", "c")).isPresent();
      }
      assertThat(proxy.lines())
          .containsExactly("GET http://api.invalid/api/v1/namespaces/n/configmaps/c");
    }
  }

  private static Optional<URI> find(String server, Map<String, String> variables) {
    ClusterConfig config = config(server, MapValue.EMPTY);
    return new Proxies(new Environment(new LinkedHashMap<>(variables), Path.of("/"))).find(config);
  }

  private static ClusterConfig config(String server, MapValue cluster) {
    return new ClusterConfig(
        URI.create(server), "", "default", cluster, MapValue.EMPTY, null, "", "");
  }
}
