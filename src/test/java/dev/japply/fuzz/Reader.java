package dev.japply.fuzz;

import java.io.IOException;
import java.util.Locale;

/// What japply reads that somebody else may have written.
enum Reader {
  MANIFEST,
  JSON,
  ANNOTATION,
  LIVE,
  KUSTOMIZATION,
  PATCHES,
  KPTFILE,
  PACKAGE,
  PLAN,
  SNAPSHOT,
  UNDO,
  PROJECT,
  KUBERC,
  KUBECONFIG,
  OPENAPI,
  RESPONSE,
  TEMPLATE,
  JSONPATH,
  FIELDS;

  /// Its name on the command line and of its folder of seeds.
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Reader named(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /// Reads `input` as japply does.
  ///
  /// @throws AssertionError when that ends in another way than in one clear line
  void read(byte[] input) throws IOException {
    switch (this) {
      case MANIFEST -> Readers.manifest(input);
      case JSON -> Readers.json(input);
      case ANNOTATION -> Commands.annotation(input);
      case LIVE -> Commands.live(input);
      case KUSTOMIZATION -> Commands.kustomization(input);
      case PATCHES -> Commands.patches(input);
      case KPTFILE -> Readers.kptfile(input);
      case PACKAGE -> Readers.packageFiles(input);
      case PLAN -> Commands.plan(input);
      case SNAPSHOT -> Commands.snapshot(input);
      case UNDO -> Commands.undo(input);
      case PROJECT -> Commands.project(input);
      case KUBERC -> Commands.kuberc(input);
      case KUBECONFIG -> Readers.kubeconfig(input);
      case OPENAPI -> Readers.openApi(input);
      case RESPONSE -> Readers.response(input);
      case TEMPLATE -> Readers.template(input);
      case JSONPATH -> Readers.jsonPath(input);
      case FIELDS -> Readers.fields(input);
    }
  }
}
