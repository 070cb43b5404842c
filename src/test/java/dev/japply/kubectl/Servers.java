package dev.japply.kubectl;

import dev.japply.cluster.http.FakeProxy;
import dev.japply.cluster.http.FakeSocks;
import dev.japply.cluster.rest.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The servers, the proxy and the certificates of the tables, and what stands for them in a row.
final class Servers implements AutoCloseable {
  private final List<FakeApi> apis;
  private final FakeProxy proxy;
  private final FakeProxy tlsProxy;
  private final FakeSocks socks;
  private final ServerSocket silent;
  private final Map<String, String> shown = new LinkedHashMap<>();
  private final Map<String, String> names = new LinkedHashMap<>();

  Servers(Path directory) throws Exception {
    TestCertificates mine = TestCertificates.create("ip:127.0.0.1,dns:localhost,dns:api.example");
    TestCertificates named = TestCertificates.create("dns:named.example");
    TestCertificates me = TestCertificates.create("dns:me");
    TestCertificates other = TestCertificates.create("dns:other");
    TestCertificates rsa = TestCertificates.rsa("dns:rsa");
    var trusted = List.of(me, other, rsa);
    FakeApi secure = FakeApi.secure("secure", mine.context(trusted));
    FakeApi second = FakeApi.secure("second", mine.context(trusted));
    FakeApi picky = FakeApi.picky("picky", mine.context(trusted), "good");
    FakeApi plain = FakeApi.plain("plain");
    apis = List.of(secure, second, FakeApi.secure("named", named.context(trusted)), picky, plain);
    proxy = new FakeProxy(secure.port(), plain.port());
    tlsProxy = FakeProxy.secure(mine.context(trusted), secure.port(), plain.port());
    socks = new FakeSocks(secure.port(), plain.port());
    apis.forEach(this::show);
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    shown.put("$SILENT", "http://127.0.0.1:" + silent.getLocalPort());
    shown.put("$NOBODY", "127.0.0.1:" + freePort());
    shown.putAll(
        Map.of(
            "$PROXY", proxy.authority(),
            "$TLS_PROXY", tlsProxy.authority(),
            "$SOCKS", socks.authority()));
    certificate(directory, "CA", mine.authorityPem());
    certificate(directory, "NAMED_CA", named.authorityPem());
    certificate(directory, "CERT", me.pem());
    certificate(directory, "KEY", me.keyPem());
    certificate(directory, "OTHER_CERT", other.pem());
    certificate(directory, "OTHER_KEY", other.keyPem());
    certificate(directory, "RSA_CERT", rsa.pem());
    certificate(directory, "RSA_KEY", rsa.keyPem());
    certificate(directory, "OTHER_RSA_KEY", TestCertificates.otherRsa("dns:rsa").keyPem());
    shown.put("$RSA", rsa.subject());
    shown.put("$ME", me.subject());
    shown.put("$OTHER", other.subject());
    names.putAll(shown);
  }

  private void show(FakeApi api) {
    String name = "$" + api.name().toUpperCase(Locale.ROOT);
    shown.put(name, api.url());
    names.put(name + "_HOST", "127.0.0.1:" + api.port());
    names.put(name + "_PORT", String.valueOf(api.port()));
  }

  private void certificate(Path directory, String name, String pem) throws IOException {
    Path file = Files.writeString(directory.resolve(name + ".pem"), pem);
    byte[] bytes = pem.getBytes(StandardCharsets.UTF_8);
    names.put("$" + name + "_FILE", file.toString());
    names.put("$" + name + "_PEM", pem);
    shown.put("$" + name + "_DATA", Base64.getEncoder().encodeToString(bytes));
    names.put("$" + name + "_JSON", pem.replace("\n", "\\n"));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// The text with what the names in it stand for.
  String fill(String text) {
    String filled = text;
    for (var name : longestFirst()) {
      filled = filled.replace(name, names.getOrDefault(name, ""));
    }
    return filled;
  }

  /// The text with names in place of what they stand for.
  String plain(String text) {
    String plain = text;
    for (var entry : shown.entrySet()) {
      plain = plain.replace(entry.getValue(), entry.getKey());
      plain = plain.replace(entry.getValue().replaceFirst("https?://", ""), entry.getKey());
    }
    return plain;
  }

  private List<String> longestFirst() {
    return names.keySet().stream().sorted((a, b) -> b.length() - a.length()).toList();
  }

  /// What the servers and the proxy were asked since the last time.
  Facts takeFacts() {
    return new Facts(
        apis.stream().flatMap(api -> api.takeSeen().stream()).toList(),
        Stream.of(proxy.takeSeen(), tlsProxy.takeSeen(), socks.takeSeen())
            .flatMap(List::stream)
            .distinct()
            .toList());
  }

  @Override
  public void close() throws IOException {
    proxy.close();
    tlsProxy.close();
    socks.close();
    silent.close();
    apis.forEach(FakeApi::close);
  }
}
