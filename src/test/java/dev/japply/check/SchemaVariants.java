package dev.japply.check;

import dev.japply.check.Variants.Variant;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Definitions with a keyword more in each part of their schema.
final class SchemaVariants {
  private static final Set<String> NAMED = Set.of("properties");
  private static final Set<String> SINGLE = Set.of("items", "additionalProperties", "not");
  private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf");

  /// Keywords with values, as JSON.
  private static final List<String> KEYWORDS =
      List.of(
          "type string",
          "type object",
          "type array",
          "type null",
          "type float",
          "properties {}",
          "properties {'x':{}}",
          "properties {'x':{'type':'string'}}",
          "properties {'x':null}",
          "additionalProperties true",
          "additionalProperties false",
          "additionalProperties 'a'",
          "additionalProperties {}",
          "additionalProperties {'type':'string'}",
          "additionalProperties {'type':'string','minLength':1.5}",
          "additionalProperties {'type':'string','default':'a'}",
          "items {}",
          "items []",
          "items [{'type':'string'}]",
          "items {'type':'string'}",
          "items {'type':'string','minLength':'1'}",
          "items {'type':'array','items':{'type':'string','required':'a'}}",
          "items {'type':'object','required':['a'],'nullable':true}",
          "anyOf [{'type':'integer'},{'type':'string'}]",
          "anyOf [{'type':'string'},{'type':'integer'}]",
          "anyOf []",
          "anyOf [{}]",
          "anyOf [null]",
          "allOf [{'anyOf':[{'type':'integer'},{'type':'string'}]}]",
          "allOf [{'items':{'minLength':1}}]",
          "allOf [{'properties':{'x':{'minLength':1}}}]",
          "allOf [{'properties':{'metadata':{'minLength':1}}}]",
          "allOf [{'properties':{'x':{'type':'string'}}}]",
          "allOf [{'description':'a'}]",
          "allOf [{'description':''}]",
          "allOf [{'additionalProperties':false}]",
          "allOf [{'additionalProperties':true}]",
          "allOf [{'x-kubernetes-validations':[{'rule':'true'}]}]",
          "oneOf [{'nullable':true},{'title':'a'}]",
          "oneOf [{'default':1}]",
          "not {}",
          "not {'default':null}",
          "not {'x-kubernetes-list-type':''}",
          "not {'not':{'type':'string'}}",
          "nullable true",
          "nullable false",
          "default null",
          "default 1",
          "default 'a'",
          "default {}",
          "default {'x':1}",
          "default []",
          "default [null]",
          "required ['x']",
          "required []",
          "enum ['a',null]",
          "pattern '('",
          "pattern '(?<n>a)'",
          "pattern '\\\\p{Greek}(?!a)'",
          "format 'odd'",
          "uniqueItems true",
          "uniqueItems false",
          "minLength 1.5",
          "minimum 1.5",
          "multipleOf 0",
          "$ref 'a'",
          "$ref ''",
          "$schema 'a'",
          "id 'a'",
          "additionalItems true",
          "additionalItems null",
          "patternProperties {'a':{'type':'string'}}",
          "patternProperties {}",
          "definitions {'a':{'type':'string'}}",
          "dependencies {'a':['b']}",
          "dependencies {}",
          "externalDocs {'url':'a'}",
          "example {'a':null}",
          "title 'a'",
          "x-kubernetes-preserve-unknown-fields true",
          "x-kubernetes-preserve-unknown-fields false",
          "x-kubernetes-embedded-resource true",
          "x-kubernetes-embedded-resource false",
          "x-kubernetes-int-or-string true",
          "x-kubernetes-list-type 'set'",
          "x-kubernetes-list-type 'map'",
          "x-kubernetes-list-type 'atomic'",
          "x-kubernetes-list-type 'bag'",
          "x-kubernetes-list-map-keys ['a']",
          "x-kubernetes-list-map-keys ['name','name']",
          "x-kubernetes-list-map-keys []",
          "x-kubernetes-map-type 'atomic'",
          "x-kubernetes-map-type 'granular'",
          "x-kubernetes-map-type 'loose'",
          "x-kubernetes-validations [{'rule':' '}]",
          "x-kubernetes-validations [{'rule':'true','message':' '}]",
          "x-kubernetes-validations [{'rule':'true','message':'a\\nb'}]",
          "x-kubernetes-validations [{'rule':'true\\n&& true'}]",
          "x-kubernetes-validations [{'rule':'true','messageExpression':' '}]",
          "x-kubernetes-validations [{'rule':'true','reason':'Odd'}]");

  private final MapValue definition;
  private final List<Variant> found = new ArrayList<>();

  private SchemaVariants(MapValue definition) {
    this.definition = definition;
  }

  static List<Variant> of(KubeObject definition) {
    var variants = new SchemaVariants(definition.tree());
    FieldPath versions = FieldPath.root().key("spec").key("versions");
    variants.walk(versions.index(0).key("schema").key("openAPIV3Schema"));
    return variants.found;
  }

  private void walk(FieldPath path) {
    MapValue schema = (MapValue) path.in(definition);
    for (String keyword : KEYWORDS) {
      int space = keyword.indexOf(' ');
      String key = keyword.substring(0, space);
      String value = keyword.substring(space + 1).replace('\'', '"');
      boolean word = value.matches("[a-z]+") && !value.matches("true|false|null");
      Value given = Json.parse(word ? '"' + value + '"' : value);
      MapValue changed = (MapValue) Trees.with(definition, path, schema.with(key, given));
      found.add(new Variant(KubeObject.of(changed, Origin.NONE), path, "add " + keyword));
    }
    schema
        .entries()
        .forEach((key, value) -> {
          FieldPath at = path.key(key);
          if (NAMED.contains(key) && value instanceof MapValue map) {
            map.entries().keySet().forEach(name -> walk(at.key(name)));
          } else if (SINGLE.contains(key) && value instanceof MapValue) {
            walk(at);
          } else if (LISTS.contains(key) && value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
              walk(at.index(i));
            }
          }
        });
  }
}
