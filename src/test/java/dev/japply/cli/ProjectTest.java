package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A project file: which contexts it is for, and its default flags.
class ProjectTest extends OnPlayedApi {
  private static final String HEAD = "apiVersion: japply.dev/v1\nkind: Project\n";
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"1"}}
      """;

  private Path project(String text) throws IOException {
    return Files.writeString(directory.resolve("p.yaml"), HEAD + text);
  }

  private Program.Said run(String line) throws IOException {
    return run(Map.of(), line);
  }

  private Program.Said run(Map<String, String> variables, String line) throws IOException {
    var args = new ArrayList<>(List.of(line.split(" ", -1)));
    args.add("--project=" + directory.resolve("p.yaml"));
    return api.run(variables, MAP, args.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "apply -f -, 1",
    "apply -f - --prune --all, 1",
    "apply -f - --server-side, 1",
    "apply -f - --dry-run=client, 1",
    "diff -f -, 2",
    "why -f -, 1",
    "why configmap c, 1",
    "plan -f -, 1",
    "release -f - data.k, 1",
    "adopt configmap c data.k, 1",
    "view-last-applied -f -, 1",
    "apply set-last-applied -f -, 1",
    "edit-last-applied configmap c, 1"
  })
  void anotherContextIsRefusedBeforeAnythingIsAsked(String line, int status) throws IOException {
    Path file = project("contexts: [prod, staging-*]\n");
    Program.Said said = run(line);
    assertThat(said.err())
        .contains(
            file
                + ":3: this project is for context \"prod\", \"staging-*\" only, but context \"c\""
                + " is selected; choose another one by --context, or allow this one there");
    assertThat(said.out()).isEmpty();
    assertThat(said.status()).isEqualTo(status);
    assertThat(api.requests()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"c", "'a, c'", "'*'", "'b, c*'"})
  void aContextOfTheListIsAllowed(String names) throws IOException {
    project("contexts: ['%s']\n".formatted(names.replace(", ", "', '")));
    assertThat(run("apply -f -").out()).isEqualTo("configmap/c created\n");
  }

  /// Rules about deletions may be for some contexts.
  @ParameterizedTest
  @CsvSource({"prod, c-*, false", "c, prod, true", "prod, '*', true"})
  void deletionsAreForbiddenInContexts(String one, String other, boolean forbidden)
      throws IOException {
    api.put(
        "/api/v1/namespaces/default/configmaps/left",
        MAP.replace(
            "\"name\":\"c\"",
            "\"name\":\"left\",\"namespace\":\"default\",\"uid\":\"u\",\"annotations\":"
                + "{\"kubectl.kubernetes.io/last-applied-configuration\":\"{}\"}"));
    project("forbid: [{rules: ['delete:*'], contexts: ['%s', '%s']}]\n".formatted(one, other));
    Program.Said said =
        run("apply -f - --prune --all --prune-allowlist=core/v1/ConfigMap --dry-run=client");
    assertThat(said.err().contains("forbids to delete it")).as("%s", said).isEqualTo(forbidden);
    assertThat(said.status()).isEqualTo(forbidden ? 1 : 0);
  }

  @Test
  void flagsDoNotLeadPastTheContext() throws IOException {
    Path file = project("contexts: [c]\n");
    assertThat(run("apply -f - --server=" + api.url()).err())
        .contains(
            file
                + ":3: this project is for certain contexts only, but --server or --cluster lead"
                + " elsewhere; leave them out");
    assertThat(run("apply -f - --require-context=d").err())
        .contains("context \"d\" is required, but context \"c\" is selected");
    assertThat(run("apply -f - --require-context=c").status()).isZero();
    assertThat(
            api.run(Map.of("KUBECONFIG", "/dev/null"), MAP, "apply", "-f", "-", "--project=" + file)
                .err())
        .contains("but no context is selected; choose another one by --context\n");
  }

  @ParameterizedTest
  @CsvSource({"c, prod", "prod, c"})
  void bothTheProjectAndTheFlagMustAllowTheContext(String project, String required)
      throws IOException {
    project("contexts: [" + project + "]\n");
    Program.Said said = run("apply -f - --require-context=" + required);
    assertThat(said.err()).contains("context \"prod\"", "context \"c\" is selected");
    assertThat(api.requests()).isZero();
  }

  @Test
  void typedFlagsCountMoreThanTheProjectAndThatMoreThanPreferences() throws IOException {
    Path kuberc =
        Files.writeString(
            directory.resolve("kuberc"),
            """
            apiVersion: kubectl.config.k8s.io/v1beta1
            kind: Preference
            defaults:
            - command: apply
              options:
              - {name: output, default: json}
              - {name: dry-run, default: client}
              - {name: kustomize, default: nowhere}
            """);
    project("defaults: {apply: {output: name, filename: '-'}}\n");
    String preferred = "apply --kuberc=" + kuberc;
    assertThat(run(preferred).out()).isEqualTo("configmap/c\n");
    assertThat(api.requests()).as("dry-run of the preferences").isPositive();
    assertThat(run(preferred + " -o yaml").out()).startsWith("apiVersion: v1\n");
    assertThat(run(preferred + " --output=jsonpath={.kind}").out()).isEqualTo("ConfigMap");
    assertThat(run("apply -f - --dry-run=none").out()).isEqualTo("configmap/c\n");
  }

  /// Nobody has typed the flag: the error has the line of the file, and the ways out.
  @Test
  void namesTheLineOfAPromptThatIsNotPossible() throws IOException {
    Path file = project("defaults:\n  apply:\n    confirm: true\n    filename: '-'\n");
    Program.Said said = run("apply");
    assertThat(said.err())
        .isEqualTo(
            "error: "
                + file
                + ":5: confirm needs a terminal: standard input or standard error is none; add"
                + " --confirm=false to apply without a prompt, or apply a plan that was reviewed,"
                + " by --plan=FILE --confirm=false\n");
    assertThat(said.status()).isEqualTo(1);
    assertThat(api.requests()).isZero();
    assertThat(run("apply --confirm").err())
        .isEqualTo(
            "error: --confirm needs a terminal: standard input or standard error is none; leave it"
                + " out, or apply a plan that was reviewed, by --plan\n");
    assertThat(run("apply --confirm=false --dry-run=client").status()).isZero();
  }

  @Test
  void valuesOfAllTypesArePassedOn() throws IOException {
    project(
        """
        defaults:
          apply:
            summary: false
            concurrency: 1
            exit-code: true
            request-timeout: 30s
            report: [json]
          diff:
            unified: 0
            color: always
        """);
    assertThat(run("diff -f - --local").out()).contains("\u001b[");
    Program.Said said = run("apply -f -");
    assertThat(said.out()).startsWith("{").contains("\"created\"");
    assertThat(said.status()).isEqualTo(10);
  }

  @Test
  void manifestsAreNamedAsSeenFromTheProjectFile() throws IOException {
    Files.createDirectory(directory.resolve("a,b"));
    Files.writeString(directory.resolve("a,b/c.yaml"), MAP);
    Files.writeString(directory.resolve("d.yaml"), MAP.replace("\"c\"", "\"d\""));
    project("defaults: {apply: {filename: ['\"a,b/c.yaml\"', d.yaml]}, why: {filename: d.yaml}}\n");
    assertThat(run("apply").out()).isEqualTo("configmap/c created\nconfigmap/d created\n");
    assertThat(run("apply -f -").out()).isEqualTo("configmap/c unchanged\n");
    assertThat(run("why configmap c").status()).isZero();
    Files.writeString(directory.resolve("kustomization.yaml"), "resources: [d.yaml]\n");
    project("defaults: {apply: {kustomize: ., recursive: true}}\n");
    assertThat(run("apply --recursive=false").out()).isEqualTo("configmap/d unchanged\n");
    assertThat(run("apply -f -").out()).isEqualTo("configmap/c unchanged\n");
  }

  /// The section `all` is for each command that has the flag; a section of the command counts more.
  @Test
  void defaultsOfAllCommandsCountLessThanThoseOfOne() throws IOException {
    Files.writeString(directory.resolve("c.yaml"), MAP);
    Files.writeString(directory.resolve("d.yaml"), MAP.replace("\"c\"", "\"d\""));
    Files.writeString(directory.resolve("kustomization.yaml"), "resources: [d.yaml]\n");
    project(
        """
        defaults:
          apply: {kustomize: ., output: name}
          all: {filename: c.yaml, summary: false, confirm: true, unified: 0, concurrency: 2}
        """);
    assertThat(run("diff").out()).contains("/v1.ConfigMap.default.c");
    assertThat(run("apply --confirm=false").out()).isEqualTo("configmap/d\n");
    assertThat(run("apply --confirm=false -f -").out()).isEqualTo("configmap/c\n");
    assertThat(run("why").status()).isZero();
    assertThat(run("plan").status()).isZero();
    assertThat(run("check").out()).isEmpty();
    assertThat(run("why configmap d").status()).isZero();
    assertThat(run("apply").err()).contains("p.yaml:5: confirm needs a terminal");
  }

  @Test
  void theFirstServerSideApplyIsFoundInBothSections() throws IOException {
    project("defaults: {all: {server-side: true}}\n");
    assertThat(run("apply -f -").out()).isEqualTo("configmap/c serverside-applied\n");
    project("defaults: {all: {server-side: true}, apply: {server-side: false}}\n");
    assertThat(run("apply -f -").out()).doesNotContain("serverside-applied");
  }

  @Test
  void whatAPlanSettlesIsNotSaidAgain() throws IOException {
    project(
        "defaults: {apply: {validate: warn, overwrite: false, strict: true},"
            + " plan: {validate: warn, overwrite: false}}\n");
    Path plan = directory.resolve("plan.json");
    assertThat(run("plan -f - --local --out " + plan).status()).isZero();
    Program.Said applied = run("apply -f - --plan " + plan);
    assertThat(applied.err()).isEmpty();
    assertThat(applied.out()).isEqualTo("configmap/c created\n");
    assertThat(run("apply -f -").status()).isZero();
    project("defaults: {apply: {server-side: true}}\n");
    assertThat(run("apply -f - --plan " + plan).out()).isEqualTo("configmap/c unchanged\n");
    assertThat(run("apply -f - --server-side --plan " + plan).err())
        .contains("--server-side cannot be used with --plan");
    project("defaults: {apply: {dry-run: server}}\n");
    assertThat(run("apply -f - --plan " + plan).err())
        .contains("p.yaml:3: dry-run cannot be used with --plan");
    assertThat(run("apply -f - --dry-run=none --plan " + plan).status()).isZero();
  }

  @Test
  void whatComesAfterAllFlagsStaysThere() throws IOException {
    japply(MAP, "apply", "-f", "-");
    project("defaults: {why: {output: json}}\n");
    String file = "--project=" + directory.resolve("p.yaml");
    Program.Said said = japply("", "why", file, "--", "configmap", "c");
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).startsWith("{");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "applu: {} | :3: unknown command \"applu\"; name one that japply --help lists; did you mean"
            + " apply?",
        "pkg: {} | :3: unknown command \"pkg\"; name one",
        "version: {} | :3: unknown command \"version\"; name one",
        "'apply: {forse: true}' | :3: apply has no flag \"forse\"; name one of its flags without"
            + " dashes; did you mean force?",
        "'apply: {--force: true}' | :3: apply has no flag \"--force\"; name one of its flags",
        "'apply: {f: x}' | :3: apply has no flag \"f\"; name one of its flags",
        "'diff: {prune: 1}' | :3: prune must be true or false; write it without quotes",
        "'diff: {prune: \"true\"}' | :3: prune must be true or false; write it without quotes",
        "'diff: {unified: a}' | :3: unified must be a whole number; write it without quotes",
        "'diff: {unified: 99999999999}' | :3: invalid argument \"99999999999\" for",
        "'plan: {expires: soon}' | :3: invalid argument \"soon\" for \"--expires\" flag: time:"
            + " invalid duration \"soon\"; write a number with a unit, as 5s, 2m or 1h",
        "'apply: {selector: [a, b]}' | :3: selector must be one value; write it as on the command",
        "'apply: {filename: [{a: b}]}' | :3: filename must be a value; write it as on the command",
        "'apply: {selector: }' | :3: selector must be a value; write one, or remove the flag",
        "'apply: {report: html=x.html}' | :3: a project file may not name a file to write; name the"
            + " format alone, or give --report on the command line",
        "'build: {output: x}' | :3: a project file may not set --output; give it on the command",
        "'apply: {kustomize-command: x}' | :3: a project file may not set --kustomize-command",
        "'apply: {output: go-template-file=/etc/passwd}' | :3: a project file may not have whole"
            + " objects printed, which may be Secrets, nor read a file; give it on the command"
            + " line",
        "'apply: {output: templatefile=x}' | :3: a project file may not have whole objects printed",
        "'why: {output: jsonpath-file=x}' | :3: a project file may not have whole objects printed",
        "'apply: {output: jsonpath-as-json=x}' | :3: a project file may not have whole",
        "'apply: {output: yaml}' | :3: a project file may not have whole objects printed",
        "'release: {output: json}' | :3: a project file may not have whole objects printed",
        "'apply: {template: x}' | :3: a project file may not set --template",
        "'apply: {exit-code: false}' | :3: a project file may turn --exit-code on, and not off",
        "'apply: {confirm: false}' | :3: a project file may turn --confirm on, and not off",
        "'apply: {validate: ignore}' | :3: a project file may turn --validate on, and not off",
        "'apply: {validate: \"false\"}' | :3: a project file may turn --validate on, and not off",
        "'apply: {dry-run: none}' | :3: a project file may turn --dry-run on, and not off",
        "'pkg update: {require-clean: false}' | :3: a project file may turn --require-clean on",
        "'apply: {filename: https://example.com/a}' | :3: a project file may only name files in"
            + " its directory, not \"https://example.com/a\"; give --filename on the command line",
        "'apply: {filename: /etc/passwd}' | :3: a project file may only name files in",
        "'apply: {filename: [a.yaml, a/../../b]}' | :3: a project file may only name files in",
        "'apply: {filename: \"a.yaml,../b\"}' | :3: a project file may only name files in",
        "'apply: {kustomize: ..}' | :3: a project file may only name files in its directory",
        "'apply: {kustomize: \"github.com/o/r//a?ref=v1\"}' | :3: a project file may only name"
            + " files in",
        "'apply: {kustomize: git@github.com:o/r}' | :3: a project file may only name files in",
        "'apply: {kustomize: file:///srv/r}' | :3: a project file may only name files in",
        "'all: {nothing: t}' | :3: no command has a flag \"nothing\"; name one of its flags"
            + " without",
        "'all: {take: x}' | :3: --take is not the same for all commands; set it below single",
        "'all: {output: name}' | :3: --output is not the same for all commands; set it below",
        "'all: {unified: a}' | :3: unified must be a whole number; write it without quotes",
        "'all: {confirm: false, validate: ignore}' | :3: a project file may turn --validate on",
        "'all: {filename: /etc/passwd}' | :3: a project file may only name files in",
        "'all: {token: t}' | :3: a project file may not set --token; give it on the command line",
        "'apply: {token: t}' | :3: a project file may not set --token; give it on the command line,"
            + " or in the kubeconfig or kuberc"
      })
  void whatNobodyCanHaveIsToldWithItsLine(String defaults, String message) throws IOException {
    Path file = project("defaults: {" + defaults + "}\n");
    Program.Said said = run("diff -f -");
    assertThat(said.err()).startsWith("error: " + file + message);
    assertThat(said.err().lines()).hasSize(1);
    assertThat(said.status()).isEqualTo(2);
    assertThat(api.requests()).isZero();
  }

  /// A link that leads out of the directory would have other files read.
  @ParameterizedTest
  @ValueSource(strings = {"filename", "kustomize"})
  void linksOutOfTheDirectoryAreNotFollowed(String flag) throws IOException {
    Path other = Files.createTempDirectory("other");
    project("defaults: {apply: {%s: link}}\n".formatted(flag));
    Files.createSymbolicLink(directory.resolve("link"), other);
    assertThat(run("apply").err())
        .contains(":3: a project file may only name files in its directory, not \"link\"");
    assertThat(api.requests()).isZero();
    Files.delete(directory.resolve("link"));
    Files.delete(other);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order: some | apply -f - | invalid --order value \"some\"; must be dependencies or input",
        "dry-run: some | apply -f - | Invalid dry-run value (some)",
        "output: x | apply -f - | unable to match a printer suitable for the output format \"x\"",
        "color: red | apply -f - | invalid --color value \"red\"; must be auto, always or never",
        "confirm: true | apply -f - --dry-run=server | --confirm cannot be used with --dry-run"
      })
  void whatACommandRefusesIsToldWithItsLine(String flag, String line, String message)
      throws IOException {
    String name = flag.substring(0, flag.indexOf(':'));
    Path file = project("defaults:\n  apply:\n    summary: false\n    %s\n".formatted(flag));
    assertThat(run(line).err())
        .startsWith("error: " + file + ":6: " + message.replace("--" + name, name));
    assertThat(run(line + " --" + flag.replace(": ", "=")).err()).startsWith("error: " + message);
  }

  /// What is live and what the manifest says differ in two fields, of which a rule keeps one.
  @Test
  void fieldsStayByRules() throws IOException {
    project("ignore: [{kind: ConfigMap, name: c, fields: [data.k]}, 'Widget:/spec/nothing']\n");
    assertThat(run("apply -f -").out()).isEqualTo("configmap/c created\n");
    api.put(
        "/api/v1/namespaces/default/configmaps/c",
        MAP.replace("\"1\"", "\"live\"").replace("\"name\"", "\"uid\":\"u\",\"name\""));
    Program.Said diff = run("diff -f - --local --show-metadata");
    assertThat(diff.out()).contains("\n   k: live\n").doesNotContain("k: \"1\"");
    assertThat(diff.err()).isEmpty();
    Program.Said applied = run("apply -f - -o json");
    assertThat(applied.out()).contains("\"k\": \"live\"");
    assertThat(applied.err()).doesNotContain("matches no field");
    assertThat(run("apply -f - --ignore=data.x").err())
        .contains("--ignore=data.x matches no field");
    assertThat(run("why -f - --local").out()).doesNotContain("restored");
    assertThat(api.run(Map.of(), MAP, "apply", "-f", "-", "-o", "json", "--project=off").out())
        .contains("\"k\": \"1\"");
  }

  @Test
  void rulesHoldWhereTheyCan() throws IOException {
    Path file = project("ignore:\n- data.k\n");
    Path plan = directory.resolve("plan.json");
    assertThat(run("plan -f - --local --out " + plan).status()).isZero();
    assertThat(run("apply -f - --plan " + plan).out()).isEqualTo("configmap/c created\n");
    project("ignore: [data.x]\n");
    assertThat(run("apply -f - --plan " + plan).err())
        .contains("the plan was made with other rules about fields: --ignore=data.k");
    assertThat(run("why configmap c").status()).isZero();
    project("ignore: ['a:']\n");
    Program.Said wrong = run("apply -f -");
    assertThat(wrong.err()).startsWith("error: " + file + ":3: ").contains("a:");
    assertThat(wrong.status()).isEqualTo(1);
  }

  @Test
  void compatModeReadsNone() throws IOException {
    project("contexts: [prod]\ndefaults: {apply: {output: name}}\n");
    var compat = Map.of("JAPPLY_COMPAT", "kubectl");
    assertThat(run("apply -f - --compat=kustomize").err()).contains("this project is for context");
    String refused =
        "error: --project cannot be used with --compat=kubectl, which reads no project file\n";
    assertThat(run("apply -f - --compat kubectl").err()).isEqualTo(refused);
    assertThat(run(compat, "apply -f -").err()).isEqualTo(refused);
    assertThat(api.run(compat, MAP, "apply", "-f", "-", "--project=off").status()).isZero();
  }

  @Test
  void theFileIsNotNamedWhenLittleIsTold() throws IOException {
    Path file = project("");
    assertThat(run("apply -f -").err()).isEmpty();
    assertThat(run("apply -f - -v").err()).startsWith("Project file: " + file + "\n");
    project("defaults: {apply: {v: 1}}\n");
    assertThat(run("apply -f -").err()).startsWith("Project file: " + file + "\n");
  }

  @Test
  void itIsNoManifest() throws IOException {
    Path file = Files.writeString(directory.resolve("japply.yaml"), HEAD);
    Files.writeString(directory.resolve("m.yaml"), MAP);
    project("");
    Files.delete(directory.resolve("p.yaml"));
    Files.createDirectory(directory.resolve("m"));
    Files.move(file, directory.resolve("m/japply.yaml"));
    Files.move(directory.resolve("m.yaml"), directory.resolve("m/m.yaml"));
    String[] apply = {"apply", "-f", directory.resolve("m").toString()};
    assertThat(japply("", apply).out()).isEqualTo("configmap/c created\n");
    assertThat(japply("", "apply", "-f", directory + "/m/*.yaml").out())
        .isEqualTo("configmap/c unchanged\n");
    Files.writeString(directory.resolve("m/japply.yaml"), HEAD + "---\n" + MAP);
    Program.Said mixed = japply("", apply);
    assertThat(mixed.err())
        .contains(
            "m/japply.yaml:2: Project: it is a project file of japply, which is never sent to a"
                + " server; leave it out of -f, or name it by --project");
    assertThat(mixed.status()).isEqualTo(1);
    int before = api.requests();
    assertThat(japply(HEAD, "apply", "-f", "-").err())
        .contains("STDIN:2: Project: it is a project file of japply");
    assertThat(api.requests()).isEqualTo(before);
  }
}
