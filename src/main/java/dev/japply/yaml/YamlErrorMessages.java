package dev.japply.yaml;

/// Failures of the YAML reader: the words of `kubectl`'s, and a hint.
enum YamlErrorMessages {
  TAB(
      "found character that cannot start any token",
      "indent with spaces: YAML allows no tabs there"),
  TOKEN(
      "found character that cannot start any token",
      "put quotes around a value that begins with this character"),
  VALUES(
      "mapping values are not allowed in this context",
      "check the indentation, and put quotes around a value that holds ': '"),
  KEYS("mapping keys are not allowed in this context", "check the indentation"),
  ENTRIES(
      "block sequence entries are not allowed in this context",
      "begin the list on a line of its own"),
  COLON("could not find expected ':'", "check the indentation, and put a ':' after the key"),
  BLOCK_KEY(
      "did not find expected key", "check the indentation of this line and of those above it"),
  BLOCK_ENTRY(
      "did not find expected '-' indicator",
      "check the indentation of this line and of those above it"),
  FLOW_MAP("did not find expected ',' or '}'", "close the '{' or put a comma between its entries"),
  FLOW_LIST("did not find expected ',' or ']'", "close the '[' or put a comma between its items"),
  NODE(
      "did not find expected node content",
      "write a value there, or close the quote or bracket before it"),
  START(
      "did not find expected <document start>",
      "remove % directives, and begin a second document with ---"),
  QUOTE("found unexpected end of stream", "close the quote"),
  QUOTE_DOCUMENT("found unexpected document indicator", "close the quote"),
  ESCAPE(
      "found unknown escape character",
      "in double quotes write \\\\ for a backslash, or use single quotes"),
  HEX("did not find expected hexdecimal number", ""),
  CHARACTER("found invalid Unicode character escape code", "write the whole character"),
  HANDLE("found undefined tag handle", ""),
  ANCHOR(
      "did not find expected alphabetic or numeric character",
      "put quotes around a value that begins with * or &"),
  INDENTATION("found an indentation indicator equal to 0", ""),
  BLOCK_HEADER("did not find expected comment or line break", ""),
  BLOCK_TAB(
      "found a tab character where an indentation space is expected",
      "indent with spaces: YAML allows no tabs there"),
  PLAIN_TAB(
      "found a tab character that violates indentation",
      "indent with spaces: YAML allows no tabs there"),
  VERSION_POINT("did not find expected digit or '.' character", Hints.DIRECTIVE),
  VERSION("did not find expected version number", Hints.DIRECTIVE),
  VERSION_LENGTH("found extremely long version number", Hints.DIRECTIVE),
  VERSION_TWICE("found duplicate %YAML directive", Hints.DIRECTIVE),
  VERSION_OTHER("found incompatible YAML document", "write %YAML 1.1"),
  TAG_TWICE("found duplicate %TAG directive", Hints.DIRECTIVE),
  DIRECTIVE_NAME("could not find expected directive name", Hints.DIRECTIVE),
  DIRECTIVE_LETTER("found unexpected non-alphabetical character", Hints.DIRECTIVE),
  DIRECTIVE_OTHER("found unknown directive name", Hints.DIRECTIVE),
  DIRECTIVE_END("did not find expected comment or line break", Hints.DIRECTIVE),
  DIRECTIVE_BLANK("did not find expected whitespace", Hints.DIRECTIVE),
  DIRECTIVE_GAP("did not find expected whitespace or line break", Hints.DIRECTIVE),
  TAG_HANDLE("did not find expected '!'", Hints.DIRECTIVE),
  TAG_ESCAPE("did not find URI escaped octet", Hints.TAG),
  TAG_LEADING("found an incorrect leading UTF-8 octet", Hints.TAG),
  TAG_TRAILING("found an incorrect trailing UTF-8 octet", Hints.TAG),
  TAG_URI("did not find expected tag URI", Hints.TAG),
  TAG_BRACKET("did not find the expected '>'", Hints.TAG),
  TAG_END("did not find expected whitespace or line break", Hints.TAG);

  private static final class Hints {
    static final String DIRECTIVE = "remove the line that begins with %";
    static final String TAG = "remove the tag, or put quotes around a value that begins with !";
  }

  private final String text;
  private final String hint;

  YamlErrorMessages(String text, String hint) {
    this.text = text;
    this.hint = hint;
  }

  String text() {
    return text;
  }

  String hint() {
    return hint;
  }
}
