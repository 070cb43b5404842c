package dev.japply.cluster.config;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An IP address, with the rules of Go's `net.IP`: an IPv4 address is equal to its IPv4-mapped IPv6
/// address.
///
/// @param bits the 128 bits of the IPv6 address
record IpAddress(BigInteger bits) {
  private static final int LENGTH = 128;
  private static final int V4_LENGTH = 32;

  /// The first 96 bits of IPv4-mapped addresses.
  private static final BigInteger MAPPED = BigInteger.valueOf(0xffff);

  private static final int LOOPBACK = 127;

  private static final Pattern V4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");

  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*");

  /// Parses an address without brackets; empty if `text` is none.
  static Optional<IpAddress> parse(String text) {
    if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      byte[] bytes = InetAddress.getByName(text).getAddress(); // no lookup: it is no name
      var bits = new BigInteger(1, bytes);
      return Optional.of(
          new IpAddress(
              bytes.length * Byte.SIZE == LENGTH ? bits : MAPPED.shiftLeft(V4_LENGTH).or(bits)));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private boolean isV4() {
    return bits.shiftRight(V4_LENGTH).equals(MAPPED);
  }

  boolean isLoopback() {
    return bits.equals(BigInteger.ONE)
        || (isV4() && bits.shiftRight(V4_LENGTH - Byte.SIZE).intValue() % 256 == LOOPBACK);
  }

  /// A range of addresses, as `10.0.0.0/8`.
  ///
  /// @param rest the number of bits after the prefix
  record Prefix(IpAddress address, int rest) {
    private static final Pattern FORM = Pattern.compile("(.*)/(\\d{1,3})");

    /// Parses a range; empty if `text` is none.
    static Optional<Prefix> parse(String text) {
      Matcher parts = FORM.matcher(text);
      if (!parts.matches()) {
        return Optional.empty();
      }
      int rest =
          (V4.matcher(parts.group(1)).matches() ? V4_LENGTH : LENGTH)
              - Integer.parseInt(parts.group(2));
      return rest < 0
          ? Optional.empty()
          : IpAddress.parse(parts.group(1)).map(address -> new Prefix(address, rest));
    }

    /// Checks whether `other` is in the range. No range has both IPv4 and IPv6 addresses.
    boolean contains(IpAddress other) {
      var first = new IpAddress(address.bits.shiftRight(rest).shiftLeft(rest));
      return first.isV4() == other.isV4()
          && other.bits.shiftRight(rest).equals(address.bits.shiftRight(rest));
    }
  }
}
