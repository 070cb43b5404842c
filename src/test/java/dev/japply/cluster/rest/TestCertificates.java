package dev.japply.cluster.rest;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// A certificate and its authority, and servers that show it. The JDK's API reads certificates and
/// does not write them, so this class has the DER of RFC 5280.
public final class TestCertificates {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final Duration VALIDITY = Duration.ofDays(90);

  private static final byte[] VERSION_3 = hex("a003020102");
  private static final byte[] ECDSA_WITH_SHA256 = hex("300a06082a8648ce3d040302");
  private static final byte[] RSA_WITH_SHA256 = hex("300d06092a864886f70d01010b0500");
  private static final byte[] IS_AUTHORITY = hex("300f0603551d130101ff040530030101ff");
  private static final byte[] SUBJECT_ALTERNATIVE_NAMES = hex("0603551d11");

  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;
  private static final int EXTENSIONS = 0xa3;

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Entry authority;
  private final Entry own;

  /// The certificates between the two.
  private final List<Entry> between;

  private TestCertificates(Entry authority, Entry own) {
    this(authority, own, List.of());
  }

  private TestCertificates(Entry authority, Entry own, List<Entry> between) {
    this.authority = authority;
    this.own = own;
    this.between = between;
  }

  /// Returns an authority that signs itself.
  ///
  /// @param more extensions in hexadecimal; without basic constraints it has the usual ones
  public static TestCertificates root(String... more) throws GeneralSecurityException {
    Instant now = Instant.now();
    Entry root = sign(null, keyPair(), extensions(IS_AUTHORITY, more), now, now.plus(VALIDITY));
    return new TestCertificates(root, root);
  }

  /// Returns an authority that signs itself by an RSA key of so many bits.
  public static TestCertificates rsaRoot(int bits) throws GeneralSecurityException {
    Instant now = Instant.now();
    Entry root = sign(null, rsaKeys(bits), IS_AUTHORITY, now, now.plus(VALIDITY));
    return new TestCertificates(root, root);
  }

  /// Returns an authority with an RSA key of so many bits that this one has signed.
  public TestCertificates rsaAuthority(int bits) throws GeneralSecurityException {
    Instant now = Instant.now();
    return below(sign(own, rsaKeys(bits), IS_AUTHORITY, now, now.plus(VALIDITY)));
  }

  /// Returns the certificate of a server with an RSA key of so many bits that this authority has
  /// signed.
  public TestCertificates rsaServer(String names, int bits) throws GeneralSecurityException {
    Instant now = Instant.now();
    return below(sign(own, rsaKeys(bits), names(names), now, now.plus(VALIDITY)));
  }

  /// Returns an authority that this one has signed.
  public TestCertificates authority(String... more) throws GeneralSecurityException {
    Instant now = Instant.now();
    return authority(now, now.plus(VALIDITY), more);
  }

  /// Returns an authority that this one has signed, valid from one time until another.
  public TestCertificates authority(Instant from, Instant until, String... more)
      throws GeneralSecurityException {
    return below(sign(own, keyPair(), extensions(IS_AUTHORITY, more), from, until));
  }

  /// Returns the certificate of a server that this authority has signed.
  public TestCertificates server(String names, String... more) throws GeneralSecurityException {
    Instant now = Instant.now();
    byte[] extensions = extensions(names.isEmpty() ? new byte[0] : names(names), more);
    return below(sign(own, keyPair(), extensions, now, now.plus(VALIDITY)));
  }

  private TestCertificates below(Entry signed) {
    var all = new ArrayList<Entry>();
    if (!own.equals(authority)) {
      all.add(own);
    }
    all.addAll(between);
    return new TestCertificates(authority, signed, all);
  }

  /// Returns the same without the certificates between it and the authority.
  public TestCertificates alone() {
    return new TestCertificates(authority, own);
  }

  /// Returns the same, trusted by the certificate that has signed it.
  public TestCertificates trustedByIssuer() {
    return new TestCertificates(between.getFirst(), own);
  }

  private static byte[] extensions(byte[] usual, String... more) {
    var all = new ByteArrayOutputStream();
    String text = String.join("", more);
    if (!text.startsWith("3012")) {
      all.writeBytes(usual);
    }
    all.writeBytes(hex(text));
    return all.toByteArray();
  }

  /// Returns an extension that permits or excludes names.
  ///
  /// @param names as `permitted=dns:a.example,ip:10.0.0.0/8`
  static String constraints(String names) {
    int equals = names.indexOf('=');
    byte[][] subtrees =
        Arrays.stream(names.substring(equals + 1).split(","))
            .map(name -> der(SEQUENCE, constraint(name)))
            .toArray(byte[][]::new);
    int tag = names.startsWith("permitted") ? 0xa0 : 0xa1;
    byte[] value = der(OCTET_STRING, der(SEQUENCE, der(tag, subtrees)));
    return HexFormat.of().formatHex(der(SEQUENCE, hex("0603551d1e0101ff"), value));
  }

  private static byte[] constraint(String name) {
    int slash = name.indexOf('/');
    if (slash < 0) {
      return generalName(name);
    }
    byte[] address = new InetSocketAddress(name.substring(3, slash), 0).getAddress().getAddress();
    byte[] range = Arrays.copyOf(address, 2 * address.length);
    for (int bit = 0; bit < Integer.parseInt(name.substring(slash + 1)); bit++) {
      range[address.length + bit / 8] |= (byte) (0x80 >> (bit % 8));
    }
    return der(IP_ADDRESS, range);
  }

  private record Entry(X509Certificate certificate, PrivateKey key) {}

  /// Returns a certificate signed by an authority of its own.
  ///
  /// @param names the server's addresses, such as `ip:127.0.0.1,dns:localhost`
  public static TestCertificates create(String names) throws GeneralSecurityException {
    return of(authority(), keyPair(), names);
  }

  /// Returns a certificate that is valid from one time until another.
  public static TestCertificates create(String names, Instant from, Instant until)
      throws GeneralSecurityException {
    return of(authority(), keyPair(), names, from, until);
  }

  /// Returns a certificate whose authority is valid from one time until another.
  public static TestCertificates ofAuthority(String names, Instant from, Instant until)
      throws GeneralSecurityException {
    return of(sign(null, keyPair(), IS_AUTHORITY, from, until), keyPair(), names);
  }

  /// Returns a certificate that is its own authority.
  public static TestCertificates selfSigned(String names, Instant from, Instant until)
      throws GeneralSecurityException {
    Entry own = sign(null, keyPair(), names(names), from, until);
    return new TestCertificates(own, own);
  }

  /// Returns the certificate as one that is its own authority.
  public TestCertificates asAuthority() {
    return new TestCertificates(own, own);
  }

  /// Returns a certificate for clients only that is its own authority.
  public static TestCertificates selfSignedForClients(String names)
      throws GeneralSecurityException {
    var both = new ByteArrayOutputStream();
    both.writeBytes(names(names));
    both.writeBytes(hex("30130603551d25040c300a06082b06010505070302"));
    Instant now = Instant.now();
    Entry own = sign(null, keyPair(), both.toByteArray(), now, now.plus(VALIDITY));
    return new TestCertificates(own, own);
  }

  /// Returns a certificate with an RSA key, signed by an authority of its own. All have the same
  /// key.
  public static TestCertificates rsa(String names) throws GeneralSecurityException {
    return of(authority(), rsaKeys(105, 1037), names);
  }

  /// Returns one with another RSA key.
  public static TestCertificates otherRsa(String names) throws GeneralSecurityException {
    return of(authority(), rsaKeys(179, 1697), names);
  }

  /// Returns another certificate, signed by the same authority.
  public TestCertificates another(String names) throws GeneralSecurityException {
    return of(authority, keyPair(), names);
  }

  /// Returns another certificate that is valid from one time until another.
  public TestCertificates another(String names, Instant from, Instant until)
      throws GeneralSecurityException {
    return of(authority, keyPair(), names, from, until);
  }

  private static KeyPair rsaKeys(int bits) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(bits);
    return generator.generateKeyPair();
  }

  /// The keys of the primes 2^1024 - `below` and 3 * 2^1022 + `above`: to find primes takes
  /// seconds.
  private static KeyPair rsaKeys(long below, long above) throws GeneralSecurityException {
    BigInteger p = BigInteger.TWO.pow(1024).subtract(BigInteger.valueOf(below));
    BigInteger q = BigInteger.valueOf(3).shiftLeft(1022).add(BigInteger.valueOf(above));
    BigInteger beforeP = p.subtract(BigInteger.ONE);
    BigInteger beforeQ = q.subtract(BigInteger.ONE);
    BigInteger e = RSAKeyGenParameterSpec.F4;
    BigInteger d = e.modInverse(beforeP.multiply(beforeQ));
    BigInteger n = p.multiply(q);
    var crt =
        new RSAPrivateCrtKeySpec(n, e, d, p, q, d.mod(beforeP), d.mod(beforeQ), q.modInverse(p));
    var factory = KeyFactory.getInstance("RSA");
    return new KeyPair(
        factory.generatePublic(new RSAPublicKeySpec(n, e)), factory.generatePrivate(crt));
  }

  private static Entry authority() throws GeneralSecurityException {
    return sign(null, keyPair(), IS_AUTHORITY, Instant.now(), Instant.now().plus(VALIDITY));
  }

  private static TestCertificates of(Entry authority, KeyPair keys, String names)
      throws GeneralSecurityException {
    return of(authority, keys, names, Instant.now(), Instant.now().plus(VALIDITY));
  }

  private static TestCertificates of(
      Entry authority, KeyPair keys, String names, Instant from, Instant until)
      throws GeneralSecurityException {
    return new TestCertificates(authority, sign(authority, keys, names(names), from, until));
  }

  private static byte[] names(String names) {
    byte[][] entries =
        Arrays.stream(names.split(",")).map(TestCertificates::generalName).toArray(byte[][]::new);
    byte[] value = der(OCTET_STRING, der(SEQUENCE, entries));
    return der(SEQUENCE, SUBJECT_ALTERNATIVE_NAMES, value);
  }

  private static byte[] generalName(String name) {
    String value = name.substring(name.indexOf(':') + 1);
    return name.startsWith("ip:")
        ? der(IP_ADDRESS, new InetSocketAddress(value, 0).getAddress().getAddress())
        : der(DNS_NAME, value.getBytes(StandardCharsets.US_ASCII));
  }

  private static KeyPair keyPair() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  /// @param issuer null if the certificate signs itself
  private static Entry sign(
      @Nullable Entry issuer, KeyPair keys, byte[] extension, Instant from, Instant until)
      throws GeneralSecurityException {
    var serial = new BigInteger(63, new SecureRandom()).setBit(62);
    String role = issuer == null ? "authority" : "server";
    var subject = new X500Principal("CN=%s of %x".formatted(role, serial));
    PrivateKey signer = issuer == null ? keys.getPrivate() : issuer.key();
    boolean isRsa = signer.getAlgorithm().equals("RSA");
    byte[] algorithm = isRsa ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;
    byte[] content =
        der(
            SEQUENCE,
            VERSION_3,
            der(0x02, serial.toByteArray()),
            algorithm,
            (issuer == null ? subject : issuer.certificate().getSubjectX500Principal())
                .getEncoded(),
            der(SEQUENCE, time(from), time(until)),
            subject.getEncoded(),
            keys.getPublic().getEncoded(),
            der(EXTENSIONS, der(SEQUENCE, extension)));
    var signature = Signature.getInstance(isRsa ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(signer);
    signature.update(content);
    byte[] all = der(SEQUENCE, content, algorithm, der(BIT_STRING, new byte[1], signature.sign()));
    var read = CertificateFactory.getInstance("X.509");
    return new Entry(
        (X509Certificate) read.generateCertificate(new ByteArrayInputStream(all)),
        keys.getPrivate());
  }

  private static byte[] time(Instant time) {
    return der(UTC_TIME, SECONDS.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  /// A value in DER: its tag, the length of its content in as few bytes as possible, its content.
  private static byte[] der(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length >= 0x100) {
      out.write(0x82);
      out.write(length >> 8);
    } else if (length >= 0x80) {
      out.write(0x81);
    }
    out.write(length);
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  /// The authority's certificate in PEM.
  public String authorityPem() throws GeneralSecurityException {
    return pem("CERTIFICATE", authority.certificate().getEncoded());
  }

  /// The certificate in PEM.
  public String pem() throws GeneralSecurityException {
    return pem("CERTIFICATE", own.certificate().getEncoded());
  }

  /// The private key in PEM, PKCS #8.
  public String keyPem() {
    return pem("PRIVATE KEY", own.key().getEncoded());
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  /// Whom the certificate is for.
  public String subject() {
    return own.certificate().getSubjectX500Principal().getName();
  }

  /// TLS with this certificate, for those who show one of `clients`, or none.
  public SSLContext context(List<TestCertificates> clients)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = emptyStore();
    for (TestCertificates client : clients) {
      trusted.setCertificateEntry("client-" + trusted.size(), client.authority.certificate());
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyStore shown = emptyStore();
    var chain =
        Stream.of(Stream.of(own), between.stream(), Stream.of(authority))
            .flatMap(entries -> entries)
            .map(Entry::certificate)
            .distinct()
            .toArray(Certificate[]::new);
    shown.setKeyEntry("server", own.key(), PASSWORD, chain);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(shown, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  /// The default type derives a key in 10,000 rounds whenever a key is set or read.
  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("JKS");
    store.load(null, null);
    return store;
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
      SSLContext context = context(List.of());
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
