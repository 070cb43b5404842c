package oracle

import (
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/walk"
)

// updated merges a package's object as `kpt pkg update` does: kpt's three-way merge of the original,
// upstream's modified and the local current version, which are YAML texts. The answer has the merged
// text; or nothing, when nothing is left.
func updated(_ *schemas, q request) (answer, error) {
	var nodes [3]*yaml.RNode
	for i, text := range []*string{q.Current, q.Original, q.Modified} {
		if text == nil {
			continue
		}
		node, err := yaml.Parse(*text)
		if err != nil {
			return nil, err
		}
		nodes[i] = node
	}
	// kyaml changes the nodes that it is given, and the schema that it looks up is one of the process.
	building.Lock()
	defer building.Unlock()
	merged, err := walk.Walker{
		Visitor:            kptVisitor{},
		VisitKeysAsScalars: true,
		Sources:            nodes[:],
	}.Walk()
	if err != nil {
		return nil, err
	}
	if merged == nil {
		return answer{"merged": nil}, nil
	}
	text, err := merged.String()
	if err != nil {
		return nil, err
	}
	return answer{"merged": text}, nil
}
