package dev.japply.plan.file;

import static dev.japply.plan.file.PlanDocument.PlanValue.text;

import dev.japply.plan.SecretDigests;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A type of document that japply writes to files and reads back. It has a version, and a digest
/// that detects edits. The digest is not a signature.
///
/// @param noun its name in messages
/// @param command the command that makes one
/// @param again the hint if a document cannot be used
/// @param use the commands that read such a document
public record PlanDocument(String kind, String noun, String command, String again, String use) {
  private static final String VERSION = "japply.dev/v1";
  private static final Pattern ANY_VERSION = Pattern.compile("japply\\.dev/v[0-9]+[0-9a-z]*");
  private static final String DIGEST = "digest";

  /// Returns the first fields of a document: `apiVersion` and `kind`.
  MapValue begin() {
    return MapValue.of("apiVersion", Value.text(VERSION)).with("kind", Value.text(kind));
  }

  MapValue end(MapValue tree) {
    return tree.with(DIGEST, Value.text(digest(tree)));
  }

  /// Checks that `tree` is an unchanged result of [#end].
  ///
  /// @throws JapplyException if it is another document, has another version, or was edited
  void check(MapValue tree) {
    checkVersion(tree);
    if (!text(tree, DIGEST).equals(digest(tree.without(DIGEST)))) {
      throw changed();
    }
  }

  /// Whether `tree` is a document of this type, in any version.
  public boolean isKindOf(MapValue tree) {
    return tree.text("kind").equals(kind) && ANY_VERSION.matcher(tree.text("apiVersion")).matches();
  }

  /// Checks that `tree` is a document of this type in a version that can be read.
  ///
  /// @throws JapplyException if it is another document, or has another version
  void checkVersion(MapValue tree) {
    String version = tree.text("apiVersion");
    if (!isKindOf(tree)) {
      throw other(GoJson.write(tree).getBytes(StandardCharsets.UTF_8));
    }
    if (!version.equals(VERSION)) {
      throw new JapplyException(
          "this %s has the format %s, and this japply reads %s".formatted(noun, version, VERSION),
          "use the japply that made it, or " + again);
    }
  }

  /// Returns the error for a document that was edited or damaged.
  JapplyException changed() {
    return changed(Origin.NONE);
  }

  /// Returns the same error about a line.
  JapplyException changed(Origin line) {
    return new JapplyException(line, "this " + noun + " was changed after it was made", again);
  }

  /// Returns the error for content that is not such a document: what it is instead.
  public JapplyException other(byte[] content) {
    return other(content, "this is no " + noun);
  }

  /// Returns the same error where other documents were possible, too.
  ///
  /// @param denial the error for other content
  public JapplyException other(byte[] content, String denial) {
    String make = "make one by `" + command + "`";
    return switch (StoredContent.of(content)) {
      case StoredContent.Empty empty -> new JapplyException(denial + ": it is empty", make);
      case StoredContent.CutOff(PlanDocument form) when form != null ->
          new JapplyException("this " + form.noun + " is cut off", form.again);
      case StoredContent.CutOff unknown ->
          new JapplyException("this document of japply is cut off", make);
      case StoredContent.Known(PlanDocument form) when !form.equals(this) ->
          new JapplyException(
              denial + ", but " + (form.noun.startsWith("undo") ? "an " : "a ") + form.noun,
              form.use);
      case StoredContent.Known same -> new JapplyException(denial, make);
      case StoredContent.Foreign foreign -> new JapplyException(denial, make);
    };
  }

  /// Returns the error for a document with a duplicate key.
  ///
  /// @param key the message of the parser
  public JapplyException ambiguous(String key) {
    return new JapplyException("this " + noun + " was changed after it was made: " + key, again);
  }

  private static String digest(MapValue tree) {
    return SecretDigests.digest(GoJson.write(tree));
  }

  /// Content of a file that is not the expected document.
  private sealed interface StoredContent {
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
          new String(
              Arrays.copyOf(content, Math.min(content.length, HEAD)), StandardCharsets.UTF_8);
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
            Json.parse(content) instanceof MapValue tree
                ? form(tree.text("kind"))
                : Optional.empty();
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
      return List.of(
              PlanFileCodec.FORM, DeletionPlanCodec.FORM, UndoFileCodec.FORM, SnapshotCodec.FORM)
          .stream()
          .filter(form -> form.kind().equals(kind))
          .findFirst();
    }
  }

  /// Reads required fields of a stored tree.
  static final class PlanValue {
    private PlanValue() {}

    static MapValue map(MapValue tree, String key) {
      if (tree.get(key) instanceof MapValue map) {
        return map;
      }
      throw wrong(key);
    }

    static String text(MapValue tree, String key) {
      if (tree.get(key) instanceof StringValue(String text)) {
        return text;
      }
      throw wrong(key);
    }

    static boolean bool(MapValue tree, String key) {
      if (tree.get(key) instanceof BoolValue(boolean is)) {
        return is;
      }
      throw wrong(key);
    }

    static int number(MapValue tree, String key) {
      if (tree.get(key) instanceof IntValue(long number) && number == (int) number) {
        return (int) number;
      }
      throw wrong(key);
    }

    static ListValue list(MapValue tree, String key) {
      if (tree.get(key) instanceof ListValue list) {
        return list;
      }
      throw wrong(key);
    }

    static Instant time(MapValue tree, String key) {
      try {
        return Instant.parse(text(tree, key));
      } catch (DateTimeException e) {
        throw wrong(key);
      }
    }

    /// Returns the error for a field that is missing or has a wrong value.
    static JapplyException wrong(String key) {
      String what = "not as it was stored: \"" + key + "\" is missing or wrong";
      return new JapplyException(what, "make it again");
    }
  }
}
