package dev.japply.schema;

/// Small OpenAPI documents of two objects, of which `Yes` takes a strategic merge patch.
final class Documents {
  static final String VERSION_THREE =
      """
      {"openapi": "3.0.0",
       "components": {"schemas": {
         "Yes": {"x-kubernetes-group-version-kind": [
           {"group": "g", "version": "v1", "kind": "Yes"}]},
         "No": {"x-kubernetes-group-version-kind": [
           {"group": "g", "version": "v1", "kind": "No"}]}}},
       "paths": {
         "/yes": {
           "get": {"x-kubernetes-group-version-kind":
             {"group": "g", "version": "v1", "kind": "No"}},
           "patch": {
             "requestBody": {"content": {
               "application/merge-patch+json": {},
               "application/strategic-merge-patch+json": {}}},
             "x-kubernetes-group-version-kind": {"group": "g", "version": "v1", "kind": "Yes"}}},
         "/yes/scale": {
           "patch": {
             "requestBody": {"content": {"application/strategic-merge-patch+json": {}}},
             "x-kubernetes-group-version-kind":
               {"group": "other", "version": "v1", "kind": "Scale"}}},
         "/no": {
           "patch": {
             "requestBody": {"content": {"application/merge-patch+json": {}}},
             "x-kubernetes-group-version-kind": {"group": "g", "version": "v1", "kind": "No"}}},
         "/body-less": {
           "patch": {
             "x-kubernetes-group-version-kind": {"group": "g", "version": "v1", "kind": "No"}}}}}
      """;

  static final String VERSION_TWO =
      """
      {"swagger": "2.0",
       "definitions": {
         "Yes": {
           "properties": {"other": {
             "$ref": "#/definitions/No", "x-kubernetes-patch-strategy": "retainKeys"}},
           "x-kubernetes-group-version-kind": [{"group": "g", "version": "v1", "kind": "Yes"}]},
         "No": {"x-kubernetes-group-version-kind": [
           {"group": "g", "version": "v1", "kind": "No"}]}},
       "paths": {
         "/yes": {"patch": {
           "consumes": ["application/json-patch+json", "application/strategic-merge-patch+json"],
           "x-kubernetes-group-version-kind": {"group": "g", "version": "v1", "kind": "Yes"}}},
         "/no": {"patch": {
           "consumes": ["application/json-patch+json"],
           "x-kubernetes-group-version-kind": {"group": "g", "version": "v1", "kind": "No"}}}}}
      """;

  private Documents() {}
}
