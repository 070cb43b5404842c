package dev.japply.cluster.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.japply.cluster.http.SaidRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// A server behind TLS on loopback that sees who greets it: Java's own TLS, or the native library.
final class WatchedServer implements AutoCloseable {
  /// Stands in the list of ciphers that Java offers; the library has an extension instead.
  private static final short RENEGOTIATION = 0x00ff;

  private static final int RECORD_HEAD = 5;
  private static final int BEFORE_SESSION = 4 + 2 + 32;

  private final ServerSocket listening;
  private final List<Client> clients = new CopyOnWriteArrayList<>();
  private volatile Manner manner;

  enum Client {
    JAVA,
    LIBRARY,
    SILENT
  }

  /// How the connection ends after the answer.
  enum End {
    STAYS,
    GOODBYE,
    CUT,
    RESET
  }

  /// What is done with connections.
  ///
  /// @param allowed whose client certificates are asked for; none are when it is empty
  /// @param mute whether nothing is said to whoever comes
  record Manner(
      TestCertificates shown,
      String protocol,
      List<TestCertificates> allowed,
      String answer,
      End end,
      boolean mute) {
    Manner showing(TestCertificates other) {
      return new Manner(other, protocol, allowed, answer, end, mute);
    }

    Manner by(String otherProtocol) {
      return new Manner(shown, otherProtocol, allowed, answer, end, mute);
    }

    Manner allowing(TestCertificates... others) {
      return new Manner(shown, protocol, List.of(others), answer, end, mute);
    }

    Manner answering(String other, End otherEnd) {
      return new Manner(shown, protocol, allowed, other, otherEnd, mute);
    }

    Manner keepingSilent() {
      return new Manner(shown, protocol, allowed, answer, end, true);
    }
  }

  WatchedServer(TestCertificates shown) throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    manner = new Manner(shown, "TLSv1.3", List.of(), Loopback.FOUND_RESPONSE, End.STAYS, false);
    Thread.ofVirtual().start(this::accept);
  }

  Manner manner() {
    return manner;
  }

  void set(Manner other) {
    manner = other;
  }

  int port() {
    return listening.getLocalPort();
  }

  /// Who has come since this was asked last.
  List<Client> clients() {
    List<Client> seen = List.copyOf(clients);
    clients.clear();
    return seen;
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        Socket raw = listening.accept();
        Thread.ofVirtual().start(() -> serve(raw));
      }
    } catch (IOException e) {
      // Closed: nobody asks any more.
    }
  }

  private void serve(Socket raw) {
    Manner now = manner;
    try (raw) {
      byte[] hello = hello(raw.getInputStream());
      clients.add(client(hello));
      if (now.mute()) {
        raw.getInputStream().transferTo(OutputStream.nullOutputStream());
        return;
      }
      var secure =
          (SSLSocket)
              now.shown()
                  .context(now.allowed())
                  .getSocketFactory()
                  .createSocket(raw, new ByteArrayInputStream(hello), false);
      secure.setEnabledProtocols(new String[] {now.protocol()});
      secure.setNeedClientAuth(!now.allowed().isEmpty());
      if (isAgreed(secure)) {
        talk(raw, secure, now);
      } else {
        raw.shutdownOutput();
        raw.getInputStream().transferTo(OutputStream.nullOutputStream());
      }
    } catch (IOException e) {
      // The client has had enough.
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isAgreed(SSLSocket secure) throws IOException {
    try {
      secure.startHandshake();
      return true;
    } catch (SSLException e) {
      return false;
    }
  }

  private static byte[] hello(InputStream in) throws IOException {
    byte[] head = in.readNBytes(RECORD_HEAD);
    if (head.length < RECORD_HEAD) {
      return head;
    }
    byte[] body = in.readNBytes(ByteBuffer.wrap(head).getShort(3));
    return ByteBuffer.allocate(head.length + body.length).put(head).put(body).array();
  }

  private static Client client(byte[] hello) {
    if (hello.length <= RECORD_HEAD) {
      return Client.SILENT;
    }
    var rest = ByteBuffer.wrap(hello).position(RECORD_HEAD + BEFORE_SESSION);
    rest.position(rest.position() + 1 + rest.get(rest.position()));
    for (int left = rest.getShort(); left > 0; left -= 2) {
      if (rest.getShort() == RENEGOTIATION) {
        return Client.JAVA;
      }
    }
    return Client.LIBRARY;
  }

  private static void talk(Socket raw, SSLSocket secure, Manner now) throws IOException {
    while (SaidRequest.read(secure.getInputStream()).isPresent()) {
      secure.getOutputStream().write(now.answer().getBytes(ISO_8859_1));
      switch (now.end()) {
        case STAYS -> {}
        case GOODBYE -> secure.close();
        case CUT -> {
          return;
        }
        case RESET -> {
          raw.setSoLinger(true, 0);
          return;
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
