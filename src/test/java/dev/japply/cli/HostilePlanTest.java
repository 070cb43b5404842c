package dev.japply.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Cases;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plan files of somebody who wants to do harm, and can make their digest. Each is refused in lines
/// for people, or shown as harmless text and carried out as the manifests say.
@Tag("sampled")
@Timeout(120)
class HostilePlanTest extends WithPlans {
  private static final String TRAP = "\u001b[2J\r\u009b2J\u202e\n::error::forged\nerror: forged";

  private List<String> honest = List.of();

  @BeforeEach
  void carryOutOnce() {
    plan(NEW);
    assertThat(applyPlan(NEW).status()).isZero();
    honest = plainWrites();
    assertThat(honest).hasSize(3);
    cluster.objects.clear();
    cluster.putNamespace("default");
    applied();
    plan(NEW);
  }

  /// Without what differs from cluster to cluster.
  private List<String> plainWrites() {
    return writes().stream()
        .map(write -> write.replaceAll(",?\"(resourceVersion|uid)\":\"[^\"]*\"", ""))
        .toList();
  }

  /// Shows the plan in every way, and carries it out.
  private void checkAll() {
    for (String format :
        Cases.some(List.of("text", "json", "markdown", "github", "gitlab", "html", "junit"))) {
      ClearLines.check(japply("", "show", file.toString(), "--report=" + format));
    }
    ClearLines.check(japply("", "show", file.toString()));
    ClearLines.check(japply("", "show", file.toString(), "-o", "json"));
    cluster.requests.clear();
    Ran ran = applyPlan(NEW);
    ClearLines.check(ran);
    assertThat(honest).as("%s", ran).containsAll(plainWrites());
  }

  /// `objects.x` is a field of the first object, and `$` stands for a text that steers terminals.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "objects.name | '../../../kube-system/secrets/token'",
        "objects.name | ''",
        "objects.name | '$'",
        "objects.namespace | '../..'",
        "objects.namespace | '$'",
        "objects.kind | '../..'",
        "objects.kind | '$'",
        "objects.apiVersion | '../../v1'",
        "objects.apiVersion | 'a/b/c/d'",
        "objects.apiVersion | '$'",
        "objects.file | '../../../etc/passwd'",
        "objects.file | '/etc/\\u0000passwd'",
        "objects.file | '://'",
        "objects.file | '$'",
        "objects.line | -7",
        "objects.line | 2147483648",
        "objects.line | 1e300",
        "objects.line | 99999999999999999999999999",
        "objects.line | [1]",
        "objects.action | 'delete'",
        "objects.action | '$'",
        "objects.patch | {}",
        "objects.patch | []",
        "objects.patch | {'metadata':{'name':'other','namespace':'kube-system'}}",
        "objects.patch | {'$patch':'delete'}",
        "objects.patchType | '$'",
        "objects.manifest | '$'",
        "objects.before | {}",
        "objects.before | {'metadata':1,'kind':[]}",
        "objects.after | {'metadata':{'managedFields':[1,{'fieldsV1':{'k:{':{}}}]}}",
        "objects.after | '$'",
        "objects.body | {'data':{'$':'x'}}",
        "objects.force | true",
        "objects.subresource | '../../status'",
        "objects.diff | '$'",
        "objects.fields | [1,null,{},[],{'path':1,'reason':[]}]",
        "objects.fields | [{'path':'$','reason':'$','cause':'$','managers':[{'name':'$'}]}]",
        "objects.warnings | [1,null,{},[],{'what':'$'}]",
        "objects | [1]",
        "objects | {}",
        "cluster.server | '$'",
        "cluster.uid | '$'",
        "created | '+1000000000-12-31T23:59:59.999999999Z'",
        "expires | '+1000000000-12-31T23:59:59.999999999Z'",
        "expires | '-1000000000-01-01T00:00:00Z'",
        "expires | '$'",
        "by | '$'",
        "salt | ''",
        "options.files | ['../../../etc/passwd','$']",
        "options.compat | '$'",
        "options.fieldManager | '$'",
        "options.validate | '$'",
        "options.cascade | '$'",
        "options.gracePeriod | -2147483648",
        "options.gracePeriod | 1e300",
        "options.ignore | ['[[[[','a:b:c','$']",
        "options.serverSide | {'forceConflicts':true,'take':['[[[[','$'],'leave':['manager=$']}",
        "options.prune | {'selector':'a in (','all':true,'allowlist':['$'],'applySet':'$'}",
      })
  void whatIsForgedDoesNoHarm(String path, String value) throws IOException {
    String json = value.replace("'$'", GoJson.write(Value.text(TRAP)));
    var forged = (Value) json("{'x':" + json + "}").get("x");
    forge(edited(document(), path, forged));
    checkAll();
  }

  @Test
  void depthAndLengthAreBorne() throws Exception {
    DeepStack.run(this::bearDepth);
  }

  private void bearDepth() throws IOException {
    MapValue deep = MapValue.of("k", Value.text("v"));
    for (int i = 0; i < 990; i++) {
      deep = MapValue.of("k", deep);
    }
    forge(edited(document(), "objects.patch", deep));
    checkAll();
    forge(edited(document(), "objects.before", deep));
    checkAll();
    forge(edited(document(), "objects.diff", Value.text("+ x\n".repeat(Cases.of(500_000)))));
    checkAll();
    forge(edited(document(), "objects.name", Value.text("n".repeat(1_000_000))));
    Ran ran = applyPlan(NEW);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @Test
  void oneObjectIsNoTwentyThousand() throws IOException {
    Value first = ((ListValue) document().get("objects")).items().getFirst();
    var copies = Collections.nCopies(Cases.of(20_000), first);
    forge(document().with("objects", new ListValue(copies)));
    cluster.requests.clear();
    Ran ran = applyPlan(NEW);
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufeff{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Plan\"}",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Plan\",\"kind\":\"Plan\"}",
        "{\"apiVersion\":\"japply.dev/v999999999999999999999\",\"kind\":\"Plan\"}",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Plan\",\"salt\":1e999999999}",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Plan\",\"x\":\"\\ud800\"}",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Plan\"}{}",
        "a: &a [*a]",
        "\u0000",
        "%PDF-1.7",
      })
  void whatIsNoPlanIsOneLine(String text) throws IOException {
    Files.writeString(file, text);
    assertRefused();
    Files.write(file, text.getBytes(StandardCharsets.UTF_16));
    assertRefused();
  }

  @Test
  void whatIsTooDeepOrTooLongIsOneLine() throws IOException {
    for (String text :
        List.of(
            "[".repeat(1_000_000),
            "{\"a\":".repeat(1_000_000),
            "{\"kind\":" + "9".repeat(1_000_000) + "}",
            "{\"kind\":\"Plan\",\"" + "k".repeat(1_000_000))) {
      Files.writeString(file, text);
      assertRefused();
    }
    Files.write(file, new byte[] {'{', '"', (byte) 0xff, (byte) 0xc0, '"', ':', '1', '}'});
    assertRefused();
    Files.writeString(file, "\u00ff".repeat(1_000), ISO_8859_1);
    assertRefused();
  }

  @Test
  void whatHasNoEndIsOneLine() throws IOException {
    Path zeros = Path.of("/dev/zero");
    assumeTrue(Files.exists(zeros), "no /dev/zero");
    Files.delete(file);
    Files.createSymbolicLink(file, zeros);
    Ran ran =
        new Ran.Setting(cluster)
            .with(Map.of("JAPPLY_MAX_BYTES", "1Mi"))
            .run("show", file.toString());
    assertThat(ran.err())
        .isEqualTo(
            "error: %s: cannot be read: larger than 1048576 bytes; set JAPPLY_MAX_BYTES in the"
                    .formatted(file)
                + " environment to read more\n");
    Files.delete(file);
    Files.createDirectory(file);
    assertRefused();
  }

  private void assertRefused() {
    cluster.requests.clear();
    for (Ran ran : List.of(japply("", "show", file.toString()), applyPlan(NEW))) {
      ClearLines.check(ran);
      assertThat(ran.err()).as("%s", ran).hasLineCount(1).contains("plan.json: ");
      assertThat(ran.status()).isEqualTo(1);
      assertThat(ran.out()).isEmpty();
    }
    assertThat(writes()).isEmpty();
  }
}
