package dev.japply.cli.flags;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/// A flag that a command is about to get: what help says of it, and where its value goes. All flags
/// have a value, which the reader of command lines adds to those that stand without one.
public final class Flag {
  private final Consumer<OptionSpec> command;
  private final OptionSpec.Builder option;

  private String help = "";

  /// What help says of its default; null when that is the value itself.
  private @Nullable String standard;

  /// @param command where it goes
  Flag(Consumer<OptionSpec> command, String... names) {
    this.command = command;
    this.option = OptionSpec.builder(names).arity("1").paramLabel("BOOL");
  }

  /// Where a flag's boolean goes.
  @FunctionalInterface
  public interface BoolConsumer {
    void accept(boolean value);
  }

  /// Where a value goes, and that picocli remembers it.
  private record Target(Consumer<Object> field, ISetter memory) implements ISetter {
    @Override
    public <T> T set(T value) throws Exception {
      field.accept(value);
      return memory.set(value);
    }
  }

  /// What stands for its value in help texts.
  public Flag label(String text) {
    option.paramLabel(text);
    return this;
  }

  /// What it does, in a sentence or two.
  public Flag help(String text) {
    help = text;
    return this;
  }

  /// What help says of its default when the value itself says too little.
  public Flag byDefault(String text) {
    standard = text;
    return this;
  }

  /// The flag may stand without a value, and then means this one.
  public Flag bare(String value) {
    option.fallbackValue(value);
    return this;
  }

  /// Help texts leave it out.
  public Flag hidden() {
    option.hidden(true);
    return this;
  }

  /// Its value is a text, of which the last one counts.
  public void text(String initial, Consumer<String> target) {
    add(String.class, initial, value -> target.accept((String) value));
  }

  /// Its values are texts, which all count.
  public void texts(List<String> target) {
    option.auxiliaryTypes(String.class);
    add(
        List.class,
        List.of(),
        values -> {
          target.clear();
          ((List<?>) values).forEach(value -> target.add((String) value));
        });
  }

  /// Its value is a boolean; without one it means true.
  public void bool(boolean initial, BoolConsumer target) {
    option.fallbackValue("true");
    add(boolean.class, initial, value -> target.accept((Boolean) value));
  }

  /// Its value is a number.
  public void number(int initial, IntConsumer target) {
    add(int.class, initial, value -> target.accept((Integer) value));
  }

  /// Its value is a time with a unit.
  public void time(Duration initial, Consumer<Duration> target) {
    option.converters(Duration::parse);
    add(Duration.class, initial, value -> target.accept((Duration) value));
  }

  /// The fields have their first values already, so picocli need not set them.
  private void add(Class<?> type, Object initial, Consumer<Object> field) {
    option.type(type).initialValue(initial).hasInitialValue(false);
    String value = standard == null ? text(initial) : standard;
    String text = value.isEmpty() ? help : help + " Default: " + value + ".";
    option.description(text.replace("${", "$${")); // picocli has variables of its own
    command.accept(option.setter(new Target(field, option.setter())).build());
  }

  /// What help says of a default; empty where nothing is what everybody expects.
  private static String text(Object initial) {
    String text = String.valueOf(initial);
    return List.of("", "[]", "false", "0", "PT0S").contains(text) ? "" : text;
  }
}
