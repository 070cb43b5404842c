package dev.japply.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteLimitTest {

  @Test
  void readsAsMuchAsIsAllowed() throws IOException {
    var limit = new ByteLimit(3);
    assertThat(limit.read(new ByteArrayInputStream(new byte[] {1, 2, 3}))).containsExactly(1, 2, 3);
    assertThat(limit.read(InputStream.nullInputStream())).isEmpty();
  }

  /// A stream that is longer than one step is read in pieces.
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 4 << 20})
  void readsLongStreamsWhole(int more) throws IOException {
    byte[] bytes = new byte[(4 << 20) + more];
    for (int i = 0; i < bytes.length; i += 4096) {
      bytes[i] = (byte) (i >> 12);
    }
    bytes[bytes.length - 1] = 7;
    var limit = new ByteLimit(bytes.length);
    assertThat(Arrays.equals(limit.read(new ByteArrayInputStream(bytes)), bytes)).isTrue();
    assertThatThrownBy(() -> new ByteLimit(bytes.length - 1).read(new ByteArrayInputStream(bytes)))
        .isInstanceOf(ByteLimit.Exceeded.class);
  }

  @Test
  void readsOneByteMoreThanIsAllowedAndNoFurther() {
    var endless = new Endless();
    assertThatThrownBy(() -> new ByteLimit(100_000).read(endless))
        .isInstanceOf(ByteLimit.Exceeded.class)
        .hasMessage(
            "larger than 100000 bytes; set JAPPLY_MAX_BYTES in the environment to read more");
    assertThat(endless.read).isEqualTo(100_001);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 134217728",
    "1, 1",
    "4096, 4096",
    "3Ki, 3072",
    "512Mi, 536870912",
    "1Gi, 1073741824",
    "2047Mi, 2146435072",
  })
  void isNamedInBytesOrWithAUnit(String value, int bytes) {
    assertThat(ByteLimit.parse(value).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "2Gi", "1e3", "5 Mi", "5M", "Mi", "9999999999Gi", "99999999999"})
  void otherValuesAreErrors(String value) {
    assertThatThrownBy(() -> ByteLimit.parse(value))
        .isInstanceOf(JapplyException.class)
        .hasMessage(
            "JAPPLY_MAX_BYTES: \"%s\" is not a number of bytes up to 2047Mi; write it as 512Mi"
                .formatted(value));
  }

  private static final class Endless extends InputStream {
    private long read;

    @Override
    public int read() {
      read++;
      return 0;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      read += length;
      return length;
    }
  }
}
