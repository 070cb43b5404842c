package dev.japply.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceTextTest {

  @ParameterizedTest
  @CsvSource({
    "61, a",
    "EFBBBF61, a",
    "FEFF00610062, ab",
    "FFFE61006200, ab",
    "C3A9, \u00e9",
    "F09F9880, \uD83D\uDE00",
    "FF61, \ufffda",
    "61E282, a\ufffd\ufffd",
    "E28261, \ufffd\ufffda",
    "C0AF, \ufffd\ufffd",
    "EDA080, \ufffd\ufffd\ufffd",
    "F8888080, \ufffd\ufffd\ufffd\ufffd",
    "80, \ufffd",
    "FEFFD8000061, \ufffda",
    "FFFE00DC6100, \ufffda",
    "FFFE3DD800DE, \uD83D\uDE00",
    "FFFE610062, a\ufffd",
  })
  void decodes(String hex, String text) {
    assertThat(SourceText.decode(HexFormat.of().parseHex(hex))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "61, 0",
    "EFBFBD, 0",
    "FF, 1",
    "610A0AC3, 3",
    "610A0AC328, 3",
    "FEFFD800, 1",
    "FFFE0A00DC, 2"
  })
  void findsBrokenBytes(String hex, int line) {
    assertThat(SourceText.brokenLine(HexFormat.of().parseHex(hex))).isEqualTo(line);
  }

  @Test
  void windowsLinesEndLikeOthers() {
    byte[] bytes = "a\r\nb\rc\r\n".getBytes(StandardCharsets.UTF_8);
    assertThat(SourceText.decode(bytes)).isEqualTo("a\nb\rc\n");
  }
}
