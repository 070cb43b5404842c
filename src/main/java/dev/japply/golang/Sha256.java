package dev.japply.golang;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// The SHA-256 of bytes, and of texts in UTF-8.
///
/// Follows FIPS 180-4, section 6.2. `MessageDigest` gives the same bytes, but its first use
/// initializes a security provider, which takes a tenth of a small build.
public final class Sha256 {
  private static final int BLOCK = 64;

  /// The bytes at the end of the last block that hold the length.
  private static final int LENGTH = 8;

  /// The first 32 bits of the fractions of the square roots of the first 8 primes.
  private static final String START =
      "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static final int[] ROUNDS =
      words(
          "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5"
              + "d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174"
              + "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da"
              + "983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967"
              + "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85"
              + "a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070"
              + "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3"
              + "748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2");

  private final int[] state = words(START);
  private final int[] schedule = new int[ROUNDS.length];

  private Sha256() {}

  private static int[] words(String hex) {
    var words = new int[hex.length() / 8];
    for (int i = 0; i < words.length; i++) {
      words[i] = Integer.parseUnsignedInt(hex, 8 * i, 8 * i + 8, 16);
    }
    return words;
  }

  /// Its 32 bytes.
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] of(byte[] bytes) {
    var sum = new Sha256();
    int whole = bytes.length - bytes.length % BLOCK;
    for (int at = 0; at < whole; at += BLOCK) {
      sum.add(bytes, at);
    }
    byte[] end = end(bytes, whole);
    for (int at = 0; at < end.length; at += BLOCK) {
      sum.add(end, at);
    }
    return sum.bytes();
  }

  /// Returns the rest of `bytes`, a bit that is set, and the number of all bits, in whole blocks.
  private static byte[] end(byte[] bytes, int from) {
    int rest = bytes.length - from;
    int size = rest + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    byte[] end = Arrays.copyOfRange(bytes, from, from + size);
    end[rest] = (byte) 0x80;
    long bits = 8L * bytes.length;
    for (int i = 1; i <= LENGTH; i++) {
      end[end.length - i] = (byte) bits;
      bits >>>= 8;
    }
    return end;
  }

  /// Adds the block of `bytes` that begins at `at`.
  private void add(byte[] bytes, int at) {
    expand(bytes, at);
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int t = 0; t < schedule.length; t++) {
      int sumE =
          Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
      int sumA =
          Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
      int one = h + sumE + ((e & f) ^ (~e & g)) + ROUNDS[t] + schedule[t];
      int two = sumA + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + one;
      d = c;
      c = b;
      b = a;
      a = one + two;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }

  /// Fills the schedule from the block of `bytes` that begins at `at`.
  private void expand(byte[] bytes, int at) {
    int[] w = schedule;
    for (int t = 0; t < BLOCK / 4; t++) {
      int i = at + 4 * t;
      w[t] =
          (bytes[i] << 24)
              | ((bytes[i + 1] & 0xff) << 16)
              | ((bytes[i + 2] & 0xff) << 8)
              | (bytes[i + 3] & 0xff);
    }
    for (int t = BLOCK / 4; t < w.length; t++) {
      int x = w[t - 15];
      int y = w[t - 2];
      int fromX = Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ (x >>> 3);
      int fromY = Integer.rotateRight(y, 17) ^ Integer.rotateRight(y, 19) ^ (y >>> 10);
      w[t] = w[t - 16] + fromX + w[t - 7] + fromY;
    }
  }

  private byte[] bytes() {
    var bytes = new byte[4 * state.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (state[i / 4] >>> (8 * (3 - i % 4)));
    }
    return bytes;
  }

  /// The same in hexadecimal.
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }

  /// The SHA-256 of bytes in hexadecimal.
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }
}
