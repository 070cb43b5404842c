package dev.japply.cluster.config;

import java.net.URI;
import java.util.Locale;

/// The address of a server.
///
/// @param host the host name, or the IP address without brackets
/// @param port the port in the URL, else the scheme's default
public record Address(String host, int port) {
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;
  private static final int SOCKS_PORT = 1080;

  public static Address of(URI uri) {
    int usual =
        switch (String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT)) {
          case "https" -> HTTPS_PORT;
          case "socks5", "socks5h" -> SOCKS_PORT;
          default -> HTTP_PORT;
        };
    return new Address(unbracketed(uri.getHost()), uri.getPort() < 0 ? usual : uri.getPort());
  }

  static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
