package dev.japply.cli.command;

import dev.japply.plan.Seal;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Makes seals with a salt that no other has.
final class FreshSeal {
  private static final int SALT = 16;

  private FreshSeal() {}

  /// A new one.
  static Seal make() {
    var bytes = new byte[SALT];
    new SecureRandom().nextBytes(bytes);
    return new Seal(HexFormat.of().formatHex(bytes));
  }
}
