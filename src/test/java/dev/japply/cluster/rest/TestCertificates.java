package dev.japply.cluster.rest;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/// A certificate and its authority, made by the JDK's keytool, and servers that show it.
public final class TestCertificates {
  private static final char[] PASSWORD = "password".toCharArray();

  private final Path file;
  private final String alias;
  private final KeyStore store;

  private TestCertificates(Path file, String alias) throws IOException, GeneralSecurityException {
    this.file = file;
    this.alias = alias;
    this.store = KeyStore.getInstance("PKCS12");
    try (var stream = Files.newInputStream(file)) {
      store.load(stream, PASSWORD);
    }
  }

  /// A certificate signed by an authority of its own.
  ///
  /// @param names whom it is for, as `ip:127.0.0.1`
  /// @param options further options of keytool for the certificate, as `-startdate -2d`
  public static TestCertificates create(Path directory, String names, String... options)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = Files.createTempFile(directory, "keys", ".p12");
    Files.delete(file);
    generate(file, "authority", List.of("-ext", "bc:c"));
    return signed(file, "server", names, options);
  }

  private static TestCertificates signed(Path file, String alias, String names, String... options)
      throws IOException, InterruptedException, GeneralSecurityException {
    var more = new ArrayList<>(List.of("-ext", "san=" + names, "-signer", "authority"));
    more.addAll(List.of(options));
    generate(file, alias, more);
    return new TestCertificates(file, alias);
  }

  /// Another certificate, signed by the same authority.
  public TestCertificates another(String names, String... options)
      throws IOException, InterruptedException, GeneralSecurityException {
    return signed(file, alias + "x", names, options);
  }

  private static void generate(Path file, String alias, List<String> options)
      throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var command = new ArrayList<>(List.of(keytool, "-genkeypair", "-keyalg", "EC"));
    command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias + " of " + file.getFileName()));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString()));
    command.addAll(List.of("-storepass", new String(PASSWORD)));
    command.addAll(options);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  /// The authority's certificate in PEM.
  public String authorityPem() throws GeneralSecurityException {
    return pem("CERTIFICATE", store.getCertificate("authority").getEncoded());
  }

  /// The certificate in PEM.
  public String pem() throws GeneralSecurityException {
    return pem("CERTIFICATE", store.getCertificate(alias).getEncoded());
  }

  /// The private key in PEM, PKCS #8.
  public String keyPem() throws GeneralSecurityException {
    return pem("PRIVATE KEY", store.getKey(alias, PASSWORD).getEncoded());
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  /// Whom the certificate is for.
  public String subject() throws GeneralSecurityException {
    return ((X509Certificate) store.getCertificate(alias)).getSubjectX500Principal().getName();
  }

  /// TLS with this certificate, for those who show one of `clients`, or none.
  public SSLContext context(List<TestCertificates> clients)
      throws GeneralSecurityException, IOException {
    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    for (TestCertificates client : clients) {
      trusted.setCertificateEntry(
          "client-" + trusted.size(), client.store.getCertificate("authority"));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    // Not the authority's, which the store has, too.
    var own = KeyStore.getInstance(KeyStore.getDefaultType());
    own.load(null, null);
    own.setKeyEntry(
        "server", store.getKey(alias, PASSWORD), PASSWORD, store.getCertificateChain(alias));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  /// A server that shows this certificate.
  public LoopbackServer server() {
    return serverWith();
  }

  /// A server that shows this certificate, and takes keys of those groups only, if there are any.
  public LoopbackServer serverWith(String... groups) {
    return new LoopbackServer(address -> httpsServer(address, groups));
  }

  private HttpServer httpsServer(InetSocketAddress address, String[] groups) {
    try {
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      HttpsServer server = HttpsServer.create(address, 0);
      server.setHttpsConfigurator(
          new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters connection) {
              SSLParameters parameters = context.getDefaultSSLParameters();
              if (groups.length > 0) {
                parameters.setNamedGroups(groups);
              }
              connection.setSSLParameters(parameters);
            }
          });
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
