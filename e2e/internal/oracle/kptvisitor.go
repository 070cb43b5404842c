// Copyright 2019 The Kubernetes Authors.
// Copyright 2026 The kpt Authors
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//      http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

package oracle

import (
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge3"
	"sigs.k8s.io/kustomize/kyaml/yaml/walk"
)

// kptVisitor merges as kpt 1.0.0-beta.67: kyaml's visitor, but that a null clears a field only where
// origin has none, and that lists without keys are compared without their style and comments. The
// code is kpt's, from pkg/lib/update/merge3/visitor.go at https://github.com/kptdev/kpt. Its module
// cannot be required, since it needs other versions of Kubernetes.
type kptVisitor struct {
	merge3.Visitor
}

func (v kptVisitor) VisitMap(nodes walk.Sources, _ *openapi.ResourceSchema) (*yaml.RNode, error) {
	if isCleared(nodes) || (nodes.Dest() == nil && nodes.Updated() == nil) {
		return walk.ClearNode, nil
	}
	if nodes.Dest() == nil {
		return yaml.NewRNode(&yaml.Node{Kind: yaml.MappingNode}), nil
	}
	return nodes.Dest(), nil
}

func (v kptVisitor) VisitScalar(nodes walk.Sources, _ *openapi.ResourceSchema) (*yaml.RNode, error) {
	if isCleared(nodes) {
		return nil, nil
	}
	return decided(nodes, func(a, b *yaml.Node) bool { return a.Value == b.Value }), nil
}

func (v kptVisitor) VisitList(nodes walk.Sources, s *openapi.ResourceSchema, kind walk.ListKind) (*yaml.RNode, error) {
	if kind == walk.AssociativeList {
		return v.Visitor.VisitList(nodes, s, kind)
	}
	if isCleared(nodes) {
		return walk.ClearNode, nil
	}
	return decided(nodes, isContentEqual), nil
}

// decided returns upstream's node if upstream has changed it, and the local one otherwise.
func decided(nodes walk.Sources, equal func(a, b *yaml.Node) bool) *yaml.RNode {
	updated, origin := yaml.IsMissingOrNull(nodes.Updated()), yaml.IsMissingOrNull(nodes.Origin())
	switch {
	case updated != origin:
		return nodes.Updated()
	case updated:
		return nodes.Dest()
	case !equal(nodes.Origin().YNode(), nodes.Updated().YNode()):
		return nodes.Updated()
	}
	return nodes.Dest()
}

// isCleared returns whether a side has a null where origin has none.
func isCleared(nodes walk.Sources) bool {
	return !nodes.Origin().IsTaggedNull() &&
		(nodes.Updated().IsTaggedNull() || nodes.Dest().IsTaggedNull())
}

func isContentEqual(a, b *yaml.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !isContentEqual(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}
