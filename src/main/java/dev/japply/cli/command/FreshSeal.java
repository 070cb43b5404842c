package dev.japply.cli.command;

import dev.japply.plan.Seal;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Creates digests with a unique salt.
final class FreshSeal {
  private static final int SALT = 16;

  private FreshSeal() {}

  static Seal make() {
    var bytes = new byte[SALT];
    new SecureRandom().nextBytes(bytes);
    return new Seal(HexFormat.of().formatHex(bytes));
  }
}
