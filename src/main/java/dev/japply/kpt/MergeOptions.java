package dev.japply.kpt;

import dev.japply.tree.Value.MapValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Options for merging packages.
///
/// @param choice the resolution of fields that both sides changed
/// @param inferredKeys keys that identify the items of lists without a schema; empty if such a list
///   is one value
/// @param definitions CustomResourceDefinitions in addition to the package's own
/// @param comments whether each object of upstream gets a comment that identifies it
public record MergeOptions(
    ConflictChoice choice,
    List<String> inferredKeys,
    List<MapValue> definitions,
    boolean comments) {
  /// Local values win, and only schemas identify items.
  static final MergeOptions DEFAULT = new MergeOptions(ConflictChoice.LOCAL, List.of(), List.of());

  /// The keys that kpt's documentation names for lists without a schema.
  public static final List<String> KEYS =
      List.of("mountPath", "devicePath", "ip", "type", "topologyKey", "name", "containerPort");

  public MergeOptions {
    inferredKeys = List.copyOf(inferredKeys);
    definitions = List.copyOf(definitions);
  }

  /// Options without comments.
  public MergeOptions(
      ConflictChoice choice, List<String> inferredKeys, List<MapValue> definitions) {
    this(choice, inferredKeys, definitions, /* comments= */ false);
  }

  /// The same with or without comments.
  public MergeOptions withComments(boolean written) {
    return new MergeOptions(choice, inferredKeys, definitions, written);
  }

  MergeOptions with(ConflictChoice other) {
    return new MergeOptions(other, inferredKeys, definitions, comments);
  }

  /// Whether upstream's value counts where both sides changed a field.
  boolean upstreamWins() {
    return choice == ConflictChoice.UPSTREAM;
  }

  /// The resolution of fields that both upstream and the user changed.
  public enum ConflictChoice {
    /// They stay as they are here.
    LOCAL,
    /// They become upstream's.
    UPSTREAM,
    /// Nothing is written.
    FAIL,
    /// Both are written, with the marks that git makes.
    MARK;

    /// Returns the user's name for the choice.
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ConflictChoice> of(String text) {
      return Arrays.stream(values()).filter(choice -> choice.text().equals(text)).findFirst();
    }

    /// All names, for messages.
    public static String names() {
      return Arrays.stream(values()).map(ConflictChoice::text).collect(Collectors.joining(", "));
    }
  }
}
