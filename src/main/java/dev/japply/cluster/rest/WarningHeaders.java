package dev.japply.cluster.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Passes on the server's warnings, each text once. They have code 299 in `Warning` headers (RFC
/// 7234, section 5.5). Malformed headers are ignored.
final class WarningHeaders {
  /// Compiled if there is a warning.
  private static final class Patterns {
    static final Pattern WARNING =
        Pattern.compile(
            "\\s*(\\d{3}) (\\S+) \"((?:[^\"\\\\]|\\\\.)*)\"\\s*(?:\"[^\"]*\")?\\s*(?:,|$)");
  }

  private final Consumer<String> listener;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  WarningHeaders(Consumer<String> listener) {
    this.listener = listener;
  }

  /// Reads one header of a response to `request`; it may contain several warnings.
  void accept(String header, Request request) {
    Matcher matcher = Patterns.WARNING.matcher(header);
    int at = 0;
    while (at < header.length() && matcher.find(at) && matcher.start() == at) {
      at = matcher.end();
      String text = decode(matcher.group(3).replaceAll("\\\\(.)", "$1"));
      report(matcher.group(1), BodyRedactor.scrubbed(text, request));
    }
  }

  private void report(String code, String text) {
    boolean printable = text.chars().noneMatch(Character::isISOControl);
    if (code.equals("299") && !text.isEmpty() && printable && reported.add(text)) {
      listener.accept(text);
    }
  }

  /// Decodes UTF-8 from the API server, which the HTTP client reads as ISO 8859-1.
  private static String decode(String header) {
    var bytes = ByteBuffer.wrap(header.getBytes(StandardCharsets.ISO_8859_1));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      return header;
    }
  }
}
