package dev.japply.cli.command;

import dev.japply.plan.SecretDigests;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Creates digests with a unique salt.
final class NewSecretDigests {
  private static final int SALT = 16;

  private NewSecretDigests() {}

  static SecretDigests make() {
    var bytes = new byte[SALT];
    new SecureRandom().nextBytes(bytes);
    return new SecretDigests(HexFormat.of().formatHex(bytes));
  }
}
