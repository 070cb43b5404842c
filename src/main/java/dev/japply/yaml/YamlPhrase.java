package dev.japply.yaml;

/// The complaints of the YAML parser, as pairs of its words and those of `kubectl`'s parser. The
/// first that matches counts.
enum YamlPhrase {
  TAB(
      "",
      "found character '\\t",
      "found character that cannot start any token",
      "indent with spaces: YAML allows no tabs there"),
  TOKEN(
      "",
      "that cannot start any token",
      "found character that cannot start any token",
      "put quotes around a value that begins with this character"),
  VALUES(
      "",
      "mapping values are not allowed here",
      "mapping values are not allowed in this context",
      "check the indentation, and put quotes around a value that holds ': '"),
  KEYS(
      "",
      "mapping keys are not allowed here",
      "mapping keys are not allowed in this context",
      "check the indentation"),
  ENTRIES(
      "",
      "sequence entries are not allowed here",
      "block sequence entries are not allowed in this context",
      "begin the list on a line of its own"),
  COLON(
      "",
      "could not find expected ':'",
      "could not find expected ':'",
      "check the indentation, and put a ':' after the key"),
  BLOCK_KEY(
      "while parsing a block mapping",
      "expected <block end>",
      "did not find expected key",
      "check the indentation of this line and of those above it"),
  BLOCK_ENTRY(
      "while parsing a block collection",
      "expected <block end>",
      "did not find expected '-' indicator",
      "check the indentation of this line and of those above it"),
  FLOW_MAP(
      "while parsing a flow mapping",
      "expected ','",
      "did not find expected ',' or '}'",
      "close the '{' or put a comma between its entries"),
  FLOW_LIST(
      "while parsing a flow sequence",
      "expected ','",
      "did not find expected ',' or ']'",
      "close the '[' or put a comma between its items"),
  NODE(
      "",
      "expected the node content",
      "did not find expected node content",
      "write a value there, or close what is open before it"),
  START(
      "",
      "expected '<document start>'",
      "did not find expected <document start>",
      "remove % directives, and begin a second document with ---"),
  QUOTE(
      "while scanning a",
      "found unexpected end of stream",
      "found unexpected end of stream",
      "close the quote"),
  QUOTE_DOCUMENT(
      "",
      "found unexpected document separator",
      "found unexpected document indicator",
      "close the quote"),
  ESCAPE(
      "",
      "found unknown escape character",
      "found unknown escape character",
      "in double quotes write \\\\ for a backslash, or use single quotes"),
  HEX("", "expected escape sequence of", "did not find expected hexdecimal number", ""),
  HANDLE("", "found undefined tag handle", "found undefined tag handle", ""),
  ANCHOR(
      "",
      "unexpected character found",
      "did not find expected alphabetic or numeric character",
      "put quotes around a value that begins with * or &"),
  INDENTATION(
      "",
      "indentation indicator in the range 1-9",
      "found an indentation indicator equal to 0",
      ""),
  BLOCK_HEADER(
      "while scanning a block scalar",
      "expected",
      "did not find expected comment or line break",
      ""),
  VERSION_POINT(
      "",
      "expected a digit or '.'",
      "did not find expected digit or '.' character",
      Hints.DIRECTIVE),
  VERSION("", "expected a digit", "did not find expected version number", Hints.DIRECTIVE),
  VERSION_LENGTH(
      "",
      "cannot represent a valid version",
      "found extremely long version number",
      Hints.DIRECTIVE),
  VERSION_TWICE(
      "", "found duplicate YAML directive", "found duplicate %YAML directive", Hints.DIRECTIVE),
  TAG_TWICE("", "duplicate tag handle", "found duplicate %TAG directive", Hints.DIRECTIVE),
  DIRECTIVE_NAME(
      "while scanning a directive",
      "expected alphabetic or numeric character",
      "could not find expected directive name",
      Hints.DIRECTIVE),
  DIRECTIVE_END(
      "",
      "expected a comment or a line break",
      "did not find expected comment or line break",
      Hints.DIRECTIVE),
  TAG_HANDLE("", "expected '!'", "did not find expected '!'", Hints.DIRECTIVE),
  TAG_ESCAPE("", "expected URI escape sequence", "did not find URI escaped octet", Hints.TAG),
  TAG_BYTES("", "expected URI in UTF-8", "did not find URI escaped octet", Hints.TAG),
  TAG_URI("", "expected URI", "did not find expected tag URI", Hints.TAG),
  TAG_BRACKET("", "expected '>'", "did not find the expected '>'", Hints.TAG),
  TAG_END("", "expected ' '", "did not find expected whitespace or line break", Hints.TAG);

  /// What is said of several.
  private static final class Hints {
    static final String DIRECTIVE = "remove the line that begins with %";
    static final String TAG = "remove the tag, or put quotes around a value that begins with !";
  }

  private final String context;
  private final String problem;
  private final String text;
  private final String hint;

  YamlPhrase(String context, String problem, String text, String hint) {
    this.context = context;
    this.problem = problem;
    this.text = text;
    this.hint = hint;
  }

  boolean matches(String context, String problem) {
    return context.contains(this.context) && problem.contains(this.problem);
  }

  String text() {
    return text;
  }

  String hint() {
    return hint;
  }
}
