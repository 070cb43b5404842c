package dev.japply.faults;

import dev.japply.e2e.LiveObjects;
import dev.japply.faults.Upstream.Answer;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The objects of a case as they are on the server, by their paths.
///
/// @param id the name of the case's own
record Snapshot(String id, Map<String, Seen> objects) {
  private static final Pattern OBJECT =
      Pattern.compile("apiVersion: (\\S+)\nkind: (\\S+)\nmetadata: \\{name: ([^,}]+)");

  private static final Pattern SET = Pattern.compile("applyset-[\\w-]{43}-v1");

  /// An object.
  ///
  /// @param kind as `ConfigMap`
  /// @param live as it is; empty when it is not there
  record Seen(String kind, String name, MapValue live) {
    boolean isThere() {
      return !live.entries().isEmpty();
    }

    String uid() {
      return live.map("metadata").text("uid");
    }

    /// The label of [OtherWriter].
    String other() {
      return live.map("metadata").map("labels").text(OtherWriter.LABEL);
    }
  }

  /// Those that `manifests` name.
  static Snapshot of(Upstream upstream, String namespace, String id, String manifests) {
    var objects = new TreeMap<String, Seen>();
    Matcher object = OBJECT.matcher(manifests);
    while (object.find()) {
      String path = path(object.group(1), object.group(2), namespace) + "/" + object.group(3);
      Answer answer = upstream.get(path);
      MapValue live = answer.isSuccess() ? answer.object() : MapValue.EMPTY;
      objects.put(path, new Seen(object.group(2), object.group(3), live));
    }
    return new Snapshot(id, objects);
  }

  private static String path(String version, String kind, String namespace) {
    String root = version.contains("/") ? "/apis/" : "/api/";
    return root + version + "/namespaces/" + namespace + "/" + kind.toLowerCase(Locale.ROOT) + "s";
  }

  /// One of the objects.
  Seen seen(String path) {
    return Objects.requireNonNull(objects.get(path));
  }

  /// An object without what the server makes up, what is of this case alone and what others wrote;
  /// empty when it is not there.
  ///
  /// @param owners whether who owns which field is of it
  String normal(String path, boolean owners) {
    Seen seen = objects.get(path);
    if (seen == null || !seen.isThere()) {
      return "";
    }
    MapValue metadata = seen.live().map("metadata");
    MapValue labels = metadata.map("labels").without(OtherWriter.LABEL);
    MapValue rest = owners ? metadata : metadata.without("managedFields");
    MapValue own = seen.live().with("metadata", rest.with("labels", labels));
    return plain(GoJson.write(LiveObjects.normal(own)));
  }

  /// The text without what is of this case alone.
  String plain(String text) {
    return SET.matcher(text.replace(id, "$ID")).replaceAll("\\$SET");
  }

  /// Deletes them.
  void delete(Upstream upstream) {
    objects.keySet().forEach(path -> upstream.ask("DELETE", path, "application/json", ""));
  }
}
