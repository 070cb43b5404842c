// Command kustomize prints the tables that japply's kustomize build goes by, from the kustomize
// that kubectl has inside: with the argument "fields" the fields that its transformers know and
// which kinds have no namespace, with "schema" how the lists of its OpenAPI document merge.
//
// The field tables are constants of an internal package, which no program can import. So the
// files of that package are parsed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/resid"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if len(os.Args) == 2 && os.Args[1] == "schema" {
		printSchema(out)
	} else if len(os.Args) == 2 && os.Args[1] == "fields" {
		printFields(out)
		printScopes(out)
	} else {
		fmt.Fprintln(os.Stderr, "usage: kustomize fields|schema")
		os.Exit(2)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "kustomize:", err)
		os.Exit(1)
	}
}

type fieldSpec struct {
	resid.Gvk
	Path   string `json:"path"`
	Create bool   `json:"create"`
}

type reference struct {
	resid.Gvk
	FieldSpecs []fieldSpec `json:"fieldSpecs"`
}

// Each line is: list, referred kind (of nameReference; else -), kind, path, and "create" where the
// field is created. A kind is GROUP/VERSION/KIND; a part that may be any is empty.
func printFields(out *bufio.Writer) {
	lists := map[string][]fieldSpec{}
	var references []reference
	for _, text := range constants() {
		var document map[string]json.RawMessage
		check(yaml.Unmarshal([]byte(text), &document))
		for list, body := range document {
			if list == "nameReference" {
				var more []reference
				check(json.Unmarshal(body, &more))
				references = append(references, more...)
			} else {
				var more []fieldSpec
				check(json.Unmarshal(body, &more))
				lists[list] = append(lists[list], more...)
			}
		}
	}
	var names []string
	for name := range lists {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		for _, field := range sorted(lists[name]) {
			printField(out, name, "-", field)
		}
	}
	sort.Sort(byTarget(references))
	for _, reference := range references {
		for _, field := range reference.FieldSpecs {
			printField(out, "nameReference", kind(reference.Gvk), field)
		}
	}
}

func printField(out *bufio.Writer, list, target string, field fieldSpec) {
	create := ""
	if field.Create {
		create = " create"
	}
	fmt.Fprintf(out, "%s %s %s %s%s\n", list, target, kind(field.Gvk), field.Path, create)
}

func kind(gvk resid.Gvk) string {
	return gvk.Group + "/" + gvk.Version + "/" + gvk.Kind
}

type bySpec []fieldSpec

func (s bySpec) Len() int           { return len(s) }
func (s bySpec) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s bySpec) Less(i, j int) bool { return s[i].Gvk.IsLessThan(s[j].Gvk) }

type byTarget []reference

func (s byTarget) Len() int           { return len(s) }
func (s byTarget) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s byTarget) Less(i, j int) bool { return s[i].Gvk.IsLessThan(s[j].Gvk) }

// sorted is as kustomize sorts, with the same sort, which is not stable.
func sorted(fields []fieldSpec) []fieldSpec {
	sort.Sort(bySpec(fields))
	return fields
}

// constants are the texts of the constants that kustomize's default configuration consists of.
func constants() []string {
	values := map[string]ast.Expr{}
	for _, file := range files() {
		ast.Inspect(file, func(node ast.Node) bool {
			if value, ok := node.(*ast.ValueSpec); ok && len(value.Values) == 1 {
				values[value.Names[0].Name] = value.Values[0]
			}
			return true
		})
	}
	var texts []string
	for name := range listedConstants() {
		texts = append(texts, textOf(values[name], values))
	}
	return texts
}

// textOf is the value of a constant: a literal, another constant, or several that are joined.
func textOf(value ast.Expr, values map[string]ast.Expr) string {
	switch value := value.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(value.Value)
		check(err)
		return text
	case *ast.BinaryExpr:
		return textOf(value.X, values) + textOf(value.Y, values)
	case *ast.Ident:
		return textOf(values[value.Name], values)
	}
	check(fmt.Errorf("a constant is neither a text nor joined of texts: %v", value))
	return ""
}

// listedConstants are those that GetDefaultFieldSpecs joins.
func listedConstants() map[string]bool {
	listed := map[string]bool{}
	for _, file := range files() {
		ast.Inspect(file, func(node ast.Node) bool {
			function, ok := node.(*ast.FuncDecl)
			if !ok || function.Name.Name != "GetDefaultFieldSpecs" {
				return true
			}
			ast.Inspect(function.Body, func(inner ast.Node) bool {
				if name, ok := inner.(*ast.Ident); ok && strings.HasSuffix(name.Name, "FieldSpecs") {
					listed[name.Name] = true
				}
				return true
			})
			return false
		})
	}
	return listed
}

func files() []*ast.File {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kustomize/api").Output()
	check(err)
	folder := filepath.Join(strings.TrimSpace(string(module)), "internal/konfig/builtinpluginconsts")
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	check(err)
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		check(err)
		files = append(files, file)
	}
	return files
}

// printScopes prints the kinds that kustomize is certain have no namespace. It asks before the
// OpenAPI document is read, as kustomize does while nothing has been patched.
func printScopes(out *bufio.Writer) {
	var lines []string
	for _, meta := range typesOf() {
		if openapi.IsCertainlyClusterScoped(meta) {
			group, version := resid.ParseGroupVersion(meta.APIVersion)
			lines = append(lines, fmt.Sprintf("clusterScoped - %s/%s/%s -\n", group, version, meta.Kind))
		}
	}
	sort.Strings(lines)
	for _, line := range lines {
		out.WriteString(line)
	}
}

func typesOf() []kyaml.TypeMeta {
	var types []kyaml.TypeMeta
	for _, definition := range openapi.Schema().Definitions {
		for _, gvk := range gvks(definition) {
			types = append(types, kyaml.TypeMeta{APIVersion: gvk.ApiVersion(), Kind: gvk.Kind})
		}
	}
	return types
}

func gvks(definition spec.Schema) []resid.Gvk {
	list, _ := definition.Extensions["x-kubernetes-group-version-kind"].([]interface{})
	var found []resid.Gvk
	for _, item := range list {
		if entry, ok := item.(map[string]interface{}); ok {
			text := func(key string) string { value, _ := entry[key].(string); return value }
			found = append(found, resid.Gvk{Group: text("group"), Version: text("version"), Kind: text("kind")})
		}
	}
	return found
}

// printSchema prints, in the form of builtin-schemas.txt, the types through which a list is
// reached that merges, and nothing else: all other fields merge alike.
func printSchema(out *bufio.Writer) {
	definitions := openapi.Schema().Definitions
	useful := usefulTypes(definitions)
	var objects, types []string
	for name, definition := range definitions {
		if !useful[name] {
			continue
		}
		for _, gvk := range gvks(definition) {
			objects = append(objects, fmt.Sprintf("%s/%s/%s %s\n", gvk.Group, gvk.Version, gvk.Kind, name))
		}
		body, err := json.Marshal(typeOf(definition, useful))
		check(err)
		types = append(types, fmt.Sprintf("%s %s\n", name, body))
	}
	sort.Strings(objects)
	sort.Strings(types)
	out.WriteString(strings.Join(objects, "") + "\n" + strings.Join(types, ""))
}

func usefulTypes(definitions spec.Definitions) map[string]bool {
	useful := map[string]bool{}
	for size := -1; size < len(useful); {
		size = len(useful)
		for name, definition := range definitions {
			for _, property := range definition.Properties {
				if merges(property) || useful[target(property)] {
					useful[name] = true
				}
			}
			if definition.Properties == nil && useful[target(definition)] {
				useful[name] = true
			}
		}
	}
	return useful
}

func merges(property spec.Schema) bool {
	strategy, _ := property.Extensions["x-kubernetes-patch-strategy"].(string)
	for _, one := range strings.Split(strategy, ",") {
		if one == "merge" {
			return true
		}
	}
	return false
}

// target is the type that a property leads to, itself or by its items or values.
func target(property spec.Schema) string {
	if name := property.Ref.String(); name != "" {
		return strings.TrimPrefix(name, "#/definitions/")
	}
	if property.Items != nil && property.Items.Schema != nil {
		return target(*property.Items.Schema)
	}
	if property.AdditionalProperties != nil && property.AdditionalProperties.Schema != nil {
		return target(*property.AdditionalProperties.Schema)
	}
	return ""
}

func typeOf(schema spec.Schema, useful map[string]bool) interface{} {
	if name := schema.Ref.String(); name != "" {
		if useful[strings.TrimPrefix(name, "#/definitions/")] {
			return "#" + strings.TrimPrefix(name, "#/definitions/")
		}
		return "object"
	}
	result := map[string]interface{}{}
	if schema.Items != nil && schema.Items.Schema != nil {
		result["i"] = typeOf(*schema.Items.Schema, useful)
		if keys, ok := schema.Extensions["x-kubernetes-list-map-keys"]; ok && merges(schema) {
			result["t"] = keys
		}
		return result
	}
	if schema.AdditionalProperties != nil && schema.AdditionalProperties.Schema != nil {
		result["a"] = typeOf(*schema.AdditionalProperties.Schema, useful)
	}
	fields := map[string]interface{}{}
	for name, property := range schema.Properties {
		if merges(property) {
			rule := map[string]interface{}{"s": []string{"merge"}}
			if key, ok := property.Extensions["x-kubernetes-patch-merge-key"]; ok {
				rule["m"] = key
			}
			fields[name] = []interface{}{typeOf(property, useful), rule}
		} else if useful[target(property)] {
			fields[name] = typeOf(property, useful)
		}
	}
	if len(fields) == 0 && len(result) == 0 {
		return "object"
	}
	if len(fields) > 0 {
		result["f"] = fields
	}
	return result
}
