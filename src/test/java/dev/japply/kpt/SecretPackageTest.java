package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of Secrets in packages are in the packages' files, and in nothing that is told of them.
@Tag("process")
class SecretPackageTest {
  private static final String BEFORE = "n0t-4-y0ur-eyes";
  private static final String UPSTREAM = "upstreams-0wn-value";
  private static final String MINE = "my-very-0wn-value";

  /// The repository of all packages, and the cache of what is fetched from it: packages only read
  /// them.
  @TempDir private static Path shared;

  @TempDir private Path directory;

  /// Makes `web` with the tags `v1` and `v2`, a directory for each form with `f1` and `f2`, and a
  /// tag of `web` for each broken text.
  @BeforeAll
  static void makeUpstream() throws Exception {
    GitFolder upstream = GitFolder.in(upstream());
    upstream.commit(Map.of("web/s.yaml", secret(BEFORE), "web/gone.yaml", secret(BEFORE)));
    upstream.git("tag", "v1");
    upstream.git("rm", "--quiet", "web/gone.yaml");
    String renamed = secret(UPSTREAM).replace(": s", ": t");
    upstream.commit(Map.of("web/s.yaml", secret(UPSTREAM), "web/new.yaml", renamed));
    upstream.git("tag", "v2");
    for (String value : List.of(BEFORE, UPSTREAM)) {
      for (List<String> files : FORMS) {
        upstream.write(form(files) + "/s.yaml", secret(UPSTREAM));
        upstream.write(form(files) + "/new.yaml", renamed);
        for (int i = 0; i < files.size(); i += 2) {
          String text = files.get(i + 1).replace("VALUE", value);
          upstream.write(form(files) + "/" + files.get(i), text);
        }
      }
      upstream.commit();
      upstream.git("tag", value.equals(BEFORE) ? "f1" : "f2");
    }
    for (String text : BROKEN) {
      upstream.commit(Map.of("web/s.yaml", broken(text, UPSTREAM)));
      upstream.git("tag", "b" + BROKEN.indexOf(text));
    }
  }

  private static Path upstream() {
    return shared.resolve("up");
  }

  private static String form(List<String> files) {
    return "form" + FORMS.indexOf(files);
  }

  private static String secret(String value) {
    return """
    # kept
    apiVersion: v1
    kind: Secret
    metadata:
      name: s
    stringData:
      p: %s
    data:
      q: %s
    """
        .formatted(value, base64(value));
  }

  private static String base64(String value) {
    return Base64.getEncoder().encodeToString(value.getBytes(UTF_8));
  }

  private void makeConflict() throws IOException {
    get("web@v1", mine());
    Files.writeString(mine().resolve("s.yaml"), secret(MINE));
  }

  private void get(String what, Path place) {
    String address = "file://" + upstream() + "/.git/" + what;
    assertThat(run("pkg", "get", address, place.toString()).status()).isZero();
  }

  private Path mine() {
    return directory.resolve("mine");
  }

  private Said run(String... args) {
    String cache = shared.resolve("cache").toString();
    var environment = Map.of("HOME", directory.toString(), "JAPPLY_CACHE_DIR", cache);
    return Program.run(environment, "", List.of(args));
  }

  private static void assertHidden(String text) {
    for (String value : List.of(BEFORE, UPSTREAM, MINE)) {
      assertThat(text).doesNotContain(value).doesNotContain(base64(value).substring(0, 12));
    }
  }

  private Said hidden(String... args) {
    Said said = run(args);
    assertThat(said.out() + said.err()).as("%s", List.of(args)).isNotEmpty();
    assertHidden(said.out() + said.err());
    return said;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text", "json", "jsonl", "markdown", "github", "gitlab", "junit", "sarif"})
  void reports(String format) throws IOException {
    makeConflict();
    Path file = directory.resolve("report");
    for (String command : List.of("update --dry-run", "diff")) {
      String reports = " --report=%s --report=%s=%s".formatted(format, format, file);
      hidden(("pkg " + command + " " + mine() + "@v2 -v=10" + reports).split(" ", -1));
      assertThat(file).isNotEmptyFile();
      assertHidden(Files.readString(file));
    }
  }

  @Test
  void conflicts() throws IOException {
    makeConflict();
    Said said = hidden("pkg", "update", mine() + "@v2", "-v=10");
    assertThat(said.status()).as("%s", said).isEqualTo(3);
    assertThat(said.out() + said.err()).contains("s.yaml", "stringData.p", "(hidden)");
    assertThat(mine().resolve("s.yaml")).content().contains(MINE);
    hidden("pkg", "status", mine().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3way", "remote", "local", "combined"})
  void differences(String type) throws IOException {
    makeConflict();
    hidden("pkg", "diff", mine() + "@v2", "--type=" + type);
  }

  /// Texts that break where the value is.
  private static final List<String> BROKEN =
      List.of("  p: *VALUE\n", "  p: \"VALUE\n", "  p: VALUE: x\n", "  p: @VALUE\n", "VALUE");

  private static String broken(String line, String value) {
    return ("kind: Secret\nstringData:\n" + line).replace("VALUE", value);
  }

  @ParameterizedTest
  @FieldSource("BROKEN")
  void textThatCannotBeRead(String line) throws Exception {
    makeConflict();
    String broken = mine() + "@b" + BROKEN.indexOf(line);
    Files.writeString(mine().resolve("s.yaml"), broken(line, MINE));
    hidden("pkg", "update", mine() + "@v2", "--dry-run");
    hidden("pkg", "diff", mine() + "@v2");
    hidden("pkg", "update", broken, "--dry-run");
    Files.writeString(mine().resolve("s.yaml"), secret(MINE));
    hidden("pkg", "update", broken, "--dry-run");
    hidden("pkg", "diff", broken);
  }

  private static final String HEAD = "apiVersion: v1\nmetadata: {name: s}\n";
  private static final String GENERATOR =
      "kind: Kustomization\n"
          + "apiVersion: kustomize.config.k8s.io/v1beta1\n"
          + "secretGenerator:\n"
          + "- name: s\n";

  /// A form of which the rest is shown.
  private static final List<String> PARTLY_SHOWN =
      List.of(
          "kustomization.yaml",
          "resources: [s.yaml] # all\n" + GENERATOR + "  literals: [p=VALUE, q=short]\n");

  /// Ways to write a Secret, as files of which each is the name and the text.
  private static final List<List<String>> FORMS =
      List.of(
          PARTLY_SHOWN,
          List.of("x.yaml", HEAD + "kind: &k Secret\nstringData: {p: VALUE}\n"),
          List.of("x.yaml", HEAD + "kind: !!str Secret\nstringData: {p: VALUE}\n"),
          List.of("x.yaml", HEAD + "kind: \"\\u0053ecret\"\nstringData: {p: VALUE}\n"),
          List.of("x.yaml", HEAD + "k: &k Secret\nkind: *k\nstringData: {p: VALUE}\n"),
          List.of("x.yaml", HEAD + "kind: Secret\nx: &d {p: VALUE}\nstringData: *d\n"),
          List.of("x.yaml", HEAD + "kind: Secret\nx: &d {p: VALUE}\nstringData:\n  <<: *d\n"),
          List.of("x.yaml", HEAD + "kind: Secret\nstringData:\n  <<: {p: VALUE}\n"),
          List.of("x.yaml", HEAD + "kind: Secret\n<<: {stringData: {p: VALUE}}\n"),
          List.of("x.yaml", HEAD + "kind: Secret\nstringData:\n  p: VALUE\n  p: other\n"),
          List.of("x.yaml", HEAD + "kind: Secret\nstringDate: {p: VALUE}\n"),
          List.of("x.yaml", HEAD + "kind: Secret\nstringData:\n  p: |\n    VALUE\n    more\n"),
          List.of("x.yaml", HEAD + "kind: Secret # p is VALUE\nstringData: {p: VALUE}\n"),
          List.of("x.yaml", "kind: Secret\nmetadata: {name: s}\nstringData: {p: VALUE}\n"),
          List.of("x.yaml", "kind: Secret\nstringData: {p: VALUE}\n"),
          List.of(
              "x.yaml",
              "kind: List\napiVersion: v1\nitems:\n- kind: Secret\n  apiVersion: v1\n"
                  + "  metadata: {name: s}\n  stringData: {p: VALUE}\n"),
          List.of(
              "x.yaml",
              "kind: Bundle\napiVersion: a/v1\nmetadata: {name: b}\nspec:\n  one:\n"
                  + "    kind: Secret\n    apiVersion: v1\n    data: {p: VALUE}\n"),
          List.of(
              "x.yaml",
              "kind: ConfigMap\n"
                  + HEAD
                  + "data:\n  s: |\n    kind: Secret\n    data: {p: VALUE}\n"),
          List.of(
              "x.json", "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"data\":{\"p\":\"VALUE\"}}"),
          List.of("x.tpl", "{{ if .X }}\nkind: Secret\nstringData:\n  p: VALUE\n{{ end }}\n"),
          List.of("kustomization.yaml", GENERATOR + "  literals:\n  - p=VALUE\n  - q=1\n"),
          List.of("kustomization.yaml", GENERATOR + "  literals: &l [p=VALUE]\n- literals: *l\n"),
          List.of("Kustomization", GENERATOR + "  literals: [p=VALUE]\n"),
          List.of("kustomization.yaml", "secretGenerator:\n- name: s\n  literals: [p=VALUE]\n"),
          List.of(
              "x.yaml",
              "kind: SecretGenerator\n"
                  + "apiVersion: builtin\n"
                  + "metadata: {name: s}\n"
                  + "literals: [p=VALUE]\n"),
          List.of("kustomization.yaml", GENERATOR + "  envs: [x.env]\n", "x.env", "P=VALUE\n"),
          List.of("kustomization.yaml", GENERATOR + "  env: x.env\n", "x.env", "P=VALUE\n"),
          List.of(
              "k/kustomization.yaml", GENERATOR + "  files: [p=../x.txt]\n", "x.txt", "VALUE\n"),
          List.of(
              "kustomization.yaml", GENERATOR + "  files: [./x.yaml]\n", "x.yaml", "a: VALUE\n"),
          List.of(
              "kustomization.yaml",
              "patches:\n- patch: |\n    kind: Secret\n    metadata: {name: s}\n"
                  + "    stringData: {p: VALUE}\n"),
          List.of(
              "kustomization.yaml",
              "patches:\n- target: {kind: Secret}\n  patch: |\n    - op: replace\n"
                  + "      path: /stringData/p\n      value: VALUE\n"),
          List.of(
              "kustomization.yaml",
              "patches:\n- target: {name: s}\n  patch: |\n    - op: replace\n"
                  + "      path: /data/p\n      value: VALUE\n"),
          List.of(
              "kustomization.yaml",
              "patches:\n- target: {kind: Secret}\n  path: x.json\n",
              "x.json",
              "[{\"op\":\"replace\",\"path\":\"/data/p\",\"value\":\"VALUE\"}]"),
          List.of(
              "x.yaml",
              HEAD + "kind: Secret\nstringData: {p: VALUE}\n",
              "copy.yaml",
              HEAD + "kind: ConfigMap\ndata: {p: VALUE}\n"));

  /// Commands that show what a package would become.
  private static final List<String> FORM_COMMANDS =
      List.of(
          "pkg diff PLACE --type=3way",
          "pkg diff PLACE --type=combined",
          "pkg diff PLACE --report=json",
          "pkg update PLACE --dry-run --on-conflict=upstream",
          "pkg update PLACE --dry-run --on-conflict=upstream --report=json",
          "pkg update PLACE --dry-run --on-conflict=upstream --report=markdown",
          "pkg update PLACE --dry-run --on-conflict=local",
          "pkg update PLACE --dry-run --on-conflict=local --report=json",
          "pkg update PLACE --dry-run --on-conflict=local --report=markdown");

  @Tag("sampled")
  @ParameterizedTest
  @FieldSource("FORMS")
  void everyFormOfASecret(List<String> files) throws Exception {
    Path place = directory.resolve("form");
    get(form(files) + "@f1", place);
    for (int i = 0; i < files.size(); i += 2) {
      Files.writeString(place.resolve(files.get(i)), files.get(i + 1).replace("VALUE", MINE));
    }
    var commands = new ArrayList<>(FORM_COMMANDS);
    Collections.shuffle(commands, new Random(files.hashCode()));
    for (String command : Cases.some(commands)) {
      hidden(command.replace("PLACE", place + "@f2").split(" ", -1));
    }
    hidden("pkg", "update", place + "@f2", "--infer-keys");
  }

  /// What is not a value is shown, and whether values differ.
  @Test
  void theRestIsShown() throws Exception {
    Path place = directory.resolve("form");
    get(form(PARTLY_SHOWN) + "@f1", place);
    Path file = place.resolve("kustomization.yaml");
    Files.writeString(file, Files.readString(file).replace("# all", "# one").replace(BEFORE, MINE));
    assertThat(hidden("pkg", "diff", place.toString()).out())
        .contains(
            "-resources: [s.yaml] # all\n+resources: [s.yaml] # one\n",
            "-  literals: [p=*** (before), q=***]\n+  literals: [p=*** (after), q=***]\n");
  }
}
