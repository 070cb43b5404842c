package com.example;

import dev.japply.packages.MergedFiles;
import dev.japply.packages.PackageRules;
import dev.japply.packages.PackageVersions;
import dev.japply.packages.Winner;
import java.util.Map;

/// Merges two packages that have one in common, and prints the files and what both have changed.
public final class Main {
  private static final String APP =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        replicas: 1
        template:
          spec:
            containers:
            - name: web
              image: web:1
      """;

  private Main() {}

  public static void main(String[] args) {
    var versions =
        new PackageVersions(
            Map.of("app.yaml", APP, "run.sh", "one\ntwo\n"),
            Map.of(
                "app.yaml",
                APP.replace("web:1", "web:2").replace("replicas: 1", "replicas: 2"),
                "run.sh",
                "one\ntwo\n"),
            Map.of("app.yaml", APP.replace("replicas: 1", "replicas: 3 # ours")));
    print(versions.merge(PackageRules.DEFAULT.withWinner(Winner.UPSTREAM)));
    print(versions.merge(PackageRules.DEFAULT));
  }

  private static void print(MergedFiles merged) {
    merged.files().forEach((path, text) -> System.out.print("# " + path + "\n" + text));
    merged
        .conflicts()
        .forEach(c ->
            System.out.printf(
                "%s: %s: %s: %s -> %s | %s => %s%n",
                c.place(), c.subject(), c.field(), c.origin(), c.updated(), c.local(), c.winner()));
  }
}
