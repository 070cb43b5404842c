package dev.japply.kustomize.build;

import dev.japply.golang.GoPattern;
import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.build.FieldSetter.FieldSetStep;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.KustomizationFields.ImageEntry;
import dev.japply.kustomize.load.KustomizationFields.ReplicaEntry;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldEdit.Setter;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

record ReplicaImageTransformer(ResMap resources, ScalarStyle spelling, Faults faults) {
  /// The image volumes of Pods that kustomize's table does not have.
  private static final List<FieldSpec> IMAGE_VOLUMES =
      List.of(
          FieldSpec.of("spec/jobTemplate/spec/template/spec/volumes[]/image/reference"),
          FieldSpec.of("template/spec/volumes[]/image/reference"));

  /// Returns the fields of images, also in other volumes.
  static FieldList images(FieldList fields, Faults faults) {
    if (faults == Faults.KEPT) {
      return fields;
    }
    var all = new ArrayList<>(fields.fields());
    for (FieldSpec volume : IMAGE_VOLUMES) {
      String path = volume.path().replace("[]", "");
      if (fields.fields().stream().noneMatch(one -> one.path().replace("[]", "").equals(path))) {
        all.add(volume);
      }
    }
    return new FieldList(all);
  }

  void setReplicas(ReplicaEntry entry, FieldList fields) {
    Step set = Step.of(entry.place(), entry.lines());
    var step = FieldSetStep.ofValue(fields, set, Set.of());
    var edit = new FieldEdit(Created.SCALAR, FieldSetter.number(spelling, entry.count()));
    boolean found = false;
    for (FieldSpec field : fields.fields()) {
      for (BuiltResource resource : resources.all()) {
        if (isOrWas(resource, entry.name(), field)) {
          found = true;
          step.setOne(resource, edit, field);
        }
      }
    }
    if (!found) {
      String what =
          "resource with name %s does not match a kind that has replicas".formatted(entry.name());
      throw new JapplyException(
          entry.place(),
          what,
          "name a Deployment, ReplicaSet, ReplicationController or StatefulSet");
    }
  }

  private static boolean isOrWas(BuiltResource resource, String name, FieldSpec field) {
    return matches(resource.id(), name, field)
        || resource.previousIds().stream().anyMatch(id -> matches(id, name, field));
  }

  private static boolean matches(ResourceId id, String name, FieldSpec field) {
    return id.name().equals(name) && field.kinds().matches(id.gvk());
  }

  void setImage(ImageEntry entry, FieldList fields) {
    var images = new Images(entry, spelling, faults);
    Step set = Step.of(entry.place(), entry.lines());
    var step = new FieldSetStep(fields, set);
    var edit = new FieldEdit(Created.NOTHING, images.setter());
    for (BuiltResource resource : resources.all()) {
      if (resource.kind().equals("CustomResourceDefinition")) {
        continue;
      }
      try {
        if (images.inContainers(resource.tree()) instanceof MapValue changed) {
          resource.become(changed, set);
        }
      } catch (FieldException e) {
        throw resource.failure(String.valueOf(e.getMessage()), "", e);
      }
      step.set(resource, edit);
    }
  }

  /// Gives the images of one name another name, tag or digest: in the fields where images are known
  /// to be, and in all items of lists named `containers` and `initContainers`, wherever these are.
  private static final class Images {
    private static final Set<String> CONTAINERS = Set.of("containers", "initContainers");
    private static final Set<String> ALL_CONTAINERS =
        Set.of("containers", "initContainers", "ephemeralContainers");
    private static final Pattern PLAIN = Pattern.compile("[-a-zA-Z0-9_./:]*");
    private static final String TAG = "(:[a-zA-Z0-9_.{}-]*)?";
    private static final String SHA256 = "(@sha256:[a-zA-Z0-9_.{}-]*)?";

    /// The digests that 5.8.2 recognizes.
    private static final String DIGEST = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";

    private final ImageEntry entry;
    private final Predicate<String> matched;
    private final ScalarStyle spelling;
    private final Set<String> containers;

    Images(ImageEntry entry, ScalarStyle spelling, Faults faults) {
      this.entry = entry;
      this.spelling = spelling;
      this.matched = matcher(entry, faults);
      this.containers = faults == Faults.KEPT ? CONTAINERS : ALL_CONTAINERS;
    }

    /// The name is a regular expression; an invalid one matches nothing. Nearly all are without
    /// operators but dots, and need no more than Java's.
    private static Predicate<String> matcher(ImageEntry entry, Faults faults) {
      String tag = TAG + (faults == Faults.KEPT ? SHA256 : DIGEST);
      if (PLAIN.matcher(entry.name()).matches()) {
        Pattern pattern = Pattern.compile(entry.name() + tag);
        return image -> mayBegin(entry.name(), image) && pattern.matcher(image).matches();
      }
      try {
        return GoPattern.compile("^" + entry.name() + tag + "$")::finds;
      } catch (IllegalArgumentException e) {
        return image -> false;
      }
    }

    /// Returns false if the image does not begin with the name, where a dot is any character.
    private static boolean mayBegin(String name, String image) {
      for (int i = 0; i < name.length(); i++) {
        if (i == image.length()) {
          return false;
        }
        char c = image.charAt(i);
        if (Character.isSurrogate(c)) {
          return true; // two are one character
        }
        if (name.charAt(i) != '.' && name.charAt(i) != c) {
          return false;
        }
      }
      return true;
    }

    private record Parts(String name, String tag, String digest) {
      static Parts of(String image) {
        int slash = Math.max(0, image.indexOf('/'));
        int at = image.indexOf('@', slash);
        int colon = image.indexOf(':', slash);
        if (at >= 0 && (colon < 0 || at < colon)) {
          return new Parts(image.substring(0, at), "", image.substring(at + 1));
        }
        if (colon < 0) {
          return new Parts(image, "", "");
        }
        return at < 0
            ? new Parts(image.substring(0, colon), image.substring(colon + 1), "")
            : new Parts(
                image.substring(0, colon), image.substring(colon + 1, at), image.substring(at + 1));
      }

      String text() {
        return name + (tag.isEmpty() ? "" : ":" + tag) + (digest.isEmpty() ? "" : "@" + digest);
      }
    }

    Setter setter() {
      Setter setter = FieldSetter.text(spelling, this::set);
      return value ->
          matched.test(spelling.text(FieldSetter.scalar(value))) ? setter.set(value) : value;
    }

    private String set(String image) {
      Parts parts = Parts.of(image);
      String name = entry.newName().isEmpty() ? parts.name() : entry.newName();
      if (!entry.newTag().isEmpty()) {
        return new Parts(name, entry.newTag(), entry.digest()).text();
      }
      if (!entry.digest().isEmpty()) {
        return new Parts(name, "", entry.digest()).text();
      }
      return entry.tagSuffix().isEmpty()
          ? new Parts(name, parts.tag(), parts.digest()).text()
          : new Parts(name, parts.tag() + entry.tagSuffix(), "").text();
    }

    /// The value with the images of all containers in it set.
    Value inContainers(Value value) {
      return switch (value) {
        case MapValue map -> map.mapEntries(this::inContainers);
        case ListValue list -> list.map(this::inContainers);
        default -> value;
      };
    }

    private Value inContainers(String key, Value field) {
      Value after = inContainers(field);
      return containers.contains(key) && after instanceof ListValue list
          ? list.map(this::image)
          : after;
    }

    private Value image(Value container) {
      if (container instanceof NullValue) {
        return container;
      }
      if (!(container instanceof MapValue map)) {
        throw new FieldException("wrong node kind: a container must be a map");
      }
      Value image = map.entries().get("image");
      return image == null ? map : map.with("image", setter().set(image));
    }
  }
}
