package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.yaml.LineRange;
import java.util.List;

/// An entry of `vars`: a name and the field that contains its value.
///
/// @param lines all lines of the entry
public record VarEntry(
    String name,
    Gvk kinds,
    String objectName,
    String namespace,
    String fieldPath,
    Origin place,
    List<LineRange> lines) {
  private static final String NAME = "metadata.name";

  /// The object that a var is about.
  private record Reference(Gvk kinds, String name, String namespace) {
    static Reference read(FieldReader map) {
      String[] apiVersion = map.text("apiVersion").split("/", -1);
      String group = map.text("group");
      String version = map.text("version");
      if (apiVersion.length == 2) {
        group = apiVersion[0];
        version = apiVersion[1];
      } else if (apiVersion.length == 1 && !apiVersion[0].isEmpty()) {
        version = apiVersion[0];
      }
      return new Reference(
          new Gvk(group, version, map.text("kind")), map.text("name"), map.text("namespace"));
    }
  }

  static VarEntry read(FieldReader map) {
    Reference reference = map.map("objref", Reference::read);
    String path = map.map("fieldref", field -> field.text("fieldPath"));
    Reference object = reference == null ? new Reference(new Gvk("", "", ""), "", "") : reference;
    return new VarEntry(
        map.text("name"),
        object.kinds(),
        object.name(),
        object.namespace(),
        path == null || path.isEmpty() ? NAME : path,
        map.place(),
        map.lines());
  }
}
