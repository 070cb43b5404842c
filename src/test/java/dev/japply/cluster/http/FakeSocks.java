package dev.japply.cluster.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A SOCKS proxy on loopback, version 5, which wants a password from those who have one. Wherever
/// it is asked to connect to, it connects to one server with TLS, or for port 80 to one without.
/// Notes `by SOCKS to name host:port` or `by SOCKS to address host:port`.
public final class FakeSocks extends LoopbackProxy {
  /// The password that it refuses.
  public static final String WRONG = "wrong";

  /// The host that it does not reach.
  public static final String UNREACHABLE = "unreachable.example";

  private final int securePort;
  private final int plainPort;

  public FakeSocks(int securePort, int plainPort) throws IOException {
    super(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    this.securePort = securePort;
    this.plainPort = plainPort;
    start();
  }

  @Override
  void serve(Socket client) {
    try (client) {
      var in = new DataInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      if (!admits(in, out)) {
        return;
      }
      in.readNBytes(3);
      String host = host(in);
      int port = in.readUnsignedShort();
      seen.add("by SOCKS to " + host + ":" + port);
      boolean there = !host.endsWith(UNREACHABLE);
      out.write(new byte[] {5, (byte) (there ? 0 : 4), 0, 1, 127, 0, 0, 1, 1, 1});
      if (there) {
        int target = port == 80 ? plainPort : securePort;
        try (var server = new Socket(InetAddress.getLoopbackAddress(), target)) {
          Thread.ofVirtual().start(() -> copy(in, server));
          server.getInputStream().transferTo(out);
        }
      }
    } catch (IOException e) {
      // The connection is over; what was seen counts.
    }
  }

  private boolean admits(DataInputStream in, OutputStream out) throws IOException {
    in.readByte();
    byte[] methods = in.readNBytes(in.readUnsignedByte());
    boolean known = methods.length > 1;
    out.write(new byte[] {5, (byte) (known ? 2 : 0)});
    if (!known) {
      return true;
    }
    in.readByte();
    String user = text(in);
    String password = text(in);
    seen.add("SOCKS credentials " + user + " " + password);
    boolean right = !password.equals(WRONG);
    out.write(new byte[] {1, (byte) (right ? 0 : 1)});
    return right;
  }

  private static String host(DataInputStream in) throws IOException {
    return switch (in.readByte()) {
      case 3 -> "name " + text(in);
      case 4 -> "address " + InetAddress.getByAddress(in.readNBytes(16)).getHostAddress();
      default -> "address " + InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
    };
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
  }
}
