package dev.japply.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// ConfigMaps, Services, Deployments and ServiceAccounts in equal shares, one file each.
///
/// @param editions of each object, which edition its manifest is
record Objects(List<Integer> editions) {
  private static final int SEED = 7;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web-INDEX
        labels:
          app: web-INDEX
      spec:
        replicas: 2
        selector:
          matchLabels:
            app: web-INDEX
        template:
          metadata:
            labels:
              app: web-INDEX
          spec:
            containers:
              - name: web
                image: registry.example.com/shop/web-INDEX:1.0
                env:
                  - name: LOG_LEVEL
                    value: info
                  - name: VERSION
                    value: "EDITION"
                ports:
                  - name: http
                    containerPort: 8080
                resources:
                  requests:
                    cpu: 100m
                    memory: 128Mi
                  limits:
                    memory: 256Mi
      """;

  private static final String CONFIG_MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: web-INDEX
        labels:
          app: web-INDEX
      data:
        edition: "EDITION"
        url: https://shop.example.com/
        settings.properties: |
          timeout=30
          retries=3
      """;

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata:
        name: web-INDEX
        labels:
          app: web-INDEX
      spec:
        selector:
          app: web-INDEX
        ports:
          - name: http
            port: 80
            targetPort: 800EDITION
      """;

  private static final String SERVICE_ACCOUNT =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata:
        name: web-INDEX
        labels:
          app: web-INDEX
        annotations:
          example.com/edition: "EDITION"
      """;

  Objects {
    editions = List.copyOf(editions);
  }

  static Objects of(int count) {
    return new Objects(Collections.nCopies(count, 1));
  }

  int count() {
    return editions.size();
  }

  /// These, of which `some` have another value in one field; always the same ones.
  Objects changed(int some) {
    List<Integer> places = new ArrayList<>(IntStream.range(0, count()).boxed().toList());
    Collections.shuffle(places, new Random(SEED));
    List<Integer> changed = new ArrayList<>(editions);
    places.subList(0, some).forEach(place -> changed.set(place, editions.get(place) + 1));
    return new Objects(changed);
  }

  void writeTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    for (int i = 0; i < count(); i++) {
      Files.writeString(directory.resolve("%05d.yaml".formatted(i)), manifest(i));
    }
  }

  /// A lone object is a Deployment.
  String manifest(int index) {
    String template =
        switch (count() == 1 ? 0 : index % 4) {
          case 0 -> DEPLOYMENT;
          case 1 -> CONFIG_MAP;
          case 2 -> SERVICE;
          default -> SERVICE_ACCOUNT;
        };
    return template
        .replace("INDEX", String.valueOf(index))
        .replace("EDITION", String.valueOf(editions.get(index)));
  }
}
