package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.map;

import java.util.List;
import java.util.Map;

/// Scalars, the strange ones among them.
final class Values {
  private static final List<String> STRANGE =
      List.of(
          "0644",
          "0o17",
          "1e3",
          "1.50",
          "yes",
          "on",
          "No",
          "~",
          "null",
          "true",
          "True",
          "0x1F",
          ".5",
          "+1",
          "12:30:45",
          "2024-01-31",
          "2024-01-31T10:20:30Z",
          "-0",
          "1.0",
          "=",
          "y");
  private static final List<String> STRINGS =
      List.of(
          "",
          " ",
          "a",
          "b c",
          "a: b",
          "a #b",
          "#a",
          "- a",
          "yes",
          "1",
          "1e3",
          "null",
          "true",
          "0x1F",
          "2024-01-31",
          "12:30",
          "it's",
          "say \"hi\"",
          "back\\slash",
          "line\nline\n",
          "first\n\n  second",
          "trailing ",
          "ünïcode",
          "\ud83d\ude00",
          "{a}",
          "[a]",
          "a,b",
          "%a",
          "@a",
          "*a",
          "&a",
          "!a",
          "|",
          ">",
          "~",
          "key=value",
          "$(NAME)",
          "a-very-long-word-".repeat(7),
          "several words that go on and on until the line has to be folded by whoever prints it,"
              + " twice if need be because there are so many of them",
          "\n",
          "a\n\n",
          "x: |\n  y\n");

  private final Chance chance;

  Values(Chance chance) {
    this.chance = chance;
  }

  Object scalar() {
    return switch (chance.between(1, 4)) {
      case 1 -> chance.between(0, 100);
      case 2 -> chance.once(2);
      case 3 -> new YamlText.Plain(chance.pick(STRANGE));
      default -> string();
    };
  }

  String string() {
    return chance.pick(STRINGS);
  }

  /// What the data of a ConfigMap may be.
  Map<String, Object> strings() {
    var strings = map("a", string());
    for (String key : List.of("b", "c.txt", "on")) {
      if (chance.once(3)) {
        strings.put(key, chance.once(12) ? scalar() : string());
      }
    }
    return strings;
  }
}
