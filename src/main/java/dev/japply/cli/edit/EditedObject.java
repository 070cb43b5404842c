package dev.japply.cli.edit;

import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;

/// One object that is opened in the editor.
///
/// @param live the object whose annotation it is
/// @param config the last-applied configuration
record EditedObject(LiveObject live, MapValue config) {
  /// Returns the key in the annotation, with the namespace of the live object if it names none.
  ObjectKey key() {
    Gvk gvk = Gvk.of(config);
    MapValue metadata = config.map("metadata");
    return new ObjectKey(gvk.group(), gvk.kind(), namespace(metadata), metadata.text("name"));
  }

  boolean isOf(KubeObject edited) {
    ObjectKey key = edited.key();
    MapValue metadata = edited.tree().map("metadata");
    return key().equals(new ObjectKey(key.group(), key.kind(), namespace(metadata), key.name()));
  }

  /// Whether `edited` has other content, whatever form its numbers are in.
  boolean differsFrom(MapValue edited) {
    return !GoJson.writeRounded(edited).equals(GoJson.writeRounded(config));
  }

  private String namespace(MapValue metadata) {
    String own = metadata.text("namespace");
    return own.isEmpty() ? live.live().map("metadata").text("namespace") : own;
  }
}
