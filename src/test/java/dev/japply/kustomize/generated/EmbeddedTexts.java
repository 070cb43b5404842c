package dev.japply.kustomize.generated;

import java.util.List;

/// JSON and YAML in the data of a ConfigMap, and paths into it.
final class EmbeddedTexts {
  static final List<String> KEYS = List.of("app.json", "plain");

  static final List<String> TEXTS =
      List.of(
          "{\"b\":{\"x\":\"old\",\"n\":5},\"l\":[{\"name\":\"r\",\"v\":1},"
              + "{\"name\":\"s\",\"v\":\"<&>\"}],\"a\":true,\"f\":1.0,\"e\":1e3}",
          "{\n"
              + "  \"b\": {\n"
              + "    \"x\": \"old\",\n"
              + "    \"n\": null\n"
              + "  },\n"
              + "  \"a\": [],\n"
              + "  \"l\": {}\n"
              + "}\n",
          "{\n\t\"b\": {\"x\": \"a\\\"b\"}\n}",
          "[{\"x\": 1, \"b\": {\"x\": 18446744073709551615}}, {\"x\": 2}]",
          "{\"b\":\"{\\\"x\\\":1}\",\"a\":2}",
          "{\"a\":1,\"a\":2,\"b\":{\"x\":1}}",
          "{b: {x: 1, n: y}, a: no}",
          "{\"b\": {\"x\": 1",
          "b:\n"
              + "  x: old # here\n"
              + "  n: 5\n"
              + "# about the list\n"
              + "l:\n"
              + "- name: r\n"
              + "  v: 1\n"
              + "- name: s\n"
              + "  v: \"q\"\n",
          "# first\nb:\n  x: 'it''s'\n  # inner\n  n: true\na: 0x1F\n",
          "b:\n  x: |\n    one\n    two\n  n: \"1\"\na: |-\n  three\n",
          "b: {x: 1, n: [2, 3]}\nl: []\n",
          "l:\n- 1\n- - a\n  - b\n- x: y\n",
          "b:\n  x: 1\n---\nb:\n  x: 2\n",
          "# head\n\na: 1\nb:\n  x: 1\n",
          "a: 1\n\nb:\n  x: 1\n\n# foot\n",
          "b:\n  x: 1\n  # inner foot\na: 2\n",
          "b: # line\n  x: 1\nl:\n# list\n- a # one\n# two\n- b\n",
          "b:\n    x: 1\n    n:\n        - p\n        - q: 1\n",
          "b:\n  x: 1\n# f1\n\n# h2\na: 3\n",
          "b:   {x:   1,n: [1,2 , 3]}   # flow\n",
          "b:\n  x: >\n    folded\n    text\n\n    more\n",
          "b:\n  x: 1\n  n: |+\n    keep\n\na: 2\n",
          "b:\n  x: &a 1\n  n: *a\n  z: !!str 5\n",
          "b:\n  n: 'it''s'\n  x: \"a\\tb\"\n  w: ~\n  v:\n  u: ''\n",
          "---\nb:\n  x: 1\n",
          "b:\n  x: 1\n...\n",
          "b:\n  x: 1\n  multi: one\n    two\n  q: \"one\n    two\"\n",
          "- b\n-   - c\n    - d\n- x:   1\n",
          "b: # line\n  # own\n  x: 1 # in\n  # foot\n# next\na: 1\n",
          "# head\nb: # line\n- a # one\n# two\n- x: b\na: 1 # last\nl: [1]\n",
          "b: |- # line\n  text\na: >- # folded\n  one\n  two\n",
          "b: # line\n  scalar\nl:\n- # item\n  s\n- v: 1\n  # in\n# next\n- 2\n",
          "a: 1\nb:\n  x: # none\n  n: {} # empty\n  # foot\n\n# end\n",
          "b: &b\n  x: &x {y: 1} # flow\na: *x\nl:\n- &l\n  name: r\n- same\n",
          "only a text",
          "7");

  /// Texts that generated trees do not pick: their seeds keep the trees that once failed.
  static final List<String> OWN =
      List.of(
          "b:\n  x: 1\n  n: |\n    a\tb\n    c\na: |\n  \tx\n",
          "b:\n  x: 1\n  n: >2\n     in\n    out\n    out\na: >-\n  a\n  \tb\n  c\n",
          "b:\n  x: 1\n  n: |\n    \u263a \ud83d\ude00\na: >\n  \u2028\n  \ud83d\ude00\n");

  static final List<String> PATHS =
      List.of(
          "b.x",
          "b.x",
          "b.x",
          "b.n",
          "b.new",
          "b",
          "a",
          "f",
          "new",
          "l.0.v",
          "l.[name=r].v",
          "l.[name=new].v",
          "l.*.v",
          "l.0",
          "0.x",
          "1.b.x",
          "b.x.x");

  private EmbeddedTexts() {}
}
