package dev.japply.cli.flags;

import dev.japply.plan.SecretDigests;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Creates digests with a unique salt.
public final class NewSecretDigests {
  private static final int SALT = 16;

  private NewSecretDigests() {}

  /// Returns the digests of a new plan or snapshot.
  public static SecretDigests make() {
    var bytes = new byte[SALT];
    new SecureRandom().nextBytes(bytes);
    return new SecretDigests(HexFormat.of().formatHex(bytes));
  }
}
