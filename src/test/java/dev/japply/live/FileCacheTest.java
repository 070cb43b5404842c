package dev.japply.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileCacheTest {

  @Test
  void namesFilesSoThatTheyCanBeRead() {
    assertThat(FileCache.name("10.0.0.1:6443/a?hash=0BC1Dx"))
        .isEqualTo("10.0.0.1=003a6443_a=003fhash=003d0+bc1d+x");
  }

  @Test
  void namesEachTextInAnotherWay() {
    var random = new Random(5);
    var texts = new HashSet<String>();
    var names = new HashSet<String>();
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      int length = random.nextInt(random.nextBoolean() ? 4 : 300);
      for (int j = 0; j < length; j++) {
        text.append("aA=./2e+_\u00e9B".charAt(random.nextInt(11)));
      }
      texts.add(text.toString());
      String name = FileCache.name(text.toString());
      names.add(name.toLowerCase(Locale.ROOT));
      assertThat(name).matches("[a-z0-9_+=.-]{0,240}");
    }
    assertThat(names).hasSameSizeAs(texts);
  }
}
