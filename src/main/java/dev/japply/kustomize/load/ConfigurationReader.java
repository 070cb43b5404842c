package dev.japply.kustomize.load;

import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Topic;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.KindPattern;
import dev.japply.kyaml.Reference;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;

/// Reads the files of `configurations`, which name further fields for transformers to change.
public final class ConfigurationReader {
  private ConfigurationReader() {}

  /// The fields in `content`.
  ///
  /// @throws JapplyException when it cannot be read, with all that is wrong
  public static FieldConfig read(FileContent content) {
    var problems = new ArrayList<Problem>();
    List<FieldReader> maps = KustomizationReader.maps(content, problems);
    if (maps.isEmpty()) {
      return FieldConfig.NONE;
    }
    FieldReader map = maps.getFirst();
    var lists = new EnumMap<Topic, FieldList>(Topic.class);
    for (Topic topic : Topic.values()) {
      lists.put(topic, new FieldList(map.maps(topic.key(), LabelEntry::field)).sorted());
    }
    List<Reference> references = map.maps("nameReference", ConfigurationReader::reference);
    map.finish("");
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    return new FieldConfig(lists, references);
  }

  private static Reference reference(FieldReader map) {
    var kinds = new Gvk(map.text("group"), map.text("version"), map.text("kind"));
    return new Reference(
        new KindPattern(kinds), new FieldList(map.maps("fieldSpecs", LabelEntry::field)));
  }
}
