package dev.japply.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The values of Secrets, to be found in messages: values of `data`, `stringData` and fields that
/// no Secret has, of the last-applied annotation, and of Secrets within other objects.
///
/// A value is found as it is, in base64 and out of it, in hexadecimal and as a list of bytes, in
/// any of these with the escapes of [EscapeDecoder], and when it was broken into lines. So are its
/// lines, and its parts between quotes. Values and parts of fewer than four characters are not
/// looked for: they would be found in most words.
///
/// A server may quote any part of a value. So in texts of servers all parts of eight characters are
/// found, too, of a value as it is and in base64. Of a value over 64 KiB only its beginning counts.
///
/// May be used by several threads.
public final class SecretValues {
  /// Number of letters and digits that do not follow each other by chance, whatever is between
  /// them.
  private static final int DENSE = 16;

  /// Growth of a text of hardly anything but escaped characters, when it is quoted.
  private static final int QUOTED = 4;

  private static final int BYTE = 0xff;

  /// The length of the shortest text that is looked for.
  private static final int SHORTEST = 4;

  /// So much of a value is looked for in parts.
  private static final int IN_PARTS = 1 << 16;

  /// Compiled if there is a value.
  private static final class Patterns {
    static final Pattern BETWEEN = Pattern.compile("[\\p{Cntrl}\"\\\\<>&\u2028\u2029]+");
  }

  private final SubstringSearch plain = new SubstringSearch();
  private final SubstringSearch unescaped = new SubstringSearch();
  private final SubstringSearch dense = new SubstringSearch();
  private final Parts parts = new Parts();

  /// Returns the values of the Secrets among these objects.
  public static SecretValues of(MapValue... objects) {
    var values = new SecretValues();
    Stream.of(objects).forEach(values::add);
    return values;
  }

  /// The same of whole objects, and of the copies of secret values in them.
  public static SecretValues of(List<KubeObject> objects) {
    var values = new SecretValues();
    objects.forEach(object -> values.add(object));
    return values;
  }

  /// The values that `object` keeps secret in the manifest and in other states.
  ///
  /// @param states the object as it is, and as it will be
  public static SecretValues of(KubeObject object, MapValue... states) {
    SecretValues values = of(states);
    values.add(object.tree());
    SecretCopies.of(object, states).texts().forEach(values::addValue);
    return values;
  }

  /// `text`, which a server may have written, without any value that one of `objects` keeps secret.
  public static String scrubbed(String text, MapValue... objects) {
    return of(objects).scrubbed(text);
  }

  /// `text`, which a server may have written, without any value that `object` keeps secret.
  ///
  /// @param states the object as it is, and as it will be
  public static String scrubbed(String text, KubeObject object, MapValue... states) {
    return of(object, states).scrubbed(text);
  }

  /// Adds the values of `object`, and the copies of secret values in it.
  public synchronized void add(KubeObject object) {
    add(object.tree());
    object.copies().texts().forEach(this::addValue);
  }

  /// Adds the values of `object`, if it is a Secret, and of Secrets within it.
  public synchronized void add(MapValue object) {
    var unused = walk().object("", object);
  }

  /// Adds all scalars within `node`.
  public synchronized void addAll(Node node) {
    scalars(node).forEach(this::addValue);
  }

  /// Whether a scalar within `node` gives a whole value away.
  public boolean areIn(Node node) {
    return scalars(node).anyMatch(this::isIn);
  }

  /// Adds the value of a part, and changes nothing.
  private Value added(SecretWalk.Part part) {
    Value value = part.value();
    switch (part.sort()) {
      case VALUE, COPY -> scalars(value).forEach(this::addValue);
      case LAST_APPLIED -> {
        if (parsed(value) instanceof MapValue secret) {
          var unused = walk().secret(part.at(), secret.without("metadata"));
        }
      }
      case OTHER_LAST_APPLIED -> {
        boolean mayHold = value instanceof StringValue(String text) && text.contains("\"Secret\"");
        if (mayHold && parsed(value) instanceof Value applied) {
          var unused = walk().part(part.at(), applied, Missing.MISSING);
        }
      }
      case NULL, ANNOTATION -> {}
    }
    return value;
  }

  private SecretWalk walk() {
    return new SecretWalk(this::added);
  }

  private static Node parsed(Value json) {
    try {
      return json instanceof StringValue(String text) ? Json.parse(text) : Missing.MISSING;
    } catch (JsonSyntaxException e) {
      return Missing.MISSING;
    }
  }

  /// Returns all scalars of any value: one may have the wrong type by mistake.
  public static Stream<String> scalars(Node node) {
    return switch (node) {
      case MapValue map -> map.entries().values().stream().flatMap(SecretValues::scalars);
      case ListValue list -> list.items().stream().flatMap(SecretValues::scalars);
      case StringValue(String text) -> Stream.of(text);
      case Value.IntValue number -> number(GoJson.write(number));
      case Value.BigIntValue number -> number(GoJson.write(number));
      case Value.FloatValue number -> number(GoJson.write(number));
      case Value.BoolValue bool -> Stream.of();
      case Value.NullValue nothing -> Stream.of();
      case Missing missing -> Stream.of();
    };
  }

  /// The number as it is, and as Go prints big floats: `1.2345678e+07`.
  private static Stream<String> number(String text) {
    String digits = new BigDecimal(text).stripTrailingZeros().unscaledValue().abs().toString();
    String mantissa = digits.charAt(0) + "." + digits.substring(1);
    return digits.length() < SHORTEST ? Stream.of(text) : Stream.of(text, mantissa);
  }

  private void addValue(String value) {
    Stream.concat(Stream.of(value, value.strip()), decoded(value).stream())
        .flatMap(text -> Stream.of(text, text.strip()))
        .distinct()
        .filter(text -> text.length() >= SHORTEST)
        .forEach(text -> {
          addParts(text);
          forms(text).forEach(this::addNeedle);
          Patterns.BETWEEN
              .splitAsStream(text)
              .filter(part -> part.length() < text.length())
              .forEach(this::addNeedle);
        });
  }

  private void addParts(String text) {
    String beginning = text.substring(0, Math.min(text.length(), IN_PARTS));
    parts.add(EscapeDecoder.of(beginning).text());
    parts.add(Base64.getEncoder().encodeToString(beginning.getBytes(UTF_8)));
  }

  static Optional<String> decoded(String text) {
    try {
      return Optional.of(new String(Base64.getDecoder().decode(text.replaceAll("\\s", "")), UTF_8));
    } catch (IllegalArgumentException e) {
      // Not base64: the server will report it.
      return Optional.empty();
    }
  }

  private static Stream<String> forms(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return Stream.concat(
        Stream.iterate(text, SecretValues::quoted).limit(QUOTED),
        Stream.of(
            Base64.getEncoder().encodeToString(bytes),
            Base64.getEncoder().withoutPadding().encodeToString(bytes),
            Base64.getUrlEncoder().withoutPadding().encodeToString(bytes),
            HexFormat.of().formatHex(bytes),
            HexFormat.of().withUpperCase().formatHex(bytes),
            IntStream.range(0, bytes.length)
                .mapToObj(i -> Integer.toString(bytes[i] & BYTE))
                .collect(Collectors.joining(" "))));
  }

  private static String quoted(String text) {
    String json = GoJson.write(Value.text(text));
    return json.substring(1, json.length() - 1);
  }

  private void addNeedle(String form) {
    plain.add(form, SHORTEST);
    EscapeDecoder without = EscapeDecoder.of(form);
    unescaped.add(without.text().strip(), SHORTEST);
    if (form.indexOf(' ') >= 0) { // as forms are sent
      unescaped.add(EscapeDecoder.of(form.replace(' ', '+')).text().strip(), SHORTEST);
    }
    dense.add(without.dense().text(), DENSE);
  }

  /// `text`, which a server wrote, with [SecretMask#HIDDEN] in place of all values that it gives
  /// away, and of parts of them, wherever they overlap.
  public String scrubbed(String text) {
    return covered(text, found(text, /* inParts= */ true));
  }

  /// `text` with [SecretMask#HIDDEN] in place of whole values alone: for texts of others than
  /// servers, which may have words in common with a value.
  public String withoutValues(String text) {
    return covered(text, found(text, /* inParts= */ false));
  }

  /// Whether `text` gives a whole value away.
  public boolean isIn(String text) {
    return !found(text, /* inParts= */ false).isEmpty();
  }

  private synchronized BitSet found(String text, boolean inParts) {
    var hidden = new BitSet(text.length());
    if (plain.isEmpty()) {
      return hidden;
    }
    plain.find(text, hidden::set);
    EscapeDecoder without = EscapeDecoder.of(text);
    unescaped.find(without.text(), (start, end) -> hide(without, start, end, hidden));
    if (inParts) {
      parts.find(without.text(), (start, end) -> hide(without, start, end, hidden));
    }
    EscapeDecoder letters = without.dense();
    dense.find(letters.text(), (start, end) -> hide(letters, start, end, hidden));
    return hidden;
  }

  private static void hide(EscapeDecoder view, int start, int end, BitSet hidden) {
    hidden.set(view.from()[start], view.to()[end - 1]);
  }

  private static String covered(String text, BitSet hidden) {
    if (hidden.isEmpty()) {
      return text;
    }
    var shown = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int start = hidden.nextSetBit(at);
      if (start < 0) {
        return shown.append(text, at, text.length()).toString();
      }
      shown.append(text, at, start).append(SecretMask.HIDDEN);
      at = hidden.nextClearBit(start);
    }
    return shown.toString();
  }

  /// Receives the position of each text that is found.
  private interface Finding {
    void at(int start, int end);
  }

  /// Searches a text for many substrings in one pass.
  private static final class SubstringSearch {
    private static final int CHAR_BITS = 16;

    /// Longer texts are looked for in parts, so that one that was cut is found, too.
    private static final int PART = 32;

    /// The texts by how they begin.
    private final Map<Long, List<String>> texts = new HashMap<>();

    /// Adds `text`, unless it is shorter than `shortest`, which is at least [#SHORTEST].
    void add(String text, int shortest) {
      if (text.length() < shortest) {
        return;
      }
      for (int end = PART; end < text.length(); end += PART) {
        put(text.substring(end - PART, end));
      }
      put(text.substring(Math.max(0, text.length() - PART)));
    }

    private void put(String text) {
      List<String> alike = texts.computeIfAbsent(start(text, 0), key -> new ArrayList<>(1));
      if (!alike.contains(text)) {
        alike.add(text);
      }
    }

    boolean isEmpty() {
      return texts.isEmpty();
    }

    /// Finds all of the texts in `haystack`, those that overlap, too.
    void find(String haystack, Finding found) {
      for (int i = 0; i + SHORTEST <= haystack.length(); i++) {
        for (String text : texts.getOrDefault(start(haystack, i), List.of())) {
          if (haystack.startsWith(text, i)) {
            found.at(i, i + text.length());
          }
        }
      }
    }

    private static long start(String text, int at) {
      long start = 0;
      for (int i = 0; i < SHORTEST; i++) {
        start = start << CHAR_BITS | text.charAt(at + i);
      }
      return start;
    }
  }

  /// All parts of texts that have [#LENGTH] characters, however many there are. It keeps their
  /// hashes alone, so of a billion other parts perhaps one is taken for one of these.
  private static final class Parts {
    /// The length of the shortest part that is looked for.
    static final int LENGTH = 8;

    /// So many letters and digits a part must have: blanks and rulers are in many texts.
    private static final int LETTERS = 4;

    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final int SHIFT = 29;

    /// The hashes, each at the first free place from the one that it names; 0 is free.
    private long[] hashes = new long[1 << 8];

    private int count;

    void add(String text) {
      for (int at = 0; at + LENGTH <= text.length(); at++) {
        if (letters(text, at) >= LETTERS && !isBlank(text, at) && !isBlank(text, at + LENGTH - 1)) {
          put(hash(text, at));
        }
      }
    }

    void find(String haystack, Finding found) {
      if (count == 0) {
        return;
      }
      for (int at = 0; at + LENGTH <= haystack.length(); at++) {
        long hash = hash(haystack, at);
        if (hashes[place(hash)] == hash) {
          found.at(at, at + LENGTH);
        }
      }
    }

    private void put(long hash) {
      int place = place(hash);
      if (hashes[place] == hash) {
        return;
      }
      hashes[place] = hash;
      count++;
      if (2 * count > hashes.length) {
        grow();
      }
    }

    private void grow() {
      long[] before = hashes;
      hashes = new long[2 * before.length];
      Arrays.stream(before).filter(hash -> hash != 0).forEach(hash -> hashes[place(hash)] = hash);
    }

    private int place(long hash) {
      int place = (int) hash & hashes.length - 1;
      while (hashes[place] != 0 && hashes[place] != hash) {
        place = place + 1 & hashes.length - 1;
      }
      return place;
    }

    /// Blanks around a part are not of the value alone.
    private static boolean isBlank(String text, int at) {
      return Character.isWhitespace(text.charAt(at));
    }

    private static int letters(String text, int at) {
      int letters = 0;
      for (int i = at; i < at + LENGTH; i++) {
        letters += Character.isLetterOrDigit(text.charAt(i)) ? 1 : 0;
      }
      return letters;
    }

    private static long hash(String text, int at) {
      long hash = 1;
      for (int i = at; i < at + LENGTH; i++) {
        hash = (hash ^ text.charAt(i)) * FACTOR;
        hash ^= hash >>> SHIFT;
      }
      return hash == 0 ? 1 : hash;
    }
  }
}
