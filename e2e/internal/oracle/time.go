package oracle

import (
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// timeMerges makes the patches of all cases, as threeWay does, so many times over, and answers the
// nanoseconds of each round. The rules of the types are looked up before.
func timeMerges(s *schemas, q request) (answer, error) {
	if q.Times < 1 || len(q.Cases) == 0 {
		return nil, badRequest(errors.New("needs cases, and how many times"))
	}
	merges := make([]func() error, len(q.Cases))
	for i, c := range q.Cases {
		rules, err := s.metaFor(c)
		if err != nil {
			return nil, err
		}
		original, modified, current := document(c.Original), document(c.Modified), document(c.Current)
		merges[i] = func() error {
			_, err := strategicpatch.CreateThreeWayMergePatch(original, modified, current, rules, true)
			return err
		}
	}
	nanos := make([]int64, q.Times)
	for round := range nanos {
		start := time.Now()
		for _, merge := range merges {
			if err := merge(); err != nil {
				return nil, err
			}
		}
		nanos[round] = time.Since(start).Nanoseconds()
	}
	return answer{"nanos": nanos}, nil
}
