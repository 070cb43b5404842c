package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.FetchedRemotes.RelativeAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativeAddressTest {

  @ParameterizedTest
  @CsvSource({
    "https://git.example.com/shop/web, ../db, https://git.example.com/shop/db",
    "https://git.example.com/shop/web/, ../../x/db, https://git.example.com/x/db",
    "https://git.example.com/shop/web, ./db, https://git.example.com/shop/web/db",
    "git@git.example.com:shop/web, ../db, git@git.example.com:shop/db",
    "git@git.example.com:web, ../db, git@git.example.com:db",
    "file:///srv/web, https://git.example.com/db, https://git.example.com/db",
  })
  void startsFromTheRepository(String base, String address, String wanted) {
    assertThat(RelativeAddress.of(base, address)).isEqualTo(wanted);
  }
}
