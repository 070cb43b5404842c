package dev.japply.kpt;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Versions in names of tags, `v1.2.3` or `1.2`, in the order of <https://semver.org>.
public final class Versions {
  private static final Pattern VERSION =
      Pattern.compile("v?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?(-[0-9A-Za-z.-]+)?(?:\\+.*)?");

  private static final int PARTS = 3;

  private Versions() {}

  /// Returns the versions in `tags` later than `current`, latest first; empty if `current` is not a
  /// version.
  public static List<String> newer(List<String> tags, String current) {
    if (!VERSION.matcher(current).matches()) {
      return List.of();
    }
    return tags.stream()
        .filter(tag -> VERSION.matcher(tag).matches())
        .filter(tag -> compare(tag, current) > 0)
        .sorted((a, b) -> compare(b, a))
        .toList();
  }

  private static int compare(String a, String b) {
    for (int i = 1; i <= PARTS; i++) {
      int order = part(a, i).compareTo(part(b, i));
      if (order != 0) {
        return order;
      }
    }
    int released = Boolean.compare(preRelease(a).isEmpty(), preRelease(b).isEmpty());
    return released == 0 ? comparePreReleases(a, b) : released;
  }

  private static BigInteger part(String tag, int group) {
    Matcher version = VERSION.matcher(tag);
    String digits = version.matches() ? version.group(group) : null;
    return digits == null ? BigInteger.ZERO : new BigInteger(digits);
  }

  private static String preRelease(String tag) {
    Matcher version = VERSION.matcher(tag);
    String text = version.matches() ? version.group(4) : null;
    return text == null ? "" : text.substring(1);
  }

  private static int comparePreReleases(String a, String b) {
    String[] ours = preRelease(a).split("\\.", -1);
    String[] theirs = preRelease(b).split("\\.", -1);
    for (int i = 0; i < Math.min(ours.length, theirs.length); i++) {
      int order = compareIdentifiers(ours[i], theirs[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(ours.length, theirs.length);
  }

  private static int compareIdentifiers(String a, String b) {
    boolean one = a.matches("\\d+");
    boolean other = b.matches("\\d+");
    if (one && other) {
      return new BigInteger(a).compareTo(new BigInteger(b));
    }
    return one == other ? a.compareTo(b) : one ? -1 : 1;
  }
}
