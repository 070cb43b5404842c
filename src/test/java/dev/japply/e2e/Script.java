package dev.japply.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A story for japply and kubectl to act, each in a namespace of its own.
///
/// A file starts with a line `# what it shows`. Each step starts with a line `=== verb arguments`;
/// the text below is its input, and sections `<<< name` in it say what is expected:
///
/// - `apply FLAGS`: applies the input, twice: the second time japply must say `unchanged`
/// - `once FLAGS`: applies the input once
/// - `kubectl ARGS`: what somebody else does, by kubectl in both namespaces, with `env`
/// - `refused ARGS`: what somebody else tries by kubectl until the server refuses it with the words
///   in `<<< err`: a policy is in force a moment after it was made
/// - `get ARGS`: what kubectl then gets, in `<<< out`, or `<<< japply` where japply's differs
/// - `diff FLAGS`: `kubectl diff FLAGS` by one, `japply diff FLAGS` by the other, twice; nothing
///   may change. Unless the flags have `--show-metadata=false`, japply is told to show as much as
///   kubectl does, and its headings count as the lines that kubectl has in their place
/// - `both ARGS`: `kubectl ARGS` by one, `japply ARGS` by the other, once
/// - `japply ARGS`: what kubectl has no command for, by japply alone, with and without `--compat`
/// - `file NAME`: a file with this content, in the directory `$DIR`
///
/// `apply`, `once` and `diff` read standard input (`-f -`) unless the flags have a `-f` or `-k`,
/// and add `-n`. Their sections:
///
/// - `out`: the standard output of both; `japply`: that of japply, where it is not kubectl's;
///   `kubectl again`: that of kubectl's second run, where it is not `unchanged`
/// - `compat`: that of `--compat=kubectl`, where it is neither that of kubectl nor, if kubectl
///   fails, that of japply
/// - `err`: a part of each error, one a line; the status is then 1. `warn`: of each warning
/// - `kubectl err`, `kubectl warn`, `japply err`, `japply warn`: where only one of them says so;
///   `compat err`, `compat warn`: the same for `--compat=kubectl`, which has the errors of japply
///   where kubectl fails, and else those of kubectl
/// - `env`: variables, one a line as `NAME=value`. `exit`, `japply exit`, `compat exit`: the
///   status, where it is neither 0 nor, with `err`, 1
/// - `told`: parts of what all say on standard error besides
/// - `stderr`: all of japply's standard error
/// - `any order`: why the lines of kubectl come in another order each time; they are then compared
///   sorted
/// - `sends`: why even the second run of japply sends something, which the server finds to change
///   nothing
/// - `requests`: what japply reads and writes, where that is not each object once in the order of
///   the output; a read that is repeated stands once
/// - `since 1.36`: what servers from that version on say in other words, one `old => new` a line,
///   replaced in all of the above, where `\n` is the end of a line; a line that nothing is left of
///   goes. `until 1.32`: the same for servers up to that version
/// - `differs`: the live objects are not those of kubectl, for the reason that stands here
///
/// `$NS` stands for the namespace, `$LONG` for a text too long to be annotated, `$VIEWER` for the
/// kubeconfig of somebody who may only read, `$SETID` for the id of the ApplySet whose parent is
/// the cluster's `stacks.$NS.example.com/set`.
record Script(String name, String about, List<Step> steps) {

  /// One step, with the sections that say what is expected of it.
  record Step(String verb, List<String> args, String input, Map<String, String> expected) {
    /// A step without arguments.
    static Step of(String verb, String input, Map<String, String> expected) {
      return new Step(verb, List.of(), input, expected);
    }

    /// How many programs run for it.
    int runs() {
      return switch (verb) {
        case "apply", "diff" -> 6;
        case "japply" -> 2;
        case "file" -> 0;
        default -> 3;
      };
    }

    /// The command, and it with each of its flags; none where japply has no part in it.
    Stream<String> topics() {
      List<String> line =
          switch (verb) {
            case "apply", "diff" -> Stream.concat(Stream.of(verb), args.stream()).toList();
            case "once" -> Stream.concat(Stream.of("apply"), args.stream()).toList();
            case "both", "japply" -> args;
            default -> List.of();
          };
      return line.stream()
          .filter(word -> word.startsWith("-") || word.equals(line.getFirst()))
          .map(word -> line.getFirst() + " " + word.split("=", 2)[0]);
    }

    String expected(String section) {
      return expected.getOrDefault(section, "");
    }

    boolean has(String section) {
      return expected.containsKey(section);
    }

    /// The section, or `otherwise` when the step does not have it.
    String expected(String section, String otherwise) {
      return expected.getOrDefault(section, otherwise);
    }

    /// The variables in `env`.
    Map<String, String> variables() {
      return expected("env")
          .lines()
          .map(line -> line.split("=", 2))
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }

    /// The same as servers of the minor version 1.`minor` word it.
    Step on(int minor) {
      var worded = new LinkedHashMap<>(expected);
      expected.forEach((name, rules) -> {
        String[] range = name.split(" 1\\.", -1);
        boolean since = range[0].equals("since") && minor >= Integer.parseInt(range[1]);
        boolean until = range[0].equals("until") && minor <= Integer.parseInt(range[1]);
        if (since || until) {
          rules
              .lines()
              .forEach(rule -> reword(worded, rule.replace("\\n", "\n").split(" =>(?: |$)", 2)));
        }
      });
      return new Step(verb, args, input, worded);
    }

    private static void reword(Map<String, String> sections, String[] rule) {
      Pattern line = Pattern.compile("(?m)^" + Pattern.quote(rule[0]) + "\n");
      sections.replaceAll((name, text) -> {
        String rest = rule[1].isEmpty() ? line.matcher(text).replaceAll("") : text;
        return rest.replace(rule[0], rule[1]);
      });
    }

    /// The same with objects applied one after the other, where the order of requests is told.
    Step oneByOne() {
      if (!has("requests")) {
        return this;
      }
      var all = new ArrayList<>(args);
      all.add("--concurrency=1");
      return new Step(verb, all, input, expected);
    }

    /// Whether the output is one line for each object, and nothing goes wrong.
    boolean plain() {
      boolean flags =
          args.stream().anyMatch(arg -> arg.matches("-o.*|.*dry-run.*|--kubeconfig.*|--force"));
      boolean apply = verb.equals("apply") || verb.equals("once");
      return apply && !flags && !has("err") && !has("japply err") && !has("requests");
    }

    @Override
    public String toString() {
      return verb + " " + String.join(" ", args);
    }
  }

  /// How many programs run for it.
  int runs() {
    return steps.stream().mapToInt(Step::runs).sum();
  }

  /// All commands, and each with each of its flags.
  Set<String> topics() {
    return steps.stream().flatMap(Step::topics).collect(Collectors.toSet());
  }

  /// All scripts, in the order of their names.
  static List<Script> all() {
    try (Stream<Path> files = Files.list(directory())) {
      return files.sorted().map(Script::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path directory() {
    try {
      return Path.of(Objects.requireNonNull(Script.class.getResource("scripts")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Script read(Path file) {
    try {
      return parse(file.getFileName().toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Script parse(String name, String text) {
    String[] parts = text.split("(?m)^=== ", -1);
    var steps = new ArrayList<Step>();
    for (int i = 1; i < parts.length; i++) {
      steps.add(step(parts[i]));
    }
    return new Script(name, parts[0].replace("# ", "").strip().replace("\n", " "), steps);
  }

  private static Step step(String text) {
    String[] sections = text.split("(?m)^<<< ", -1);
    List<String> words = List.of(head(sections[0]).split(" ", -1));
    var expected = new LinkedHashMap<String, String>();
    for (int i = 1; i < sections.length; i++) {
      expected.put(head(sections[i]), body(sections[i]));
    }
    return new Step(words.getFirst(), words.subList(1, words.size()), body(sections[0]), expected);
  }

  private static String head(String text) {
    return text.lines().findFirst().orElse("").strip();
  }

  private static String body(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? "" : text.substring(end + 1);
  }
}
