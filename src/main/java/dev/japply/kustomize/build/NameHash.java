package dev.japply.kustomize.build;

import dev.japply.golang.Sha256;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.Step;
import dev.japply.kustomize.load.TimestampFormat;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;

/// The hash of a generated object's content. It is appended to the object's name, so that a change
/// rolls out all users of the object again.
///
/// Follows kustomize's `hasher`, which always uses an empty name for the object.
record NameHash(ScalarStyle spelling) {
  private static final int LENGTH = 10;
  private static final List<String> HASHED = List.of("data", "binaryData", "stringData", "type");

  /// Puts hashes behind the names of the objects that want one.
  void append(ResMap resources) {
    for (BuiltResource resource : resources.all()) {
      if (resource.isHashed()) {
        String name = resource.name() + "-" + of(resource.tree());
        resource.rememberId();
        resource.rememberPlainName();
        MapValue metadata = resource.tree().map("metadata").with("name", Value.text(name));
        MapValue plain = resource.tree();
        int steps = resource.steps();
        Step hashed = Step.of(resource.origin(), path -> lines(resource, plain, steps));
        resource.become(plain.with("metadata", metadata), hashed);
      }
    }
  }

  /// Returns the lines of the content, which decides the hash.
  ///
  /// @param plain the object before it got the name
  /// @param steps the number of its steps before
  private static DecidingLines lines(BuiltResource resource, MapValue plain, int steps) {
    var lines = new ArrayList<DecidingLines>();
    for (String field : HASHED) {
      FieldPath at = FieldPath.root().key(field);
      if (plain.get(field) instanceof MapValue map) {
        map.entries().keySet().forEach(key -> lines.add(resource.allCauses(at.key(key), steps)));
      } else {
        lines.add(resource.allCauses(at, steps));
      }
    }
    return DecidingLines.joined(lines);
  }

  String of(MapValue object) {
    boolean secret = object.text("kind").equals("Secret");
    MapValue hashed =
        MapValue.of("kind", Value.text(secret ? "Secret" : "ConfigMap"))
            .with("name", Value.text(""))
            .with("data", content(object, "data"));
    hashed = secret ? hashed.with("type", content(object, "type")) : hashed;
    String more = secret ? "stringData" : "binaryData";
    hashed =
        object.get(more) instanceof MapValue map
            ? hashed.with(more, TimestampFormat.printed(map, spelling))
            : hashed;
    return encoded(GoJson.write(hashed));
  }

  private Value content(MapValue object, String field) {
    return switch (object.get(field)) {
      case Missing none -> Value.text("");
      case MapValue map -> TimestampFormat.printed(map, spelling);
      case Value.ListValue list -> Value.NULL;
      case Value scalar -> Value.text(spelling.text(scalar));
    };
  }

  /// The first digits of the SHA-256 of `text`, in letters that spell nothing.
  private static String encoded(String text) {
    return Sha256.hex(text)
        .substring(0, LENGTH)
        .replace('0', 'g')
        .replace('1', 'h')
        .replace('3', 'k')
        .replace('a', 'm')
        .replace('e', 't');
  }
}
