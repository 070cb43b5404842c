package dev.japply.kustomize.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kustomize.Tree;
import dev.japply.kustomize.build.BuildOptions.CustomLists;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.GoJson;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What patches do with the lists of custom resources.
class CustomListsTest {
  private static final String TREE =
      """
      -- base/kustomization.yaml --
      resources: [crd.yaml, shop.yaml]
      -- base/crd.yaml --
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: shops.example.com
      spec:
        group: example.com
        names: {kind: Shop, plural: shops}
        versions:
        - name: v1
          schema:
            openAPIV3Schema:
              properties:
                spec:
                  properties:
                    doors:
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [street, number]
                      items: {type: object}
                    days:
                      x-kubernetes-list-type: set
                      items: {type: string}
                    pairs:
                      x-kubernetes-list-type: set
                      items: {type: object, x-kubernetes-map-type: atomic}
                    clerks:
                      items: {type: object}
      -- base/shop.yaml --
      apiVersion: example.com/v1
      kind: Shop
      metadata:
        name: shop
      spec:
        doors:
        - {street: a, number: 1, color: red}
        - {street: a, number: 2, color: red}
        days: [mon]
        pairs: [{a: 1}]
        clerks: [{name: x}]
      -- kustomization.yaml --
      resources: [RESOURCES]
      patches:
      - patch: |-
          apiVersion: example.com/VERSION
          kind: Shop
          metadata:
            name: shop
          spec:
            doors:
            - {street: a, number: 2, open: true}
            days: [tue]
            pairs: [{a: 2}]
            clerks: [{name: y}]
      """;
  private static final String REPLACED =
      "{\"clerks\":[{\"name\":\"y\"}],\"days\":[\"tue\"],\"doors\":[{\"number\":2,\"open\":true,"
          + "\"street\":\"a\"}],\"pairs\":[{\"a\":2}]}";
  private static final String MERGED =
      "{\"clerks\":[{\"name\":\"y\"}],\"days\":[\"tue\",\"mon\"],\"doors\":[{\"color\":\"red\","
          + "\"number\":1,\"street\":\"a\"},{\"color\":\"red\",\"number\":2,\"open\":true,"
          + "\"street\":\"a\"}],\"pairs\":[{\"a\":2}]}";

  @TempDir private Path folder;

  private String spec(String tree, CustomLists lists) throws IOException {
    Tree.of("shop", tree).write(folder);
    Differences differences =
        lists == CustomLists.MERGED ? Differences.japply() : Differences.kustomize();
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    return KustomizationBuild.run(".", options).objects().stream()
        .filter(object -> object.gvk().kind().equals("Shop"))
        .map(object -> GoJson.write(object.tree().map("spec")))
        .findFirst()
        .orElseThrow();
  }

  private static String tree(String resources, String version) {
    return TREE.replace("RESOURCES", resources).replace("VERSION", version);
  }

  @Test
  void theyMergeByTheKeysOfTheDefinition() throws IOException {
    assertThat(spec(tree("base", "v1"), CustomLists.MERGED)).isEqualTo(MERGED);
  }

  @Test
  void kustomizeReplacesThem() throws IOException {
    assertThat(spec(tree("base", "v1"), CustomLists.REPLACED)).isEqualTo(REPLACED);
  }

  @Test
  void withoutTheDefinitionTheyAreReplaced() throws IOException {
    String alone =
        tree("base", "v1").replace("resources: [crd.yaml, shop.yaml]", "resources: [shop.yaml]");
    assertThat(spec(alone, CustomLists.MERGED)).isEqualTo(REPLACED);
  }

  @Test
  void theTypesOfOpenapiComeFirst() throws IOException {
    String types =
        """
        -- types.json --
        {"definitions": {"Shop": {"properties": {}, "x-kubernetes-group-version-kind":
          [{"group": "example.com", "version": "v1", "kind": "Shop"}]}}}
        """;
    String tree =
        tree("base", "v1")
            .replace("resources: [base]", "resources: [base]\nopenapi: {path: types.json}");
    assertThat(spec(tree + types, CustomLists.MERGED)).isEqualTo(REPLACED);
  }

  @Test
  void aComponentMaySeeTheDefinition() throws IOException {
    String tree =
        tree("base", "v1")
            .replace(
                "-- kustomization.yaml --\nresources: [base]\n",
                """
                -- kustomization.yaml --
                resources: [base]
                components: [part]
                -- part/kustomization.yaml --
                apiVersion: kustomize.config.k8s.io/v1alpha1
                kind: Component
                """);
    assertThat(spec(tree, CustomLists.MERGED)).isEqualTo(MERGED);
  }
}
