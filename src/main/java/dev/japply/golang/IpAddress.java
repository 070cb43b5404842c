package dev.japply.golang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// An IP address, with the rules of Go and of Kubernetes.
///
/// @param parts the four bytes of an IPv4 address, or the eight groups of an IPv6 one
/// @param hasZeros whether a decimal number was written with leading zeros
public record IpAddress(List<Integer> parts, boolean hasZeros) {
  private static final int BYTES = 4;
  private static final int GROUPS = 8;
  private static final int MOST = 255;
  private static final int ALL_ONES = 0xffff;

  public IpAddress {
    parts = List.copyOf(parts);
  }

  /// Parses an address as servers do, also with leading zeros; empty if it is none.
  public static Optional<IpAddress> parse(String text) {
    return text.indexOf(':') < 0 ? parseFour(text) : parseSix(text);
  }

  private static Optional<IpAddress> parseFour(String text) {
    var bytes = new ArrayList<Integer>();
    boolean zeros = false;
    for (String part : text.split("\\.", -1)) {
      if (!part.matches("0*[0-9]{1,3}") || Integer.parseInt(part) > MOST) {
        return Optional.empty();
      }
      zeros |= part.length() > 1 && part.startsWith("0");
      bytes.add(Integer.parseInt(part));
    }
    return bytes.size() == BYTES ? Optional.of(new IpAddress(bytes, zeros)) : Optional.empty();
  }

  private static Optional<IpAddress> parseSix(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return Optional.empty();
    }
    Optional<IpAddress> before = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    Optional<IpAddress> after = groups(gap < 0 ? "" : text.substring(gap + 2), true);
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    var groups = new ArrayList<>(before.get().parts());
    int missing = GROUPS - groups.size() - after.get().parts().size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      return Optional.empty();
    }
    for (int i = 0; i < missing; i++) {
      groups.add(0);
    }
    groups.addAll(after.get().parts());
    return Optional.of(new IpAddress(groups, before.get().hasZeros() || after.get().hasZeros()));
  }

  /// @param isLast whether the last group may be an IPv4 address
  private static Optional<IpAddress> groups(String text, boolean isLast) {
    var groups = new ArrayList<Integer>();
    boolean zeros = false;
    List<String> parts = text.isEmpty() ? List.of() : Arrays.asList(text.split(":", -1));
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (part.matches("[0-9A-Fa-f]{1,4}")) {
        groups.add(Integer.parseInt(part, 16));
        continue;
      }
      Optional<IpAddress> four =
          isLast && i == parts.size() - 1 ? parseFour(part) : Optional.empty();
      if (four.isEmpty()) {
        return Optional.empty();
      }
      List<Integer> bytes = four.get().parts();
      groups.add(bytes.get(0) << 8 | bytes.get(1));
      groups.add(bytes.get(2) << 8 | bytes.get(3));
      zeros = four.get().hasZeros();
    }
    return Optional.of(new IpAddress(groups, zeros));
  }

  private boolean isFour() {
    return parts.size() == BYTES;
  }

  /// The number of bits.
  public int bits() {
    return isFour() ? 32 : 128;
  }

  /// Whether it is an IPv4 address in the form of IPv6.
  public boolean isMapped() {
    return !isFour()
        && parts.subList(0, 5).stream().allMatch(group -> group == 0)
        && parts.get(5) == ALL_ONES;
  }

  /// Returns the first address of the range with a prefix of `length` bits.
  public IpAddress masked(int length) {
    int width = bits() / parts.size();
    var masked = new ArrayList<Integer>();
    for (int i = 0; i < parts.size(); i++) {
      int kept = Math.clamp(length - (long) i * width, 0, width);
      masked.add(parts.get(i) & ~((1 << (width - kept)) - 1));
    }
    return new IpAddress(masked, false);
  }

  /// Returns an IPv4 address in the form of IPv6, and an IPv6 address as it is.
  public IpAddress six() {
    if (!isFour()) {
      return this;
    }
    int first = parts.get(0) << 8 | parts.get(1);
    int second = parts.get(2) << 8 | parts.get(3);
    return new IpAddress(List.of(0, 0, 0, 0, 0, ALL_ONES, first, second), hasZeros);
  }

  public boolean isSameAs(IpAddress other) {
    return parts.equals(other.parts);
  }

  /// Returns its text in the plain form.
  public String plain() {
    if (isFour()) {
      return parts.stream().map(String::valueOf).collect(Collectors.joining("."));
    }
    int start = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && parts.get(end) == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    return length < 2
        ? hexadecimal(0, GROUPS)
        : hexadecimal(0, start) + "::" + hexadecimal(start + length, GROUPS);
  }

  private String hexadecimal(int from, int to) {
    return parts.subList(from, to).stream()
        .map(Integer::toHexString)
        .collect(Collectors.joining(":"));
  }
}
