package dev.japply.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskedUrlTest {
  @ParameterizedTest
  @CsvSource({
    "https://me:pw@host:6443/x?y#z, https://me:***@host:6443/x?y#z",
    "https://me:p%40w@host, https://me:***@host",
    "https://me:@host, https://me:***@host",
    "https://:pw@host, https://:***@host",
    "https://me@host:6443, https://me@host:6443",
    "https://host:6443/a@b:c, https://host:6443/a@b:c",
    "https://host:6443/?a=b:c@d, https://host:6443/?a=b:c@d",
    "'https://me:pw@[::1]:6443/', 'https://me:***@[::1]:6443/'",
    "host:6443, host:6443",
    "'', ''",
    "a file.yaml, a file.yaml"
  })
  void showsAllButThePassword(String address, String shown) {
    assertThat(MaskedUrl.of(address)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "https://me:p^w@host/x, https://me:***@host/x",
    "https://me:p w@host/x, https://me:***@host/x",
    "https://me:p/w@host/x, https://me:***@host/x",
    "https://me:p#w@host/x, https://me:***@host/x",
    "https://me:p?w@host/x, https://me:***@host/x",
    "https://me:p@w@host/x, https://me:***@host/x",
    "https://me:p%w@host/x, https://me:***@host/x",
    "https://me:pw@ho_st/x, https://me:***@ho_st/x",
    "https://me:pw@host:port, https://me:***@host:port",
    "//me:pw@host, //me:***@host",
    "me:pw@host:6443, me:***@host:6443",
    "https//me:pw@host, https//me:***@host"
  })
  void showsNothingOfAPasswordInABadAddress(String address, String shown) {
    assertThat(MaskedUrl.of(address)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "https://me:pw@host/org/repo.git, https://host/org/repo.git",
    "https://token@host:8443/repo.git, https://host:8443/repo.git",
    "HTTP://me:p@w@host/repo, HTTP://host/repo",
    "https://me:p/w@host/repo, https://host/repo",
    "https://host/a@b/repo.git, https://host/a@b/repo.git",
    "ssh://git:pw@host/repo, ssh://git@host/repo",
    "ssh://git@host/repo, ssh://git@host/repo",
    "git@host:org/repo.git, git@host:org/repo.git",
    "host:org/re@po.git, host:org/re@po.git",
    "/srv/a@b:c/repo.git, /srv/a@b:c/repo.git",
    "file:///srv/a@b/repo.git, file:///srv/a@b/repo.git"
  })
  void isBareWithoutWhatLetsSomebodyIn(String address, String bare) {
    assertThat(MaskedUrl.bare(address)).isEqualTo(bare);
  }
}
