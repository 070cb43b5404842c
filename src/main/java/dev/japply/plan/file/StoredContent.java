package dev.japply.plan.file;

import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value.MapValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Content of a file that is not the expected document.
sealed interface StoredContent {
  /// Nothing but white space.
  record Empty() implements StoredContent {}

  /// The start of a document of japply.
  ///
  /// @param form its type; null if the start does not have it
  record CutOff(@Nullable PlanDocument form) implements StoredContent {}

  /// A document that japply reads elsewhere.
  record Known(PlanDocument form) implements StoredContent {}

  /// Something else.
  record Foreign() implements StoredContent {}

  /// Number of bytes at the start of a document that have its type.
  int HEAD = 4096;

  Pattern OURS = Pattern.compile("^\\W*\\{\\s*\"apiVersion\":\\s*\"japply\\.dev/");
  Pattern KIND = Pattern.compile("\"kind\":\\s*\"(\\w+)\"");

  static StoredContent of(byte[] content) {
    String head =
        new String(Arrays.copyOf(content, Math.min(content.length, HEAD)), StandardCharsets.UTF_8);
    if (head.isBlank() && content.length <= HEAD) {
      return new Empty();
    }
    if (UndoFileCodec.isUndoFile(content)) {
      return new Known(UndoFileCodec.FORM);
    }
    if (!OURS.matcher(head).find()) {
      return new Foreign();
    }
    try {
      Optional<PlanDocument> form =
          Json.parse(content) instanceof MapValue tree ? form(tree.text("kind")) : Optional.empty();
      // The first line of an undo file, without its end.
      return form.filter(UndoFileCodec.FORM::equals).isPresent()
          ? new CutOff(form.get())
          : form.<StoredContent>map(Known::new).orElse(new Foreign());
    } catch (JsonSyntaxException e) {
      Matcher kind = KIND.matcher(head);
      return new CutOff(kind.find() ? form(kind.group(1)).orElse(null) : null);
    }
  }

  private static Optional<PlanDocument> form(String kind) {
    return List.of(PlanFileCodec.FORM, UndoFileCodec.FORM, SnapshotCodec.FORM).stream()
        .filter(form -> form.kind().equals(kind))
        .findFirst();
  }
}
