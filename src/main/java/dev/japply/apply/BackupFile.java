package dev.japply.apply;

import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.object.RestoreBody;
import dev.japply.object.SecretWalk;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Backup file (mode 0600) of an object that is about to be deleted. It is written before the
/// deletion, so that not even a crash loses the object, and deleted when it is not needed.
///
/// @param secret whether it holds secret values
record BackupFile(Path file, boolean secret) {

  /// Writes `live` to a new file in `directory`, ready to be created again.
  static BackupFile write(Path directory, ObjectKey key, MapValue live) throws IOException {
    String name = "japply-" + key.kind().toLowerCase(Locale.ROOT) + "-" + key.name() + "-";
    String text = GoJson.write(RestoreBody.of(live)) + "\n";
    Path file = TemporaryFile.write(directory, name.replace(':', '_'), ".json", text);
    return new BackupFile(file, SecretWalk.isSecret(Gvk.of(live)));
  }

  String hint() {
    String values = secret ? " with its values, readable only by you" : "";
    return "a copy is kept in " + file + values + ": kubectl create -f restores it";
  }

  void remove() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // A file too many; the system clears the directory some day.
    }
  }
}
