package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.FieldPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {

  @Test
  void objectsOfAllSourcesInOrder() {
    ManifestSet set =
        ManifestReader.read(
            List.of(
                Source.of("b.yaml", "kind: A\napiVersion: v1\nmetadata: {name: x}\n"),
                Source.of(
                    "a.json",
                    "{\"kind\":\"B\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"y\"}}")));
    assertThat(set.objects()).extracting(KubeObject::name).containsExactly("x", "y");
    assertThat(set.objects())
        .extracting(o -> o.origin().toString())
        .containsExactly("b.yaml:1", "a.json:1");
    assertThat(set.problems()).isEmpty();
  }

  /// kubectl before 1.38 drops such a line.
  @ParameterizedTest
  @ValueSource(ints = {4095, 4096, 4097, 8192})
  void aLongLastLineNeedsNoEnd(int length) {
    String start = "  last: \"";
    String line = start + "x".repeat(length - start.length() - 1) + '"';
    String text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n" + line;
    ManifestSet set = ManifestReader.read(List.of(Source.of("c.yaml", text)));
    assertThat(set.objects())
        .singleElement()
        .extracting(object -> object.tree().map("data").text("last").length())
        .isEqualTo(length - start.length() - 1);
  }

  @Test
  void aSyntaxErrorEndsItsSourceOnly() {
    ManifestSet set =
        ManifestReader.read(
            List.of(
                Source.of("bad.yaml", doc("a") + "---\na: b: c\n---\n" + doc("lost")),
                Source.of("good.yaml", doc("b"))));
    assertThat(set.objects()).extracting(KubeObject::name).containsExactly("a", "b");
    assertThat(set.problems())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .startsWith(
            "bad.yaml:6: error converting YAML to JSON: yaml: mapping values are not"
                + " allowed in this context; ");
  }

  @Test
  void tabsAreNamed() {
    assertThat(only("a:\n\tb: c\n").toString())
        .isEqualTo(
            "m.yaml:2: error converting YAML to JSON: yaml: found character that cannot"
                + " start any token; indent with spaces: YAML allows no tabs there");
  }

  @Test
  void aListWithoutItemsIsNoObjectOfAnUnknownKind() {
    assertThat(only("kind: List\napiVersion: v1\n").toString())
        .isEqualTo("m.yaml:1: List: items is missing; add items, a list of objects");
  }

  @Test
  void marksOfAConflictAreNamed() {
    assertThat(only("<<<<<<< a\nb: 1\n=======\n").hint()).startsWith("choose a side");
  }

  @Test
  void anErrorInADocumentSparesTheOthers() {
    ManifestSet set = read("a: 1\n---\n" + doc("x") + "---\nfoo\n");
    assertThat(set.objects()).extracting(KubeObject::name).containsExactly("x");
    assertThat(set.problems()).extracting(p -> p.origin().line()).containsExactly(1, 8);
  }

  @Test
  void errorsNameNoValues() {
    assertThat(only("apiVersion: v1\nstringData: {password: hunter2}\n").toString())
        .isEqualTo("m.yaml:1: Object 'Kind' is missing in '{apiVersion, stringData}'; add kind");
  }

  @Test
  void wrongMetadataHasItsLine() {
    Problem problem = only(doc("x") + "  labels:\n    a: b\n    on: yes\n    c: 5\n", 2);
    assertThat(problem.origin().line()).isEqualTo(7);
    assertThat(problem.subject()).isEqualTo("A x");
    assertThat(problem.what()).isEqualTo("metadata.labels.true: must be a string, but is true");
    assertThat(problem.hint())
        .isEqualTo(
            "put quotes around the value (cannot unmarshal bool into Go struct field"
                + " ObjectMeta.metadata.labels of type string)");
  }

  @Test
  void repeatedKeysWarn() {
    ManifestSet set = read(doc("x") + "data:\n  a: 1\n  b: 2\n  a: 3\n");
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "m.yaml:8: A x: duplicate key \"a\": line 8 replaces line 6; remove one of them");
    assertThat(set.problems()).extracting(Problem::severity).containsExactly(Severity.WARNING);
    assertThat(set.objects().getFirst().tree().map("data").entries()).hasSize(2);
  }

  @Test
  void repeatedKeysOfOneLineWarn() {
    assertThat(read("{\"kind\":\"A\",\"apiVersion\":\"v1\",\"x\":1,\"x\":2}").problems())
        .extracting(Problem::toString)
        .containsExactly(
            "m.yaml:1: A: duplicate key \"x\": line 1 has it twice, and the last one counts;"
                + " remove one of them");
  }

  @Test
  void repeatedKeysWarnInJson() {
    ManifestSet set = read("{\"kind\":\"A\",\"apiVersion\":\"v1\",\n\"x\":1,\n\"x\":2}");
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "m.yaml:3: A: duplicate key \"x\": line 3 replaces line 2; remove one of them");
  }

  @Test
  void numbersThatBeginWithZeroWarn() {
    String spec = "spec:\n  port: 0123\n  defaultMode: 0644\n  a: 07\n  b: '010'\n  c: 0o10\n";
    assertThat(read(doc("x") + spec + "  d: 0777777777777777777777\n  e: 080\n").problems())
        .extracting(Problem::toString)
        .containsExactly(
            "m.yaml:6: A x: port: 0123 is read as an octal number, 83; remove the leading 0 to"
                + " make it a decimal number, or quote it",
            "m.yaml:11: A x: d: 0777777777777777777777 is read as an octal number,"
                + " 9223372036854775807; remove the leading 0 to make it a decimal number,"
                + " or quote it");
  }

  /// From 8 on they are not what they look like; below it they are, and quotes make texts of them.
  @ParameterizedTest
  @CsvSource({
    "010, 8",
    "+010, 8",
    "-010, -8",
    "0_10, 8",
    "0010, 8",
    "011, 9",
    "007, 0",
    "00, 0",
    "0, 0",
    "'\"010\"', 0",
    "'!!int \"010\"', 0",
    "0x10, 0",
    "0o10, 0",
    "08, 0",
    "01.0, 0",
    "10, 0"
  })
  void octalNumbersWarnFromEightOn(String written, int number) {
    ManifestSet set = read(doc("x") + "spec:\n  port: " + written + "\n");
    if (number == 0) {
      assertThat(set.problems()).isEmpty();
    } else {
      assertThat(set.problems())
          .extracting(Problem::what)
          .containsExactly("port: " + written + " is read as an octal number, " + number);
    }
  }

  @Test
  void keysThatAreNotReadAsWrittenWarn() {
    ManifestSet set = read(doc("x") + "data:\n  n: a\n  0755: b\n  true: c\n  'y': d\n  1: e\n");
    assertThat(set.problems())
        .extracting(Problem::what)
        .containsExactly("key n is read as \"false\"", "key 0755 is read as \"493\"");
    assertThat(set.problems()).extracting(p -> p.origin().line()).containsExactly(6, 7);
  }

  @Test
  void mergesWarnOnlyWhenTheyOverride() {
    String base = doc("x") + "base: &b {a: 1}\n";
    assertThat(read(base + "c:\n  <<: *b\n  a: 2\n").problems()).isEmpty();
    assertThat(read(base + "c:\n  a: 2\n  <<: *b\n").problems())
        .extracting(Problem::what)
        .containsExactly("the << on line 8 replaces \"a\" of line 7");
  }

  @Test
  void textBehindTheEndMarkerWarns() {
    assertThat(read(doc("x") + "...\n\n# c\n---\n" + doc("z")).problems()).isEmpty();
    ManifestSet set = read(doc("x") + "...\n# c\n" + doc("z"));
    assertThat(set.objects()).hasSize(1);
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "m.yaml:7: A x: the text after ... is not read; begin a document with ---");
  }

  @Test
  void tabsBetweenTokensAreSpaces() {
    KubeObject object = read(doc("x") + "a:\tb\t# c\nd:\t[e]\n").objects().getFirst();
    assertThat(object.tree().text("a")).isEqualTo("b");
    assertThat(place(object, FieldPath.root().key("d"))).isEqualTo("6:1");
  }

  @Test
  void manyNoticesAreCounted() {
    assertThat(read(doc("x") + "a: b\n".repeat(200_001)).problems())
        .hasSize(101)
        .last()
        .asString()
        .contains("199900 more are not listed");
  }

  @Test
  void lineSeparatorsWarn() {
    assertThat(read(doc("x") + "a: b # c\u2028c: d\n").problems())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .startsWith("m.yaml:5: A x: the character U+2028 is read as a line break");
    assertThat(read(doc("x") + "a: b\u2028c\n").problems())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .contains("could not find expected ':'", "remove the character U+2028");
  }

  @Test
  void bigIntegersStayExact() {
    var digits = "123456789012345678901234567890";
    KubeObject object = read(doc("x") + "big: " + digits + "\n").objects().getFirst();
    assertThat(object.tree().get("big"))
        .isEqualTo(dev.japply.tree.Value.number(new BigInteger(digits)));
  }

  @Test
  void nestedListsAreFlattened() {
    ManifestSet set =
        read(
            """
            kind: List
            apiVersion: v1
            items:
            - kind: List
              apiVersion: v1
              items:
              - kind: AList
                apiVersion: g/v1
                items:
                - metadata: {name: x}
            - null
            - kind: B
              apiVersion: v1
            """);
    assertThat(set.objects())
        .extracting(o -> o.gvk().toString())
        .containsExactly("g/v1, Kind=A", "v1, Kind=B");
    assertThat(set.objects()).extracting(o -> o.origin().line()).containsExactly(10, 12);
    assertThat(set.problems()).extracting(p -> p.origin().line()).containsExactly(11);
  }

  @Test
  void aliasBombsAreRefused() {
    var bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 9; i++) {
      String last = ",*a" + (i - 1);
      bomb.append("a%d: &a%d [%s]%n".formatted(i, i, last.repeat(10).substring(1)));
    }
    assertThat(only(bomb.toString()).what()).contains("document contains excessive aliasing");
  }

  @Test
  void deepNestingIsRefused() {
    assertThat(only("[".repeat(100_000)).what()).contains("exceeded max depth");
  }

  @Test
  void unreadableSourcesAreProblems() {
    ManifestSet set =
        ManifestReader.read(
            List.of(
                new Source(
                    "x",
                    () -> {
                      throw new AccessDeniedException("x");
                    }),
                new Source(
                    "y",
                    () -> {
                      throw new IOException("Is a directory");
                    })));
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "x: error reading: permission denied",
            "y: error reading: is a directory; name the directory itself, or end it with /");
  }

  @Test
  void bytesThatAreNotUtf8Warn() {
    byte[] latin1 = (doc("x") + "a: \u00e9\n").getBytes(StandardCharsets.ISO_8859_1);
    var source = new Source("m.yaml", () -> new ByteArrayInputStream(latin1));
    assertThat(ManifestReader.read(List.of(source)).problems())
        .extracting(Problem::toString)
        .containsExactly(
            "m.yaml:5: bytes that are not UTF-8 are read as U+FFFD; save the file as UTF-8");
  }

  @ParameterizedTest
  @CsvSource({"a: \ud800x, a: \ufffdx", "a: \udc00, a: \ufffd", "a: x\ud800, a: x\ufffd"})
  void halfSurrogatesInUtf16Warn(String text, String read) {
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      byte[] bytes = units("\ufeff" + doc("x") + text, charset);
      var source = new Source("m.yaml", () -> new ByteArrayInputStream(bytes));
      ManifestSet set = ManifestReader.read(List.of(source));
      assertThat(set.problems())
          .extracting(Problem::toString)
          .containsExactly(
              "m.yaml:5: bytes that are not UTF-16 are read as U+FFFD; save the file as UTF-8");
      assertThat("a: " + set.objects().getFirst().tree().text("a")).isEqualTo(read);
    }
  }

  /// Each `char` as two bytes, whether it is a character or half of one.
  private static byte[] units(String text, Charset charset) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    boolean little = charset.equals(StandardCharsets.UTF_16LE);
    bytes.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  @Test
  void emptyInputGivesNothing() {
    assertThat(read("").objects()).isEmpty();
    assertThat(read("# nothing\n---\n").problems()).isEmpty();
  }

  @Test
  void placesOfFields() {
    KubeObject object =
        read("---\n# x\n" + doc("x") + "spec:\n  list:\n  - a: 1\n    b: 2\n").objects().getFirst();
    assertThat(object.origin().line()).isEqualTo(3);
    FieldPath item = FieldPath.root().key("spec").key("list").index(0);
    assertThat(place(object, item)).isEqualTo("9:5");
    assertThat(place(object, item.key("b"))).isEqualTo("10:5");
    assertThat(place(object, item.key("none").key("more"))).isEqualTo("9:5");
    assertThat(place(object, FieldPath.root().key("spec").key("list").index(7))).isEqualTo("8:3");
    assertThat(place(object, FieldPath.root())).isEqualTo("3:1");
  }

  @Test
  void placesInJsonAndInLists() {
    String json =
        """
        {"kind":"A","apiVersion":"v1"} {"kind":"List","apiVersion":"v1","items":[
         {"kind":"B",
          "apiVersion":"v1"}]}\
        """;
    List<KubeObject> objects = read(json).objects();
    assertThat(place(objects.get(0), FieldPath.root().key("apiVersion"))).isEqualTo("1:13");
    assertThat(place(objects.get(1), FieldPath.root())).isEqualTo("2:2");
    assertThat(place(objects.get(1), FieldPath.root().key("apiVersion"))).isEqualTo("3:3");
  }

  @Test
  void placesFollowAliases() {
    KubeObject object = read(doc("x") + "a: &a\n  b: 1\nc: *a\n").objects().getFirst();
    assertThat(place(object, FieldPath.root().key("c"))).isEqualTo("7:1");
    assertThat(place(object, FieldPath.root().key("c").key("b"))).isEqualTo("6:3");
  }

  private static String place(KubeObject object, FieldPath path) {
    var origin = object.positions().apply(path);
    return origin.line() + ":" + origin.column();
  }

  private static String doc(String name) {
    return "kind: A\napiVersion: v1\nmetadata:\n  name: " + name + "\n";
  }

  private static ManifestSet read(String text) {
    return ManifestReader.read(List.of(Source.of("m.yaml", text)));
  }

  private static Problem only(String text) {
    return only(text, 1);
  }

  /// The first of `count` errors.
  private static Problem only(String text, int count) {
    var errors =
        read(text).problems().stream().filter(p -> p.severity() == Severity.ERROR).toList();
    assertThat(errors).hasSize(count);
    return errors.getFirst();
  }
}
