package dev.japply.release.rehearsal;

import dev.japply.release.Yaml;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A workflow as its file has it.
record Workflow(Map<String, Object> file) {

  static Workflow read(Path file) throws IOException {
    return new Workflow(Yaml.read(file));
  }

  Map<String, Object> job(String name) {
    return Yaml.map(file, "jobs", name);
  }

  /// The names of the jobs that a job waits for.
  List<String> needs(String name) {
    Object needs = job(name).get("needs");
    return needs instanceof String one ? List.of(one) : Yaml.texts(job(name), "needs");
  }

  /// The names of the jobs, each after those that it waits for.
  Set<String> jobs() {
    var ordered = new LinkedHashSet<String>();
    Set<String> names = Yaml.map(file, "jobs").keySet();
    while (!ordered.containsAll(names)) {
      boolean grown = false;
      for (String name : names) {
        if (!ordered.contains(name) && ordered.containsAll(needs(name))) {
          grown |= ordered.add(name);
        }
      }
      if (!grown) {
        throw new RehearsalException("jobs wait for each other, or for a job that is not there");
      }
    }
    return ordered;
  }

  /// The permissions of the token of a job.
  Map<String, Object> permissions(String name) {
    Map<String, Object> own = Yaml.map(job(name), "permissions");
    return own.isEmpty() ? Yaml.map(file, "permissions") : own;
  }

  /// The values of `matrix` for each run of a job; one without values for a job that runs once.
  List<Map<String, String>> legs(String name) {
    Map<String, Object> matrix = Yaml.map(job(name), "strategy", "matrix");
    List<Map<String, String>> legs = new ArrayList<>();
    for (Map<String, Object> entry : Yaml.maps(matrix, "include")) {
      var leg = new LinkedHashMap<String, String>();
      entry.forEach((key, value) -> leg.put(key, String.valueOf(value)));
      legs.add(leg);
    }
    if (!legs.isEmpty()) {
      return legs;
    }
    legs.add(Map.of());
    for (String key : matrix.keySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> leg : legs) {
        for (String value : Yaml.texts(matrix, key)) {
          var with = new LinkedHashMap<>(leg);
          with.put(key, value);
          longer.add(with);
        }
      }
      legs = longer;
    }
    return legs;
  }

  List<Map<String, Object>> steps(String name) {
    return Yaml.maps(job(name), "steps");
  }
}
