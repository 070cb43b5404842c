package oracle

import (
	"bytes"
	"encoding/base64"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/cli-runtime/pkg/resource"
)

// streamBuffer is how far kubectl looks to tell JSON from YAML.
const streamBuffer = 4096

// content is the stream as kubectl's file and standard input readers pass it on.
func content(q request) (io.Reader, error) {
	text := []byte(q.Text)
	if q.Base64 != "" {
		var err error
		if text, err = base64.StdEncoding.DecodeString(q.Base64); err != nil {
			return nil, badRequest(err)
		}
	}
	if q.Raw {
		return bytes.NewReader(text), nil
	}
	unmark := unicode.BOMOverride(unicode.UTF8.NewDecoder())
	return transform.NewReader(bytes.NewReader(text), unmark), nil
}

// readYAML gives the documents before the first error, and the error. Each document's object is
// {"json": …} or {"error": …}.
func readYAML(_ *schemas, q request) (answer, error) {
	stream, err := content(q)
	if err != nil {
		return nil, err
	}
	documents, err := readStream(stream)
	objects := make([]answer, 0, len(documents))
	for _, text := range documents {
		objects = append(objects, reencode(text))
	}
	reply := answer{"documents": documents, "objects": objects}
	if err != nil {
		reply["error"] = err.Error()
	}
	return reply, nil
}

func readStream(stream io.Reader) ([]string, error) {
	documents := []string{}
	decoder := yaml.NewYAMLOrJSONDecoder(stream, streamBuffer)
	for {
		var next runtime.RawExtension
		err := decoder.Decode(&next)
		if err == io.EOF {
			return documents, nil
		}
		if err != nil {
			return documents, err
		}
		text := bytes.TrimSpace(next.Raw)
		if len(text) > 0 && !bytes.Equal(text, []byte("null")) {
			documents = append(documents, string(text))
		}
	}
}

// reencode decodes as kubectl's builder does, which also reads the metadata as typed fields.
func reencode(text string) answer {
	object, err := decode(text)
	if err != nil {
		return answer{"error": err.Error()}
	}
	var typed struct {
		meta.TypeMeta   `json:",inline"`
		meta.ObjectMeta `json:"metadata,omitempty"`
	}
	if err := utiljson.Unmarshal([]byte(text), &typed); err != nil {
		return answer{"error": err.Error()}
	}
	encoded, err := runtime.Encode(codec, object)
	if err != nil {
		return answer{"error": err.Error()}
	}
	return answer{"json": string(encoded)}
}

// flatten reads with kubectl's own builder, which takes lists apart and goes on after errors.
func flatten(_ *schemas, q request) (answer, error) {
	stream, err := content(q)
	if err != nil {
		return nil, err
	}
	infos, err := resource.NewLocalBuilder().
		Unstructured().Local().ContinueOnError().
		Stream(stream, "STDIN").Flatten().Do().Infos()
	reply := answer{}
	if err != nil {
		reply["error"] = err.Error()
	}
	objects := make([]answer, 0, len(infos))
	for _, info := range infos {
		encoded, err := runtime.Encode(codec, info.Object)
		if err != nil {
			return nil, err
		}
		objects = append(objects, answer{
			"json": string(encoded), "namespace": info.Namespace, "name": info.Name,
		})
	}
	reply["objects"] = objects
	return reply, nil
}
