package dev.japply.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PemTest {
  private static final String ONE = part("CERTIFICATE", "b25l");
  private static final String TWO = part("CERTIFICATE", "dHdv");
  private static final String PARAMETERS = part("EC PARAMETERS", "cGFyYW0=");
  private static final String KEY = part("EC PRIVATE KEY", "a2V5");
  private static final String OTHER_KEY = part("PRIVATE KEY", "b3RoZXI=");
  private static final String ALL = "Subject: one\n" + ONE + PARAMETERS + KEY + TWO + OTHER_KEY;

  private static String part(String label, String text) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label);
  }

  /// The library would send the server all of it.
  @Test
  void certificatesAreNothingElse() {
    assertThat(Pem.certificates(ALL)).isEqualTo(ONE + TWO);
    assertThat(Pem.certificates(KEY)).isEmpty();
  }

  @Test
  void keysAreOfSeveralKinds() {
    assertThat(Pem.keys(ALL)).isEqualTo(KEY + OTHER_KEY);
    assertThat(Pem.keys(ONE + PARAMETERS)).isEmpty();
  }

  @Test
  void whatDoesNotEndIsNothing() {
    String cut = KEY.substring(0, KEY.indexOf("-----END"));
    assertThat(Pem.keys(cut)).isEmpty();
    assertThat(Pem.keys(cut + ONE)).isEmpty();
    assertThat(Pem.certificates(cut + ONE)).isEqualTo(ONE);
    assertThat(Pem.certificates("-----BEGIN CERTIFICATE")).isEmpty();
  }
}
