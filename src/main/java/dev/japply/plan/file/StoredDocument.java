package dev.japply.plan.file;

import static dev.japply.plan.file.StoredTree.text;

import dev.japply.plan.Seal;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.regex.Pattern;

/// One kind of document that japply writes into files and reads again: with a version, and with a
/// digest over all of it, which shows that a file was edited. That is no signature: who wants to
/// can make another one.
///
/// @param kind what the document says that it is
/// @param noun the same in messages
/// @param command what makes one
/// @param again what to do where one cannot be used
public record StoredDocument(String kind, String noun, String command, String again) {
  private static final String VERSION = "japply.dev/v1";
  private static final Pattern ANY_VERSION = Pattern.compile("japply\\.dev/v[0-9]+[0-9a-z]*");
  private static final String DIGEST = "digest";

  /// How a document begins.
  MapValue begin() {
    return MapValue.of("apiVersion", Value.text(VERSION)).with("kind", Value.text(kind));
  }

  /// `tree`, whole.
  MapValue end(MapValue tree) {
    return tree.with(DIGEST, Value.text(digest(tree)));
  }

  /// Sees that `tree` is what [#end] has made.
  ///
  /// @throws JapplyException when it is another document, has another version, or was edited
  void check(MapValue tree) {
    String version = tree.text("apiVersion");
    if (!tree.text("kind").equals(kind) || !ANY_VERSION.matcher(version).matches()) {
      throw other();
    }
    if (!version.equals(VERSION)) {
      throw refused(
          "this %s has the format %s, and this japply knows %s".formatted(noun, version, VERSION),
          "use the japply that made it, or " + again);
    }
    if (!text(tree, DIGEST).equals(digest(tree.without(DIGEST)))) {
      throw refused("this " + noun + " was changed after it was made", again);
    }
  }

  /// The error about what is no such document.
  public JapplyException other() {
    return refused("this is no " + noun, "make one by `" + command + "`");
  }

  /// The error about a document that says two things under one key.
  ///
  /// @param key the words of the parser
  public JapplyException ambiguous(String key) {
    return refused("this " + noun + " was changed after it was made: " + key, again);
  }

  private static JapplyException refused(String what, String hint) {
    return new JapplyException(Problem.error(Origin.NONE, what, hint));
  }

  private static String digest(MapValue tree) {
    return Seal.digest(GoJson.write(tree));
  }
}
