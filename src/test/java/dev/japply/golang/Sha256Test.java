package dev.japply.golang;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Sha256Test {
  private static String expected(byte[] bytes) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void theDigestIsTheOneOfTheStandard() {
    assertThat(Sha256.hex("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(Sha256.hex(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void theDigestOfEachLengthIsTheOneOfTheJdk() throws NoSuchAlgorithmException {
    var random = new Random(33);
    for (int length = 0; length < 300; length++) {
      var bytes = new byte[length];
      random.nextBytes(bytes);
      assertThat(Sha256.hex(bytes)).as("length %d", length).isEqualTo(expected(bytes));
    }
    var bytes = new byte[1 << 20];
    random.nextBytes(bytes);
    assertThat(Sha256.hex(bytes)).isEqualTo(expected(bytes));
  }

  @Test
  void aTextIsInUtf8() throws NoSuchAlgorithmException {
    String text = "ä€😀";
    assertThat(HexFormat.of().formatHex(Sha256.of(text))).isEqualTo(expected(text.getBytes(UTF_8)));
  }
}
