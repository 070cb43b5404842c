package nodes

import (
	"context"
	"encoding/json"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// register adds a ready Node, to which the server comes for logs on that port. The server taints new
// nodes until a controller finds them ready, which does not run here: it would want heartbeats.
func register(ctx context.Context, client kubernetes.Interface, name string, port int32) error {
	nodes := client.CoreV1().Nodes()
	labels := map[string]string{core.LabelHostname: name, core.LabelOSStable: "linux"}
	node := &core.Node{ObjectMeta: meta.ObjectMeta{Name: name, Labels: labels}}
	if _, err := nodes.Create(ctx, node, meta.CreateOptions{}); err != nil && !errors.IsAlreadyExists(err) {
		return err
	}
	status, err := json.Marshal(map[string]any{"status": nodeStatus(port)})
	if err != nil {
		return err
	}
	untaint := []byte(`{"spec":{"taints":null}}`)
	if _, err := nodes.Patch(ctx, name, types.MergePatchType, untaint, meta.PatchOptions{}); err != nil {
		return err
	}
	_, err = nodes.Patch(ctx, name, types.MergePatchType, status, meta.PatchOptions{}, "status")
	return err
}

func nodeStatus(port int32) core.NodeStatus {
	room := core.ResourceList{
		core.ResourceCPU:    resource.MustParse("64"),
		core.ResourceMemory: resource.MustParse("256Gi"),
		core.ResourcePods:   resource.MustParse("1000"),
	}
	return core.NodeStatus{
		Capacity:        room,
		Allocatable:     room,
		Addresses:       []core.NodeAddress{{Type: core.NodeInternalIP, Address: "127.0.0.1"}},
		DaemonEndpoints: core.NodeDaemonEndpoints{KubeletEndpoint: core.DaemonEndpoint{Port: port}},
		Conditions: []core.NodeCondition{{
			Type:               core.NodeReady,
			Status:             core.ConditionTrue,
			Reason:             "KubeletReady",
			LastHeartbeatTime:  meta.Now(),
			LastTransitionTime: meta.Now(),
		}},
	}
}
