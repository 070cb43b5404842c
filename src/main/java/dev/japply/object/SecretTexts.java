package dev.japply.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The texts by which a message may give a Secret's values away: those of `data`, of `stringData`
/// and of fields that no Secret has, as they are, in base64 and out of it.
///
/// A message may quote them in JSON, and that more than once, so they are cut at the characters
/// which are escaped there: what stands between is the same in every form.
final class SecretTexts {
  /// Shorter ones are not searched for: they would match by chance.
  private static final int SHORTEST = 4;

  private static final Pattern ESCAPED = Pattern.compile("[\\p{Cntrl}\"\\\\<>&\u2028\u2029]+");

  private SecretTexts() {}

  /// The texts to look for in messages about `secret`, long ones first.
  static List<String> of(MapValue secret) {
    return secret.without("metadata").entries().entrySet().stream()
        .filter(entry -> !SecretMask.OPEN.contains(entry.getKey()))
        .flatMap(entry -> scalars(entry.getValue()))
        .flatMap(SecretTexts::inAnyForm)
        .flatMap(ESCAPED::splitAsStream)
        .filter(text -> text.length() >= SHORTEST)
        .distinct()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .toList();
  }

  /// Whatever stands there: a value may have been given the wrong type by mistake.
  private static Stream<String> scalars(Node node) {
    return switch (node) {
      case MapValue map -> map.entries().values().stream().flatMap(SecretTexts::scalars);
      case ListValue list -> list.items().stream().flatMap(SecretTexts::scalars);
      case StringValue(String text) -> Stream.of(text);
      case Value.IntValue number -> Stream.of(GoJson.write(number));
      case Value.BigIntValue number -> Stream.of(GoJson.write(number));
      case Value.FloatValue number -> Stream.of(GoJson.write(number));
      case Value.BoolValue bool -> Stream.of();
      case Value.NullValue nothing -> Stream.of();
      case Missing missing -> Stream.of();
    };
  }

  /// The text as it is, in base64, and out of it.
  private static Stream<String> inAnyForm(String text) {
    String encoded = Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    return Stream.concat(Stream.of(text, encoded), decoded(text).stream());
  }

  private static Optional<String> decoded(String text) {
    try {
      return Optional.of(new String(Base64.getDecoder().decode(text), UTF_8));
    } catch (IllegalArgumentException e) {
      // Not base64: the server will say so.
      return Optional.empty();
    }
  }
}
