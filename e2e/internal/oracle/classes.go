package oracle

import (
	"errors"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/util/mergepatch"
)

// The classes are stable names for what upstream's merge code complains about:
//
//	conflict          the patch changes what was changed otherwise since (only without overwrite)
//	precondition      the patch changes apiVersion, kind or the name
//	badJSON           a document is not JSON, or no JSON object
//	listOfLists       a merged list contains a list
//	mixedTypes        the elements of a merged list are not all of one kind
//	mergeKeyMissing   an element of a list merged by key lacks the key
//	noMergeKey        the schema has a list of maps merged, and names no key
//	wrongType         a value is of another kind than its place demands
//	unknownField      the schema has no such field
//	unresolvedRef     the schema refers to one that the document lacks
//	badPatchType      the value of a $patch directive is unknown or out of place
//	primitiveList     a $deleteFromPrimitiveList directive is malformed
//	setElementOrder   a $setElementOrder directive is malformed or contradicts the patch's list
//	retainKeys        a $retainKeys directive is malformed or contradicts the patch
//	badStrategy       the schema names a patch strategy that does not exist
//	emptyList         elements are to be sorted where none are
//	unsupported       the type has no strategic merge
//	badSchema         the oracle cannot find or read the schema asked for
//	badRequest        the question itself is wrong
//	other             anything else; its text tells
var sentinelClasses = []struct {
	err   error
	class string
}{
	{mergepatch.ErrBadJSONDoc, "badJSON"},
	{mergepatch.ErrNoListOfLists, "listOfLists"},
	{mergepatch.ErrBadPatchFormatForPrimitiveList, "primitiveList"},
	{mergepatch.ErrBadPatchFormatForRetainKeys, "retainKeys"},
	{mergepatch.ErrPatchContentNotMatchRetainKeys, "retainKeys"},
	{mergepatch.ErrBadPatchFormatForSetElementOrderList, "setElementOrder"},
	{mergepatch.ErrUnsupportedStrategicMergePatchFormat, "unsupported"},
	{jsonpatch.ErrInvalid, "badJSON"},
}

var textClasses = []struct {
	part  string
	class string
}{
	{"precondition failed for:", "precondition"}, // of JSON merge patches, without a type
	{"does not contain declared merge key", "mergeKeyMissing"},
	{"cannot find merge key", "mergeKeyMissing"},
	{"cannot merge lists without merge key", "noMergeKey"},
	{"unknown patch type:", "badPatchType"},
	{"invalid value for special key:", "badPatchType"},
	{"merging lists cannot yet be specified in the patch", "badPatchType"},
	{"list element types are not identical", "mixedTypes"},
	{"invalid element type in merging list", "mixedTypes"},
	{"expected a ", "wrongType"},
	{"is not a map", "wrongType"},
	{"unknown type:", "wrongType"},
	{"unable to find api field", "unknownField"},
	{"unable to resolve", "unresolvedRef"},
	{"The order in patch list", "setElementOrder"},
	{"are not deep equal: this may happen when calculating", "retainKeys"},
	{"unexpected patch strategy", "badStrategy"},
	{"no elements in any of the given slices", "emptyList"},
	{"Invalid JSON", "badJSON"},
	{"invalid character ", "badJSON"},
	{"unexpected end of JSON input", "badJSON"},
}

// classified is an error of the oracle's own.
type classified struct {
	class string
	error
}

func badRequest(err error) error { return classified{"badRequest", err} }

func badSchema(err error) error { return classified{"badSchema", err} }

func classOf(err error) string {
	var own classified
	switch {
	case errors.As(err, &own):
		return own.class
	case mergepatch.IsConflict(err):
		return "conflict"
	case mergepatch.IsPreconditionFailed(err):
		return "precondition"
	}
	for _, known := range sentinelClasses {
		if errors.Is(err, known.err) {
			return known.class
		}
	}
	for _, known := range textClasses {
		if strings.Contains(err.Error(), known.part) {
			return known.class
		}
	}
	return "other"
}
