package dev.japply.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final Route.Proxy PROXY = new Route.Proxy("p", 3128, new Route.Http("", null));
  private final Tls secure;

  RouteTest() throws GeneralSecurityException {
    this.secure = new JdkTls(null, null, "");
  }

  /// A proxy would read what it relays.
  @Test
  void onlyWhatIsInClearIsRelayed() {
    assertThat(new Route("s", 80, null, PROXY).relay()).isPresent();
    assertThat(new Route("s", 443, secure, PROXY).relay()).isEmpty();
    assertThat(new Route("s", 80, null, null).relay()).isEmpty();
    assertThat(new Route("s", 443, secure, null).relay()).isEmpty();
    var socks = new Route.Proxy("p", 1080, new Route.Socks("", ""));
    assertThat(new Route("s", 80, null, socks).relay()).isEmpty();
  }

  @Test
  void addressesOfVersionSixAreInBrackets() {
    assertThat(new Route("::1", 443, secure, PROXY).authority()).isEqualTo("[::1]:443");
    assertThat(new Route("s", 443, secure, PROXY).authority()).isEqualTo("s:443");
  }
}
