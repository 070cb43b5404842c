package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ImageEntry;
import dev.japply.kustomize.load.ReplicaEntry;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Sets the replicas and images of the objects of a layer.
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

  /// Sets the replicas of the objects of a name.
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
}
