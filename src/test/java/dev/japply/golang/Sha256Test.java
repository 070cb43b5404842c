package dev.japply.golang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {
  @Test
  void theDigestIsTheOneOfTheStandard() {
    assertThat(Sha256.hex("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        .isEqualTo(Sha256.hex(new byte[] {'a', 'b', 'c'}));
    assertThat(Sha256.hex(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void aTextIsInUtf8() {
    assertThat(HexFormat.of().formatHex(Sha256.of("ä€😀")))
        .isEqualTo("819fe77d1c7897c4c541e21c63d27154d46e12cc65074d8d9c874626a40a6074");
  }
}
