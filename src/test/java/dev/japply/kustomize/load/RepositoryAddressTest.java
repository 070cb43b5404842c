package dev.japply.kustomize.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The addresses that kustomize 5.7.1 takes, and what it makes of them.
class RepositoryAddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://git.example.com/shop/web | https://git.example.com/shop/web | ''",
        "https://git.example.com/shop/web/a/b?ref=v1 | https://git.example.com/shop/web | a/b",
        "https://git.example.com/x/shop/web//a?ref=v1 | https://git.example.com/x/shop/web | a",
        "https://git.example.com/x/shop/web.git/a | https://git.example.com/x/shop/web.git | a",
        "https://git.example.com/shop/web.git// | https://git.example.com/shop/web.git | ''",
        "https://az.example.com/o/p/_git/web/a/b | https://az.example.com/o/p/_git/web | a/b",
        "https://az.example.com/o/p/_git/web | https://az.example.com/o/p/_git/web | ''",
        "github.com/shop/web/a?ref=v1 | https://github.com/shop/web | a",
        "GitHub.com:shop/web | https://github.com/shop/web | ''",
        "http://github.com/shop/web.git | https://github.com/shop/web.git | ''",
        "HTTPS://github.com:444/shop/web | https://github.com/shop/web | ''",
        "ssh://github.com/shop/web | github.com:shop/web | ''",
        "git@github.com/shop/web/a | git@github.com:shop/web | a",
        "ssh://git@github.com/shop/web/a | git@github.com:shop/web | a",
        "git@git.example.com:shop/web.git//a | git@git.example.com:shop/web.git | a",
        "git@git.example.com/shop/web.git//a | git@git.example.com/shop/web.git | a",
        "ssh://git@git.example.com:7999/shop/web//a | ssh://git@git.example.com:7999/shop/web | a",
        "git::https://git.example.com/shop/web//a | https://git.example.com/shop/web | a",
        "GIT::git@git.example.com:shop/web | git@git.example.com:shop/web | ''",
        "file:///srv/web.git/a | file:///srv/web.git | a",
        "file:///srv/shop/web//a/b | file:///srv/shop/web | a/b",
        "file:///srv/shop/web | file:///srv/shop/web | ''",
        "file://git@srv/web | file://git@srv/web | ''",
      })
  void namesARepositoryAndAFolder(String text, String repository, String path) {
    assertThat(RepositoryAddress.parse(text))
        .hasValueSatisfying(address -> {
          assertThat(address.repository()).isEqualTo(repository);
          assertThat(address.path()).isEqualTo(path);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ref=v1 | v1 | 27000 | true",
        "version=v2 | v2 | 27000 | true",
        "ref=v1&version=v2 | v1 | 27000 | true",
        "ref=&version=v2 | v2 | 27000 | true",
        "ref=a%2Fb+c | a/b c | 27000 | true",
        "ref=a&ref=b | a | 27000 | true",
        "ref=a;b | '' | 27000 | true",
        "ref=%zz | '' | 27000 | true",
        "timeout=61 | '' | 61000 | true",
        "timeout=1m30s | '' | 90000 | true",
        "timeout=-1m | '' | 27000 | true",
        "timeout=soon | '' | 27000 | true",
        "submodules=false | '' | 27000 | false",
        "submodules=0 | '' | 27000 | false",
        "submodules=no | '' | 27000 | true",
      })
  void readsWhatIsAskedFor(String query, String ref, long millis, boolean submodules) {
    assertThat(RepositoryAddress.parse("https://git.example.com/shop/web?" + query))
        .map(RepositoryAddress::query)
        .contains(new RepositoryAddress.Query(ref, Duration.ofMillis(millis), submodules));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base",
        "../base",
        "/srv/web.git",
        "vendor/github.com/shop/web",
        "gh:shop/web",
        "git://git.example.com/shop/web",
        "git::web",
        "ssh://git.example.com",
        "https://github.com/shop",
        "https://git.example.com?ref=v1",
        "https://github.com/shop/web.git//a/../../b",
        "file:////srv//web",
        "git@ssh://github.com/shop/web.git//a",
        "",
      })
  void allElseIsAPath(String text) {
    assertThat(RepositoryAddress.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "github.com/shop/web, true",
    "https://github.com/shop/web/a?ref=v1, true",
    "https://git.example.com/shop/web.git/a, true",
    "https://git.example.com/shop/web//a, true",
    "https://az.example.com/o/p/_git/web, true",
    "https://git.example.com/shop/web/a, false",
    "https://github.com/shop/web/releases/download/v1/all.yaml, false",
    "https://git.example.com/shop/web.git/a.yml?ref=v1, false",
  })
  void aFileIsAskedForWhereOneMayBe(String text, boolean plain) {
    assertThat(RepositoryAddress.parse(text)).map(RepositoryAddress::isPlain).contains(plain);
  }
}
