package dev.japply.tree;

import java.util.Comparator;

/// The order of strings in Go.
public final class KeyOrder {
  /// Order of UTF-8 bytes, which equals the order of code points. `String.compareTo` compares
  /// UTF-16 units and differs beyond U+FFFF.
  public static final Comparator<String> UTF8 = KeyOrder::compare;

  private KeyOrder() {}

  private static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean bothOrNone = Character.isSurrogate(x) == Character.isSurrogate(y);
        return bothOrNone ? Character.compare(x, y) : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
