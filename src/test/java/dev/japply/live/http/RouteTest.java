package dev.japply.live.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final Optional<Route.Proxy> PROXY =
      Optional.of(new Route.Proxy("p", 3128, new Route.Http("", Optional.empty())));
  private final Optional<Tls> secure;

  RouteTest() throws GeneralSecurityException {
    this.secure = Optional.of(new JdkTls(null, null, ""));
  }

  /// A proxy would read what it relays.
  @Test
  void onlyWhatIsInClearIsRelayed() {
    assertThat(new Route("s", 80, Optional.empty(), PROXY).relay()).isPresent();
    assertThat(new Route("s", 443, secure, PROXY).relay()).isEmpty();
    assertThat(new Route("s", 80, Optional.empty(), Optional.empty()).relay()).isEmpty();
    assertThat(new Route("s", 443, secure, Optional.empty()).relay()).isEmpty();
    var socks = Optional.of(new Route.Proxy("p", 1080, new Route.Socks("", "")));
    assertThat(new Route("s", 80, Optional.empty(), socks).relay()).isEmpty();
  }

  @Test
  void addressesOfVersionSixAreInBrackets() {
    assertThat(new Route("::1", 443, secure, PROXY).authority()).isEqualTo("[::1]:443");
    assertThat(new Route("s", 443, secure, PROXY).authority()).isEqualTo("s:443");
  }
}
