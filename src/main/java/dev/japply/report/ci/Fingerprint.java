package dev.japply.report.ci;

import dev.japply.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// By what a CI system knows a finding again in the next run: it stays when lines move.
final class Fingerprint {
  private Fingerprint() {}

  static String of(String check, String about) {
    try {
      byte[] text = (check + "\n" + about).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static String of(Problem problem) {
    return of("problem", problem.origin().source() + "\n" + RunReport.sentence(problem));
  }
}
